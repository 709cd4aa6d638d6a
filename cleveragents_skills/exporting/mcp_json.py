"""The MCP servers of a project (`.mcp.json`).

Source: Claude Code docs, "Connect Claude Code to tools via MCP" (`mcpServers`; `type` is `stdio`,
`http` or `sse`; `${NAME}` is replaced in `command`, `args`, `env`, `url` and `headers`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import evolve

from cleveragents_skills.exporting import told
from cleveragents_skills.exporting.exported import Export
from cleveragents_skills.model import SkillMcpSource
from cleveragents_skills.quoting import json_text
from cleveragents_skills.resolution import Resolution, ResolvedMcpServer
from cleveragents_skills.withheld import without_secrets

_PROGRAM = "an .mcp.json"
_TYPES = {"stdio": "stdio", "sse": "sse", "streamable-http": "http"}


def export(resolution: Resolution, *, ascii_only: bool = False) -> Export:
    """Give the servers that a skill reaches, each as the definition that came last has it."""
    servers, withheld = without_secrets([_kept(each) for each in resolution.mcp_servers])
    data = {"mcpServers": {server.name: _server(server) for server in servers}}
    entries = [entry for entry in resolution if entry.kind == "mcp"]
    warnings = (
        *map(str, withheld),
        *told.other_kinds(resolution),
        *(line for server in resolution.mcp_servers for line in _lost(server)),
        *_limits(resolution),
        *told.whole_servers(resolution, can_exclude=False),
        *told.powers(entries, _PROGRAM),
        *told.approvals(entries, _PROGRAM),
        *told.overrides(entries, _PROGRAM),
    )
    return Export(json_text(data, ascii_only=ascii_only), warnings)


def _kept(server: ResolvedMcpServer) -> SkillMcpSource:
    """Give the definition that is written, without what a server of its type cannot have."""
    last = server.definitions[-1]
    if last.transport == "stdio":
        return evolve(last, headers={})
    return evolve(last, args=(), env={})


def _server(server: SkillMcpSource) -> Mapping[str, Any]:
    shape: dict[str, Any] = {"type": _TYPES[server.transport]}
    if server.transport == "stdio":
        fields: tuple[str, ...] = ("command", "args", "env")
    else:
        fields = ("url", "headers")
    for field in fields:
        value = getattr(server, field)
        if value:
            shape[field] = list(value) if isinstance(value, tuple) else value
    return shape


def _lost(server: ResolvedMcpServer) -> Iterator[str]:
    """Say what of the definitions of a server is not written."""
    last = server.definitions[-1]
    other = ("headers",) if last.transport == "stdio" else ("env", "args")
    for field in other:
        if getattr(last, field):
            yield f"a server of type {_TYPES[last.transport]} has no `{field}`: `{server.name}`"
    compared = ("transport", "command", "args", "url", "env", "headers")
    differing = [
        field
        for field in compared
        if any(getattr(each, field) != getattr(last, field) for each in server.definitions)
    ]
    if differing:
        yield (
            f"the definitions of the server `{server.name}` differ in {' and '.join(differing)}:"
            " the one that comes last is written"
        )


def _limits(resolution: Resolution) -> Iterator[str]:
    """Say that nothing limits a server to the tools that are listed."""
    listed = [each for each in resolution.mcp_servers if each.tools is not None]
    if listed:
        those = ", ".join(f"`{each.name}` ({len(each.tools or ()):,})" for each in listed)
        yield (
            "an agent gets every tool of a server, in the order of the server, and not just those"
            f" that are listed: {those}"
        )
