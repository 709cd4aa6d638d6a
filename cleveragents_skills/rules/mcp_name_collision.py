"""Two MCP tools have one name in agents.

Why it matters: agents know an MCP tool as `mcp__server__tool`. Two pairs of server and tool can
give the same, and then one of the tools is called in place of the other.

Bad:

    name: local/app
    mcp_servers:
      - {name: db, command: db-mcp, tools: [admin__drop]}
      - {name: db__admin, command: db-admin-mcp, tools: [drop]}

Good:

    name: local/app
    mcp_servers:
      - {name: db, command: db-mcp, tools: [admin__drop]}
      - {name: db-admin, command: db-admin-mcp, tools: [drop]}
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.meeting import Statement, clashes
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK323", "mcp-name-collision", Severity.WARNING, "two MCP tools have one name in agents"
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each tool that meets another one of the same name."""
    said: dict[str, dict[Hashable, list[Statement]]] = {}
    within: list[tuple[str, Statement, Statement]] = []
    for skill in scope.skills.values():
        own: dict[str, tuple[str, Statement]] = {}
        for each in skill.declarations:
            if each.server is None:
                continue
            flat = f"mcp__{each.server.name}__{each.item.name}"
            statement = Statement(skill, each.path)
            name, first = own.setdefault(flat, (each.name, statement))
            if name != each.name:
                within.append((flat, first, statement))
            else:
                said.setdefault(flat, {}).setdefault(each.name, []).append(statement)
    for flat, first, second in within:
        yield _finding(flat, first, second, second.skill.name)
    for clash in clashes(scope.graph, said):
        yield _finding(clash.name, clash.first, clash.second, clash.meets_in)


def _finding(flat: str, first: Statement, second: Statement, meets_in: str) -> Diagnostic:
    message = f"two tools are `{flat}` to an agent in `{meets_in}`"
    related = (Related("the other one is here", first.location),)
    hint = "rename one of the servers"
    return Diagnostic(CODE, message, second.location, hint, second.skill.name, related)
