"""Skills as plain objects, about `size` of them, in the shapes that make a resolution costly."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

from cleveragents_skills import Skill, SkillInclude, SkillToolRef

Skills = dict[str, Skill]
Overrides = Mapping[str, Mapping[str, Any]]
ROOT = "local/s0"
"""The skill of every shape that reaches all the others."""


def chain(size: int) -> Skills:
    """Each skill includes the next: as deep as it gets."""
    return _named(_skill(at, [at + 1] if at + 1 < size else []) for at in range(size))


def ladder(size: int) -> Skills:
    """Diamonds one below the other: two paths through each, so 2**diamonds in all."""
    diamonds = size // 3
    made = [_skill(3 * diamonds, [])]
    for top in range(0, 3 * diamonds, 3):
        left, right, bottom = top + 1, top + 2, top + 3
        made += [_skill(top, [left, right]), _skill(left, [bottom]), _skill(right, [bottom])]
    return _named(made)


def fan_out(size: int) -> Skills:
    """One skill includes all the others: as wide as it gets."""
    return _named([_skill(0, range(1, size)), *(_skill(at, []) for at in range(1, size))])


def overlap(size: int) -> Skills:
    """One skill includes all the others, and all of them have the same tool."""
    return _named(
        [_skill(0, range(1, size), "shared"), *(_skill(at, [], "shared") for at in range(1, size))]
    )


def overridden_chain(size: int) -> Skills:
    """A chain in which every include lays an override over the deepest tool."""
    deepest = f"tool_{size - 1}"
    return _named(
        _skill(at, [at + 1] if at + 1 < size else [], overrides={deepest: {f"said_by_{at}": at}})
        for at in range(size)
    )


def overridden_fan(size: int) -> Skills:
    """One skill includes all the others, and lays an override over the tool of each."""
    root = Skill(
        ROOT,
        includes=[
            SkillInclude(_name(at), overrides={f"tool_{at}": {"limit": at}})
            for at in range(1, size)
        ],
    )
    return _named([root, *(_skill(at, []) for at in range(1, size))])


SHAPES: Mapping[str, Callable[[int], Skills]] = {
    "chain": chain,
    "ladder": ladder,
    "fan-out": fan_out,
    "overlap": overlap,
    "overridden chain": overridden_chain,
    "overridden fan-out": overridden_fan,
}


def ring(size: int) -> Skills:
    """A chain whose last skill includes the first: a cycle, for checking only."""
    return _named(_skill(at, [(at + 1) % size]) for at in range(size))


def write_files(skills: Skills, folder: Path) -> None:
    """Write each skill to a YAML file of its own."""
    for at, skill in enumerate(skills.values()):
        lines = [f"name: {skill.name}", "includes:"]
        for include in skill.includes:
            lines.append(f"  - name: {include.name}")
            lines += ["    overrides:"] if include.overrides else []
            lines += [f"      {tool}: {dict(said)}" for tool, said in include.overrides.items()]
        lines += ["tools:", *(f"  - {reference.name}" for reference in skill.tools)]
        (folder / f"{at}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _name(at: int) -> str:
    return f"local/s{at}"


def _skill(
    at: int, includes: Iterable[int], tool: str | None = None, overrides: Overrides | None = None
) -> Skill:
    return Skill(
        _name(at),
        includes=[SkillInclude(_name(each), overrides=overrides or {}) for each in includes],
        tools=[SkillToolRef(tool or f"tool_{at}")],
    )


def _named(made: Iterable[Skill]) -> Skills:
    return {skill.name: skill for skill in made}
