"""By which include paths a skill gets a tool: the shortest first, and how many there are.

There may be as many paths as 2 to the number of skills, so they are counted, never walked through:
the paths to a skill are those to each skill that includes it, together. To list the shortest ones,
partial paths wait in a heap under the length they will have in the end: as long as they are, plus
the exact distance from their end to a declaration. So no partial path is followed in vain, and each
that is listed costs its length. A partial path is an end and a link to the one it prolongs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from heapq import heappop, heappush
from itertools import islice
from typing import NamedTuple, overload

from attrs import field, frozen

from cleveragents_skills import graph
from cleveragents_skills.include_edges import includers_of, within
from cleveragents_skills.model import Declaration, Skill
from cleveragents_skills.resolution import IncludeStep, Origin


@frozen
class IncludePath:
    """One way by which a skill gets a tool: the includes to follow, from the skill itself on.

    `origin` is the declaration of the tool in the skill where they end; without any steps that is
    the skill itself. `wins` says that this declaration is the one whose entry holds.
    """

    steps: tuple[IncludeStep, ...]
    origin: Origin
    wins: bool


@frozen
class ToolPaths(Sequence[IncludePath]):
    """The ways by which a skill gets a tool, the shortest first.

    `winner` is the declaration whose entry holds, None if the skill does not have the tool;
    `shadowed` are the others, the one that came last first. `total` is how many ways there are,
    of which `listed` may hold but some; one to the winner is always among them.
    """

    skill: Skill
    tool: str
    winner: Origin | None
    shadowed: tuple[Origin, ...]
    listed: tuple[IncludePath, ...]
    total: int

    @overload
    def __getitem__(self, index: int) -> IncludePath: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[IncludePath]: ...
    def __getitem__(self, index: int | slice) -> IncludePath | Sequence[IncludePath]:
        return self.listed[index]

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[IncludePath]:
        return iter(self.listed)


def paths(
    skill: Skill,
    tool: str,
    lookup: Mapping[str, Skill],
    *,
    every: bool = False,
    limit: int = 100,
) -> ToolPaths:
    """Give the include paths by which `skill` gets the tool called `tool`, the shortest first.

    One for each declaration of the tool, or with `every` all there are; no more than `limit`, which
    is at least 1, and the rest is counted. Of those that are listed, equally long ones come in the
    order of the include lists. Two includes of one skill in one list are two paths. Linear in the
    skills, includes and declarations reached, and in the length of what is listed. Raises
    `CycleError` and `UnknownSkillError`, as a resolution does.
    """
    if limit < 1:
        raise ValueError(f"the limit must be at least 1, not {limit}")
    order = graph.deepest_first(skill, lookup)
    latest = [
        Origin(visit.skill.name, visit.skill.source, each.path)
        for visit in graph.latest_first(skill, lookup)
        for each in reversed(visit.skill.declarations)
        if each.name == tool
    ]
    if not latest:
        return ToolPaths(skill, tool, None, (), (), 0)
    winner, *shadowed = latest
    ways = _Ways(skill, {each.name: each for each in order}, _declared(tool, order), winner.skill)
    found = ways.by_length() if every else ways.one_for_each_declaration()
    listed = list(islice(found, limit))
    if not any(each.wins for each in listed):
        listed[-1] = ways.shortest(winner.skill, len(ways.declared[winner.skill]) - 1)
    # Several declarations at the end of the same includes are found in their order.
    listed.sort(key=lambda each: (len(each.steps), [step.index for step in each.steps]))
    return ToolPaths(skill, tool, winner, tuple(shadowed), tuple(listed), ways.count())


def _declared(tool: str, skills: Sequence[Skill]) -> dict[str, list[Declaration]]:
    """Give the declarations of the tool in each skill that has some."""
    found = ((s.name, [each for each in s.declarations if each.name == tool]) for s in skills)
    return {name: declarations for name, declarations in found if declarations}


class _Choice(NamedTuple):
    """One way on from a skill: an include, or with `to` None a declaration of the tool.

    `detour` is how much longer a path becomes by it than by the shortest way on.
    """

    detour: int
    number: int
    to: str | None


class _Partial(NamedTuple):
    """A path from the root to a skill, and which of the ways on from there is to be taken."""

    before: _Partial | None
    skill: str
    choice: int


@frozen(eq=False, repr=False)
class _Ways:
    """All that paths to the declarations of a tool are made of.

    `skills` are those reached, each after all that it includes. Of the declarations in the skill
    called `winner` the last one wins.
    """

    root: Skill
    skills: dict[str, Skill]
    declared: Mapping[str, Sequence[Declaration]]
    winner: str
    _choices: dict[str, Sequence[_Choice]] = field(factory=dict, init=False)
    _steps: dict[tuple[str, int], IncludeStep] = field(factory=dict, init=False)

    def by_length(self) -> Iterator[IncludePath]:
        """Give every path, the shortest first; of equally long ones the one nearest done."""
        heap = [(self.distance[self.root.name], 0, _Partial(None, self.root.name, 0))]
        pushed = 0
        while heap:
            length, _, partial = heappop(heap)
            choices = self._ways_on(partial.skill)
            choice = choices[partial.choice]
            other = partial.choice + 1
            if other < len(choices):
                pushed += 1
                longer = length + choices[other].detour - choice.detour
                heappush(heap, (longer, -pushed, partial._replace(choice=other)))
            if choice.to is None:
                yield self._ended(partial, choice.number)
            else:
                pushed += 1
                heappush(heap, (length, -pushed, _Partial(partial, choice.to, 0)))

    def one_for_each_declaration(self) -> Iterator[IncludePath]:
        """Give a shortest path to each declaration, the shortest first."""
        for name in (self.root.name, *self._arrivals):
            for index in range(len(self.declared.get(name, ()))):
                yield self.shortest(name, index)

    def shortest(self, name: str, index: int) -> IncludePath:
        """Give a shortest path to one declaration of a skill."""
        steps: list[IncludeStep] = []
        at = name
        while at in self._arrivals:
            steps.append(self._arrivals[at])
            at = steps[-1].origin.skill
        return self._path(steps, name, index)

    def count(self) -> int:
        """Give how many paths there are."""
        counts = {self.root.name: 1}
        total = 0
        for name in reversed(self.skills):
            here = counts.pop(name, 0)
            total += here * len(self.declared.get(name, ()))
            for include in self.skills[name].includes if here else ():
                if include.name in self.distance:
                    counts[include.name] = counts.get(include.name, 0) + here
        return total

    @cached_property
    def distance(self) -> Mapping[str, int]:
        """How many includes it is from a skill to the nearest declaration, if any is reached."""
        return within(self.declared, includers_of(self.skills))

    @cached_property
    def _arrivals(self) -> Mapping[str, IncludeStep]:
        """For each skill below the root the last step of a shortest path, the nearest first."""
        found: dict[str, IncludeStep] = {}
        queue = [self.root.name]
        for name in queue:
            for index, include in enumerate(self.skills[name].includes):
                if include.name not in found:
                    found[include.name] = self._step(name, index)
                    queue.append(include.name)
        return found

    def _ways_on(self, name: str) -> Sequence[_Choice]:
        """Give the ways on from a skill, the shortest first, else in the order written."""
        if name not in self._choices:
            distance = self.distance
            ends = [_Choice(0, index, None) for index in range(len(self.declared.get(name, ())))]
            includes = [
                _Choice(distance[each.name] + 1 - distance[name], index, each.name)
                for index, each in enumerate(self.skills[name].includes)
                if each.name in distance
            ]
            self._choices[name] = sorted((*ends, *includes), key=lambda each: each.detour)
        return self._choices[name]

    def _ended(self, partial: _Partial, index: int) -> IncludePath:
        """Give the path that a partial one has become, at a declaration of the skill it ends in."""
        steps: list[IncludeStep] = []
        at = partial.before
        while at is not None:
            steps.append(self._step(at.skill, self._ways_on(at.skill)[at.choice].number))
            at = at.before
        return self._path(steps, partial.skill, index)

    def _path(self, backwards: Sequence[IncludeStep], name: str, index: int) -> IncludePath:
        declarations = self.declared[name]
        origin = Origin(name, self.skills[name].source, declarations[index].path)
        wins = name == self.winner and index == len(declarations) - 1
        return IncludePath(tuple(reversed(backwards)), origin, wins)

    def _step(self, name: str, index: int) -> IncludeStep:
        if (name, index) not in self._steps:
            self._steps[name, index] = IncludeStep.of(self.skills[name], index)
        return self._steps[name, index]
