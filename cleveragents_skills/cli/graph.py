"""`skills graph [SELECTOR…]`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.options import AllowEmpty, Selectors

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def graph(
    session: "Session", selectors: Selectors = None, allow_empty: AllowEmpty = False
) -> "Report":
    """Draw which skills include which.

    Formats: text (one include a line), json, names (the skills), markdown, dot, mermaid.
    """
    from cleveragents_skills.cli.selectors import selected_names
    from cleveragents_skills.views.graph import graph_report

    found = session.load(allow_empty=allow_empty)
    names = selected_names(selectors, found, session) if selectors else {*found, *found.broken}
    return graph_report(found, names, found.loading)
