"""`skills graph`: the include graph in every format, and its parts that selectors choose."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest
from command import run, terminal
from hypothesis import given
from hypothesis import strategies as st
from writing import write

from cleveragents_skills.report import Edge, Graph, Node, Output, Report
from cleveragents_skills.reporters import render

PROJECT = Path(__file__).parent.parent
FILES = {
    "top.yaml": """
        name: local/top
        description: |
          Odd "text" \\ with <b> & `x` ]
          on two lines
        includes: [local/r, local/bad, local/gone, local/loop, local/r]
        ---
        name: local/r
        ---
        name: local/loop
        includes: [local/pool]
        ---
        name: local/pool
        includes: [local/loop, local/self]
        ---
        name: local/self
        includes: [local/self]
        ---
        name: local/alone
    """,
    "bad.yaml": "name: local/bad\ntool: [x]\n",
    "worse.yaml": "name: local/worse\ntool: [x]\n",
}
BESIDE = """\
catalogs/bad.yaml:2:1: SK104 unknown field `tool` in the skill
catalogs/worse.yaml:2:1: SK104 unknown field `tool` in the skill
"""
TEXT = """\
skill        includes
local/loop   local/pool  in a cycle
local/pool   local/loop  in a cycle
local/pool   local/self
local/self   local/self  in a cycle
local/top    local/r
local/top    local/bad   broken
local/top    local/gone  unknown
local/top    local/loop
local/alone  nothing
local/worse  not known   broken
6 skills, 2 broken, 1 unknown, 8 includes
"""
DOT = """\
digraph skills {
  rankdir=LR;
  node [shape=box];
  "local/alone";
  "local/bad" [label="local/bad\\n(broken)", style="dashed"];
  "local/gone" [label="local/gone\\n(unknown)", style="dotted"];
  "local/loop";
  "local/pool";
  "local/r";
  "local/self";
  "local/top" [tooltip="Odd \\"text\\" \\\\ with <b> &amp; `x` ]"];
  "local/worse" [label="local/worse\\n(broken)", style="dashed"];
  "local/loop" -> "local/pool" [label="cycle", color="red", fontcolor="red", style="bold"];
  "local/pool" -> "local/loop" [label="cycle", color="red", fontcolor="red", style="bold"];
  "local/pool" -> "local/self";
  "local/self" -> "local/self" [label="cycle", color="red", fontcolor="red", style="bold"];
  "local/top" -> "local/r";
  "local/top" -> "local/bad";
  "local/top" -> "local/gone";
  "local/top" -> "local/loop";
}
"""
MERMAID = """\
flowchart LR
  n0["local/alone"]
  n1["local/bad (broken)"]
  n2(["local/gone (unknown)"])
  n3["local/loop"]
  n4["local/pool"]
  n5["local/r"]
  n6["local/self"]
  n7["local/top"]
  n8["local/worse (broken)"]
  n3 ==>|"cycle"| n4
  n4 ==>|"cycle"| n3
  n4 --> n6
  n6 ==>|"cycle"| n6
  n7 --> n5
  n7 --> n1
  n7 --> n2
  n7 --> n3
  classDef broken stroke-dasharray: 8 4
  class n1,n8 broken
  classDef unknown stroke-dasharray: 2 4
  class n2 unknown
  linkStyle 0,1,3 stroke:#c00,stroke-width:3px
"""
NAMES = """\
local/alone
local/bad
local/loop
local/pool
local/r
local/self
local/top
local/worse
"""
COUNTS = "6 skills, 2 broken, 1 unknown, 8 includes\n"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("graph")
    write(root / "catalogs", FILES)
    return root


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("text", TEXT),
        ("dot", DOT),
        ("mermaid", MERMAID),
        ("names", NAMES),
        ("markdown", f"```mermaid\n{MERMAID}```\n\n{COUNTS}"),
    ],
)
def test_a_graph_shows_what_is_in_a_cycle_and_what_cannot_be_used(
    folder: Path, name: str, expected: str
) -> None:
    done = run("graph", "--format", name, cwd=folder)
    assert (done.code, done.out, done.err) == (1, expected, BESIDE)


def test_json_has_nodes_and_edges_apart(folder: Path) -> None:
    done = run("graph", "pool+", "--json", cwd=folder)
    document = json.loads(done.out)
    assert [each["code"] for each in document.pop("diagnostics")] == ["SK104", "SK104"]
    description = 'Odd "text" \\ with <b> & `x` ]\non two lines\n'
    assert (done.code, done.err) == (1, "")
    assert document == {
        "schema_version": 1,
        "command": "graph",
        "nodes": [
            node("local/gone", "unknown"),
            node("local/loop", "usable", line=9),
            node("local/pool", "usable", line=12),
            node("local/top", "usable", description, line=1),
        ],
        "edges": [
            edge("local/loop", "local/pool", (10, 12), in_cycle=True),
            edge("local/pool", "local/loop", (13, 12), in_cycle=True),
            edge("local/top", "local/gone", (5, 32), in_cycle=False),
            edge("local/top", "local/loop", (5, 44), in_cycle=False),
        ],
    }


def place(line: int, column: int) -> dict[str, object]:
    return {"catalog": "catalogs", "file": "top.yaml", "line": line, "column": column}


def node(name: str, state: str, description: str | None = None, line: int = 0) -> dict[str, object]:
    location = place(line, 1) if line else None
    return {"name": name, "state": state, "description": description, "location": location}


def edge(start: str, end: str, spot: tuple[int, int], *, in_cycle: bool) -> dict[str, object]:
    return {"from": start, "to": end, "in_cycle": in_cycle, "location": place(*spot)}


CHOSEN = {
    ("bad",): "skill      includes\nlocal/bad  not known  broken\n0 skills, 1 broken, 0 includes\n",
    ("r", "alone"): """\
