"""The answer of `skills list`: the skills, with what each file declares."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, is_error, location_to_dict
from cleveragents_skills.model import Skill
from cleveragents_skills.report import Block, Cell, Column, Paragraph, Report, Table
from cleveragents_skills.views.shapes import counted, diagnostics_shape, file_text

_SECTIONS = {
    "includes": "include",
    "tools": "tool",
    "builtins": "group",
    "inline_tools": "inline",
    "mcp_servers": "server",
    "agent_skills": "agent skill",
}
"""The lists of a skill, with the word for one of their items."""


def list_report(
    catalog: Catalog, skills: Sequence[Skill], diagnostics: tuple[Diagnostic, ...]
) -> Report:
    """Give the report of these skills; `diagnostics` are those of files that could not be used."""
    return Report(
        command="list",
        document=lambda: {
            "skills": [_shape(skill) for skill in skills],
            "broken": sorted(catalog.broken),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: _blocks(skills, catalog),
        names=lambda: [skill.name for skill in skills],
        remarks=diagnostics,
        exit_code=1 if any(map(is_error, diagnostics)) else 0,
    )


def _shape(skill: Skill) -> dict[str, Any]:
    return {
        "name": skill.name,
        "description": skill.description,
        **{section: len(getattr(skill, section)) for section in _SECTIONS},
        "overrides": len(skill.overrides),
        "location": location_to_dict(skill.source.locate() if skill.source else None),
    }


def _blocks(skills: Sequence[Skill], catalog: Catalog) -> Iterator[Block]:
    columns = (
        Column("skill"),
        Column("declares"),
        Column("file", fold=2),
        Column("description", fold=1),
    )
    yield Table(columns, tuple(map(_row, skills)))
    broken = f", {len(catalog.broken):,} broken" if catalog.broken else ""
    yield Paragraph(f"{counted(len(skills), 'skill')}{broken}")


def _row(skill: Skill) -> tuple[Cell, ...]:
    counts = [
        counted(len(getattr(skill, section)), word).replace("inlines", "inline")
        for section, word in _SECTIONS.items()
        if getattr(skill, section)
    ]
    place = skill.source.locate() if skill.source else None
    first_line = next(iter((skill.description or "").strip().splitlines()), "")
    return (
        Cell(skill.name, "strong", code=True),
        Cell(", ".join(counts) or "nothing", "" if counts else "faint"),
        Cell(file_text(place), "faint", code=True),
        Cell(first_line, "faint", code=True),
    )
