"""`skills list [SELECTOR…]`. Typer reads the annotations, so they are not postponed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_skill
from cleveragents_skills.cli.exits import USAGE
from cleveragents_skills.cli.options import AllowEmpty

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.model import Skill
    from cleveragents_skills.report import Report

Selectors = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[SELECTOR...]",
        help="Names, or globs such as 'team/*'.",
        autocompletion=complete_skill,
    ),
]


def list_skills(
    session: "Session", selectors: Selectors = None, allow_empty: AllowEmpty = False
) -> "Report":
    """List the skills, with how many of what each file declares.

    Formats: text, json, names (one skill a line), markdown.
    """
    from cleveragents_skills.views import list_report

    found = session.load(allow_empty=allow_empty)
    return list_report(found, _selected(selectors or (), found), found.loading)


def _selected(selectors: Sequence[str], catalog: "Catalog") -> list["Skill"]:
    """Give the skills that some selector names; one that names none ends the command."""
    from fnmatch import fnmatchcase

    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.naming import did_you_mean, full_name
    from cleveragents_skills.report import Failure

    if not selectors:
        return list(catalog.values())
    chosen: set[str] = set()
    for selector in selectors:
        pattern = full_name(selector)
        matched = {name for name in (*catalog, *catalog.broken) if fnmatchcase(name, pattern)}
        if not matched:
            hint = did_you_mean(pattern, [*catalog, *catalog.broken])
            message = f"no skill matches `{selector}` in {', '.join(catalog.roots)}"
            raise Failed(Failure("unknown-skill", message, USAGE, hint))
        chosen |= matched
    return [skill for name, skill in catalog.items() if name in chosen]
