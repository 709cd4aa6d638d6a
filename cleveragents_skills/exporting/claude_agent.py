"""The file of an agent of Claude Code (`.claude/agents/NAME.md`).

Source: Claude Code docs, the page on custom agents (front matter reference; available tools; files
that are skipped). MCP servers are referred to by name: that a `${NAME}` is replaced is documented
for `.mcp.json` alone, not for a server that is defined in the front matter.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cleveragents_skills.exporting import told
from cleveragents_skills.exporting.claude_code import PROGRAM, knows
from cleveragents_skills.exporting.exported import Export
from cleveragents_skills.exporting.names import (
    excluded,
    flat_name,
    flat_names,
    is_allowed,
    mcp_entries,
    open_servers,
)
from cleveragents_skills.quoting import yaml_text
from cleveragents_skills.resolution import Resolution, ResolvedToolEntry

_LONGEST_NAME = 256
_SUBJECT = "the file of an agent"


def export(resolution: Resolution, *, ascii_only: bool = False) -> Export:
    """Give the front matter of an agent that has these tools; what it is to do is not ours to say.

    Without the field `tools` an agent would have every tool, so it is always there.
    """
    entries = _entries(resolution)
    servers = [each.name for each in open_servers(resolution) if is_allowed(each.name)]
    names = (name for entry in entries for name in _names(entry))
    tools = [*dict.fromkeys((*names, *(f"mcp__{each}" for each in servers)))]
    denied = [
        flat_name(server, tool)
        for server, taken in excluded(resolution).items()
        for tool in taken
        if is_allowed(server) and is_allowed(tool)
    ]
    used = [each.name for each in resolution.mcp_servers if each.tools is None or each.tools]
    name, skill = _agent_name(resolution.skill.name), resolution.skill
    description = (skill.description or "").strip() or f"Has the tools of the skill {skill.name}."
    lines = ["---", f"name: {yaml_text(name)}"]
    lines.append(f"description: {yaml_text(description, ascii_only=ascii_only)}")
    for field, items in (("tools", tools), ("disallowedTools", denied), ("mcpServers", used)):
        lines += _list(field, items, ascii_only=ascii_only) if items or field == "tools" else []
    lines.append("---")
    warnings = (
        *_file(resolution, name, tools),
        *told.left_out(resolution, PROGRAM, knows),
        *told.refused(resolution),
        *told.too_long(mcp_entries(resolution)),
        *told.whole_servers(resolution, can_exclude=True),
        *told.powers(entries, _SUBJECT),
        *told.approvals(entries, _SUBJECT),
        *told.overrides(entries, _SUBJECT),
        *_servers(used),
    )
    return Export("\n".join(lines) + "\n", warnings)


def _entries(resolution: Resolution) -> Sequence[ResolvedToolEntry]:
    """Give the entries that can be written, in order."""
    allowed = set(map(id, mcp_entries(resolution)))
    return [
        entry
        for entry in resolution
        if id(entry) in allowed or (entry.kind == "tool" and knows(entry.name))
    ]


def _names(entry: ResolvedToolEntry) -> Sequence[str]:
    return [*flat_names([entry])] if entry.kind == "mcp" else [entry.name]


def _agent_name(skill: str) -> str:
    """Give the name of the agent: it must not begin with `-`."""
    short = skill.removeprefix("local/").replace("/", "-")
    return skill.replace("/", "-").lstrip("-") or "skill" if short.startswith("-") else short


def _list(field: str, items: Sequence[str], *, ascii_only: bool) -> list[str]:
    if not items:
        return [f"{field}: []"]
    return [f"{field}:", *(f"  - {yaml_text(each, ascii_only=ascii_only)}" for each in items)]


def _file(resolution: Resolution, name: str, tools: Sequence[str]) -> Iterator[str]:
    """Say what the file itself lacks."""
    if not tools:
        yield f"no tool is left, and {PROGRAM} does not start an agent that has none"
    if len(name) > _LONGEST_NAME:
        yield f"{PROGRAM} skips an agent whose name has more than {_LONGEST_NAME} characters"
    if not (resolution.skill.description or "").strip():
        yield "the skill has no description, and by that an agent is chosen: write one"
    yield "a skill does not say what an agent is told to do: write that below the last line"


def _servers(used: Sequence[str]) -> Iterator[str]:
    if used:
        yield (
            "the servers are referred to by name: `skills export --to mcp-json` writes"
            f" {told.quoted(used)}"
        )
