"""An override takes away a power that the tool itself declares.

Why it matters: what a tool declares that it can do, it can do, whatever is laid over it. The power
stays, so such an override changes nothing, and makes readers believe that it did.

Bad:

    name: local/app
    inline_tools:
      - {name: drop_table, writes: true}
    ---
    name: local/safe
    includes:
      - name: local/app
        overrides:
          local/app/drop_table: {read_only: true}

Good:

    name: local/safe
    includes:
      - name: local/app
        overrides:
          local/app/drop_table: {human_approval_required: true}

Nothing is reported where several servers of one name declare the tool differently, since which of
them wins is for each resolution to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.capability import Capability, capability_words
from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.model import Declaration, Skill, SkillInlineTool, SkillMcpTool
from cleveragents_skills.reach import ToolReach
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK232", "override-lowers-power", Severity.ERROR, "an override takes away a declared power"
)
_Declared = tuple[Skill, Declaration]


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each override that would take a declared power away."""
    denied = _denied_tools(scope)
    declared: dict[str, list[_Declared]] = {}
    for skill in scope.skills.values() if denied else ():
        for each in skill.declarations:
            if each.name in denied and _powers(_capability(each)):
                declared.setdefault(each.name, []).append((skill, each))
    for skill in scope.skills.values() if declared else ():
        yield from _of_servers(skill, declared)
    yield from _of_includes(scope, declared)


def _denied_tools(scope: Scope) -> set[str]:
    """Give the tools to which an override denies a power."""
    denied: set[str] = set()
    for skill in scope.skills.values():
        for include in skill.includes:
            denied.update(tool for tool, values in include.overrides.items() if _denied(values))
        for server in skill.mcp_servers:
            denied.update(
                f"mcp:{server.name}/{tool}"
                for tool, values in server.overrides.items()
                if _denied(values)
            )
    return denied


def _of_servers(skill: Skill, declared: Mapping[str, Sequence[_Declared]]) -> Iterator[Diagnostic]:
    for index, server in enumerate(skill.mcp_servers):
        for tool, values in server.overrides.items():
            name = f"mcp:{server.name}/{tool}"
            own = [each for each in declared.get(name, ()) if each[1].server is server]
            path = ("mcp_servers", index, "overrides", tool)
            yield from _finding(skill, path, name, values, own)


def _of_includes(scope: Scope, declared: Mapping[str, Sequence[_Declared]]) -> Iterator[Diagnostic]:
    lowering = [
        (skill, index, tool, values)
        for skill in scope.skills.values()
        for index, include in enumerate(skill.includes)
        for tool, values in include.overrides.items()
        if tool in declared and _denied(values)
    ]
    if not lowering:
        return
    reach = ToolReach(
        scope.skills, scope.graph, tuple(dict.fromkeys(tool for _, _, tool, _ in lowering))
    )
    for skill, index, tool, values in lowering:
        if reach.has(skill.includes[index].name, tool):
            path = ("includes", index, "overrides", tool)
            yield from _finding(skill, path, tool, values, declared[tool])


def _finding(
    skill: Skill,
    path: tuple[str | int, ...],
    tool: str,
    values: Mapping[str, Any],
    declared: Sequence[_Declared],
) -> Iterator[Diagnostic]:
    """Give the finding, if every declaration of the tool has a power that the values deny."""
    denied = _denied(values)
    taken = [
        power
        for power in denied
        if declared and all(power in _powers(_capability(each)) for _, each in declared)
    ]
    if taken:
        maker, declaration = declared[0]
        powers = " and ".join(f"`{power}`" for power in taken)
        message = f"the override of `{tool}` denies {powers}, which the tool declares and keeps"
        related: tuple[Related, ...] = ()
        if maker.source:
            place = maker.source.locate(*declaration.path)
            related = (Related(f"`{maker.name}` declares it here", place),)
        hint = "remove it, or ask for approval instead: `human_approval_required: true`"
        source = skill.source
        place_of_key = source.locate_key(*path) if source else None
        yield Diagnostic(CODE, message, place_of_key, hint, skill.name, related)


def _capability(declaration: Declaration) -> Capability:
    item = declaration.item
    return item.capability if isinstance(item, SkillInlineTool | SkillMcpTool) else Capability()


def _powers(capability: Capability) -> tuple[str, ...]:
    """Give the powers that a declaration states."""
    powers = ("writes", "destructive", "unsafe", "side_effects")
    return tuple(power for power in powers if getattr(capability, power))


def _denied(values: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the powers that an override says a tool does not have."""
    words = capability_words(values)
    denied = [power for power in ("writes", "destructive", "unsafe") if words.get(power) is False]
    if words.get("read_only") is True and "writes" not in denied:
        denied.insert(0, "writes")
    if words.get("side_effects") in (False, ()):
        denied.append("side_effects")
    return tuple(denied)
