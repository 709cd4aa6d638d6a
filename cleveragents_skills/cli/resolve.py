"""`skills resolve NAME`."""

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


def resolve(
    name: Name,
    catalog: Catalogs = None,
    format_: Format = None,
    json: Json = False,
    color: Color = "auto",
    quiet: Quiet = False,
    verbose: Verbose = False,
    debug: Debug = False,
) -> int:
    """Show which tools a skill gives, in order, each with kind, access and source.

    Formats: text, json, names (one tool a line), markdown.
    """
    from cleveragents_skills.cli.session import Session, run  # noqa: PLC0415 (loads the library)
    from cleveragents_skills.report import Report  # noqa: PLC0415
    from cleveragents_skills.views import resolve_report  # noqa: PLC0415

    def answer(session: Session) -> Report:
        found = session.load()
        resolution, part = session.resolved(session.named(name, found), found)
        return resolve_report(resolution, part.diagnostics)

    return run("resolve", Common(catalog, format_, json, color, quiet, verbose, debug), answer)
