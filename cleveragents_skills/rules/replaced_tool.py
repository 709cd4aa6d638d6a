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
that it is meant. An override of an include is lost in the same way where the tool comes again
without it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cleveragents_skills.diagnostics import Code, Diagnostic, Location, Related, Severity
from cleveragents_skills.graph import MARKS_AT_ONCE
from cleveragents_skills.model import (
    Declaration,
    Skill,
    SkillAgentSource,
    SkillMcpTool,
    SkillToolRef,
)
from cleveragents_skills.scope import Scope

CODE = Code("SK313", "replaced-tool", Severity.WARNING, "a tool replaces that of another skill")


class _Said(NamedTuple):
    """One thing that is said of a name: by declarations, or by overrides of includes."""

    name: str
    by: dict[str, tuple[str | int, ...]]
    """The skills that say it, and where."""
    has_override: bool
    is_overlay: bool = False


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each two entries of which one replaces the other somewhere."""
    batch: list[_Said] = []
    for said in _contested(scope):
        if batch and len(batch) + len(said) > MARKS_AT_ONCE:
            yield from _Batch(scope, batch).findings()
            batch = []
        batch.extend(said)
    if batch:
        yield from _Batch(scope, batch).findings()


def _contested(scope: Scope) -> Iterator[Sequence[_Said]]:
    """Give for each name of which different things are said all of them."""
    declared: dict[str, dict[str, Declaration]] = {}
    for skill in scope.skills.values():
        for each in skill.declarations:
            if each.kind != "inline":
                declared.setdefault(each.name, {})[skill.name] = each
    overlays = _overlays(scope)
    for name, by_skill in declared.items():
        if len(by_skill) > 1 or name in overlays:
            variants = _variants(name, by_skill, scope)
            kinds = {each.kind for each in by_skill.values()}
            if len(kinds) == 1 and (len(variants) > 1 or name in overlays):
                yield [*variants, *overlays.get(name, ())]


def _variants(name: str, by_skill: Mapping[str, Declaration], scope: Scope) -> Collection[_Said]:
    """Give the different things that declarations say of a name."""
    variants: dict[str, _Said] = {}
    for skill, each in by_skill.items():
        override = _override(scope.skills[skill], each)
        said = _Said(name, {}, has_override=bool(override))
        declared = _declared(each)
        # Most say nothing but the name.
        key = _text([declared, override]) if declared or override else ""
        variants.setdefault(key, said).by[skill] = each.path
    return variants.values()


def _overlays(scope: Scope) -> Mapping[str, Collection[_Said]]:
    """Give by name the different overrides that includes lay over a tool."""
    found: dict[str, dict[str, _Said]] = {}
    for skill in scope.skills.values():
        for index, include in enumerate(skill.includes):
            for tool, values in include.overrides.items():
                said = _Said(tool, {}, has_override=True, is_overlay=True)
                path = ("includes", index, "overrides", tool)
                found.setdefault(tool, {}).setdefault(_text(values), said).by[skill.name] = path
    return {tool: said.values() for tool, said in found.items()}


def _declared(each: Declaration) -> Sequence[Any]:
    """Give what a declaration says of the tool, overrides apart."""
    if isinstance(each.item, SkillMcpTool):
        return (each.item.description, each.item.capability.to_dict())
    if isinstance(each.item, SkillAgentSource):
        return (each.item.name, each.item.sandbox_policy)
    return ()


def _override(skill: Skill, each: Declaration) -> Sequence[Any]:
    """Give what a skill lays over a tool that it declares."""
    layers: list[Mapping[str, Any]] = []
    if isinstance(each.item, SkillToolRef):
        layers = [each.item.metadata, each.item.override, skill.overrides.get(each.name, {})]
    elif isinstance(each.item, SkillMcpTool) and each.server:
        layers = [each.server.overrides.get(each.item.name, {})]
    return [layer for layer in layers if layer]


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


class _Batch:
    """Follows what is said of some names through the include graph, a bit for each saying."""

    def __init__(self, scope: Scope, said: Sequence[_Said]) -> None:
        self._scope = scope
        self._said = said
        self._of_name: dict[str, int] = {}
        self._own: dict[str, int] = {}
        self._overlays: dict[tuple[str, int], int] = {}
        brings: dict[str, int] = {}
        for bit, each in enumerate(said):
            self._of_name[each.name] = self._of_name.get(each.name, 0) | 1 << bit
        for bit, each in enumerate(said):
            for skill, path in each.by.items():
                if each.is_overlay:
                    key = (skill, int(path[1]))
                    self._overlays[key] = self._overlays.get(key, 0) | 1 << bit
                else:
                    self._own[skill] = self._own.get(skill, 0) | 1 << bit
                    brings[skill] = brings.get(skill, 0) | self._of_name[each.name]
        self._brought = scope.graph.reached_marks(brings)
        self._brings = brings
        self._wins: dict[str, int] = {}
        self._told: set[tuple[int, int]] = set()

    def findings(self) -> Iterator[Diagnostic]:
        """Give what is lost in the skills, those that are included first."""
        for component in self._scope.graph.order:
            if self._scope.graph.is_cyclic(component):
                continue
            skill = self._scope.skills[component[0]]
            before, wins = self._taken_in(skill)
            self._wins[skill.name] = wins
            lost = before & ~wins
            while lost:
                bit = lost.bit_length() - 1
                lost ^= 1 << bit
                yield from self._finding(skill, bit, wins)

    def _taken_in(self, skill: Skill) -> tuple[int, int]:
        """Give what comes with the includes of a skill, and what is left of it in the end."""
        before = wins = 0
        for index, include in enumerate(skill.includes):
            brought = self._brought.get(include.name, 0)
            come = self._wins.get(include.name, 0)
            before |= come
            come |= self._overlays.get((skill.name, index), 0) & brought
            wins = wins & ~brought | come
        own = self._own.get(skill.name, 0)
        return before, wins & ~self._brings.get(skill.name, 0) | own

    def _finding(self, skill: Skill, bit: int, wins: int) -> Iterator[Diagnostic]:
        lost = self._said[bit]
        winners = wins & self._of_name[lost.name]
        winner = winners.bit_length() - 1
        if not winners or winners & (winners - 1) or self._said[winner].has_override:
            return
        if (bit, winner) in self._told:
            return
        self._told.add((bit, winner))
        loser = self._follow(skill, bit)
        by = self._follow(skill, winner)
        there = self._place(loser, bit)
        here = self._place(by, winner)
        name = f"`{lost.name}`"
        if lost.is_overlay:
            message = f"the override of {name} in `{loser}` is lost in `{skill.name}`"
            include = [i.name for i in skill.includes if self._wins.get(i.name, 0) >> winner & 1]
            message += f": `{(include or [by])[-1]}` brings the tool again, without it"
            hint = f"override it where `{skill.name}` includes it too, or change the order"
            yield Diagnostic(CODE, message, there, hint, loser, (Related("this one wins", here),))
            return
        where = "" if by == skill.name else f" in `{skill.name}`"
        message = f"{name} of `{by}` replaces that of `{loser}`{where}, and is not the same"
        hint = "if that is meant, say so with an override; else remove one or change the order"
        yield Diagnostic(CODE, message, here, hint, by, (Related("this one is lost", there),))

    def _follow(self, skill: Skill, bit: int) -> str:
        """Give the skill that says what wins, or would have won but for a later include."""
        said = self._said[bit]
        while skill.name not in said.by or (said.is_overlay and not self._applies(skill, bit)):
            names = [i.name for i in skill.includes if self._wins.get(i.name, 0) >> bit & 1]
            skill = self._scope.skills[names[-1]]
        return skill.name

    def _applies(self, skill: Skill, bit: int) -> bool:
        """Say whether an override of an include of the skill finds its tool there."""
        index = int(self._said[bit].by[skill.name][1])
        return bool(self._brought.get(skill.includes[index].name, 0) >> bit & 1)

    def _place(self, name: str, bit: int) -> Location | None:
        said, skill = self._said[bit], self._scope.skills[name]
        locate = skill.locate_key if said.is_overlay else skill.locate
        return locate(*said.by[name])
