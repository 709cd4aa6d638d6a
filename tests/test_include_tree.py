"""Trees of includes, and what is around a skill: against plain recursion on random graphs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_catalogs import catalogs

from cleveragents_skills import Skill, SkillInclude, SkillMcpSource, SkillResolver, dependents
from cleveragents_skills.include_edges import includers_of, includes_of, within
from cleveragents_skills.include_tree import Branch, branches_of, declared_leaves
from cleveragents_skills.report import Cell, Tree, TreeLine
from cleveragents_skills.reporters.branches import drawn_branches, tree_text

Graph = dict[str, tuple[str, ...]]


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Up to seven skills with any includes, loops and missing skills among them."""
    nodes = [f"l/{letter}" for letter in "abcdefg"[: draw(st.integers(1, 7))]]
    some = st.lists(st.sampled_from([*nodes, "l/gone"]), max_size=4, unique=True)
    return {node: tuple(draw(some)) for node in nodes}


def skills_of(graph: Mapping[str, Sequence[str]]) -> dict[str, Skill]:
    return {
        name: Skill(name, includes=map(SkillInclude, children)) for name, children in graph.items()
    }


def steps_to(
    name: str, graph: Mapping[str, Sequence[str]], path: tuple[str, ...] = ()
) -> dict[str, int]:
    """Give how far each name is, by following every path that visits nothing twice."""
    found = {name: len(path)}
    for each in graph.get(name, ()):
        if each not in (*path, name):
            for far, steps in steps_to(each, graph, (*path, name)).items():
                found[far] = min(steps, found.get(far, steps))
    return found


def lines_of(
    name: str, graph: Graph, path: tuple[str, ...], drawn: set[str]
) -> Iterator[tuple[int, str, str]]:
    """Give depth, name and mark of each line of a tree without a limit."""
    mark = ""
    if name in path:
        mark = "cycle"
    elif name not in graph:
        mark = "missing"
    elif name in drawn:
        mark = "above"
    yield len(path), name, mark
    if not mark:
        drawn.add(name)
        for each in graph[name]:
            yield from lines_of(each, graph, (*path, name), drawn)


def told(branches: Sequence[Branch]) -> list[tuple[int, str, str]]:
    return [(each.depth, each.name, each.mark) for each in branches]


@given(graphs())
def test_a_tree_has_the_lines_that_recursion_gives(graph: Graph) -> None:
    expected = list(lines_of("l/a", graph, (), set()))
    actual = told(branches_of("l/a", graph))
    assert expected == actual


@given(graphs(), st.integers(0, 4))
def test_a_line_hangs_on_the_skill_that_includes_it(graph: Graph, depth: int) -> None:
    for branches in (branches_of("l/a", graph), branches_of("l/a", graph, depth)):
        root, *others = branches
        assert (root.name, root.depth, root.parent) == ("l/a", 0, None)
        for index, each in enumerate(others, start=1):
            assert each.parent is not None
            assert each.parent < index
            parent = branches[each.parent]
            assert each.name in graph[parent.name]
            assert each.depth == parent.depth + 1


@given(graphs(), st.integers(0, 4))
def test_a_tree_of_some_depth_has_every_include_that_is_near_enough_once(
    graph: Graph, depth: int
) -> None:
    branches = branches_of("l/a", graph, depth)
    near = {name: steps for name, steps in steps_to("l/a", graph).items() if steps <= depth}
    expected = Counter(
        (name, each)
        for name, steps in near.items()
        if steps < depth
        for each in graph.get(name, ())
    )
    if all(each.mark != "deeper" for each in branches):  # then all of the tree is there
        expected = Counter((name, each) for name in near for each in graph.get(name, ()))
    actual = Counter((branches[e.parent].name, e.name) for e in branches if e.parent is not None)
    assert expected == actual
    assert {each.name for each in branches} == {*near}
    assert max(each.depth for each in branches) <= depth


@given(graphs(), st.integers(0, 4))
def test_a_skill_is_drawn_once_and_the_marks_say_where(graph: Graph, depth: int) -> None:
    branches = branches_of("l/a", graph, depth)
    drawn = {e.name: i for i, e in enumerate(branches) if e.mark in ("", "deeper")}
    times = Counter(each.name for each in branches if each.mark in ("", "deeper"))
    assert set(times.values()) == {1}
    for index, each in enumerate(branches):
        if each.mark == "above":
            assert drawn[each.name] < index
        elif each.mark == "below":
            assert drawn[each.name] > index
            assert branches[drawn[each.name]].depth < each.depth
        elif each.mark == "deeper":
            assert each.depth == depth
            assert graph[each.name]
        elif each.mark == "cycle":
            assert each.name in ancestors(index, branches)


def ancestors(index: int, branches: Sequence[Branch]) -> list[str]:
    found = []
    parent = branches[index].parent
    while parent is not None:
        found.append(branches[parent].name)
        parent = branches[parent].parent
    return found


@given(catalogs())
def test_the_leaves_of_a_tree_are_the_resolution_in_its_order(skills: dict[str, Skill]) -> None:
    name, skill = list(skills.items())[-1]
    lines = branches_of(name, includes_of(skills), None, lambda each: declared_leaves(skills[each]))
    expected = [entry.name for entry in SkillResolver().resolve_tools(skill, skills)]
    found = dict.fromkeys(each.name for each in lines if each.leaf)
    actual = [each for each in found if each[-2:] != "/*"]
    assert expected == actual