skill        includes
local/alone  nothing
local/r      nothing
2 skills, 0 includes
""",
    ("1+pool",): """\
skill       includes
local/loop  local/pool  in a cycle
local/pool  local/loop  in a cycle
local/pool  local/self
local/self  local/self  in a cycle
3 skills, 4 includes
""",
    ("top",): """\
skill      includes
local/top  local/gone  unknown
1 skill, 1 unknown, 1 include
""",
    ("bad+", "loop"): """\
skill      includes
local/top  local/bad   broken
local/top  local/gone  unknown
local/top  local/loop
2 skills, 1 broken, 1 unknown, 3 includes
""",
}


@pytest.mark.parametrize("selectors", CHOSEN, ids=" ".join)
def test_selectors_choose_the_skills_and_the_includes_among_them(
    folder: Path, selectors: tuple[str, ...]
) -> None:
    done = run("graph", *selectors, cwd=folder)
    assert (done.code, done.out, done.err) == (1, CHOSEN[selectors], BESIDE)


def test_the_graph_of_a_good_catalog_has_nothing_beside_it() -> None:
    done = run("graph", "+planning", "project+1", cwd=PROJECT)
    expected = """\
skill           includes
local/changes   local/project
local/history   local/project
local/planning  local/issues
local/planning  local/memory
6 skills, 4 includes
"""
    assert (done.code, done.out, done.err) == (0, expected, "")


def test_without_a_skill_there_is_no_graph(tmp_path: Path) -> None:
    (tmp_path / "catalogs").mkdir()
    done = run("graph", "--format", "dot", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "`--allow-empty`" in done.err
    done = run("graph", "--format", "dot", "--allow-empty", cwd=tmp_path)
    expected = "digraph skills {\n  rankdir=LR;\n  node [shape=box];\n}\n"
    assert (done.code, done.out, done.err) == (0, expected, "")


def test_another_command_has_no_pictures(folder: Path) -> None:
    done = run("list", "--format", "dot", cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: `list` has no format `dot`")


def test_colour_does_not_carry_meaning_alone(folder: Path) -> None:
    plain = run("graph", cwd=folder).out
    drawn = run("graph", "--color", "always", cwd=folder).out
    assert drawn != plain
    assert re.sub(r"\x1b\[[0-9;]*m", "", drawn) == plain


def test_on_a_narrow_terminal_no_name_breaks(tmp_path: Path) -> None:
    long = "team/a-skill-with-a-name-of-some-length"
    write(tmp_path / "catalogs", {"a.yaml": f"name: {long}-1\nincludes: [{long}-2]\n"})
    code, screen = terminal(tmp_path, "graph", "--color", "never", columns=80)
    assert code == 0
    assert {f"{long}-1", f"{long}-2", "unknown"} <= {*screen.split()}


def rendered(graph: Graph, name: str) -> str:
    out = io.StringIO()
    render(Report("graph", document=dict, blocks=lambda: (graph,)), name, Output(out))
    return out.getvalue()


ODD = st.text(st.sampled_from("ab/\"'\\`#;&<>[](){}|\n\r\t \x1bé一%=-") | st.characters())
STRING = r'"(?:[^"\\]|\\.)*"'


@given(ODD, ODD)
def test_whatever_a_name_is_a_graph_stays_a_graph(name: str, about: str) -> None:
    other = f"{name}2"
    graph = Graph(
        (Node(name, "", about), Node(other, "unknown", about)),
        (Edge(name, other), Edge(other, other, in_cycle=True)),
    )
    _, _, _, *statements, end, rest = rendered(graph, "dot").split("\n")
    assert (end, rest) == ("}", "")
    attribute = rf"[a-z]+={STRING}"
    statement = rf"  {STRING}(?: -> {STRING})?(?: \[{attribute}(?:, {attribute})*\])?;"
    assert [re.fullmatch(statement, each) for each in statements].count(None) == 0
    assert len(statements) == 4
    chart = rendered(graph, "mermaid").split("\n")
    label = r'"(?:[\w/ .-]|#[0-9]+;)*'
    assert re.fullmatch(rf'  n0\[{label}"\]', chart[1])
    assert re.fullmatch(rf'  n1\(\[{label} \(unknown\)"\]\)', chart[2])
    assert chart[3:5] == ["  n0 --> n1", '  n1 ==>|"cycle"| n1']


def test_odd_names_are_shown_as_they_are() -> None:
    name = 'a"b\\n<i>&lt;`'
    graph = Graph((Node(name),), ())
    dot = r'  "a\"b\\n<i>&lt;`" [label="a\"b\\n<i>&amp;lt;`"];'
    chart = '  n0["a#34;b#92;n#60;i#62;#38;lt#59;#96;"]'
    assert rendered(graph, "dot").split("\n")[3] == dot
    assert rendered(graph, "mermaid").split("\n")[1] == chart
