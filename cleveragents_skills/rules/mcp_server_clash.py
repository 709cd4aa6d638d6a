"""One name stands for two different MCP servers in one resolution.

Why it matters: tools are named after their server, so an agent could not tell which of the two it
talks to. Several skills may define a server, if they agree on command, args, url and env.

Bad:

    name: local/a
    mcp_servers:
      - {name: tracker, command: tracker-cloud, tools: [search]}
    ---
    name: local/b
    includes: [local/a]
    mcp_servers:
      - {name: tracker, command: tracker-local, tools: [search]}

Good:

    name: local/b
    includes: [local/a]
    mcp_servers:
      - {name: tracker-local, command: tracker-local, tools: [search]}
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.meeting import Statement, clashes
from cleveragents_skills.model import SkillMcpSource
from cleveragents_skills.scope import Scope

CODE = Code("SK213", "mcp-server-clash", Severity.ERROR, "one server name, two definitions")
_COMPARED = ("command", "args", "url", "env")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each definition that meets a different one of the same name."""
    said: dict[str, dict[Hashable, list[Statement]]] = {}
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            statement = Statement(skill, ("mcp_servers", index, "name"))
            said.setdefault(server.name, {}).setdefault(_identity(server), []).append(statement)
    for clash in clashes(scope.graph, said):
        one, other = (_server(statement) for statement in (clash.first, clash.second))
        differing = [name for name in _COMPARED if getattr(one, name) != getattr(other, name)]
        message = (
            f"the MCP server `{clash.name}` is defined in two ways that meet in"
            f" `{clash.meets_in}`: they differ in {' and '.join(differing)}"
        )
        related = (Related(f"`{clash.first.skill.name}` defines it here", clash.first.location),)
        hint = "give one of them another name, or make them agree"
        told = clash.second
        yield Diagnostic(CODE, message, told.location, hint, told.skill.name, related)


def _identity(server: SkillMcpSource) -> Hashable:
    return (server.command, server.args, server.url, frozenset(server.env.items()))


def _server(statement: Statement) -> SkillMcpSource:
    index = statement.path[1]
    return statement.skill.mcp_servers[int(index)]
