"""`skills show NAME`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.options import Name

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def show(session: "Session", name: Name) -> "Report":
    """Show one skill as its file has it, and which skills include it.

    Formats: text, json, names (what the file itself declares, one a line), markdown.
    """
    from cleveragents_skills.catalog import CatalogError
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.views.failure import failure_of
    from cleveragents_skills.views.show import show_report

    found = session.load()
    full = session.named(name, found)
    part = found.part(full)
    if full in found.broken:
        error = CatalogError(found.broken[full])
        raise Failed(failure_of(error, full, part), full, part)
    return show_report(found[full], found, part.diagnostics)
