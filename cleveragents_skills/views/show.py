"""The answer of `skills show`: one skill as its file has it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.masking import masked
from cleveragents_skills.model import Skill
from cleveragents_skills.report import Block, Cell, Column, Headline, Report, Table
from cleveragents_skills.views.agent_skills import AgentSkillFacts, of_skill
from cleveragents_skills.views.shapes import diagnostics_shape, file_text, flow, unlisted_words

_SMALL = 60


def show_report(skill: Skill, catalog: Catalog, diagnostics: tuple[Diagnostic, ...]) -> Report:
    """Give the report of a skill of a catalog, and of those that include it."""
    included_by = catalog.included_by(skill.name)
    agents = of_skill(skill, catalog)
    fields = masked(skill.source.data()) if skill.source else {}
    location = skill.source.locate() if skill.source else None
    return Report(
        command="show",
        document=lambda: {
            "skill": skill.name,
            "location": location_to_dict(location),
            "fields": fields,
            "included_by": list(included_by),
            "agent_skills": [each.shape() for each in agents],
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: _blocks(skill, fields, included_by, agents),
        names=lambda: dict.fromkeys(each.name for each in skill.declarations),
        caveat=unlisted_words(
            [server.name for server in skill.mcp_servers if server.tools is None]
        ),
        remarks=diagnostics,
    )


def _blocks(
    skill: Skill,
    fields: Mapping[str, Any],
    included_by: Sequence[str],
    agents: Sequence[AgentSkillFacts],
) -> Iterator[Block]:
    place = file_text(skill.source.locate() if skill.source else None)
    yield Headline(skill.name, "", place)
    rows: list[tuple[Cell, ...]] = []
    for name, value in fields.items():
        if name != "name" and value is not None:
            rows.extend(_rows(name, outline(value)))
    for each in agents:
        lines = (f"  {line}" for line in each.lines())
        rows.extend(_rows("agent skill", (each.path, *lines)))
    if included_by:
        rows.extend(_rows("included by", included_by))
    else:
        rows.append((Cell("included by"), Cell("nothing", "faint")))
    yield Table((Column(), Column(words=True)), tuple(rows), indent=2)


def _rows(title: str, lines: Iterable[str]) -> Iterator[tuple[Cell, ...]]:
    for index, line in enumerate(lines):
        yield Cell(title if index == 0 else ""), Cell(line, code=True)


def outline(value: Any) -> Iterator[str]:
    """Give data in lines, indented as block YAML is; what is small stays on one line."""
    stack: list[tuple[str, str, Any]] = [("", "", value)]
    while stack:
        indent, lead, each = stack.pop()
        if isinstance(each, str) and "\n" in each.strip():
            yield f"{indent}{lead}|"
            for line in each.rstrip("\n").split("\n"):
                yield f"{indent}  {line}"
            continue
        if not isinstance(each, Mapping | list) or _is_small(each):
            yield f"{indent}{lead}{flow(each)}"
            continue
        if lead and not lead.endswith("- "):
            yield f"{indent}{lead.rstrip()}"
            indent, lead = indent + "  ", ""
        below = indent + " " * len(lead)
        parts = (
            [(below, f"{key}: ", part) for key, part in each.items()]
            if isinstance(each, Mapping)
            else [(below, "- ", part) for part in each]
        )
        first = (indent, lead + parts[0][1], parts[0][2])
        stack.extend(reversed([first, *parts[1:]]))


def _is_small(value: Mapping[str, Any] | list[Any]) -> bool:
    """Say whether a collection holds no other one and is short."""
    parts = value.values() if isinstance(value, Mapping) else value
    flat = not any(isinstance(each, Mapping | list) for each in parts)
    return flat and len(flow(value)) <= _SMALL if value else True
