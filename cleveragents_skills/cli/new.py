"""`skills new NAME`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

NewName = Annotated[
    str, typer.Argument(metavar="NAME", help="The new skill; without a namespace, local/NAME.")
]
Stdout = Annotated[bool, typer.Option("--stdout", help="Print the file, and write nothing.")]


def new(session: "Session", name: NewName, *, stdout: Stdout = False) -> "Report":
    """Write a commented skill file to start from. Never overwrites anything.

    Formats: text, json.
    """
    from cleveragents_skills.cli.placing import skill_name, write_skill_file
    from cleveragents_skills.loading import new_skill
    from cleveragents_skills.views.new import new_report

    full = skill_name(name)
    text = new_skill(full)
    if stdout:
        return new_report(full, text)
    placed = write_skill_file(session, full, text)
    return new_report(full, text, placed.file, made=placed.new_catalog, quiet=session.common.quiet)
