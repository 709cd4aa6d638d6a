"""What other programs call the tools of MCP servers, and which names they refuse."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from cleveragents_skills.resolution import Resolution, ResolvedMcpServer, ResolvedToolEntry

_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")
LONGEST = 64
"""How long the name of a tool may be for a model. (Claude API docs: Define tools, `name`.)"""


def flat_name(server: str, tool: str) -> str:
    """Give the name that agents have for a tool of a server."""
    return f"mcp__{server}__{tool}"


def is_allowed(name: str) -> bool:
    """Say whether a name has only what models accept; a `*` in one would mean many tools."""
    return _ALLOWED.fullmatch(name) is not None


def mcp_entries(resolution: Resolution) -> tuple[ResolvedToolEntry, ...]:
    """Give the tools of MCP servers whose names are accepted, in order."""
    return tuple(
        entry
        for entry in resolution
        if entry.kind == "mcp" and is_allowed(entry.server or "") and is_allowed(_tool(entry))
    )


def flat_names(entries: Iterable[ResolvedToolEntry]) -> dict[str, ResolvedToolEntry]:
    """Give the entries of MCP servers by the name that agents have for them."""
    return {flat_name(entry.server or "", _tool(entry)): entry for entry in entries}


def open_servers(resolution: Resolution) -> tuple[ResolvedMcpServer, ...]:
    """Give the servers without a tool list: all they offer is meant."""
    return tuple(each for each in resolution.mcp_servers if each.tools is None)


def excluded(resolution: Resolution) -> Mapping[str, Sequence[str]]:
    """Give what the filters of servers without a tool list take away, by server.

    A tool counts that every such definition of the server excludes, and that none lists.
    """
    listed = {(entry.server, _tool(entry)) for entry in resolution if entry.kind == "mcp"}
    named = {each.name: _excluded(each) for each in open_servers(resolution)}
    left = {
        server: [name for name in names if (server, name) not in listed]
        for server, names in named.items()
    }
    return {server: names for server, names in left.items() if names}


def _excluded(server: ResolvedMcpServer) -> list[str]:
    filters = [each.tool_filter for each in server.definitions if each.tools is None]
    taken = [dict.fromkeys((each and each.exclude) or ()) for each in filters]
    return [name for name in taken[0] if all(name in each for each in taken)]


def _tool(entry: ResolvedToolEntry) -> str:
    return entry.tool_name or ""
