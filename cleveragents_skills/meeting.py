"""Where different statements about one name meet: which skills reach both of them."""

from __future__ import annotations

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
    """Give the clashes: for each different thing said of a name, one with a thing said before it.

    For each name this is linear in the skills that reach a statement about it: what is said first
    claims every skill that reaches it, and what is said later clashes where a skill is claimed
    already. A claimed skill's includers are claimed too, so none is looked at twice.
    """
    disputed = {name: said for name, said in statements.items() if len(said) > 1}
    if not disputed:
        return
    above = includers(include_graph(skills))
    for name, said in disputed.items():
        variants = list(said.values())
        claimed: dict[str, int] = {}
        for index, variant in enumerate(variants):
            met = _claim(index, variant, claimed, above)
            if met is not None:
                owner, where = met
                yield Clash(name, variants[owner][0], variant[0], where)


def _claim(
    index: int,
    variant: Sequence[Statement],
    claimed: dict[str, int],
    above: Mapping[str, Sequence[str]],
) -> tuple[int, str] | None:
    """Claim what reaches the variant; give the first skill that another one has claimed."""
    met: tuple[int, str] | None = None
    queue: list[str] = []
    offered = [statement.skill.name for statement in variant]
    while offered:
        for name in offered:
            owner = claimed.setdefault(name, index)
            if owner == index:
                queue.append(name)
            elif met is None:
                met = (owner, name)
        offered = []
        while queue and not offered:
            offered = [each for each in above[queue.pop()] if claimed.get(each) != index]
    return met
