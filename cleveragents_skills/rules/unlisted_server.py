"""An MCP server has no explicit tool list.

Why it matters: the agent gets whatever the server offers on the day it runs, tools that write and
delete among them, and nobody can review that. All numbers about such a skill are lower bounds.

Bad:

    name: local/app
    mcp_servers:
      - name: tracker
        command: tracker-mcp

Good:

    name: local/app
    mcp_servers:
      - name: tracker
        command: tracker-mcp
        tools: [search, read_issue]

A list with `exclude` only is no explicit list either: it lets new tools through. In the config,
`[rules.SK320] allow = ["tracker"]` names servers for which that is fine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.scope import Scope

CODE = Code("SK320", "unlisted-server", Severity.WARNING, "an MCP server has no tool list")
OPTIONS: Mapping[str, Any] = {"allow": ()}


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each server without a tool list."""
    allowed = scope.option(CODE, OPTIONS, "allow")
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            if server.tools is None and server.name not in allowed:
                message = f"the MCP server `{server.name}` has no tool list"
                hint = "list its tools under `tools:`"
                if server.tool_filter and server.tool_filter.exclude is not None:
                    message += ": `exclude` lets every tool through that it does not name"
                    hint = "list those that are wanted under `tools:` or `tool_filter.include`"
                place = skill.locate("mcp_servers", index, "name")
                yield Diagnostic(CODE, message, place, hint, skill.name)
