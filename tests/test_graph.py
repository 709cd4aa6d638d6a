"""The walks and the marks of the include graph, against brute force on random graphs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cleveragents_skills import CycleError, Skill, SkillInclude, UnknownSkillError
from cleveragents_skills.cycles import chain_text, include_cycles
from cleveragents_skills.graph import (
    IncludeGraph,
    deepest_first,
    latest_first,
)

Graph = dict[str, list[str]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Up to eight nodes with any edges, loops and double edges among them."""
    nodes = [f"l/{letter}" for letter in "abcdefgh"[: draw(st.integers(1, 8))]]
    return {node: draw(st.lists(st.sampled_from(nodes), max_size=4)) for node in nodes}


def skills_of(graph: Mapping[str, Sequence[str]]) -> dict[str, Skill]:
    return {
        name: Skill(name, includes=map(SkillInclude, children)) for name, children in graph.items()
    }


def reached_by(graph: Mapping[str, Sequence[str]]) -> dict[str, set[str]]:
    """For each node all that some path of one edge or more leads to."""
    reached = {node: set(children) for node, children in graph.items()}
    for _ in graph:
        for node in graph:
            reached[node] |= {far for near in reached[node] for far in reached[near]}
    return reached


DIAMOND = {
    "l/top": ["l/left", "l/right"],
    "l/left": ["l/base"],
    "l/right": ["l/base"],
    "l/base": [],
}


def test_deepest_first_visits_a_skill_where_recursion_meets_it_first() -> None:
    skills = skills_of(DIAMOND)

    order = [skill.name for skill in deepest_first(skills["l/top"], skills)]

    assert order == ["l/base", "l/left", "l/right", "l/top"]


def test_latest_first_visits_a_skill_where_recursion_meets_it_last() -> None:
    skills = skills_of(DIAMOND)

    visits = latest_first(skills["l/top"], skills)

    told = [(v.skill.name, v.parent and v.parent.name, v.include, v.last) for v in visits]
    assert told == [
        ("l/top", None, -1, 3),
        ("l/right", "l/top", 1, 2),
        ("l/base", "l/right", 0, 2),
        ("l/left", "l/top", 0, 3),
    ]


def test_the_cycle_error_has_the_whole_path_from_the_skill_asked_for() -> None:
    skills = skills_of({"l/in": ["l/a"], "l/a": ["l/b"], "l/b": ["l/a"]})

    with pytest.raises(CycleError) as caught:
        deepest_first(skills["l/in"], skills)

    assert caught.value.path == ("l/in", "l/a", "l/b", "l/a")
    assert str(caught.value) == "Cycle detected in skill includes: l/in -> l/a -> l/b -> l/a"


def test_the_unknown_skill_error_says_who_includes_it_and_what_is_near() -> None:
    skills = skills_of({"l/a": ["l/bsae"], "l/base": []})

    with pytest.raises(UnknownSkillError) as caught:
        deepest_first(skills["l/a"], skills)

    error = caught.value
    assert (error.name, error.included_by, error.suggestions) == ("l/bsae", "l/a", ("l/base",))


def test_a_lookup_with_a_skill_under_another_name_is_a_mistake_of_the_caller() -> None:
    skills = {"l/a": Skill("l/a", includes=[SkillInclude("l/b")]), "l/b": Skill("l/other")}

    with pytest.raises(ValueError, match="holds skill `l/other` under the name `l/b`"):
        deepest_first(skills["l/a"], skills)


@given(graphs())
def test_components_are_the_groups_that_reach_each_other(graph: Graph) -> None:
    found = IncludeGraph(graph).order

    reached = reached_by(graph)
    expected = {
        frozenset({node, *(o for o in graph if o in reached[node] and node in reached[o])})
        for node in graph
    }
    assert {frozenset(component) for component in found} == expected
    assert len(found) == len(expected)
    places = {node: index for index, component in enumerate(found) for node in component}
    assert all(places[child] <= places[node] for node in graph for child in graph[node])


@given(graphs())
def test_marks_are_the_union_of_all_that_is_reached(graph: Graph) -> None:
    marks = {node: 1 << index for index, node in enumerate(graph)}

    found = IncludeGraph(graph).reached_marks(marks)

    reached = reached_by(graph)
    assert found == {node: sum(marks[each] for each in {node, *reached[node]}) for node in graph}


@given(graphs())
def test_every_group_of_a_cycle_is_found_once(graph: Graph) -> None:
    cycles = include_cycles(IncludeGraph.of(skills_of(graph)))

    reached = reached_by(graph)
    on_a_cycle = {node for node in graph if node in reached[node]}
    groups = {
        tuple(sorted(o for o in on_a_cycle if o in reached[node] and node in reached[o]))
        for node in on_a_cycle
    }
    assert [cycle.members for cycle in cycles] == sorted(groups)


@given(graphs())
def test_the_path_of_a_cycle_is_a_shortest_one_through_its_first_member(graph: Graph) -> None:
    for cycle in include_cycles(IncludeGraph.of(skills_of(graph))):
        assert cycle.path[0] == cycle.path[-1] == cycle.members[0]
        assert all(child in graph[node] for node, child in pairwise(cycle.path))

        frontier, length = {cycle.path[0]}, 0
        while cycle.path[0] not in frontier or length == 0:
            frontier = {child for node in frontier for child in graph[node]}
            length += 1
        assert len(cycle.path) - 1 == length


@given(graphs())
def test_the_suggested_cut_leaves_no_cycle_and_nothing_of_it_is_needless(graph: Graph) -> None:
    for cycle in include_cycles(IncludeGraph.of(skills_of(graph))):
        inner = {node: [c for c in graph[node] if c in cycle.members] for node in cycle.members}
        assert all(child in inner[node] for node, child in cycle.cut)

        def left(cut: set[tuple[str, str]], inner: Graph = inner) -> Graph:
            return {n: [c for c in children if (n, c) not in cut] for n, children in inner.items()}

        cut = set(cycle.cut)
        assert include_cycles(IncludeGraph.of(skills_of(left(cut)))) == []
        for edge in cut:
            assert include_cycles(IncludeGraph.of(skills_of(left(cut - {edge})))) != []


def test_a_long_chain_is_shortened_in_the_middle() -> None:
    path = [f"l/{index}" for index in range(30)]

    assert chain_text(path[:3]) == "l/0 -> l/1 -> l/2"
    assert chain_text(path) == " -> ".join([*path[:10], "(10 more)", *path[-10:]])


def test_a_cycle_of_a_hundred_thousand_skills_is_found_without_recursion() -> None:
    size = 100_000
    graph = {f"l/{index}": [f"l/{(index + 1) % size}"] for index in range(size)}

    (cycle,) = include_cycles(IncludeGraph.of(skills_of(graph)))

    assert (len(cycle.members), len(cycle.path)) == (size, size + 1)
    assert cycle.cut == (("l/99999", "l/0"),)
