"""The answer of `skills import`: the file of a skill that was made of another file."""

from __future__ import annotations

from cleveragents_skills.importing import Imported
from cleveragents_skills.report import Listing, Report
from cleveragents_skills.views.new import written
from cleveragents_skills.views.shapes import diagnostics_shape


def import_report(
    skill: str, made: Imported, placed: tuple[str, str | None] | None, *, quiet: bool = False
) -> Report:
    """Give the report of a new skill file; without a place the text itself is the answer.

    `placed` is the file, and the catalog if it was made for it. With `quiet` nothing is said but
    the file.
    """
    file, new_catalog = placed or (None, None)
    return Report(
        command="import",
        document=lambda: {
            "skill": skill,
            "file": file,
            "new_catalog": new_catalog,
            "text": made.text,
            "warnings": list(made.warnings),
            "diagnostics": diagnostics_shape(()),
        },
        blocks=lambda: (
            written(skill, file, new_catalog, "List the tools you want", quiet=quiet)
            if file
            else [Listing(made.text)]
        ),
        notes=tuple(f"warning: {each}" for each in made.warnings),
    )
