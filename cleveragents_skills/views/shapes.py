"""JSON shapes and phrases that several answers share."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cleveragents_skills.diagnostics import Diagnostic, Location, location_to_dict
from cleveragents_skills.model import Skill
from cleveragents_skills.report import Paragraph

if TYPE_CHECKING:
    from cleveragents_skills.resolution import (
        Origin,
        ResolvedMcpServer,
        ResolvedToolEntry,
        SkillCapabilitySummary,
    )

ACCESS_WORDS = {"read_only": "read-only", "write": "write", "unknown": "unknown"}


def diagnostics_shape(diagnostics: Iterable[Diagnostic]) -> list[dict[str, Any]]:
    """Give diagnostics as JSON has them."""
    return [_diagnostic(each) for each in diagnostics]


def _diagnostic(each: Diagnostic) -> dict[str, Any]:
    cycle = each.cycle
    return {
        "code": each.code.id,
        "name": each.code.name,
        "severity": each.severity.value,
        "message": each.message,
        "skill": each.skill,
        "location": location_to_dict(each.location),
        "hint": each.hint,
        "related": [
            {"message": related.message, "location": location_to_dict(related.location)}
            for related in each.related
        ],
        "cycle": cycle
        and {
            "path": list(cycle.path),
            "members": list(cycle.members),
            "cut": [{"from": one, "to": other} for one, other in cycle.cut],
        },
        "fingerprint": each.fingerprint,
    }


def summary_shape(summary: SkillCapabilitySummary) -> dict[str, Any]:
    """Give a capability summary as JSON has it."""
    return {
        "total_tools": summary.total_tools,
        "read_only_tools": summary.read_only_tools,
        "write_tools": summary.write_tools,
        "unknown_tools": summary.unknown_tools,
        "checkpointable_tools": summary.checkpointable_tools,
        "destructive_tools": summary.destructive_tools,
        "unsafe_tools": summary.unsafe_tools,
        "approval_tools": summary.approval_tools,
        "by_override_tools": summary.by_override_tools,
        "from_config_tools": summary.from_config_tools,
        "learned_tools": summary.learned_tools,
        "has_side_effects": summary.has_side_effects,
        "side_effects": list(summary.side_effects),
        "mcp_sources": summary.mcp_sources,
        "unlisted_mcp_servers": list(summary.unlisted_mcp_servers),
        "agent_skill_sources": summary.agent_skill_sources,
    }


def declaration_shape(origin: Origin) -> dict[str, Any]:
    """Give where a tool is declared, as JSON has it."""
    return {"source_skill": origin.skill, "location": location_to_dict(origin.location)}


def counted(number: int, noun: str) -> str:
    """Give a number with its noun."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def at_least(summary: SkillCapabilitySummary) -> str:
    """Give the words that make a total a lower bound, where servers are unlisted."""
    return "at least " if summary.unlisted_mcp_servers else ""


def unlisted_words(servers: Sequence[str]) -> str:
    """Give the words that there may be more tools than the names, where servers are unlisted."""
    return f"at least these: the tools of {', '.join(servers)} are not listed" if servers else ""


def offered_words(server: ResolvedMcpServer) -> str:
    """Give the words that say what a server without a tool list offered, if it was asked."""
    if server.offered is None:
        return ""
    number = counted(len(server.offered), "tool")
    return f"; offered {number} when it was asked"


def by_override_count(entries: Sequence[ResolvedToolEntry], access: str) -> int:
    """Give how many tools have this access class only by an override."""
    return sum(each.by_override and each.access == access for each in entries)


def described(skill: Skill) -> Iterator[Paragraph]:
    """Give the lines of a skill's description."""
    for line in (skill.description or "").strip().splitlines():
        yield Paragraph(f"  {line}", "faint", code=True)


def place_text(location: Location | None) -> str:
    """Give a place as a person opens it."""
    return str(location or "")


def file_text(location: Location | None) -> str:
    """Give the file of a place as a person opens it."""
    return location.path if location else ""


def flow(value: Any) -> str:
    """Give data on one line, as flow YAML is."""
    if isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {_scalar(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_scalar, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
