"""`skills show NAME`."""

from __future__ import annotations

from cleveragents_skills.cli.options import (
    Catalogs,
    Color,
    Common,
    Debug,
    Format,
    Json,
    Name,
    Quiet,
    Verbose,
)


def show(
    name: Name,
    catalog: Catalogs = None,
    format_: Format = None,
    json: Json = False,
    color: Color = "auto",
    quiet: Quiet = False,
    verbose: Verbose = False,
    debug: Debug = False,
) -> int:
    """Show one skill as its file has it, and which skills include it.

    Formats: text, json, names (what the file itself declares, one a line), markdown.
    """
    from cleveragents_skills.catalog import CatalogError  # noqa: PLC0415 (loads the library)
    from cleveragents_skills.cli.session import Failed, Session, run  # noqa: PLC0415
    from cleveragents_skills.report import Report  # noqa: PLC0415
    from cleveragents_skills.views import failure_of, show_report  # noqa: PLC0415

    def answer(session: Session) -> Report:
        found = session.load()
        full = session.named(name, found)
        part = found.part(full)
        if full in found.broken:
            error = CatalogError(found.broken[full])
            raise Failed(failure_of(error, full, part), full, part)
        return show_report(found[full], found.included_by(full), part.diagnostics)

    return run("show", Common(catalog, format_, json, color, quiet, verbose, debug), answer)
