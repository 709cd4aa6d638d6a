"""`skills explain [CODE]`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.completion import complete_explained

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Code = Annotated[
    str | None,
    typer.Argument(
        metavar="[CODE]",
        help="A code such as SK301, its name, or a beginning such as SK3. Default: all codes.",
        autocompletion=complete_explained,
    ),
]


def explain(session: "Session", code: Code = None) -> "Report":  # noqa: ARG001 (it needs nothing)
    """Explain what a finding means, why it matters, and how to mend it. Needs no catalog.

    Formats: text, json, names (the codes), markdown.
    """
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.loading import ALL_CODES, page
    from cleveragents_skills.naming import did_you_mean
    from cleveragents_skills.views.explain import explain_report

    if code is None:
        return explain_report(ALL_CODES, page)
    asked = code.strip()
    # A letter that is not ASCII can become one that is, and is not meant.
    beginning, name = (asked.upper(), asked.lower()) if asked.isascii() else (asked, asked)
    for each in ALL_CODES:
        if beginning == each.id or name == each.name:
            return explain_report([each], page, whole=True)
    chosen = [each for each in ALL_CODES if each.id.startswith(beginning)]
    if not asked or not chosen:
        known = [word for each in ALL_CODES for word in (each.id, each.name)]
        near = did_you_mean(beginning if beginning.startswith("SK") else name, known)
        raise usage(f"no such code: `{code}`", near or "`skills explain` lists them all")
    return explain_report(chosen, page)
