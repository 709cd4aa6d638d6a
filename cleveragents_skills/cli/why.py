"""`skills why NAME TOOL`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_tool
from cleveragents_skills.cli.options import Name

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Tool = Annotated[
    str,
    typer.Argument(
        metavar="TOOL", help="A tool, as `resolve` names it.", autocompletion=complete_tool
    ),
]
All = Annotated[
    bool, typer.Option("--all", help="List every include path, not one for each declaration.")
]
Limit = Annotated[
    int, typer.Option("--limit", metavar="N", min=1, help="List no more than N; count the rest.")
]


def why(
    session: "Session", name: Name, tool: Tool, *, all: All = False, limit: Limit = 100
) -> "Report":
    """Show by which includes a skill gets a tool, and what declares it.

    Exit 1 if it does not have the tool.

    Formats: text, json, names (the skills that declare it, the winner first), markdown.
    """
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.include_paths import paths
    from cleveragents_skills.views.why import unknown_tool, why_report

    found = session.load(reaching=[name])
    full = session.named(name, found)
    resolution, part = session.resolved(full, found)
    ways = paths(resolution.skill, tool, found, every=all, limit=limit)
    if ways.winner is None:
        raise Failed(unknown_tool(resolution, tool), full, part)
    return why_report(ways, part.diagnostics, every=all)
