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

_SHOWN = 5


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
    for part, names in (("include", chosen.include), ("exclude", chosen.exclude)):
        against: Collection[str] | None = server.listed
        missing = f"the server `{server.name}` does not list"
        if against is None and part == "exclude":
            against, missing = chosen.include, "`include` does not keep"
        for at, name in enumerate(names or ()):
            if against is not None and name not in against:
                message = f"`{part}` names `{name}`, which {missing}"
                place = skill.locate("mcp_servers", index, "tool_filter", part, at)
                hint = did_you_mean(name, against) or _known(against)
                yield Diagnostic(CODE, message, place, hint, skill.name)


def _known(names: Collection[str]) -> str:
    """Give the hint that names the first of what there is."""
    shown = ", ".join(f"`{name}`" for name in [*names][:_SHOWN])
    more = f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else ""
    return f"there are {shown}{more}" if shown else "nothing is listed"
