"""The answer of `skills new`: the file of a skill that was begun."""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.report import Block, Listing, Paragraph, Report
from cleveragents_skills.views.shapes import diagnostics_shape


def new_report(
    skill: str, text: str, file: str | None = None, made: str | None = None, *, quiet: bool = False
) -> Report:
    """Give the report of a new skill file; without `file` the text itself is the answer.

    `made` is the catalog, if it was made for the file. With `quiet` nothing is said but the file.
    """
    return Report(
        command="new",
        document=lambda: {
            "skill": skill,
            "file": file,
            "new_catalog": made,
            "text": text,
            "diagnostics": diagnostics_shape(()),
        },
        blocks=lambda: (
            written(skill, file, made, "Edit it", quiet=quiet) if file else [Listing(text)]
        ),
    )


def written(skill: str, file: str, made: str | None, first: str, *, quiet: bool) -> Iterator[Block]:
    """Give the lines that a skill file was written, and what to do `first` and then."""
    yield Paragraph(f"wrote {file}")
    if made and not quiet:
        yield Paragraph(
            f"The folder {made} is new: it is the catalog of this folder and those in it."
        )
    if not quiet:
        short = skill.removeprefix("local/")
        yield Paragraph(f"{first}, then run `skills check` and `skills resolve {short}`.")
