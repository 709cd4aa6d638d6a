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
    seen_by = [{n for n in graph if reached[n] & set(variant)} for variant in variants]
    expected = [
        index
        for index in range(1, len(variants))
        if any(seen_by[index] & seen_by[earlier] for earlier in range(index))
    ]
    firsts = [variant[0] for variant in variants]
    assert [clash.second.skill.name for clash in found] == [firsts[index] for index in expected]
    for clash, index in zip(found, expected, strict=True):
        earlier = [i for i in range(index) if clash.meets_in in seen_by[i]]
        assert clash.meets_in in seen_by[index]
        assert clash.first.skill.name in [firsts[i] for i in earlier]


def test_one_statement_made_in_many_places_is_no_clash() -> None:
    skills = skills_of({"l/a": ["l/b"], "l/b": []})
    same: dict[Hashable, Sequence[Statement]] = {
        "same": [Statement(skills["l/a"], ()), Statement(skills["l/b"], ())]
    }

    assert list(clashes(skills, {"name": same})) == []
