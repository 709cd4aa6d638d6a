"""`skills list [SELECTOR…]`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

from cleveragents_skills.cli.options import AllowEmpty, Selectors

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def listing(
    session: "Session", selectors: Selectors = None, allow_empty: AllowEmpty = False
) -> "Report":
    """List the skills, with how many of what each file declares.

    Formats: text, json, names (one skill a line), markdown.
    """
    from cleveragents_skills.cli.selectors import selected_names
    from cleveragents_skills.views.listing import list_report

    found = session.load(allow_empty=allow_empty)
    names = selected_names(selectors, found, session) if selectors else found
    return list_report(found, [found[name] for name in found if name in names], found.loading)
