"""Each change once: at the skills that cause it, with those that get it by includes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from attrs import evolve

from cleveragents_skills.comparison.change import Change
from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.snapshot import SkillSnapshot


def told_once(
    found: Mapping[str, Sequence[Change]],
    before: Mapping[str, SkillSnapshot],
    after: Mapping[str, SkillSnapshot],
) -> Iterator[Change]:
    """Give each change at the skills that cause it, with those that get it by includes."""
    groups: dict[object, dict[str, Change]] = {}
    for name, changes in found.items():
        for change in changes:
            groups.setdefault(_sameness(change), {})[name] = change
    # Many changes have the same skills.
    known: dict[tuple[str, ...], Sequence[tuple[str, tuple[str, ...]]]] = {}
    for group in groups.values():
        names = tuple(group)
        if names not in known:
            known[names] = tuple(_causes(names, before, after))
        for name, through in known[names]:
            yield evolve(group[name], through=through)


def _causes(
    names: Collection[str],
    before: Mapping[str, SkillSnapshot],
    after: Mapping[str, SkillSnapshot],
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Give those of the skills that get a change from no other one, with those that get it so.

    One that gets it from two of them is named with both.
    """
    group = frozenset(names)
    children = {
        name: [each for each in _includes(name, before, after) if each in group] for name in names
    }
    includers: dict[str, list[str]] = {name: [] for name in names}
    for name, included in children.items():
        for each in included:
            includers[each].append(name)
    seen: set[str] = set()
    for component in IncludeGraph(children).order:
        first = min(component, key=lambda name: (_includes_as_before(name, before, after), name))
        if first not in seen:
            reached = _upward(first, includers)
            seen |= reached
            yield first, tuple(sorted(reached - {first}))


def _sameness(change: Change) -> object:
    """Give what is equal for a change and for what it does to those that include the skill."""
    if change.subject == "skill":
        by_include = change.what in (("unresolved",), ("resolved",))
        return (change.what, change.effect) if by_include else change.name
    return change.subject, change.name, change.what, change.before, change.after


def _includes(
    name: str, before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot]
) -> Iterable[str]:
    return after[name].includes if name in after else before[name].includes


def _includes_as_before(
    name: str, before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot]
) -> bool:
    """Say whether a skill includes what it did: if not, it is what closed a circle."""
    return name in before and name in after and before[name].includes == after[name].includes


def _upward(name: str, includers: Mapping[str, Sequence[str]]) -> set[str]:
    """Give a skill and all that include it, directly or not."""
    seen = {name}
    queue = [name]
    for current in queue:
        new = [each for each in includers[current] if each not in seen]
        seen.update(new)
        queue += new
    return seen
