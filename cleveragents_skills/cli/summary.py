"""`skills summary NAME…`."""

from __future__ import annotations

from typing import Annotated

import typer

from cleveragents_skills.cli.completion import complete_skill
from cleveragents_skills.cli.options import (
    AllowEmpty,
    Catalogs,
    Color,
    Common,
    Debug,
    Format,
    Json,
    Quiet,
    Verbose,
)

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="NAME...", help="Skills.", autocompletion=complete_skill),
]
All = Annotated[bool, typer.Option("--all", help="Every skill of the catalog.")]


def summary(
    names: Names = None,
    all_: All = False,
    allow_empty: AllowEmpty = False,
    catalog: Catalogs = None,
    format_: Format = None,
    json: Json = False,
    color: Color = "auto",
    quiet: Quiet = False,
    verbose: Verbose = False,
    debug: Debug = False,
) -> int:
    """Show what powers skills give: read, write, unknown; side effects; servers.

    Formats: text, json, names (the skills), markdown.
    """
    from cleveragents_skills.cli.session import Failed, Session, run, usage  # noqa: PLC0415
    from cleveragents_skills.diagnostics import is_error, ordered  # noqa: PLC0415
    from cleveragents_skills.report import Report  # noqa: PLC0415
    from cleveragents_skills.views import SummaryAnswer, summary_report  # noqa: PLC0415

    def answer(session: Session) -> Report:
        if bool(names) == all_:
            raise usage("name skills, or give --all" if not names else "names, or --all: not both")
        found = session.load(allow_empty=allow_empty)
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

    return run("summary", Common(catalog, format_, json, color, quiet, verbose, debug), answer)
