"""`skills summary NAME…`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_skill
from cleveragents_skills.cli.options import AllowEmpty

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME...", help="Skills.", autocompletion=complete_skill),
]
All = Annotated[bool, typer.Option("--all", help="Every skill of the catalog.")]


def summary(
    session: "Session", names: Names = None, all_: All = False, allow_empty: AllowEmpty = False
) -> "Report":
    """Show what powers skills give, by access, with their side effects.

    Formats: text, json, names (the skills), markdown.
    """
    from cleveragents_skills.cli.session import Failed, usage
    from cleveragents_skills.diagnostics import is_error, ordered
    from cleveragents_skills.views.summary import SummaryAnswer, summary_report

    if bool(names) == all_:
        raise usage("name skills, or give --all" if not names else "names, or --all: not both")
    found = session.load(allow_empty=allow_empty, reaching=names or ())
    wanted = [session.named(name, found) for name in names or ()]
    if len(wanted) == 1:
        resolution, part = session.resolved(wanted[0], found)
        return summary_report([SummaryAnswer(wanted[0], resolution)], part.diagnostics, 0)
    answers = []
    for name in wanted or found:
        try:
            answers.append(SummaryAnswer(name, session.resolved(name, found)[0]))
        except Failed as end:
            answers.append(SummaryAnswer(name, failure=end.failure))
    parts = [found.part(name).diagnostics for name in wanted] or [found.diagnostics]
    known = ordered(dict.fromkeys(each for part in parts for each in part))
    failed = any(each.failure for each in answers)
    broken = all_ and any(map(is_error, found.loading))
    return summary_report(answers, known, 1 if failed or broken else 0)
