"""The answer of `skills import`: the file of a skill that was made of another file."""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.importing import Imported
from cleveragents_skills.report import Block, Listing, Paragraph, Report
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
            _told(skill, file, new_catalog, quiet=quiet) if file else [Listing(made.text)]
        ),
        notes=tuple(f"warning: {each}" for each in made.warnings),
    )


def _told(skill: str, file: str, new_catalog: str | None, *, quiet: bool) -> Iterator[Block]:
    yield Paragraph(f"wrote {file}")
    if new_catalog and not quiet:
        yield Paragraph(
            f"The folder {new_catalog} is new: it is the catalog of this folder and those in it."
        )
    if not quiet:
        short = skill.removeprefix("local/")
        yield Paragraph(
            f"List the tools you want, then run `skills check` and `skills resolve {short}`."
        )
