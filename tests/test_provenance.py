"""`explain`: who placed each entry, who set it, and by which includes, against plain recursion."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hypothesis import given, settings
from oracle import occurrences
from random_catalogs import catalogs, layered_catalogs

from cleveragents_skills import (
    Explanation,
    IncludeStep,
    Origin,
    Skill,
    SkillInclude,
    SkillResolver,
    SkillToolRef,
    explain,
)


def explained(root: Skill, skills: Mapping[str, Skill]) -> Explanation:
    return explain(SkillResolver().resolve_tools(root, skills), skills)


def indices(path: Sequence[IncludeStep]) -> tuple[int, ...]:
    return tuple(step.index for step in path)


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs())
def test_what_placed_an_entry_is_its_first_occurrence_in_the_recursion(
    skills: dict[str, Skill],
) -> None:
    root = skills[max(skills)]

    found = explained(root, skills)

    first: dict[str, tuple[str, tuple[str | int, ...], tuple[int, ...]]] = {}
    for each in occurrences(root, skills):
        first.setdefault(each.name, (each.skill, each.path, each.includes))
    assert {
        each.entry.name: (
            each.placed.skill,
            each.placed.path,
            indices(found.path_to_place(each.placed.skill)),
        )
        for each in found
    } == first


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs())
def test_what_set_an_entry_is_its_last_occurrence_in_the_recursion(
    skills: dict[str, Skill],
) -> None:
    root = skills[max(skills)]

    found = explained(root, skills)

    last = {each.name: (each.skill, each.path, each.includes) for each in occurrences(root, skills)}
    assert {
        each.entry.name: (
            each.entry.source_skill,
            each.entry.origin and each.entry.origin.path,
            indices(found.path_to_entry(each.entry.source_skill)),
        )
        for each in found
    } == last


@settings(max_examples=100, deadline=None)
@given(catalogs() | layered_catalogs())
def test_each_step_of_a_path_goes_on_from_where_the_one_before_led(
    skills: dict[str, Skill],
) -> None:
    root = skills[max(skills)]

    found = explained(root, skills)

    for steps in (found.first, found.last):
        for name, step in steps.items():
            include = skills[step.origin.skill].includes[step.index]
            assert (name, name) == (step.skill, include.name)
            assert step.origin.path == ("includes", step.index)
    assert {n: step.origin.skill for n, step in found.last.items()} == found.resolution.parents


def test_a_diamond_is_entered_first_by_one_include_and_last_by_another() -> None:
    skills = {
        "l/base": Skill("l/base", tools=[SkillToolRef("search")]),
        "l/left": Skill("l/left", includes=[SkillInclude("l/base")]),
        "l/right": Skill(
            "l/right", tools=[SkillToolRef("plan")], includes=[SkillInclude("l/base")]
        ),
        "l/top": Skill(
            "l/top",
            tools=[SkillToolRef("search")],
            includes=[SkillInclude("l/left"), SkillInclude("l/right")],
        ),
    }

    found = explained(skills["l/top"], skills)

    search, plan = found
    base = Origin("l/base", None, ("tools", 0))
    assert (search.placed, search.entry.origin, search.shadowed, plan.placed) == (
        base,
        Origin("l/top", None, ("tools", 0)),
        (base,),
        Origin("l/right", None, ("tools", 0)),
    )
    assert [found.path_to_place("l/base"), found.path_to_entry("l/base")] == [
        (IncludeStep.of(skills["l/top"], 0), IncludeStep.of(skills["l/left"], 0)),
        (IncludeStep.of(skills["l/top"], 1), IncludeStep.of(skills["l/right"], 0)),
    ]
    assert found.path_to_place("l/top") == ()
    assert (len(found), found[1], found[:1]) == (2, plan, (search,))


def test_a_chain_of_100_000_skills_is_explained() -> None:
    count = 100_000
    skills = {
        f"l/s{index}": Skill(
            f"l/s{index}",
            includes=[SkillInclude(f"l/s{index + 1}")] * (index + 1 < count),
            tools=[SkillToolRef("same")],
        )
        for index in range(count)
    }

    (same,) = found = explained(skills["l/s0"], skills)

    assert (same.placed.skill, same.entry.source_skill) == (f"l/s{count - 1}", "l/s0")
    assert len(found.path_to_place(same.placed.skill)) == count - 1
