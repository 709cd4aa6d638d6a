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

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.reach import ToolReach
from cleveragents_skills.scope import Scope

CODE = Code("SK231", "override-without-effect", Severity.ERROR, "an override reaches no tool")
_MOST_HINTS = 50
"""Of so many overrides it is said how to write them; each costs a look at what is there."""
_MOST_LOOKED_AT = 1000
"""How many skills are looked through for a name that is near."""


class _Override(NamedTuple):
    """One override, and where it stands."""

    skill: Skill
    tool: str
    values: Mapping[str, Any]
    path: tuple[str | int, ...]


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each override that reaches nothing."""
    own = [each for skill in scope.skills.values() for each in _idle(skill)]
    tools = dict.fromkeys(each.tool for each in own)
    for skill in scope.skills.values():
        for include in skill.includes:
            tools.update(dict.fromkeys(include.overrides))
    reach = ToolReach(scope.skills, scope.graph, tuple(tools))
    hints = _Hints(scope.skills, reach)
    for each in own:
        what = "reaches none of this skill's own tool references"
        yield _diagnostic(each, what, hints.for_own(each))
    for skill in scope.skills.values():
        yield from _of_includes(skill, scope.skills, reach, hints)
        yield from _of_servers(skill, hints)


def _idle(skill: Skill) -> Iterator[_Override]:
    """Give the skill's own overrides that reach none of its own references."""
    if skill.overrides:
        references = {each.name for each in skill.declarations if each.kind == "tool"}
        for tool, values in skill.overrides.items():
            if tool not in references:
                yield _Override(skill, tool, values, ("overrides", tool))


def _of_includes(
    skill: Skill, skills: Mapping[str, Skill], reach: ToolReach, hints: _Hints
) -> Iterator[Diagnostic]:
    """Give the findings about overrides that find no tool, or only one that is replaced."""
    overrides = [
        _Override(skill, tool, values, ("includes", index, "overrides", tool))
        for index, include in enumerate(skill.includes)
        if include.name in skills
        for tool, values in include.overrides.items()
    ]
    if not overrides or not reach.is_resolvable(skill.name):
        return
    own = {each.name for each in skill.declarations}
    last = reach.last_includes(skill, {each.tool for each in overrides})
    for each in overrides:
        index = int(each.path[1])
        name = skill.includes[index].name
        again = last.get(each.tool, index)
        if not reach.may_have(name, each.tool):
            yield _diagnostic(each, f"reaches no tool of `{name}`", hints.for_include(each, name))
        elif each.tool in own:
            hint = "write it where this skill lists the tool"
            yield _diagnostic(each, "has no effect: this skill lists the tool itself", hint)
        elif again > index:
            later = skill.includes[again].name
            hint = f"write it under `overrides:` of the include `{later}`"
            what = f"has no effect: the include `{later}` after it brings the tool again"
            yield _diagnostic(each, what, hint)


def _diagnostic(override: _Override, what: str, hint: str | None) -> Diagnostic:
    message = f"the override of `{override.tool}` {what}"
    capability = override.values.get("capability")
    words = {**override.values, **capability} if isinstance(capability, dict) else override.values
    if words.get("human_approval_required") is True:
        message += ", so the approval is not required"
    source = override.skill.source
    place = source.locate_key(*override.path) if source else None
    return Diagnostic(CODE, message, place, hint, override.skill.name)


def _of_servers(skill: Skill, hints: _Hints) -> Iterator[Diagnostic]:
    """Give the findings about overrides of servers whose tools are listed."""
    for index, server in enumerate(skill.mcp_servers):
        if server.tools is None or not server.overrides:
            continue
        names = dict.fromkeys(tool.name for tool in server.tools)
        for tool, values in server.overrides.items():
            if tool not in names:
                path = ("mcp_servers", index, "overrides", tool)
                override = _Override(skill, tool, values, path)
                what = f"reaches no tool of the server `{server.name}`"
                hint = None if hints.spent() else did_you_mean(tool, names)
                if server.tool_filter and tool in (server.tool_filter.exclude or ()):
                    hint = "the server's `exclude` removes the tool"
                yield _diagnostic(override, what, hint)


class _Hints:
    """Says how to write an override so that it reaches something, for the first few of them."""

    def __init__(self, skills: Mapping[str, Skill], reach: ToolReach) -> None:
        self._skills = skills
        self._reach = reach
        self._left = _MOST_HINTS

    def spent(self) -> bool:
        """Take one of the hints there are; say whether there was none left."""
        self._left -= 1
        return self._left < 0

    def for_own(self, override: _Override) -> str | None:
        """Give the hint for one of a skill's own overrides."""
        if self.spent():
            return None
        skill, tool = override.skill, override.tool
        for each in skill.declarations:
            short = each.name.partition("/")[2] if each.server else each.name
            if each.server and tool in (each.name, short):
                return f"write it under `overrides:` of the server `{each.server.name}`"
            if each.kind == "inline" and tool in (each.name, each.name[len(skill.name) + 1 :]):
                return "write it in the inline tool itself"
            if each.kind == "agent_skill" and each.name == tool:
                return "an agent skill takes overrides from the includes that bring it, only"
        for server in skill.mcp_servers:
            if tool.startswith(f"mcp:{server.name}/"):
                return f"write it under `overrides:` of the server `{server.name}`"
        references = [each.name for each in skill.declarations if each.kind == "tool"]
        return self._elsewhere(skill, tool) or did_you_mean(tool, references)

    def for_include(self, override: _Override, name: str) -> str | None:
        """Give the hint for an override of the include called `name`."""
        if self.spent():
            return None
        skill, tool = override.skill, override.tool
        own = next((each for each in skill.declarations if each.name == tool), None)
        if own is not None:
            self._left += 1
            lists = "write it where this skill lists the tool"
            return lists if own.kind == "tool" else self.for_own(override)
        return self._elsewhere(skill, tool) or did_you_mean(tool, self._names_below(name))

    def _elsewhere(self, skill: Skill, tool: str) -> str | None:
        for include in skill.includes:
            if self._reach.has(include.name, tool):
                return f"write it under `overrides:` of the include `{include.name}`"
        return None

    def _names_below(self, name: str) -> set[str]:
        """Give the names of the tools that the skill reaches, as far as it is worth the wait."""
        names: set[str] = set()
        queue = {name: None}
        for each in (waiting := [name]):
            skill = self._skills.get(each)
            if skill is None or len(queue) > _MOST_LOOKED_AT:
                continue
            names.update(declared.name for declared in skill.declarations)
            new = [include.name for include in skill.includes if include.name not in queue]
            queue.update(dict.fromkeys(new))
            waiting.extend(dict.fromkeys(new))
        return names