def test_a_server_without_a_tool_list_is_a_leaf_at_the_end() -> None:
    servers = [SkillMcpSource(name, "stdio", "run", tools=tools) for name, tools in SERVERS]
    skill = Skill("l/a", mcp_servers=servers)
    expected = [("mcp:open/*", "server", ("mcp_servers", 0))]
    actual = [(each.name, each.kind, each.path) for each in declared_leaves(skill)]
    assert expected == actual


SERVERS: list[tuple[str, tuple[()] | None]] = [("open", None), ("none", ())]


def test_a_ladder_of_diamonds_is_as_long_as_its_includes() -> None:
    ladder: Graph = {"l/t60": ()}
    for index in range(60):
        ladder[f"l/t{index}"] = (f"l/left{index}", f"l/right{index}")
        ladder[f"l/left{index}"] = ladder[f"l/right{index}"] = (f"l/t{index + 1}",)
    lines = branches_of("l/t0", ladder)
    assert len(lines) == 1 + sum(map(len, ladder.values()))
    # The last diamond has nothing below it that could be shown twice, but it is still marked.
    assert Counter(each.mark for each in lines) == {"": 181, "above": 60}


def test_a_long_chain_is_drawn_in_lines_that_are_not_long() -> None:
    chain = {f"l/s{index}": (f"l/s{index + 1}",) for index in range(20_000)}
    lines = branches_of("l/s0", chain)
    drawn = tree_text(tree_of(lines[1:]), unicode=True).splitlines()
    assert len(drawn) == 20_000
    assert max(map(len, drawn)) < 130
    assert drawn[31:33] == [" " * 93 + "└─ l/s32", "[32] └─ l/s33"]


def tree_of(branches: Sequence[Branch]) -> Tree:
    return Tree(tuple(TreeLine(each.depth, Cell(each.name), each.mark) for each in branches))


@given(graphs(), st.integers(24, 60))
def test_a_drawn_line_fits_its_width_and_says_how_deep_it_is(graph: Graph, width: int) -> None:
    chain = {f"m/{index}": (f"m/{index + 1}",) for index in range(8)}
    branches = branches_of("m/0", {**graph, **chain, "m/8": ("l/a",)})[1:]
    for each, branch in zip(
        drawn_branches(tree_of(branches), width, unicode=True), branches, strict=True
    ):
        line = f"{each.levels}{each.guides}{each.name.text}  {each.note}".rstrip()
        left_out = int(each.levels.strip("[] ") or 0)
        assert len(line) <= width
        assert left_out + len(each.guides) // 3 == branch.depth


@pytest.mark.parametrize("unicode", [True, False])
def test_guides_show_what_hangs_where(unicode: bool) -> None:  # noqa: FBT001 (a parameter of a test)
    depths = [("a", 1), ("b", 2), ("c", 3), ("d", 2), ("e", 1), ("f", 2)]
    tree = Tree(tuple(TreeLine(depth, Cell(name)) for name, depth in depths))
    plain = ["|- a", "|  |- b", "|  |  `- c", "|  `- d", "`- e", "   `- f"]
    drawn = [line.replace("|- ", "├─ ").replace("`- ", "└─ ").replace("|", "│") for line in plain]
    expected = drawn if unicode else plain
    actual = tree_text(tree, unicode=unicode).splitlines()
    assert expected == actual


@given(graphs(), st.none() | st.integers(0, 4))
def test_what_is_within_some_steps_is_what_recursion_finds_there(
    graph: Graph, steps: int | None
) -> None:
    everything = steps_to("l/a", graph)
    expected = {name: far for name, far in everything.items() if steps is None or far <= steps}
    actual = within(("l/a",), graph, steps)
    assert expected == actual
    assert list(actual.values()) == sorted(actual.values())


@given(graphs(), st.none() | st.integers(0, 3), st.sampled_from(["l/a", "l/gone"]))
def test_dependents_are_those_from_which_recursion_gets_there(
    graph: Graph, depth: int | None, name: str
) -> None:
    steps = {each: steps_to(each, graph).get(name) for each in graph if each != name}
    near = [
        (far, each)
        for each, far in steps.items()
        if far is not None and (depth is None or far <= depth)
    ]
    expected = tuple(each for _, each in sorted(near))
    actual = dependents(name, skills_of(graph), depth)
    assert expected == actual


def test_a_skill_in_a_cycle_is_not_its_own_dependent() -> None:
    skills = skills_of({"l/a": ["l/b"], "l/b": ["l/a"], "l/self": ["l/self"]})
    assert dependents("l/a", skills) == ("l/b",)
    assert dependents("l/self", skills) == ()


def test_what_includes_a_name_is_in_the_order_of_the_skills() -> None:
    graph = {"l/z": ["l/x", "l/gone", "l/x"], "l/x": [], "l/a": ["l/x"]}
    expected = {"l/z": (), "l/x": ("l/z", "l/a"), "l/a": (), "l/gone": ("l/z",)}
    actual = includers_of(skills_of(graph))
    assert expected == actual
