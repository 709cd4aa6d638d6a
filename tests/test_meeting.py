"""Where different statements meet, against brute force over what each skill reaches."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from hypothesis import given
from hypothesis import strategies as st
from test_graph import Graph, graphs, reached_by, skills_of

from cleveragents_skills.meeting import Statement, clashes


@given(graphs(), st.data())
def test_a_statement_clashes_where_some_skill_reaches_an_earlier_one_too(
    graph: Graph, data: st.DataObject
) -> None:
    skills = skills_of(graph)
    nodes = st.lists(st.sampled_from(sorted(graph)), min_size=1, max_size=3, unique=True)
    variants = data.draw(st.lists(nodes, min_size=2, max_size=3))
    said: dict[Hashable, Sequence[Statement]] = {
        index: [Statement(skills[node], ()) for node in variant]
        for index, variant in enumerate(variants)
    }

    found = list(clashes(skills, {"name": said}))

    reached = {node: {node, *far} for node, far in reached_by(graph).items()}
    expected = []
    for index, variant in enumerate(variants):
        for earlier in variants[:index]:
            meeting = {n for n in graph if reached[n] & set(variant) and reached[n] & set(earlier)}
            if meeting:
                expected += [node for node in variant if any(node in reached[n] for n in meeting)]
                break
    assert [clash.second.skill.name for clash in found] == expected
    for clash in found:
        assert {clash.first.skill.name, clash.second.skill.name} <= reached[clash.meets_in]


def test_one_statement_made_in_many_places_is_no_clash() -> None:
    skills = skills_of({"l/a": ["l/b"], "l/b": []})
    same: dict[Hashable, Sequence[Statement]] = {
        "same": [Statement(skills["l/a"], ()), Statement(skills["l/b"], ())]
    }

    assert list(clashes(skills, {"name": same})) == []


def test_each_place_where_a_later_statement_meets_is_told() -> None:
    graph = {"l/a": [], "l/b": ["l/a"], "l/d": [], "l/e": ["l/d"], "l/apart": []}
    skills = skills_of(graph)
    said: dict[Hashable, Sequence[Statement]] = {
        "one": [Statement(skills["l/a"], ()), Statement(skills["l/d"], ())],
        "two": [Statement(skills[name], ()) for name in ("l/b", "l/e", "l/apart")],
    }

    found = list(clashes(skills, {"name": said}))

    told = [(c.first.skill.name, c.second.skill.name, c.meets_in) for c in found]
    assert told == [("l/a", "l/b", "l/b"), ("l/d", "l/e", "l/e")]
