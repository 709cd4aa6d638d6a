"""`skills tree`: what a person reads, what a program reads, and what is told beside it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import run, terminal
from rich.cells import cell_len
from writing import write

PROJECT = Path(__file__).parent.parent
FILES = {
    "top.yaml": """
        name: local/top
        includes: [local/r, local/bad, local/gone, local/loop, local/s, local/r]
        ---
        name: local/r
        includes: [local/s]
        ---
        name: local/s
        tools: [read, 'a"b']
        ---
        name: local/loop
        includes: [local/pool]
        ---
        name: local/pool
        includes: [local/loop, local/self]
        ---
        name: local/self
        includes: [local/self]
    """,
    "alone.yaml": """
        name: local/alone
        mcp_servers: [{name: m, url: 'https://x.example/'}]
    """,
    "bad.yaml": "name: local/bad\ntool: [x]\n",
}
TOP = """\
local/top: includes 5 skills, 1 broken, 1 unknown  catalogs/top.yaml
├─ local/r
│  └─ local/s
├─ local/bad  broken
├─ local/gone  unknown
├─ local/loop
│  └─ local/pool
│     ├─ local/loop  @
│     └─ local/self
│        └─ local/self  @
└─ local/s  ^
^  shown above
@  closes a cycle
"""
BESIDE_TOP = """\
catalogs/bad.yaml:2:1: SK104 unknown field `tool` in the skill
catalogs/top.yaml:2:32: SK201 `local/top` includes the unknown skill `local/gone`
catalogs/top.yaml:2:65: SK310 `local/top` includes `local/r` twice
catalogs/top.yaml:11:12: SK203 Cycle detected in skill includes: local/loop -> local/pool -> local/loop
catalogs/top.yaml:17:12: SK203 Cycle detected in skill includes: local/self -> local/self
"""  # noqa: E501 (lines as they are printed)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("tree")
    write(root / "catalogs", FILES)
    return root


def test_what_cannot_be_resolved_is_drawn_and_told(folder: Path) -> None:
    done = run("tree", "top", cwd=folder)
    assert (done.code, done.out, done.err) == (1, TOP, BESIDE_TOP)


def test_quietly_only_the_tree_is_told(folder: Path) -> None:
    done = run("tree", "top", "-q", cwd=folder)
    assert (done.code, done.out, done.err) == (1, TOP, "")


def test_guides_are_ascii_on_a_stream_that_is_not_utf8(folder: Path) -> None:
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    done = run("tree", "top", "-q", cwd=folder, env=ascii_only)
    expected = TOP.replace("├─", "|-").replace("└─", "`-").replace("│", "|")
    assert expected == done.out


TREES = {
    ("r",): (
        0,
        """\
local/r: includes 1 skill  catalogs/top.yaml
└─ local/s
""",
    ),
    ("s",): (0, "local/s: includes no skill  catalogs/top.yaml\n"),
    ("s", "--tools"): (
        0,
        """\
local/s: includes no skill  catalogs/top.yaml
├─ read  tool
└─ a"b  tool
""",
    ),
    ("alone", "--tools"): (
        0,
        """\
