"""A tool replaces that of another skill, and says nothing that would explain it.

Why it matters: of two entries of one name the last one wins, and the other is gone with all its
settings. Where the first one asked for approval or had a limit, nobody is told that it is not in
force any more.

Bad:

    name: local/safe
    tools:
      - name: deploy
        human_approval_required: true
    ---
    name: local/app
    includes: [local/safe]
    tools:
      - deploy

Good:

    name: local/app
    includes: [local/safe]
    tools:
      - name: deploy
        human_approval_required: true

Not reported where the two say the same, nor where the entry that wins has an override, which shows
that it is meant. An approval is not lost so easily: it is reported unless the entry that wins says
`human_approval_required` itself, be it `false`. The override of an include is lost in the same way,
and reported, where something that comes later brings the tool again, without it.

Two entries are reported together once, in the smallest skill that has both. If one entry is
replaced by many others, the first 20 of those are reported.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.capability import capability_words
from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.model import (
    Declaration,
    Skill,
    SkillAgentSource,
    SkillMcpTool,
    SkillToolRef,
)
from cleveragents_skills.replacing import Replacement, Saying, replacements
from cleveragents_skills.scope import Scope

CODE = Code("SK313", "replaced-tool", Severity.WARNING, "a tool replaces that of another skill")


_APPROVAL = "if none is needed, say `human_approval_required: false` there"


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each two entries of which one replaces the other somewhere."""
    for each in replacements(scope.graph, scope.skills, _contested(scope)):
        yield _of_include(each) if each.lost.is_overlay else _of_tool(each)


def _of_tool(each: Replacement) -> Diagnostic:
    by, loser, where = each.here[0].name, each.there[0].name, ""
    if by != each.skill.name:
        where = f" in `{each.skill.name}`"
    message = f"`{each.lost.name}` of `{by}` replaces that of `{loser}`{where}, and is not the same"
    hint = "if that is meant, say so with an override; else remove one or change the order"
    if each.lost.name.startswith("agent_skill:"):
        hint = "make them agree, or remove one"
    if each.is_approval:
        message = f"the approval that `{each.lost.name}` of `{loser}` asks for is lost{where}:"
        message += f" that of `{by}` wins, and says nothing of it"
        hint = _APPROVAL
    related = Related("this one is lost", each.there[0].locate(*each.there[1]))
    return Diagnostic(CODE, message, each.here[0].locate(*each.here[1]), hint, by, (related,))


def _of_include(each: Replacement) -> Diagnostic:
    loser, name = each.there[0].name, each.skill.name
    message = (
        f"the override of `{each.lost.name}` in `{loser}` is lost in `{name}`:"
        f" `{each.brought_by}` brings the tool again, without it"
    )
    hint = f"override it where `{name}` includes it too, or change the order"
    if each.is_approval:
        message = f"the approval of `{each.lost.name}` in `{loser}` is lost in `{name}`:"
        message += f" `{each.brought_by}` brings the tool again, and says nothing of it"
        hint += f"; {_APPROVAL}"
    related = Related("this one wins", each.here[0].locate(*each.here[1]))
    place = each.there[0].locate_key(*each.there[1])
    return Diagnostic(CODE, message, place, hint, loser, (related,))


def _contested(scope: Scope) -> Iterator[Sequence[Saying]]:
    """Give for each name of which different things are said all of them."""
    overlays = _overlays(scope)
    several = {name for name, count in scope.times.items() if count > 1}
    telling = {
        each.name
        for skill in scope.skills.values()
        for each in skill.declarations
        if each.name in several and _says_more(skill, each)
    }.union(overlays)
    declared: dict[str, dict[str, Declaration]] = {}
    for skill in scope.skills.values() if telling else ():
        for each in skill.declarations:
            if each.name in telling and each.kind != "inline" and not each.is_joined:
                declared.setdefault(each.name, {})[skill.name] = each
    for name, by_skill in declared.items():
        variants = _variants(name, by_skill, scope)
        kinds = {each.kind for each in by_skill.values()}
        if len(kinds) == 1 and (len(variants) > 1 or name in overlays):
            yield [*variants, *overlays.get(name, ())]


def _variants(name: str, by_skill: Mapping[str, Declaration], scope: Scope) -> Collection[Saying]:
    """Give the different things that declarations say of a name."""
    variants: dict[str, Saying] = {}
    for skill, each in by_skill.items():
        override = _override(scope.skills[skill], each)
        declared = _declared(each)
        # Most say nothing but the name.
        key = _text([declared, override]) if declared or override else ""
        if key not in variants:
            said = [declared[1], *override] if isinstance(each.item, SkillMcpTool) else override
            approval = _approval(said)
            variants[key] = Saying(name, {}, has_override=bool(override), approval=approval)
        variants[key].by[skill] = [each.path]
    return variants.values()


def _overlays(scope: Scope) -> Mapping[str, Collection[Saying]]:
    """Give by name the different overrides that includes lay over a tool."""
    found: dict[str, dict[str, Saying]] = {}
    for skill in scope.skills.values():
        for index, include in enumerate(skill.includes):
            for tool, values in include.overrides.items():
                if values:
                    approval = _approval([values])
                    said = Saying(tool, {}, has_override=True, is_overlay=True, approval=approval)
                    said = found.setdefault(tool, {}).setdefault(_text(values), said)
                    path = ("includes", index, "overrides", tool)
                    said.by.setdefault(skill.name, []).append(path)
    return {tool: said.values() for tool, said in found.items()}


def _says_more(skill: Skill, each: Declaration) -> bool:
    """Say whether a declaration says more than a name; most that several skills share do not."""
    if isinstance(each.item, SkillToolRef):
        return bool(each.item.metadata or each.item.override or each.name in skill.overrides)
    return each.kind != "inline"


def _declared(each: Declaration) -> Sequence[Any]:
    """Give what a declaration says of the tool, overrides apart."""
    if isinstance(each.item, SkillMcpTool):
        return (each.item.description, each.item.capability.to_dict())
    if isinstance(each.item, SkillAgentSource):
        return (each.item.name, each.item.sandbox_policy)
    return ()


def _override(skill: Skill, each: Declaration) -> Sequence[Any]:
    """Give what a skill lays over a tool that it declares."""
    layers: Sequence[Mapping[str, Any] | None] = ()
    if isinstance(each.item, SkillToolRef):
        layers = (each.item.metadata, each.item.override, skill.overrides.get(each.name))
    elif isinstance(each.item, SkillMcpTool) and each.server:
        layers = (each.server.overrides.get(each.item.name),)
    return [layer for layer in layers if layer] if any(layers) else ()


def _approval(layers: Iterable[Mapping[str, Any]]) -> bool | None:
    """Give what layers say in the end of whether a person has to be asked."""
    words = [capability_words(layer).get("human_approval_required") for layer in layers]
    said = [word for word in words if word is not None]
    return bool(said[-1]) if said else None


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)
