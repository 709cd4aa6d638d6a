"""Where the entries of a resolution come from: what placed them, what set them, by which includes.

The rule of a resolution keeps of a name the place of its first appearance and the entry of its
last. Plain recursion meets a skill on every include path to it: on the first of them, in the order
of the include lists, it meets the skill's declarations first; on the last of them last. The first
paths form a tree, and so do the last ones. So an include is kept for each skill and not a path for
each entry, and all is linear in the skills, includes and declarations that are reached.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import overload

from attrs import frozen

from cleveragents_skills import graph
from cleveragents_skills.model import Skill
from cleveragents_skills.resolution import (
    IncludeStep,
    Origin,
    OverrideLayer,
    Resolution,
    ResolvedToolEntry,
)


@frozen
class Provenance:
    """Where one entry of a resolution comes from.

    `placed` is the declaration that came first: the entry stands in its place. `entry.origin` is
    the one that came last and won.
    """

    entry: ResolvedToolEntry
    placed: Origin

    @property
    def layers(self) -> tuple[OverrideLayer, ...]:
        """What is laid over the entry, each layer over the one before."""
        return self.entry.layers

    @property
    def shadowed(self) -> tuple[Origin, ...]:
        """The declarations that lost, the one that came last first."""
        return self.entry.shadowed


@frozen
class Explanation(Sequence[Provenance]):
    """Where each entry of a resolution comes from, in its order.

    `first` and `last` give for each skill reached (but the first) an include of it: followed up
    to the root, the includes in `first` are the path on which the skill was met first, those in
    `last` the one on which it was met last.
    """

    resolution: Resolution
    provenances: tuple[Provenance, ...]
    first: Mapping[str, IncludeStep]
    last: Mapping[str, IncludeStep]

    def path_to_place(self, name: str) -> tuple[IncludeStep, ...]:
        """Give the includes by which the skill called `name` came first, from the root down."""
        return _path(name, self.first)

    def path_to_entry(self, name: str) -> tuple[IncludeStep, ...]:
        """Give the includes by which it came last, whose entries and overrides hold."""
        return _path(name, self.last)

    @overload
    def __getitem__(self, index: int) -> Provenance: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Provenance]: ...
    def __getitem__(self, index: int | slice) -> Provenance | Sequence[Provenance]:
        return self.provenances[index]

    def __len__(self) -> int:
        return len(self.provenances)

    def __iter__(self) -> Iterator[Provenance]:
        return iter(self.provenances)


def explain(resolution: Resolution, lookup: Mapping[str, Skill]) -> Explanation:
    """Give where each entry of a resolution comes from; `lookup` is what it was made with.

    Linear in the skills, includes and declarations that the resolution reaches.
    """
    root = resolution.skill
    placed: dict[str, Origin] = {}
    for skill in graph.deepest_first(root, lookup):
        for each in skill.declarations:
            if each.name not in placed:
                placed[each.name] = Origin(skill.name, skill.source, each.path)
    last = {
        visit.skill.name: IncludeStep.of(visit.parent, visit.include)
        for visit in graph.latest_first(root, lookup)
        if visit.parent is not None
    }
    return Explanation(
        resolution,
        tuple(Provenance(entry, placed[entry.name]) for entry in resolution),
        _first_steps(root, lookup),
        last,
    )


def _first_steps(root: Skill, lookup: Mapping[str, Skill]) -> dict[str, IncludeStep]:
    """Give for each skill below `root` the include by which plain recursion meets it first."""
    steps: dict[str, IncludeStep] = {}
    stack = [(root, iter(range(len(root.includes))))]
    while stack:
        skill, rest = stack[-1]
        for index in rest:
            step = IncludeStep.of(skill, index)
            if step.skill not in steps:
                steps[step.skill] = step
                child = lookup[step.skill]
                stack.append((child, iter(range(len(child.includes)))))
                break
        else:
            stack.pop()
    return steps


def _path(name: str, steps: Mapping[str, IncludeStep]) -> tuple[IncludeStep, ...]:
    """Give the steps that lead to a skill, from the root down."""
    path: list[IncludeStep] = []
    while name in steps:
        path.append(steps[name])
        name = path[-1].origin.skill
    return tuple(reversed(path))