local/alone: includes no skill  catalogs/alone.yaml
└─ mcp:m/*  server without a tool list
""",
    ),
    ("bad",): (1, "local/bad: cannot be used, so what it includes is not known\n"),
    ("bad", "--invert"): (
        1,
        """\
local/bad: 1 skill includes it
└─ local/top
""",
    ),
    ("top", "--invert"): (1, "local/top: no skill includes it  catalogs/top.yaml\n"),
    ("s", "--invert", "--depth", "1"): (
        1,
        """\
local/s: 2 skills include it  catalogs/top.yaml
├─ local/r  ...
└─ local/top
...  what hangs below is deeper than --depth 1: 0 skills are not shown
""",
    ),
    ("self", "--invert"): (
        1,
        """\
local/self: 3 skills include it  catalogs/top.yaml
├─ local/pool
│  └─ local/loop
│     ├─ local/pool  @
│     └─ local/top
└─ local/self  @
@  closes a cycle
""",
    ),
    ("top", "--depth", "2", "--tools"): (
        1,
        """\
local/top: includes 5 skills, 1 broken, 1 unknown  catalogs/top.yaml
├─ local/r
│  └─ local/s  v
├─ local/bad  broken
├─ local/gone  unknown
├─ local/loop
│  └─ local/pool  ...
└─ local/s
   ├─ read  tool
   └─ a"b  tool
v    shown below, nearer to the top
...  what hangs below is deeper than --depth 2: 1 skill is not shown
""",
    ),
    ("top", "--depth", "0"): (
        1,
        """\
local/top: includes 5 skills, 1 broken, 1 unknown  catalogs/top.yaml
...  what hangs below is deeper than --depth 0: 7 skills are not shown
""",
    ),
}


@pytest.mark.parametrize("arguments", TREES, ids=" ".join)
def test_a_tree_is_drawn(folder: Path, arguments: tuple[str, ...]) -> None:
    done = run("tree", *arguments, cwd=folder)
    expected = TREES[arguments]
    actual = (done.code, done.out)
    assert expected == actual


def test_what_a_tree_of_includers_cannot_know_is_told(folder: Path) -> None:
    done = run("tree", "self", "--invert", cwd=folder)
    first, _, *cycles = BESIDE_TOP.splitlines()
    expected = [first, *cycles[1:]]
    assert expected == done.err.splitlines()
    # Nothing of this tree is in a cycle, but the file that cannot be read may include anything.
    done = run("tree", "alone", "--invert", cwd=folder)
    assert (done.code, done.err.splitlines()) == (1, [first])


def test_a_skill_that_reaches_nothing_bad_has_a_whole_tree_beside_bad_ones(folder: Path) -> None:
    done = run("tree", "r", "--json", cwd=folder)
    assert (done.code, done.err, json.loads(done.out)["diagnostics"]) == (0, "", [])


def test_json_has_every_line_with_the_one_it_hangs_on(folder: Path) -> None:
    done = run("tree", "top", "--tools", "--json", cwd=folder)
    document = json.loads(done.out)
    found = [told(each) for each in document.pop("branches")]
    codes = [each["code"] for each in document.pop("diagnostics")]
    assert (done.code, done.err) == (1, "")
    assert codes == ["SK104", "SK201", "SK310", "SK203", "SK203"]
    assert document == {
        "schema_version": 1,
        "command": "tree",
        "skill": "local/top",
        "inverted": False,
        "depth": None,
        "not_shown": 0,
    }
    assert found == [
        ("local/top", "skill", 0, None, None, "top.yaml:1:7"),
        ("local/r", "skill", 1, 0, None, "top.yaml:2:12"),
        ("local/s", "skill", 2, 1, None, "top.yaml:5:12"),
        ("read", "tool", 3, 2, None, "top.yaml:8:9"),
        ('a"b', "tool", 3, 2, None, "top.yaml:8:15"),
        ("local/bad", "skill", 1, 0, "broken", "top.yaml:2:21"),
        ("local/gone", "skill", 1, 0, "unknown", "top.yaml:2:32"),
        ("local/loop", "skill", 1, 0, None, "top.yaml:2:44"),
        ("local/pool", "skill", 2, 7, None, "top.yaml:11:12"),
        ("local/loop", "skill", 3, 8, "closes_cycle", "top.yaml:14:12"),
        ("local/self", "skill", 3, 8, None, "top.yaml:14:24"),
        ("local/self", "skill", 4, 10, "closes_cycle", "top.yaml:17:12"),
        ("local/s", "skill", 1, 0, "shown_above", "top.yaml:2:56"),
    ]


def told(branch: dict[str, Any]) -> tuple[Any, ...]:
    place = branch["location"]
    spot = place and f"{place['file']}:{place['line']}:{place['column']}"
    return (*(branch[each] for each in ("name", "kind", "depth", "parent", "mark")), spot)


def test_in_an_inverted_tree_a_place_is_that_of_the_include(folder: Path) -> None:
    document = json.loads(run("tree", "s", "--invert", "--json", cwd=folder).out)
    expected = [
        ("local/s", "skill", 0, None, None, "top.yaml:7:7"),
        ("local/r", "skill", 1, 0, None, "top.yaml:5:12"),
        ("local/top", "skill", 2, 1, None, "top.yaml:2:12"),
        ("local/top", "skill", 1, 0, "shown_above", "top.yaml:2:56"),
    ]
    assert (document["inverted"], [*map(told, document["branches"])]) == (True, expected)


def test_a_broken_root_is_all_of_its_tree(folder: Path) -> None:
    document = json.loads(run("tree", "bad", "--json", cwd=folder).out)
    expected = [("local/bad", "skill", 0, None, "broken", None)]
    assert expected == [*map(told, document["branches"])]


def test_names_are_the_skills_there_are_each_once(folder: Path) -> None:
    done = run("tree", "top", "--tools", "--format", "names", cwd=folder)
    names = "local/top local/r local/s local/bad local/loop local/pool local/self"
    assert (done.code, done.out.split()) == (1, names.split())


def test_markdown_is_a_block_with_its_legend(folder: Path) -> None:
    done = run("tree", "top", "--format", "markdown", cwd=folder)
    head, *lines = TOP.splitlines()
    expected = "\n".join(
        (
            "### `local/top`: includes 5 skills, 1 broken, 1 unknown",
            "",
            "`catalogs/top.yaml`",
            "",
            "```",
            *lines[:-2],
            "```",
            "",
            "- ^ shown above",
            "- `@` closes a cycle",
            "",
        )
    )
    assert head.startswith("local/top")
    assert expected == done.out


def test_a_skill_that_is_not_there_is_an_error(folder: Path) -> None:
    for arguments in (("tree", "topp"), ("tree", "topp", "--invert"), ("tree", "gone", "--invert")):
        done = run(*arguments, cwd=folder)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith(f"error: no skill `local/{arguments[1]}` in catalogs\n")


@pytest.mark.parametrize("depth", ["-1", "x", "1.5"])
def test_a_depth_is_a_number_of_includes(folder: Path, depth: str) -> None:
    done = run("tree", "top", "--depth", depth, cwd=folder)
    assert (done.code, done.out, "--depth" in done.err) == (2, "", True)


DEMO = """\
local/a: includes 5 skills  catalogs/local/a.yaml
├─ local/history
│  └─ local/project
├─ local/changes
│  └─ local/project  ^
├─ local/deploy
└─ local/errors
^  shown above
"""
ABOVE_PROJECT = """\
local/project: 4 skills include it  catalogs/local/project.yaml
├─ local/changes
│  └─ local/a
└─ local/history
   ├─ local/a  ^
   └─ local/code-review
^  shown above
"""


@pytest.mark.parametrize(
    ("arguments", "expected"), [(("a",), DEMO), (("project", "--invert"), ABOVE_PROJECT)]
)
def test_a_tree_of_a_good_catalog_has_nothing_beside_it(
    arguments: tuple[str, ...], expected: str
) -> None:
    done = run("tree", *arguments, cwd=PROJECT)
    assert (0, expected, "") == (done.code, done.out, done.err)


FURTHER_IN = "[n] stands for n levels more"


def test_a_ladder_of_diamonds_answers(tmp_path: Path) -> None:
    rungs = []
    for index in range(60):
        rungs.append(f"name: local/t{index}\nincludes: [local/left{index}, local/right{index}]\n")
        rungs += [
            f"name: local/{side}{index}\nincludes: [local/t{index + 1}]\n"
            for side in ("left", "right")
        ]
    write(tmp_path / "catalogs", {"ladder.yaml": "---\n".join([*rungs, "name: local/t60\n"])})
    for arguments, lines in ((("t0",), 240), (("t60", "--invert"), 240), (("t0", "--tools"), 240)):
        done = run("tree", *arguments, cwd=tmp_path)
        assert done.code == 0
        assert len([line for line in done.out.splitlines() if "─ " in line]) == lines
        assert done.out.splitlines()[-2:] == [FURTHER_IN, "^  shown above"]


def test_a_chain_is_complete_in_every_format(tmp_path: Path) -> None:
    count = 3000
    chain = [f"name: local/s{i}\nincludes: [local/s{i + 1}]\n" for i in range(count)]
    write(tmp_path / "catalogs", {"chain.yaml": "---\n".join([*chain, f"name: local/s{count}\n"])})
    text = run("tree", "s0", cwd=tmp_path).out.splitlines()
    branches = json.loads(run("tree", "s0", "--json", cwd=tmp_path).out)["branches"]
    above = run("tree", f"s{count}", "--invert", "--format", "names", cwd=tmp_path).out.split()
    assert [line.split()[-1] for line in text[1:-1]] == [f"local/s{i + 1}" for i in range(count)]
    assert (text[0].split("  ")[0], text[-1]) == (
        f"local/s0: includes {count:,} skills",
        FURTHER_IN,
    )
    assert [each["parent"] for each in branches] == [None, *range(count)]
    assert above == [f"local/s{count - i}" for i in range(count + 1)]


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_on_a_terminal_no_line_is_wider_and_no_name_breaks(tmp_path: Path, columns: int) -> None:
    chain = [
        f"name: team/skill-number-{i}\nincludes: [team/skill-number-{i + 1}]\n" for i in range(90)
    ]
    write(tmp_path / "catalogs", {"a.yaml": "---\n".join([*chain, "name: team/skill-number-90\n"])})
    code, screen = terminal(
        tmp_path, "tree", "team/skill-number-0", "--color", "never", columns=columns
    )
    names = [line.split()[-1] for line in screen.splitlines() if "─ " in line]
    assert code == 0
    assert max(map(cell_len, screen.splitlines())) <= columns
    assert names == [f"team/skill-number-{i + 1}" for i in range(90)]
