"""`skills schema`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report


def schema(session: "Session") -> "Report":
    """Print the JSON Schema of a skill file, for editors.

    Format: json. `skills schema > skills.schema.json` keeps it in a file.
    """
    from cleveragents_skills.loading.schema import skill_schema
    from cleveragents_skills.report import Report

    return Report(session.command, document=skill_schema, bare=True)
