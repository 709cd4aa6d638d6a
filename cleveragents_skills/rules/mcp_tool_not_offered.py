"""A skill lists a tool of an MCP server that did not offer it when it was asked.

Why it matters: the agent is told of a tool that is not there. Mostly the name is misspelt, or the
server calls it otherwise in its newer versions. What servers offer is in `mcp.lock`, which
`skills mcp sync --run` writes.

Bad:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools: [serch]

Good:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools: [search]
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.scope import Scope

CODE = Code("SK324", "mcp-tool-not-offered", Severity.WARNING, "a server did not offer this tool")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give a finding for each tool of a list that its server, once asked, did not offer."""
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            if server.offered is None or not server.tools:
                continue
            offered = frozenset(tool.name for tool in server.offered)
            for tool in server.tools:
                if tool.name not in offered:
                    message = f"the server `{server.name}` did not offer the tool `{tool.name}`"
                    message += " when it was asked"
                    place = skill.locate("mcp_servers", index, *tool.path)
                    hint = did_you_mean(tool.name, sorted(offered))
                    hint = hint or "`skills mcp sync --run` asks it again"
                    yield Diagnostic(CODE, message, place, hint, skill.name)
