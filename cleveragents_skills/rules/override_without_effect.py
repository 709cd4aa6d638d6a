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

An override on an include has no effect either where a later include, or the skill itself, brings
the tool again: the later entry wins, and does not carry it.

Nothing is reported where the answer is not known: a server without a tool list may have the tool,
and so may a skill whose file is broken.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.graph import include_graph, reached_marks
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.resolution import declarations

CODE = Code("SK231", "override-without-effect", Severity.ERROR, "an override reaches no tool")
_MOST_LOOKED_AT = 1000
"""How many skills are looked through for a name that is near."""
_AT_ONCE = 4096
"""How many tools are followed through the include graph at once, a bit for each."""


@frozen
class _Override:
    """One override, and where it stands."""

    skill: Skill
    tool: str
    values: Mapping[str, Any]
    path: tuple[str | int, ...]


def check(skills: Mapping[str, Skill], known: Collection[str]) -> Iterator[Diagnostic]:
    """Give one finding for each override that reaches nothing."""
    del known
    own = [each for skill in skills.values() for each in _missing_own(skill)]
    included = [each for skill in skills.values() for each in _of_includes(skill)]
    tools = dict.fromkeys(each.tool for each in (*own, *included))
    if tools:
        reach = _Reach(skills, tuple(tools))
        for each in own:
            what = "reaches none of this skill's own tool references"
            yield _diagnostic(each, what, _own_hint(each, reach))
        for each in included:
            yield from _of_include(each, skills, reach)
    for skill in skills.values():
        yield from _of_servers(skill)


def _of_include(
    override: _Override, skills: Mapping[str, Skill], reach: _Reach
) -> Iterator[Diagnostic]:
    """Give the finding about an include's override: it finds no tool, or one that is replaced."""
    skill, tool, index = override.skill, override.tool, int(override.path[1])
    name = skill.includes[index].name
    if name not in skills:
        return
    if not reach.may_have(name, tool):
        hint = _include_hint(override, skills, reach)
        yield _diagnostic(override, f"reaches no tool of `{name}`", hint)
        return
    later = [each.name for each in skill.includes[index + 1 :] if reach.has(each.name, tool)]
    if any(each.name == tool for each in declarations(skill)):
        hint = "write it where this skill lists the tool"
        yield _diagnostic(override, "has no effect: this skill lists the tool itself", hint)
    elif later:
        hint = f"write it under `overrides:` of the include `{later[-1]}`"
        what = f"has no effect: the include `{later[-1]}` after it brings the tool again"
        yield _diagnostic(override, what, hint)


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
                hint = did_you_mean(tool, names)
                if server.tool_filter and tool in (server.tool_filter.exclude or ()):
                    hint = "the server's `exclude` removes the tool"
                yield _diagnostic(override, what, hint)


def _include_hint(override: _Override, skills: Mapping[str, Skill], reach: _Reach) -> str | None:
    """Give how to write an include's override so that it reaches something."""
    skill, tool = override.skill, override.tool
    if any(each.name == tool for each in declarations(skill)):
        return _own_hint(override, reach) or "write it where this skill lists the tool"
    for include in skill.includes:
        if reach.has(include.name, tool):
            return f"write it under `overrides:` of the include `{include.name}`"
    names: set[str] = set()
    queue = [skill.includes[int(override.path[1])].name]
    for name in queue:
        if name in skills and len(queue) < _MOST_LOOKED_AT:
            names.update(each.name for each in declarations(skills[name]))
            queue += [i.name for i in skills[name].includes if i.name not in queue]
    return did_you_mean(tool, names)


def _own_hint(override: _Override, reach: _Reach) -> str | None:
    """Give how to write it so that it does reach something."""
    skill, tool = override.skill, override.tool
    for each in declarations(skill):
        if each.server and tool in (each.name, each.name.partition("/")[2]):
            return f"write it under `overrides:` of the server `{each.server.name}`"
        if each.kind == "inline" and tool in (each.name, each.name.removeprefix(f"{skill.name}/")):
            return "write it in the inline tool itself"
        if each.kind == "agent_skill" and each.name == tool:
            return "an agent skill takes overrides from the includes that bring it, only"
    for server in skill.mcp_servers:
        if tool.startswith(f"mcp:{server.name}/"):
            return f"write it under `overrides:` of the server `{server.name}`"
    for include in skill.includes:
        if reach.has(include.name, tool):
            return f"write it under `overrides:` of the include `{include.name}`"
    references = [each.name for each in declarations(skill) if each.kind == "tool"]
    return did_you_mean(tool, references)


class _Reach:
    """Which of some tools each skill's resolution has, and which it may have."""

    def __init__(self, skills: Mapping[str, Skill], tools: Sequence[str]) -> None:
        """Follow the tools through the include graph, some thousands at once."""
        graph = include_graph(skills)
        self._bits = {tool: divmod(index, _AT_ONCE) for index, tool in enumerate(tools)}
        self._sure: list[Mapping[str, int]] = []
        self._possible: list[Mapping[str, int]] = []
        for start in range(0, len(tools), _AT_ONCE):
            bits = {tool: 1 << i for i, tool in enumerate(tools[start : start + _AT_ONCE])}
            sure = {name: _declared(skill, bits) for name, skill in skills.items()}
            self._sure.append(reached_marks(graph, sure))
            possible = {name: _unknown(skill, skills, bits) for name, skill in skills.items()}
            self._possible.append(reached_marks(graph, possible))

    def has(self, skill: str, tool: str) -> bool:
        """Say whether the skill's resolution has the tool for sure."""
        chunk, bit = self._bits[tool]
        return bool(self._sure[chunk].get(skill, 0) >> bit & 1)

    def may_have(self, skill: str, tool: str) -> bool:
        """Say whether it has the tool, or may have it as far as can be known."""
        chunk, bit = self._bits[tool]
        return self.has(skill, tool) or bool(self._possible[chunk].get(skill, 0) >> bit & 1)


def _declared(skill: Skill, bits: Mapping[str, int]) -> int:
    """Give the tools that the skill declares, a bit for each."""
    mask = 0
    for each in declarations(skill):
        mask |= bits.get(each.name, 0)
    return mask


def _unknown(skill: Skill, skills: Mapping[str, Skill], bits: Mapping[str, int]) -> int:
    """Give the tools that the skill may bring, a bit for each.

    A server without a tool list may have any tool of its name, a skill that cannot be read any.
    """
    if any(include.name not in skills for include in skill.includes):
        return (1 << len(bits)) - 1
    unlisted = tuple(f"mcp:{server.name}/" for server in skill.mcp_servers if server.tools is None)
    mask = 0
    if unlisted:
        for tool, bit in bits.items():
            if tool.startswith(unlisted):
                mask |= bit
    return mask
