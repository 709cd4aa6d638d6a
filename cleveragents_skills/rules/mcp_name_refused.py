"""An MCP tool has a name that agents refuse.

Why it matters: agents know an MCP tool as `mcp__server__tool`, and the models behind them accept
letters, digits, `_` and `-`, 64 of them at most. A tool with another name is dropped, or the whole
request fails.

Bad:

    name: local/app
    mcp_servers:
      - name: issue.tracker
        command: tracker-mcp
        tools: [search]

Good:

    name: local/app
    mcp_servers:
      - name: issue-tracker
        command: tracker-mcp
        tools: [search]

In the config, `[rules.SK322] max-length = 128` is for agents that accept longer names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import Skill, SkillMcpSource
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK322", "mcp-name-refused", Severity.WARNING, "an MCP tool has a name that agents refuse"
)
OPTIONS: Mapping[str, Any] = {"max-length": 64}
_ALLOWED = re.compile(r"[A-Za-z0-9_-]+")
_HINT = "letters, digits, `_` and `-` are accepted"


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each server or tool with such a name."""
    longest = scope.option(CODE, OPTIONS, "max-length")
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            if _ALLOWED.fullmatch(server.name):
                yield from _of_tools(skill, index, server, longest)
            else:
                message = f"agents refuse the server name `{server.name}` in the names of its tools"
                place = skill.locate("mcp_servers", index, "name")
                yield Diagnostic(CODE, message, place, _HINT, skill.name)


def _of_tools(
    skill: Skill, index: int, server: SkillMcpSource, longest: int
) -> Iterator[Diagnostic]:
    for tool in server.tools or ():
        flat = f"mcp__{server.name}__{tool.name}"
        if not _ALLOWED.fullmatch(tool.name):
            message, hint = f"agents refuse the tool name `{tool.name}`", _HINT
        elif len(flat) > longest:
            message = f"agents refuse the name `{flat}`: it has {len(flat)} characters"
            hint = f"at most {longest} are accepted; shorten the server's name"
        else:
            continue
        place = skill.locate("mcp_servers", index, *tool.path)
        yield Diagnostic(CODE, message, place, hint, skill.name)
