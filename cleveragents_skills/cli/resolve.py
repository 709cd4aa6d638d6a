"""`skills resolve NAME`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.options import Name

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


Explain = Annotated[
    bool,
    typer.Option("--explain", help="Say of each tool what placed it, what set it, and how."),
]


def resolve(session: "Session", name: Name, *, explain: Explain = False) -> "Report":
    """Show which tools a skill gives, in order, and where each is from.

    Formats: text, json, names (one tool a line), markdown.
    """
    from cleveragents_skills.views.resolve import resolve_report

    found = session.load(reaching=[name])
    resolution, part = session.resolved(session.named(name, found), found)
    if explain:
        from cleveragents_skills import provenance
        from cleveragents_skills.views.provenance import explained_report

        return explained_report(provenance.explain(resolution, found), part.diagnostics)
    return resolve_report(resolution, part.diagnostics)
