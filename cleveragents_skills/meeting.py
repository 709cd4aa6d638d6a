"""Where different statements about one name meet: which skills reach both of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, islice
from operator import or_
from typing import NamedTuple

from cleveragents_skills.diagnostics import Location
from cleveragents_skills.graph import MARKS_AT_ONCE, IncludeGraph, bits_of
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
_MOST_LOOKS = 200
"""In how many skills it is looked for them."""
Statements = Mapping[str, Mapping[Hashable, Sequence[Statement]]]
"""For each name what is said about it, and who says that."""


class _Dispute(NamedTuple):
    """One of the different things said of a name, against all that is said before it."""

    name: str
    variant: int


def clashes(graph: IncludeGraph, statements: Statements) -> Iterator[Clash]:
    """Give the clashes: statements that meet a different one, made before, in some skill.

    Statements meet in a skill that reaches both; where an include of it reaches both too, they are
    told there. All disputes are followed through the include graph together, so this is linear in
    skills and includes for every few thousand of them. One statement is told once, and of one
    dispute at most `MOST_PLACES` of them.
    """
    disputes = [
        _Dispute(name, index) for name, said in statements.items() for index in range(1, len(said))
    ]
    for start in range(0, len(disputes), MARKS_AT_ONCE):
        yield from _met(disputes[start : start + MARKS_AT_ONCE], statements, graph)


def _met(
    disputes: Sequence[_Dispute], statements: Statements, graph: IncludeGraph
) -> Iterator[Clash]:
    """Give the clashes of some disputes, each a bit in the masks."""
    later, earlier = _sides(disputes, statements, graph)
    told: set[tuple[int, str]] = set()
    places, looks = Counter[int](), Counter[int]()
    spent = 0
    for component in graph.order:
        name = component[0]
        met = later.reached[name] & earlier.reached[name] & ~spent
        members = frozenset(component) if met else ()
        for member in members:
            for child in graph.children[member]:
                if child not in members:
                    met &= ~(later.reached[child] & earlier.reached[child])
        if not met:
            continue
        new: dict[int, Statement] = {}
        for bit, second in later.nearest(name, met, graph).items():
            if (bit, second.skill.name) not in told:
                told.add((bit, second.skill.name))
                new[bit] = second
        first = earlier.nearest(name, sum(1 << bit for bit in new), graph)
        for bit in sorted(new, reverse=True):
            yield Clash(disputes[bit].name, first[bit], new[bit], name)
        places.update(list(new))
        looks.update(bits_of(met))
        spent |= sum(1 << bit for bit in new if places[bit] == MOST_PLACES)
        spent |= sum(1 << bit for bit in bits_of(met) if looks[bit] == _MOST_LOOKS)


def _sides(
    disputes: Sequence[_Dispute], statements: Statements, graph: IncludeGraph
) -> tuple[_Side, _Side]:
    """Give who makes the later statements of some disputes, and who the earlier ones."""
    later: dict[str, list[_Made]] = {}
    earlier: dict[str, list[_Made]] = {}
    for _, group in groupby(enumerate(disputes), key=lambda each: each[1].name):
        numbered = list(group)
        (bit, (name, start)), end = numbered[0], numbered[-1][1].variant + 1
        for index, said in enumerate(islice(statements[name].values(), end)):
            low = max(index + 1, start)
            above = ((1 << (end - low)) - 1) << (bit + low - start)
            for statement in said:
                if index >= start:
                    made = _Made(1 << (bit + index - start), statement)
                    later.setdefault(statement.skill.name, []).append(made)
                if above:
                    earlier.setdefault(statement.skill.name, []).append(_Made(above, statement))
    return _Side.of(later, graph), _Side.of(earlier, graph)


class _Made(NamedTuple):
    """A statement, and the disputes in which it stands on a side, a bit for each."""

    disputes: int
    statement: Statement


class _Side(NamedTuple):
    """The statements of one side of some disputes: who makes them, and who reaches them."""

    made: Mapping[str, Sequence[_Made]]
    reached: Mapping[str, int]

    @classmethod
    def of(cls, made: Mapping[str, Sequence[_Made]], graph: IncludeGraph) -> _Side:
        marks = {name: reduce(or_, (each.disputes for each in said)) for name, said in made.items()}
        return cls(made, graph.reached_marks(marks))

    def nearest(self, name: str, disputes: int, graph: IncludeGraph) -> dict[int, Statement]:
        """Give for each dispute the nearest statement that the skill is known to reach."""
        found: dict[int, Statement] = {}
        level = {name: disputes}
        seen = dict(level)
        while level:
            for each, wanted in level.items():
                for made, statement in self.made.get(each, ()):
                    here = wanted & made & disputes
                    disputes ^= here
                    found.update(dict.fromkeys(bits_of(here), statement))
            below: dict[str, int] = {}
            for each, wanted in level.items() if disputes else ():
                for child in graph.children[each]:
                    new = wanted & disputes & self.reached[child] & ~seen.get(child, 0)
                    if new:
                        seen[child] = seen.get(child, 0) | new
                        below[child] = below.get(child, 0) | new
            level = below
        return found
