"""The answer of `skills show`: one skill as its file has it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.masking import masked
from cleveragents_skills.model import Skill
from cleveragents_skills.report import Block, Cell, Column, Headline, Report, Table
from cleveragents_skills.resolution import declarations, location_to_dict
from cleveragents_skills.views.shapes import diagnostics_shape, file_text


def show_report(
    skill: Skill, included_by: Sequence[str], diagnostics: tuple[Diagnostic, ...]
) -> Report:
    """Give the report of a skill and of those that include it."""
    fields = masked(skill.source.data()) if skill.source else {}
    location = skill.source.locate() if skill.source else None
    return Report(
        command="show",
        document=lambda: {
            "skill": skill.name,
            "location": location_to_dict(location),
            "fields": fields,
            "included_by": list(included_by),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: _blocks(skill, fields, included_by),
        names=lambda: dict.fromkeys(each.name for each in declarations(skill)),
        remarks=diagnostics,
    )


def _blocks(skill: Skill, fields: Mapping[str, Any], included_by: Sequence[str]) -> Iterator[Block]:
    place = file_text(skill.source.locate() if skill.source else None)
    yield Headline(skill.name, "", place)
    rows: list[tuple[Cell, ...]] = []
    for name, value in fields.items():
        if name != "name" and value is not None:
            rows.extend(_rows(name, _lines(value)))
    rows.extend(_rows("included by", list(included_by) or ["nothing"]))
    yield Table((Column(), Column(main=True)), tuple(rows), indent=2)


def _rows(title: str, lines: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    for index, line in enumerate(lines or [""]):
        yield Cell(title if index == 0 else ""), Cell(line, code=True)


def _lines(value: Any) -> list[str]:
    """Give a value in lines: one for each item of a list or mapping, and of a text."""
    if isinstance(value, str):
        return value.splitlines() or [""]
    if isinstance(value, list):
        return [_flow(each) for each in value]
    if isinstance(value, Mapping):
        return [f"{key}: {_flow(each)}" for key, each in value.items()]
    return [_flow(value)]


def _flow(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
