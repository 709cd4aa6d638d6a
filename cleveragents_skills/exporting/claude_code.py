"""What Claude Code knows by itself."""

from __future__ import annotations

import re

PROGRAM = "Claude Code"
# Claude Code docs: Tools reference. A catalog that names one of these means it.
_TOOLS = frozenset(
    (
        *("Agent", "Bash", "Edit", "Glob", "Grep", "LSP", "Monitor", "NotebookEdit", "PowerShell"),
        *("Read", "Skill", "TaskCreate", "TaskGet", "TaskList", "TaskOutput", "TaskStop"),
        *("TaskUpdate", "TodoWrite", "ToolSearch", "WebFetch", "WebSearch", "Write"),
    )
)
# Claude Code docs: Configure permissions, MCP. Without a tool it means the whole server.
_MCP = re.compile(r"mcp__[A-Za-z0-9_-]+")


# Claude Code docs: Configure permissions. `Bash(git log:*)` is the tool `Bash`, for some uses only.
_SPECIFIED = re.compile(r"([A-Za-z]+)\([^()]+\)")


def knows(name: str) -> bool:
    """Say whether a tool reference has the very name that Claude Code has for a tool."""
    return name in _TOOLS or _MCP.fullmatch(name) is not None


def knows_rule(name: str) -> bool:
    """Say whether a tool reference is a permission rule, perhaps for some uses of a tool only."""
    found = _SPECIFIED.fullmatch(name)
    return knows(name) or (found is not None and found[1] in _TOOLS)
