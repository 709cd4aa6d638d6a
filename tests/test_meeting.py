"""Where different statements meet, against brute force over what each skill reaches."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hypothesis import given
from hypothesis import strategies as st
from test_graph import Graph, graphs, reached_by, skills_of

from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.meeting import MOST_PLACES, Statement, clashes


@given(graphs(), st.data())
def test_a_clash_is_told_for_every_skill_in_which_different_statements_meet(
    graph: Graph, data: st.DataObject
) -> None:
    skills = skills_of(graph)
    nodes = st.lists(st.sampled_from(sorted(graph)), min_size=1, max_size=3, unique=True)
    variants = data.draw(st.lists(nodes, min_size=2, max_size=3))
    said: dict[Hashable, Sequence[Statement]] = {
        index: [Statement(skills[node], (index,)) for node in variant]
        for index, variant in enumerate(variants)
    }

    found = list(clashes(IncludeGraph.of(skills), {"name": said}))

    reached = {node: {node, *far} for node, far in reached_by(graph).items()}
    for clash in found:
        first, second = clash.first.path[0], clash.second.path[0]
        assert int(first) < int(second)
        assert {clash.first.skill.name, clash.second.skill.name} <= reached[clash.meets_in]
    told = {(int(c.second.path[0]), c.second.skill.name) for c in found}
    assert len(told) == len(found)
    for index in range(1, len(variants)):
        earlier = {node for variant in variants[:index] for node in variant}
        meeting = {n for n in graph if reached[n] & set(variants[index]) and reached[n] & earlier}
        places = {clash.meets_in for clash in found if clash.second.path[0] == index}
        assert places <= meeting
        # Wherever they meet, some clash is told that is below.
        assert all(any(name in reached[n] for i, name in told if i == index) for n in meeting)


def test_one_statement_made_in_many_places_is_no_clash() -> None:
    skills = skills_of({"l/a": ["l/b"], "l/b": []})
    same: dict[Hashable, Sequence[Statement]] = {
        "same": [Statement(skills["l/a"], ()), Statement(skills["l/b"], ())]
    }

    assert list(clashes(IncludeGraph.of(skills), {"name": same})) == []


def test_each_place_where_a_later_statement_meets_is_told() -> None:
    graph = {"l/a": [], "l/b": ["l/a"], "l/d": [], "l/e": ["l/d"], "l/apart": []}
    skills = skills_of(graph)
    said: dict[Hashable, Sequence[Statement]] = {
        "one": [Statement(skills["l/a"], ()), Statement(skills["l/d"], ())],
        "two": [Statement(skills[name], ()) for name in ("l/b", "l/e", "l/apart")],
    }

    found = list(clashes(IncludeGraph.of(skills), {"name": said}))

    told = [(c.first.skill.name, c.second.skill.name, c.meets_in) for c in found]
    assert told == [("l/a", "l/b", "l/b"), ("l/d", "l/e", "l/e")]


def test_one_clash_is_told_once_however_many_skills_it_reaches() -> None:
    tops = {f"l/top{index}": ["l/a", "l/b"] for index in range(50)}
    skills = skills_of({**tops, "l/a": [], "l/b": []})
    said: dict[Hashable, Sequence[Statement]] = {
        name: [Statement(skills[name], ())] for name in ("l/a", "l/b")
    }

    (clash,) = clashes(IncludeGraph.of(skills), {"name": said})

    assert (clash.first.skill.name, clash.second.skill.name) == ("l/a", "l/b")
    assert clash.meets_in == "l/top0"


def test_of_one_dispute_only_the_first_places_are_told() -> None:
    size = MOST_PLACES + 5
    tops = {f"l/top{index:02}": ["l/base"] for index in range(size)}
    skills = skills_of({**tops, "l/base": []})
    said: dict[Hashable, Sequence[Statement]] = {
        "one": [Statement(skills["l/base"], ())],
        "two": [Statement(skills[name], ()) for name in tops],
    }

    found = list(clashes(IncludeGraph.of(skills), {"name": said}))

    assert [clash.second.skill.name for clash in found] == sorted(tops)[:MOST_PLACES]
