"""`skills summary SELECTOR…`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.options import AllowEmpty, Selectors

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report
    from cleveragents_skills.views.summary import SummaryAnswer

All = Annotated[bool, typer.Option("--all", help="Every skill of the catalog.")]


def summary(
    session: "Session", names: Selectors = None, all_: All = False, allow_empty: AllowEmpty = False
) -> "Report":
    """Show what powers skills give, by access, with their side effects.

    Formats: text, json, names (the skills), markdown.
    """
    from cleveragents_skills.cli.selectors import is_name
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.diagnostics import ordered
    from cleveragents_skills.views.summary import SummaryAnswer, summary_report

    if bool(names) == all_:
        raise usage("name skills, or give --all" if not names else "names, or --all: not both")
    if all_ or not all(map(is_name, names or ())):
        return _of_many(session, names or (), allow_empty)
    found = session.load(allow_empty=allow_empty, reaching=names or ())
    wanted = [session.named(name, found) for name in names or ()]
    if len(wanted) == 1:
        resolution, part = session.resolved(wanted[0], found)
        return summary_report([SummaryAnswer(wanted[0], resolution)], found, part.diagnostics, 0)
    answers = [_answer(session, name, found) for name in wanted]
    parts = [found.part(name).diagnostics for name in wanted]
    known = ordered(dict.fromkeys(each for part in parts for each in part))
    return summary_report(answers, found, known, 1 if any(each.failure for each in answers) else 0)


def _of_many(session: "Session", selectors: "Sequence[str]", allow_empty: bool) -> "Report":
    """Give the report of what the selectors choose, or of all; any file may hold some of these."""
    from cleveragents_skills.cli.selectors import selected_names
    from cleveragents_skills.diagnostics import is_error
    from cleveragents_skills.include_edges import includes_of, within
    from cleveragents_skills.views.summary import summary_report

    found = session.load(allow_empty=allow_empty)
    known = found.diagnostics
    wanted = list(found)
    if selectors:
        wanted = sorted(selected_names(selectors, found, session))
        reached = within(wanted, includes_of(found))
        loading = frozenset(found.loading)
        known = tuple(each for each in known if each.skill in reached or each in loading)
    answers = [_answer(session, name, found) for name in wanted]
    failed = any(each.failure for each in answers) or any(map(is_error, found.loading))
    return summary_report(answers, found, known, 1 if failed else 0)


def _answer(session: "Session", name: str, catalog: "Catalog") -> "SummaryAnswer":
    """Give the resolution of a skill, or why there is none."""
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.views.summary import SummaryAnswer

    try:
        return SummaryAnswer(name, session.resolved(name, catalog)[0])
    except Failed as end:
        return SummaryAnswer(name, failure=end.failure)
