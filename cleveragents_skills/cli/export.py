"""`skills export NAME --to TARGET`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_target
from cleveragents_skills.cli.options import Name
from cleveragents_skills.exporting import TARGETS

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Target = Annotated[
    str,
    typer.Option(
        "--to",
        metavar="TARGET",
        help=f"What file it is to be: {', '.join(TARGETS)}.",
        autocompletion=complete_target,
    ),
]


def export(session: "Session", name: Name, *, to: Target) -> "Report":
    """Write what a skill gives as a file of another program. No secret is in it.

    What the file cannot say is told on standard error.

    Formats: text (the file), json.
    """
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.exporting import export as exported
    from cleveragents_skills.views.export import export_report

    if to not in TARGETS:
        raise usage(f"nothing is exported to `{to}`", f"one of {', '.join(TARGETS)}")
    found = session.load(reaching=[name])
    full = session.named(name, found)
    resolution, part = session.resolved(full, found)
    ascii_only = session.format == "text" and not session.out.unicode
    return export_report(
        full, to, exported(resolution, to, ascii_only=ascii_only), part.diagnostics
    )
