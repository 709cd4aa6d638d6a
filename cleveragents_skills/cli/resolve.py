"""`skills resolve NAME`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.options import Name

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def resolve(session: "Session", name: Name) -> "Report":
    """Show which tools a skill gives, in order, and where each is from.

    Formats: text, json, names (one tool a line), markdown.
    """
    from cleveragents_skills.views.resolve import resolve_report

    found = session.load(reaching=[name])
    resolution, part = session.resolved(session.named(name, found), found)
    return resolve_report(resolution, part.diagnostics)
