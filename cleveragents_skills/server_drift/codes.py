"""The codes of what MCP servers do otherwise than `mcp.lock` records."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code, Severity


def _error(id: str, name: str, summary: str) -> Code:  # noqa: A002 (what a code calls it)
    return Code(id, name, Severity.ERROR, summary)


TOOL_GONE = _error("SK411", "mcp-tool-gone", "an MCP server lost a tool")
TOOL_NEW = _error("SK412", "mcp-tool-new", "an MCP server offers a further tool")
HINT_LESS_SAFE = Code(
    "SK413", "mcp-hint-less-safe", Severity.ERROR, "a hint of an MCP tool promises less"
)
TOOL_CHANGED = Code(
    "SK414", "mcp-tool-changed", Severity.ERROR, "an MCP tool is described otherwise"
)
SERVER_FAILED = Code(
    "SK415", "mcp-server-failed", Severity.ERROR, "an MCP server could not be asked"
)
SERVER_UNRECORDED = Code(
    "SK416", "mcp-server-unrecorded", Severity.ERROR, "mcp.lock names other MCP servers"
)
SERVER_ODD = Code("SK417", "mcp-server-odd", Severity.WARNING, "an MCP server does something odd")

CODES = tuple(value for value in globals().values() if isinstance(value, Code))
"""Every code of this package, by id."""
