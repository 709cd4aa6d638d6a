"""Where different statements about one name meet: which skills reach both of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cleveragents_skills.diagnostics import Location
from cleveragents_skills.graph import include_graph, includers
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


Statements = Mapping[str, Mapping[Hashable, Sequence[Statement]]]
"""For each name what is said about it, and who says that."""


def clashes(skills: Mapping[str, Skill], statements: Statements) -> Iterator[Clash]:
    """Give the clashes: each statement that meets, in some skill, a different one made before it.

    For each disputed name this is linear in the skills that reach a statement about it.
    """
    disputed = {name: said for name, said in statements.items() if len(said) > 1}
    if not disputed:
        return
    below = include_graph(skills)
    above = includers(below)
    for name, said in disputed.items():
        variants = list(said.values())
        seen_by = [_all_above(variant, above) for variant in variants]
        for index, variant in enumerate(variants):
            for earlier in range(index):
                meeting = seen_by[index] & seen_by[earlier]
                if not meeting:
                    continue
                met_in = _met_below(meeting, below)
                for statement in variant:
                    where = met_in.pop(statement.skill.name, None)
                    if where is not None:
                        first = _reached_from(where, variants[earlier], below)
                        yield Clash(name, first, statement, where)
                break


def _all_above(variant: Sequence[Statement], above: Mapping[str, Sequence[str]]) -> set[str]:
    """Give the skills that reach some statement of the variant."""
    seen = {statement.skill.name for statement in variant}
    queue = list(seen)
    while queue:
        new = [name for name in above[queue.pop()] if name not in seen]
        seen.update(new)
        queue.extend(new)
    return seen


def _met_below(meeting: set[str], below: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Give for each skill that a meeting skill reaches such a skill, a near one."""
    met_in = {name: name for name in sorted(meeting)}
    queue = list(met_in)
    for name in queue:
        for child in below[name]:
            if child not in met_in:
                met_in[child] = met_in[name]
                queue.append(child)
    return met_in


def _reached_from(
    name: str, variant: Sequence[Statement], below: Mapping[str, Sequence[str]]
) -> Statement:
    """Give a statement of the variant that the skill reaches."""
    made = {statement.skill.name: statement for statement in reversed(variant)}
    seen = {name}
    queue = deque([name])
    while queue[0] not in made:
        new = [child for child in below[queue.popleft()] if child not in seen]
        seen.update(new)
        queue.extend(new)
    return made[queue[0]]
