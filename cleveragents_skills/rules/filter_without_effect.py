"""A tool filter names a tool that the server does not list.

Why it matters: such a name keeps or removes nothing. Mostly it is a slip, and then the tool that
was meant to be removed is still there.

Bad:

    name: local/app
    mcp_servers:
      - name: db
        command: db-mcp
        tools: [read_rows, drop_table]
        tool_filter: {exclude: [drop_tables]}

Good:

    name: local/app
    mcp_servers:
      - name: db
        command: db-mcp
        tools: [read_rows, drop_table]
        tool_filter: {exclude: [drop_table]}

Where the server has no `tools`, only `include` and `exclude` are held against each other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import Skill, SkillMcpSource
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK321",
    "filter-without-effect",
    Severity.WARNING,
    "a tool filter names a tool that the server does not list",
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each name of a filter that fits no tool."""
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            if server.tool_filter:
                yield from _of_server(skill, index, server)


def _of_server(skill: Skill, index: int, server: SkillMcpSource) -> Iterator[Diagnostic]:
    chosen = server.tool_filter
    if chosen is None:
        return
    listed: Collection[str] | None = server.listed
    for part, names in (("include", chosen.include), ("exclude", chosen.exclude)):
        against = listed if listed is not None or part == "include" else chosen.include
        for at, name in enumerate(names or ()):
            if against is not None and name not in against:
                message = f"`{part}` names `{name}`, which the server `{server.name}` does not list"
                place = skill.locate("mcp_servers", index, "tool_filter", part, at)
                yield Diagnostic(CODE, message, place, did_you_mean(name, against), skill.name)
