"""An override reaches no tool.

Why it matters: an approval, a limit or a note that is not in force looks as if it were. Overrides
reach this: a skill's own `overrides` its own tool references (those of its builtin groups too); the
overrides of an include every tool that comes with it, by full name; those of an MCP server its own
tools.

Bad:

    name: local/app
    includes: [local/base]
    overrides:
      read_file: {human_approval_required: true}    # read_file comes from local/base

Good:

    name: local/app
    includes:
      - name: local/base
        overrides:
          read_file: {human_approval_required: true}

Nothing is reported where the answer is not known: a server without a tool list may have the tool,
and so may a skill whose file is broken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from attrs import frozen

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.graph import include_graph, reached_marks
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.resolution import declarations

CODE = Code("SK231", "override-without-effect", Severity.ERROR, "an override reaches no tool")
_AT_ONCE = 4096
"""How many tools are followed through the include graph at once, a bit for each."""


@frozen
class _Override:
    """One override, and where it stands."""

    skill: Skill
    tool: str
    values: Mapping[str, Any]
    path: tuple[str | int, ...]


def check(skills: Mapping[str, Skill], broken: Collection[str]) -> Iterator[Diagnostic]:
    """Give one finding for each override that reaches nothing."""
    del broken
    own = [each for skill in skills.values() for each in _missing_own(skill)]
    included = [each for skill in skills.values() for each in _of_includes(skill)]
    tools = dict.fromkeys(each.tool for each in (*own, *included))
    reach = _Reach.of(skills, tuple(tools)) if tools else None
    for each in own:
        hint = _own_hint(each, skills, reach) if reach else None
        yield _diagnostic(each, "reaches none of this skill's own tool references", hint)
    for each in included:
        include = each.skill.includes[int(each.path[1])]
        if reach and include.name in skills and not reach.has(include.name, each.tool):
            names = [d.name for d in declarations(skills[include.name])]
            hint = did_you_mean(each.tool, names)
            yield _diagnostic(each, f"reaches no tool of `{include.name}`", hint)
    for skill in skills.values():
        yield from _of_servers(skill)


def _diagnostic(override: _Override, what: str, hint: str | None) -> Diagnostic:
    message = f"the override of `{override.tool}` {what}"
    capability = override.values.get("capability")
    words = {**override.values, **capability} if isinstance(capability, dict) else override.values
    if words.get("human_approval_required") is True:
        message += ", so the approval is not required"
    source = override.skill.source
    place = source.locate_key(*override.path) if source else None
    return Diagnostic(CODE, message, place, hint, override.skill.name)


def _missing_own(skill: Skill) -> Iterator[_Override]:
    """Give the skill's own overrides whose tool is none of its own references."""
    if skill.overrides:
        references = {each.name for each in declarations(skill) if each.kind == "tool"}
        for tool, values in skill.overrides.items():
            if tool not in references:
                yield _Override(skill, tool, values, ("overrides", tool))


def _of_includes(skill: Skill) -> Iterator[_Override]:
    for index, include in enumerate(skill.includes):
        for tool, values in include.overrides.items():
            yield _Override(skill, tool, values, ("includes", index, "overrides", tool))


def _of_servers(skill: Skill) -> Iterator[Diagnostic]:
    """Give the findings about overrides of servers whose tools are listed."""
    for index, server in enumerate(skill.mcp_servers):
        if server.tools is None or not server.overrides:
            continue
        names = [tool.name for tool in server.tools]
        for tool, values in server.overrides.items():
            if tool not in names:
                path = ("mcp_servers", index, "overrides", tool)
                override = _Override(skill, tool, values, path)
                what = f"reaches no tool of the server `{server.name}`"
                yield _diagnostic(override, what, did_you_mean(tool, names))


def _own_hint(override: _Override, skills: Mapping[str, Skill], reach: _Reach) -> str | None:
    """Give how to write it so that it does reach something."""
    skill, tool = override.skill, override.tool
    for each in declarations(skill):
        if each.name == tool and each.server:
            return f"write it under `overrides:` of the server `{each.server.name}`"
        if each.name == tool and each.kind == "inline":
            return "write it in the inline tool itself"
    for include in skill.includes:
        if include.name in skills and reach.has(include.name, tool):
            return f"write it under `overrides:` of the include `{include.name}`"
    references = [each.name for each in declarations(skill) if each.kind == "tool"]
    return did_you_mean(tool, references)


class _Reach:
    """Which of some tools each skill's resolution has, or may have."""

    def __init__(
        self, bits: Mapping[str, tuple[int, int]], chunks: Sequence[Mapping[str, int]]
    ) -> None:
        self._bits = bits
        self._chunks = chunks

    @classmethod
    def of(cls, skills: Mapping[str, Skill], tools: Sequence[str]) -> _Reach:
        """Follow the tools through the include graph, some thousands at once."""
        graph = include_graph(skills)
        bits = {tool: divmod(index, _AT_ONCE) for index, tool in enumerate(tools)}
        chunks = []
        for start in range(0, len(tools), _AT_ONCE):
            part = list(islice(tools, start, start + _AT_ONCE))
            marks = {name: _marks(skill, skills, part) for name, skill in skills.items()}
            chunks.append(reached_marks(graph, marks))
        return cls(bits, chunks)

    def has(self, skill: str, tool: str) -> bool:
        """Say whether the skill's resolution has the tool, as far as can be known."""
        chunk, bit = self._bits[tool]
        return bool(self._chunks[chunk][skill] >> bit & 1)


def _marks(skill: Skill, skills: Mapping[str, Skill], tools: Sequence[str]) -> int:
    """Give the tools that the skill itself has or may have, a bit for each."""
    if any(include.name not in skills for include in skill.includes):
        return (1 << len(tools)) - 1
    names = {each.name for each in declarations(skill)}
    unlisted = tuple(f"mcp:{server.name}/" for server in skill.mcp_servers if server.tools is None)
    mask = 0
    for bit, tool in enumerate(tools):
        if tool in names or tool.startswith(unlisted):
            mask |= 1 << bit
    return mask
