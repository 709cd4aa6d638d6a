"""A tool set of VS Code (`NAME.toolsets.jsonc`).

Sources: VS Code docs, "Use tools with agents" (tool sets: `tools`, `description`; 128 tools in a
request) and "Custom agents in VS Code" (`SERVER/*` is every tool of an MCP server). That a tool of
a server is `SERVER/TOOL` is how VS Code itself completes names in these files.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cleveragents_skills.exporting import told
from cleveragents_skills.exporting.exported import Export
from cleveragents_skills.exporting.names import is_allowed, mcp_entries, open_servers
from cleveragents_skills.quoting import json_text
from cleveragents_skills.resolution import Resolution

_PROGRAM = "VS Code"
_SUBJECT = "a tool set"
_MOST = 128


def export(resolution: Resolution, *, ascii_only: bool = False) -> Export:
    """Give a tool set with the MCP tools of a skill.

    The tools of VS Code itself are never written: a reference such as `search/changes` may mean
    another tool than the one VS Code calls so.
    """
    entries = mcp_entries(resolution)
    servers = [each.name for each in open_servers(resolution) if is_allowed(each.name)]
    tools = [*dict.fromkeys(f"{each.server}/{each.tool_name}" for each in entries)]
    tools += [f"{each}/*" for each in servers]
    skill = resolution.skill
    about = (skill.description or "").strip()
    tool_set = {"tools": tools, **({"description": about} if about else {})}
    data = {skill.name.removeprefix("local/").replace("/", "-"): tool_set}
    warnings = (
        *_size(tools, at_least=bool(servers)),
        *told.left_out(resolution, _PROGRAM),
        *told.refused(resolution),
        *told.too_long(entries),
        *told.whole_servers(resolution, can_exclude=False),
        *told.powers(entries, _SUBJECT),
        *told.approvals(entries, _SUBJECT),
        *told.overrides(entries, _SUBJECT),
        *_servers(resolution),
    )
    return Export(json_text(data, ascii_only=ascii_only), warnings)


def _size(tools: Sequence[str], *, at_least: bool) -> Iterator[str]:
    if not tools:
        yield f"no tool is left, and {_PROGRAM} refuses a tool set that has none"
    if len(tools) > _MOST:
        known = f"at least {len(tools):,}" if at_least else f"{len(tools):,}"
        yield f"{_PROGRAM} takes {_MOST} tools in a request, and these are {known}"


def _servers(resolution: Resolution) -> Iterator[str]:
    names = [each.name for each in resolution.mcp_servers]
    if names:
        yield (
            f"a tool set defines no server: {_PROGRAM} needs these under the same names:"
            f" {told.quoted(names)}"
        )
