"""Skills include each other in a circle.

Why it matters: a skill in the circle would have to come before itself, so neither it nor any skill
that includes it can be resolved. A skill that includes itself is the smallest circle.

Bad:

    name: local/x
    includes: [local/y]
    ---
    name: local/y
    includes: [local/x]

Good:

    name: local/x
    includes: [local/y]
    ---
    name: local/y

One finding is made for each group of skills that include each other, also where no other skill
reaches the group. It shows the shortest circle through the group's first skill by name, and
suggests which includes to cut so that no circle is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from cleveragents_skills.cycles import chain_text, include_cycles
from cleveragents_skills.diagnostics import Code, Diagnostic, IncludeCycle, Related, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK203", "include-cycle", Severity.ERROR, "skills include each other in a circle", stops=True
)
_SHOWN_CUTS = 5


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each group of skills that include each other."""
    for cycle in include_cycles(scope.graph):
        steps = steps_of(cycle.path, scope.skills)
        message = f"Cycle detected in skill includes: {chain_text(cycle.path)}"
        yield Diagnostic(
            CODE, message, steps[0].location, _hint(cycle), cycle.path[0], steps, cycle
        )


def steps_of(path: Sequence[str], skills: Mapping[str, Skill]) -> tuple[Related, ...]:
    """Give the place of each include on a path."""
    return tuple(_step(skills[one], other) for one, other in pairwise(path))


def _step(skill: Skill, included: str) -> Related:
    """Give the place where a skill includes another."""
    index = next(i for i, include in enumerate(skill.includes) if include.name == included)
    place = skill.source.locate("includes", index, "name") if skill.source else None
    return Related(f"{skill.name} includes {included}", place)


def _hint(cycle: IncludeCycle) -> str:
    """Give the suggestion what to cut."""
    cuts = [f"{one} -> {other}" for one, other in cycle.cut]
    size = len(cycle.members)
    if len(cuts) == 1:
        effect = {1: "that frees it", 2: "that alone frees both"}.get(
            size, f"that alone frees all {size} of them"
        )
        return f"cut {cuts[0]}: {effect} (a suggestion)"
    more = f" and {len(cuts) - _SHOWN_CUTS} more" if len(cuts) > _SHOWN_CUTS else ""
    shown = ", ".join(cuts[:_SHOWN_CUTS])
    return f"cut {shown}{more}: together they free all {size} of them (a suggestion)"
