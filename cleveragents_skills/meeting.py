"""Where different statements about one name meet: which skills reach both of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cleveragents_skills.diagnostics import Location
from cleveragents_skills.graph import MARKS_AT_ONCE, IncludeGraph
from cleveragents_skills.model import Skill


class Statement(NamedTuple):
    """A skill that says something about a name, and where in its file."""

    skill: Skill
    path: tuple[str | int, ...]

    @property
    def location(self) -> Location | None:
        """The place in the file, if the skill was read from one."""
        return self.skill.source.locate(*self.path) if self.skill.source else None


class Clash(NamedTuple):
    """Two statements about a name that differ, and the name of a skill that reaches both."""

    name: str
    first: Statement
    second: Statement
    meets_in: str


MOST_PLACES = 20
"""How many statements of one dispute are told; who mends the first ones sees the next."""
Statements = Mapping[str, Mapping[Hashable, Sequence[Statement]]]
"""For each name what is said about it, and who says that."""


class _Dispute(NamedTuple):
    """One thing said of a name, and all the different things said before it."""

    name: str
    later: Sequence[Statement]
    earlier: Sequence[Statement]


def clashes(graph: IncludeGraph, statements: Statements) -> Iterator[Clash]:
    """Give the clashes: statements that meet a different one, made before, in some skill.

    Statements meet in a skill that reaches both; where an include of it reaches both too, they are
    told there. All disputes are followed through the include graph together, so this is linear in
    skills and includes for every few thousand of them. One statement is told once, and of one
    dispute at most `MOST_PLACES` of them.
    """
    disputes = [
        _Dispute(name, variants[index], [each for v in variants[:index] for each in v])
        for name, variants in ((name, list(said.values())) for name, said in statements.items())
        for index in range(1, len(variants))
    ]
    for start in range(0, len(disputes), MARKS_AT_ONCE):
        yield from _met(disputes[start : start + MARKS_AT_ONCE], graph)


def _met(disputes: Sequence[_Dispute], graph: IncludeGraph) -> Iterator[Clash]:
    """Give the clashes of some disputes, each a bit in the masks."""
    later = _Side.of([each.later for each in disputes], graph)
    earlier = _Side.of([each.earlier for each in disputes], graph)
    told: dict[int, set[str]] = {}
    for component in graph.order:
        name = component[0]
        met = later.reached[name] & earlier.reached[name]
        for member in component if met else ():
            for child in graph.children[member]:
                if child not in component:
                    met &= ~(later.reached[child] & earlier.reached[child])
        while met:
            bit = met.bit_length() - 1
            met ^= 1 << bit
            if len(told.setdefault(bit, set())) < MOST_PLACES:
                second = later.nearest(name, bit, graph)
                if second.skill.name not in told[bit]:
                    told[bit].add(second.skill.name)
                    yield Clash(disputes[bit].name, earlier.nearest(name, bit, graph), second, name)


class _Side(NamedTuple):
    """The statements of one side of some disputes: who makes them, and who reaches them."""

    made: Mapping[tuple[int, str], Statement]
    reached: Mapping[str, int]

    @classmethod
    def of(cls, sides: Sequence[Sequence[Statement]], graph: IncludeGraph) -> _Side:
        made: dict[tuple[int, str], Statement] = {}
        marks: dict[str, int] = {}
        for bit, statements in enumerate(sides):
            for statement in statements:
                made.setdefault((bit, statement.skill.name), statement)
                marks[statement.skill.name] = marks.get(statement.skill.name, 0) | 1 << bit
        return cls(made, graph.reached_marks(marks))

    def nearest(self, name: str, bit: int, graph: IncludeGraph) -> Statement:
        """Give the nearest statement of a side that the skill reaches; it is known to reach one."""
        seen = {name}
        queue = deque([name])
        while (bit, queue[0]) not in self.made:
            for child in graph.children[queue.popleft()]:
                if child not in seen and self.reached[child] >> bit & 1:
                    seen.add(child)
                    queue.append(child)
        return self.made[bit, queue[0]]
