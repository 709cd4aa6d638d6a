"""Which entries replace which: for some tools and every skill at once, without resolving any."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cleveragents_skills.graph import MARKS_AT_ONCE, IncludeGraph, bits_of
from cleveragents_skills.model import Skill

Path = tuple[str | int, ...]
Spot = tuple[Skill, Path]
"""A skill, and where in it."""
MOST_WINNERS = 20
"""How many entries that replace one and the same are told of."""


class Saying(NamedTuple):
    """One thing that is said of a tool: by declarations, or by overrides of includes."""

    name: str
    by: dict[str, list[Path]]
    """The skills that say it, and where; overrides of several includes may say the same."""
    has_override: bool
    is_overlay: bool = False
    approval: bool | None = None
    """Whether a person has to be asked first; None if nothing is said of that."""


class Replacement(NamedTuple):
    """What is lost in `skill`, where it is said, and where the entry stands that wins there.

    `brought_by` is the include that brings the winner, or the skill itself.
    """

    skill: Skill
    lost: Saying
    there: Spot
    here: Spot
    brought_by: str
    is_approval: bool = False
    """Whether it is told for an approval alone, on which the override of the winner is silent."""


def replacements(
    graph: IncludeGraph, skills: Mapping[str, Skill], said: Iterable[Sequence[Saying]]
) -> Iterator[Replacement]:
    """Give each two entries of which one replaces the other, and that has no override, once.

    Where it has one, an approval that is lost is given all the same, unless the winner says whether
    it asks for approval.
    `said` holds for each tool all that is said of it. Told are the smallest skills in which the two
    meet, and of those that replace one and the same at most `MOST_WINNERS`. All tools are followed
    through the include graph together, so this is linear in skills and includes for every few
    thousand sayings.
    """
    batch: list[Saying] = []
    for each in said:
        if batch and len(batch) + len(each) > MARKS_AT_ONCE:
            yield from _Batch(graph, skills, batch).replacements()
            batch = []
        batch.extend(each)
    if batch:
        yield from _Batch(graph, skills, batch).replacements()


class _Batch:
    """Follows what is said of some names through the include graph, a bit for each saying."""

    def __init__(
        self, graph: IncludeGraph, skills: Mapping[str, Skill], said: Sequence[Saying]
    ) -> None:
        self._graph = graph
        self._skills = skills
        self._said = said
        self._of_name: dict[str, int] = {}
        self._own: dict[str, int] = {}
        self._declared = self._asks = self._speaks = 0
        self._overlays: dict[tuple[str, int], int] = {}
        self._brings: dict[str, int] = {}
        for bit, each in enumerate(said):
            self._of_name[each.name] = self._of_name.get(each.name, 0) | 1 << bit
            self._declared |= (not each.is_overlay) << bit
            self._asks |= (each.approval is True) << bit
            self._speaks |= (each.approval is not None) << bit
        for bit, each in enumerate(said):
            for skill, paths in each.by.items():
                if not each.is_overlay:
                    self._own[skill] = self._own.get(skill, 0) | 1 << bit
                    self._brings[skill] = self._brings.get(skill, 0) | self._of_name[each.name]
                    continue
                for path in paths:
                    key = (skill, int(path[1]))
                    self._overlays[key] = self._overlays.get(key, 0) | 1 << bit
        self._brought = graph.reached_marks(self._brings)
        self._wins: dict[str, int] = {}
        self._seen: set[tuple[int, int]] = set()
        self._told: dict[int, int] = {}
        self._times = [0] * len(said)
        self._spent = 0

    def replacements(self) -> Iterator[Replacement]:
        """Give what is lost in the skills, those that are included first."""
        for component in self._graph.order:
            if self._graph.is_cyclic(component):
                continue
            skill = self._skills[component[0]]
            before, wins = self._taken_in(skill)
            self._wins[skill.name] = wins
            new = self._new(before & ~wins & ~self._spent, wins)
            if new:
                yield from self._of_skill(skill, new)

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

    def _new(self, lost: int, wins: int) -> dict[int, int]:
        """Give for each thing that wins without an override what it replaces, if not told yet."""
        new: dict[int, int] = {}
        if not lost or (lost, wins) in self._seen:
            return new
        self._seen.add((lost, wins))
        while lost:
            names = self._of_name[self._said[lost.bit_length() - 1].name]
            winners = wins & names
            gone = lost & names
            lost ^= gone
            winner = (winners & self._declared).bit_length() - 1
            if not self._is_bare(winners):
                gone = 0 if winners & self._speaks else gone & self._asks
            if winner >= 0 and gone:
                told = self._told.get(winner, 0)
                self._told[winner] = told | gone
                if gone & ~told:
                    new[winner] = gone & ~told
        return new

    def _is_bare(self, winners: int) -> bool:
        """Say whether an entry that wins has no override of any kind."""
        several = winners & (winners - 1)
        return not several and not self._said[winners.bit_length() - 1].has_override

    def _of_skill(self, skill: Skill, new: Mapping[int, int]) -> Iterator[Replacement]:
        """Give what is lost in a skill, by what wins there."""
        for winner, lost in new.items():
            here = self._origins(skill, 1 << winner)[winner]
            again = skill.name
            if here[0] is not skill:
                again = skill.includes[self._last_include(skill, winner)].name
            bare = self._is_bare(self._wins[skill.name] & self._of_name[self._said[winner].name])
            for bit, there in sorted(self._lost(skill, lost).items(), reverse=True):
                yield Replacement(skill, self._said[bit], there, here, again, not bare)
                self._times[bit] += 1
                if self._times[bit] == MOST_WINNERS:
                    self._spent |= 1 << bit

    def _lost(self, skill: Skill, lost: int) -> Mapping[int, Spot]:
        """Give who says what the last include brings of all that is lost, and where."""
        found: dict[int, Spot] = {}
        for include in reversed(skill.includes):
            here = self._wins.get(include.name, 0) & lost
            lost ^= here
            if here:
                found.update(self._origins(self._skills[include.name], here))
        return found

    def _origins(self, skill: Skill, wins: int) -> Mapping[int, Spot]:
        """Give who says things of one tool that are in force in a skill, and where."""
        found: dict[int, Spot] = {}
        some = wins.bit_length() - 1
        while wins:
            own = wins & self._own.get(skill.name, 0)
            found.update((bit, (skill, self._said[bit].by[skill.name][0])) for bit in bits_of(own))
            wins ^= own
            if not wins:
                break
            index = self._last_include(skill, some)
            path = ("includes", index, "overrides", self._said[some].name)
            laid = wins & self._overlays.get((skill.name, index), 0)
            found.update(dict.fromkeys(bits_of(laid), (skill, path)))
            wins ^= laid
            skill = self._skills[skill.includes[index].name]
        return found

    def _last_include(self, skill: Skill, bit: int) -> int:
        """Give the index of the last include that brings the tool."""
        index = len(skill.includes) - 1
        while not self._brought.get(skill.includes[index].name, 0) >> bit & 1:
            index -= 1
        return index
