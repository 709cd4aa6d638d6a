"""`paths`: by which include paths a skill gets a tool, against plain recursion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import Occurrence, occurrences
from random_catalogs import ANY_KEY, catalogs, layered_catalogs, with_spots

from cleveragents_skills import (
    CycleError,
    IncludePath,
    IncludeStep,
    Origin,
    Skill,
    SkillInclude,
    SkillResolver,
    SkillToolRef,
    UnknownSkillError,
    explain,
    paths,
)

Way = tuple[tuple[int, ...], str, tuple[str | int, ...]]
ENDLESS = 1_000_000


def way(path: IncludePath) -> Way:
    return tuple(step.index for step in path.steps), path.origin.skill, path.origin.path


def expected(each: Occurrence) -> Way:
    return each.includes, each.skill, each.path


def found_by_recursion(tool: str, root: Skill, skills: Mapping[str, Skill]) -> list[Occurrence]:
    return [each for each in occurrences(root, skills) if each.name == tool]


def skill(name: str, *included: str, tools: int = 0) -> Skill:
    """Give a skill that includes these, and declares the tool `t` so many times."""
    return Skill(name, includes=map(SkillInclude, included), tools=[SkillToolRef("t")] * tools)


def by_name(*skills: Skill) -> dict[str, Skill]:
    return {each.name: each for each in skills}


def ladder(rungs: int) -> dict[str, Skill]:
    """Give that many diamonds, one on top of the other; the tool is declared at the bottom."""
    found = [skill("l/s0", tools=1)]
    for index in range(1, rungs + 1):
        below = f"l/s{index - 1}"
        found += [skill(f"l/a{index}", below), skill(f"l/b{index}", below)]
        found.append(skill(f"l/s{index}", f"l/a{index}", f"l/b{index}"))
    return by_name(*found)


@settings(max_examples=300, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY)
def test_all_paths_are_those_of_the_recursion_the_shortest_first(
    skills: dict[str, Skill], tool: str
) -> None:
    root = skills[max(skills)]

    found = paths(root, tool, skills, every=True, limit=ENDLESS)

    met = found_by_recursion(tool, root, skills)
    met.sort(key=lambda each: (len(each.includes), each.includes, each.position))
    assert [way(each) for each in found] == [expected(each) for each in met]
    assert found.total == len(met)


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY)
def test_what_wins_is_the_entry_of_the_resolution_and_the_last_occurrence(
    skills: dict[str, Skill], tool: str
) -> None:
    root = skills[max(skills)]

    found = paths(root, tool, skills, every=True, limit=ENDLESS)

    explained = {
        each.entry.name: each
        for each in explain(SkillResolver().resolve_tools(root, skills), skills)
    }
    given_by = [(each.entry.origin, each.shadowed) for each in [explained.get(tool)] if each]
    assert [(found.winner, found.shadowed)] == (given_by or [(None, ())])
    met = found_by_recursion(tool, root, skills)
    assert Counter(way(each) for each in found if each.wins) == Counter(
        expected(each) for each in met if (each.skill, each.position) == met[-1][2:4]
    )


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY)
def test_each_declaration_has_one_path_which_is_the_shortest_to_it(
    skills: dict[str, Skill], tool: str
) -> None:
    root = skills[max(skills)]

    found = paths(root, tool, skills)

    met = found_by_recursion(tool, root, skills)
    shortest: dict[tuple[str, int], int] = {}
    for each in met:
        length, where = len(each.includes), (each.skill, each.position)
        shortest[where] = min(length, shortest.get(where, length))
    assert [len(each.steps) for each in found] == sorted(shortest.values())
    assert [way(each)[0] for each in found] == sorted(
        (way(each)[0] for each in found), key=lambda includes: (len(includes), includes)
    )
    assert Counter(each.origin.skill for each in found) == Counter(name for name, _ in shortest)
    assert {way(each) for each in found} <= set(map(expected, met))
    assert [each.wins for each in found].count(True) == bool(met)
    assert found.total == len(met)


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY, st.booleans(), st.integers(1, 9))
def test_a_limit_keeps_the_first_and_one_that_wins(
    skills: dict[str, Skill],
    tool: str,
    every: bool,  # noqa: FBT001 (drawn)
    limit: int,
) -> None:
    root = skills[max(skills)]

    found = paths(root, tool, skills, every=every, limit=limit)

    unlimited = paths(root, tool, skills, every=every, limit=ENDLESS)
    lengths = [len(each.steps) for each in unlimited]
    to_winner = [len(each.steps) for each in unlimited if each.wins][:1]
    expected_lengths = lengths[:limit]
    if to_winner > expected_lengths[-1:]:
        expected_lengths = expected_lengths[:-1] + to_winner
    assert [len(each.steps) for each in found] == expected_lengths
    assert Counter(map(way, found)) <= Counter(map(way, unlimited))
    assert any(each.wins for each in found) == bool(unlimited)
    assert (found.total, found.winner) == (unlimited.total, unlimited.winner)


@settings(max_examples=100, deadline=None)
@given(catalogs() | layered_catalogs(), ANY_KEY)
def test_each_step_goes_on_from_where_the_one_before_led(
    skills: dict[str, Skill], tool: str
) -> None:
    skills = with_spots(skills)
    root = skills[max(skills)]

    for path in paths(root, tool, skills, every=True, limit=ENDLESS):
        at = root
        for step in path.steps:
            assert step == IncludeStep.of(at, step.index)
            assert step.origin.location == at.locate("includes", step.index)
            at = skills[step.skill]
        assert path.origin.location == at.locate(*path.origin.path)


def test_two_includes_of_one_skill_in_a_list_are_two_paths() -> None:
    skills = by_name(skill("l/base", tools=1), skill("l/top", "l/base", "l/base"))

    found = paths(skills["l/top"], "t", skills, every=True)

    origin = Origin("l/base", None, ("tools", 0))
    assert list(found) == [
        IncludePath((IncludeStep.of(skills["l/top"], index),), origin, wins=True)
        for index in (0, 1)
    ]
    assert (found.total, len(paths(skills["l/top"], "t", skills))) == (2, 1)


def test_a_tool_that_a_skill_lists_twice_is_won_by_what_stands_last() -> None:
    skills = by_name(skill("l/top", tools=2))

    found = paths(skills["l/top"], "t", skills)

    assert [(each.origin.path, each.wins) for each in found] == [
        (("tools", 0), False),
        (("tools", 1), True),
    ]
    assert found.shadowed == (Origin("l/top", None, ("tools", 0)),)


def test_a_tool_that_the_skill_does_not_have_has_no_paths() -> None:
    skills = by_name(skill("l/base", tools=1), skill("l/top", "l/base"))

    found = paths(skills["l/top"], "u", skills, every=True)

    assert (list(found), found.total, found.winner, found.shadowed) == ([], 0, None, ())


def test_the_skill_need_not_be_in_the_lookup() -> None:
    top = skill("l/top", "l/base")

    found = paths(top, "t", by_name(skill("l/base", tools=1)))

    assert [way(each) for each in found] == [((0,), "l/base", ("tools", 0))]


def test_what_cannot_be_resolved_has_no_paths_either() -> None:
    round_trip = by_name(skill("l/a", "l/b", tools=1), skill("l/b", "l/a"))
    with pytest.raises(CycleError) as cycle:
        paths(round_trip["l/a"], "t", round_trip)
    with pytest.raises(UnknownSkillError) as unknown:
        paths(round_trip["l/a"], "t", {})
    assert (cycle.value.path, unknown.value.name) == (("l/a", "l/b", "l/a"), "l/b")


def test_a_limit_below_one_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at least 1, not 0"):
        paths(skill("l/top"), "t", {}, limit=0)


@pytest.mark.parametrize("every", [False, True])
def test_the_paths_of_a_ladder_are_counted_and_not_walked(
    every: bool,  # noqa: FBT001 (a parameter of a test)
) -> None:
    skills = ladder(60)

    found = paths(skills["l/s60"], "t", skills, every=every)

    assert (len(found), found.total) == (100 if every else 1, 2**60)
    assert {len(each.steps) for each in found} == {120}
    assert len(set(map(way, found))) == len(found)


def test_a_chain_of_100_000_skills_that_all_declare_the_tool_has_its_winner_at_hand() -> None:
    count = 100_000
    names = [f"l/s{index}" for index in range(count)]
    skills = by_name(*(skill(*names[index : index + 2], tools=1) for index in range(count)))

    found = paths(skills["l/s0"], "t", skills)

    assert [way(each)[1] for each in found] == names[:100]
    assert [each.wins for each in found] == [True] + [False] * 99
    assert (found.total, len(found.shadowed)) == (count, count - 1)


def test_the_far_end_of_a_chain_of_100_000_skills_is_found() -> None:
    count = 100_000
    names = [f"l/s{index}" for index in range(count)]
    skills = by_name(*(skill(*names[i : i + 2], tools=i + 1 == count) for i in range(count)))

    found = paths(skills["l/s0"], "t", skills, every=True)

    (path,) = found
    assert [step.skill for step in path.steps] == names[1:]
    assert (path.origin.skill, path.wins, found.total) == (names[-1], True, 1)
