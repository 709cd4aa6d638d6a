"""`skills check --fix` and `--diff`: which bytes change, and that nothing else does."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from command import Completed, run, run_program, terminal
from hypothesis import example, given, settings
from hypothesis import strategies as st
from oracle import expected_entries
from writing import write

from cleveragents_skills import Catalog, load_catalog
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.editing import Mended, NotStored, mend, store
from cleveragents_skills.loading.reader import read_catalog
from cleveragents_skills.policy import Policy

CODES = ("SK310", "SK311", "SK312", "SK314")
SELECT = f"--select={','.join(CODES)}"


def fixed(folder: Path, text: str | bytes, *options: str) -> tuple[bytes, Completed]:
    """Give the bytes of a file after `--fix`, and how that ended."""
    write(folder, {"c/app.yaml": text if isinstance(text, bytes) else text.encode()})
    done = run("check", "c", "--fix", *options, cwd=folder)
    return (folder / "c/app.yaml").read_bytes(), done


def mend_files(folder: Path) -> Mended:
    """Mend the files of a catalog as `--fix` does, and give what became of the findings."""
    reading = read_catalog(folder, config=False)
    mended = mend(reading, Policy(select=("SK", "SK314")), lambda catalog: catalog.diagnostics)
    for key in mended.findings:
        before, now = reading.contents[key].file, mended.reading.contents[key].file
        assert before is not None
        assert now is not None
        store(before, now)
    return mended


def after(folder: Path, text: str | bytes) -> bytes:
    """Give the bytes of a file after mending, which changes nothing when it is done again."""
    file = write(folder, {"app.yaml": text if isinstance(text, bytes) else text.encode()})
    mend_files(folder)
    content = (folder / "app.yaml").read_bytes()
    assert mend_files(file).findings == {}
    assert (folder / "app.yaml").read_bytes() == content
    return content


ODD = (
    b"\xef\xbb\xbf# What the team works with.\r\n"
    b"name:   'local/base'   # odd  spacing\r\n"
    b"tools: [ alpha,   \"beta\" ,'alpha'  , gamma ]   # kept: a, b\r\n"
    b"\r\n"
    b"---\r\n"
    b"name: local/app\r\n"
    b"includes:\r\n"
    b"-   local/base    # first\r\n"
    b"  # About the second.\r\n"
    b'-   name: "local/base"   # goes\r\n'
    b"    description: >-\r\n"
    b"      Folded   text.\r\n"
    b"\r\n"
    b"# The end.\r\n"
    b'"toolRefs" :   [ delta ]'
)
MENDED_ODD = (
    b"\xef\xbb\xbf# What the team works with.\r\n"
    b"name:   'local/base'   # odd  spacing\r\n"
    b'tools: [ alpha,   "beta" ,gamma ]   # kept: a, b\r\n'
    b"\r\n"
    b"---\r\n"
    b"name: local/app\r\n"
    b"includes:\r\n"
    b"-   local/base    # first\r\n"
    b"  # About the second.\r\n"
    b"\r\n"
    b"# The end.\r\n"
    b'"tools" :   [ delta ]'
)


def test_an_odd_file_changes_in_the_bytes_that_it_must(tmp_path: Path) -> None:
    content, done = fixed(tmp_path, ODD, SELECT)

    assert content == MENDED_ODD
    assert (done.code, done.out) == (0, "no findings in 2 skills (1 file)\n")
    assert done.err.splitlines() == [
        "mended: c/app.yaml:3:27: SK312 `local/base` lists `alpha` twice",
        "mended: c/app.yaml:10:11: SK310 `local/app` includes `local/base` twice",
        "mended: c/app.yaml:15:1: SK314 `toolRefs` is another spelling of `tools`",
        "3 findings mended in 1 file",
    ]
    assert after(tmp_path, content) == content


BLOCK = {
    "one line": (
        "tools:\n  - a\n  - b\n  - a\n",
        "tools:\n  - a\n  - b\n",
    ),
    "no indent": (
        "tools:\n- a\n- a\n- b\n",
        "tools:\n- a\n- b\n",
    ),
    "first and last of three": (
        "tools:\n  - a\n  - a\n  - a\n",
        "tools:\n  - a\n",
    ),
    "a comment behind it": (
        "tools:\n  - a # one\n  - a # two\n  # three\n  - b\n",
        "tools:\n  - a # one\n  # three\n  - b\n",
    ),
    "a comment before it": (
        "tools:\n  - a\n\n  # of b\n  - a\n  - b\n",
        "tools:\n  - a\n\n  # of b\n  - b\n",
    ),
    "no line break at the end": (
        "tools:\n  - a\n  - b\n  - a",
        "tools:\n  - a\n  - b",
    ),
    "no line break at the end, several go": (
        "tools:\r\n  - a\r\n  - a\r\n  - a",
        "tools:\r\n  - a",
    ),
    "a mapping over several lines": (
        "tools:\n  - {name: a, x: 1}\n  - name: a\n\n    # inside\n    x: 1   # last\n\n  - b\n",
        "tools:\n  - {name: a, x: 1}\n\n  - b\n",
    ),
    "a mapping without a last value": (
        "tools:\n  - a\n  - name: a\n    override:\n  - b\n",
        "tools:\n  - a\n  - b\n",
    ),
    "a text of several lines": (
        "tools:\n  - a: |\n      x\n    name: a\n  - name: a\n    a: |\n      x\n\n  # b\n  - b\n",
        "tools:\n  - a: |\n      x\n    name: a\n\n  # b\n  - b\n",
    ),
    "a dash on a line of its own": (
        "tools:\n  - a\n  - # this\n\n    # and this\n    name: a\n  - b\n",
        "tools:\n  - a\n  - b\n",
    ),
    "quotes, a tag and an anchor that is not used": (
        "tools:\n  - a\n  - &x !!str 'a'\n  - b\n",
        "tools:\n  - a\n  - b\n",
    ),
    "astral characters": (
        "tools: # 😀😀\n  - '😀'\n  - \"\\U0001F600\" # 😀\n  - '𝄞' # é\n",
        "tools: # 😀😀\n  - '😀'\n  - '𝄞' # é\n",
    ),
    "carriage returns alone": (
        "tools:\r  - a\r  - a\r  - b\r",
        "tools:\r  - a\r  - b\r",
    ),
    "YAML that only one of two parsers reads": (
        "mcp_servers: [{name: s, url: https://s.example/mcp, tools: [x,\n  y, x]}]\n",
        "mcp_servers: [{name: s, url: https://s.example/mcp, tools: [x,\n  y]}]\n",
    ),
    "characters that once were line breaks": (
        "tools: # \x85\n  - {name: a, x: '\u2028'}\n  - {name: a, x: '\u2028'} # \u2029\n  - b\n",
        "tools: # \x85\n  - {name: a, x: '\u2028'}\n  - b\n",
    ),
    "a document of its own": (
        "---\nname: local/one\ntools: [a]\n...\n---\n# x\n--- {name: local/two, tools: [a, a]}\n",
        "---\nname: local/one\ntools: [a]\n...\n---\n# x\n--- {name: local/two, tools: [a]}\n",
    ),
    "within a mapping in brackets": (
        "mcp_servers:\n  - {name: s, command: r, tools: [x,\n    y, x]}\n",
        "mcp_servers:\n  - {name: s, command: r, tools: [x,\n    y]}\n",
    ),
}
BRACKETS = {
    "last": ("[a, b, a]", "[a, b]"),
    "in between": ("[a, a, b]", "[a, b]"),
    "all the same": ("[a,a , a,  a]", "[a]"),
    "comma behind the last": ("[ a, b, a, ]", "[ a, b, ]"),
    "mappings": ("[{name: a, x: [1, 2]}, {x: [1, 2], name: a}, b]", "[{name: a, x: [1, 2]}, b]"),
    "a pair without braces": ("[a, name: a, b]", "[a, b]"),
    "astral characters": ("['😀', \"x\", '😀', \"é😀\"]", '[\'😀\', "x", "é😀"]'),
    "a line each": (
        "[\n  a,   # one\n  # of b\n  b,\n  # alone\n  a,   # two\n  c\n]",
        "[\n  a,   # one\n  # of b\n  b,\n  # alone\n  c\n]",
    ),
    "a line each, the last": (
        "[\n  a,   # one, two\n  b,   # three, four\n\n  # alone, too\n  a   # five\n]",
        "[\n  a,   # one, two\n  b   # three, four\n\n  # alone, too\n]",
    ),
    "a line each, the last with a comma": ("[\n  a,\n  b,\n  a,\n]", "[\n  a,\n  b,\n]"),
    "some on a line": ("[a, b,\n  a, c]", "[a, b,\n  c]"),
    "at the end of a line": ("[a, b, a,\n  c]", "[a, b,\n  c]"),
    "before the bracket": ("[a,\n  b,\n  a]", "[a,\n  b]"),
    "commas first": ("[ a\n  , b # b\n  , a\n  , c\n  ]", "[ a\n  , b # b\n  , c\n  ]"),
    "a comment in the way": ("[a, # one\n  a]", None),
}


@pytest.mark.parametrize("name", BLOCK)
def test_an_item_with_a_dash_goes_with_its_lines(name: str, tmp_path: Path) -> None:
    before, expected = BLOCK[name]
    start = "name: local/app" + ("\r\n" if "\r\n" in before else "\r" if "\r" in before else "\n")

    assert after(tmp_path, start + before).decode() == start + expected


@pytest.mark.parametrize("name", BRACKETS)
def test_an_item_in_brackets_goes_with_one_comma(name: str, tmp_path: Path) -> None:
    before, expected = BRACKETS[name]
    start = "name: local/app\ntools: "

    assert after(tmp_path, start + before).decode() == start + (expected or before)


SAME = "---\nname: local/same\ntools: [t]\n"
BASE = "\n---\nname: local/base\ntools: [t]\n---\nname: local/other\ntools: [u]\n"
NEXT = "\n---\nname: local/next\nincludes: [local/base]\n"


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("includes: [local/base, local/other, local/base]", "includes: [local/base, local/other]"),
        (
            "includes:\n  - name: local/base\n    description: x\n  - local/base",
            "includes:\n  - name: local/base\n    description: x",
        ),
        ("includes: [local/next, local/base]", "includes: [local/next]"),
        ("includes: [local/base, local/next]", "includes: [local/next]"),
        # One round shows what the next one mends, and both together would take too much.
        ("includes: [local/base, local/next, local/base]", "includes: [local/next]"),
        ("includes: [local/base, local/base, local/next]", "includes: [local/next]"),
        ("includes: [local/next, local/base, local/base]", "includes: [local/next]"),
    ],
)
def test_an_include_goes_that_is_there_twice_or_redundant(
    before: str, expected: str, tmp_path: Path
) -> None:
    start = "name: local/app\n"

    assert after(tmp_path, start + before + BASE + NEXT).decode() == (
        start + expected + BASE + NEXT
    )


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("tools: [x, y, x]", "tools: [x, y]"),
        ("tools: [x]\n      tool_filter: {exclude: [z]}", None),
        (
            "tool_filter:\n        include: [x, y, x] # c",
            "tool_filter:\n        include: [x, y] # c",
        ),
        (
            "tools:\n      - {name: x, writes: true}\n      - writes: true\n        name: x",
            "tools:\n      - {name: x, writes: true}",
        ),
    ],
)
def test_a_tool_of_a_server_goes_that_is_there_twice(
    before: str, expected: str | None, tmp_path: Path
) -> None:
    start = "skill:\n  name: local/app\n  mcp_servers:\n    - name: s\n      command: run\n      "

    assert after(tmp_path, f"{start}{before}\n").decode() == f"{start}{expected or before}\n"


ONE = {"one/SKILL.md": "---\nname: one\ndescription: One.\n---\n"}


def test_an_agent_skill_goes_that_is_there_twice(tmp_path: Path) -> None:
    write(tmp_path, ONE)
    start = "name: local/app\nagent_skills:\n  - one\n"

    assert after(tmp_path, start + "  - path: one # again\n").decode() == start


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("toolRefs: [a]", "tools: [a]"),
        ('"tool_refs" : [a]', '"tools" : [a]'),
        ("'toolRefs':\n- a", "'tools':\n- a"),
        ("? toolRefs\n: [a]", "? tools\n: [a]"),
        ("anonymousTools: [{name: a}]", "inline_tools: [{name: a}]"),
        (
            "mcpServers: [{server: s, command: r, tools: [a, b, a]}]",
            "mcp_servers: [{name: s, command: r, tools: [a, b]}]",
        ),
        ("toolRefs: [a, b, a] # toolRefs", "tools: [a, b] # toolRefs"),
    ],
)
def test_a_field_is_spelt_as_this_format_does(before: str, expected: str, tmp_path: Path) -> None:
    start = "name: local/app\n"

    assert after(tmp_path, start + before).decode() == start + expected


def test_a_field_in_braces_is_spelt_anew(tmp_path: Path) -> None:
    before = '{"skill": {"name": "local/app", "toolRefs":["a","b","a"]}}\n'

    expected = b'{"skill": {"name": "local/app", "tools":["a","b"]}}\n'
    assert after(tmp_path, before) == expected


CHANGES = "it would change what `local/app` gives"
SHARED = "an alias or a merge key uses what stands there"
SERVER = "mcp_servers:\n  - name: s\n    command: r\n"
UNSAFE = {
    "a winner comes from the second include": (
        "includes: [local/base, local/same, local/base]" + BASE + SAME,
        CHANGES,
    ),
    "the second include has an override": (
        "includes: [local/base, {name: local/base, overrides: {t: {x: 1}}}]" + BASE,
        CHANGES,
    ),
    "the second tool says more": ("tools: [a, {name: a, x: 1}]\n", CHANGES),
    "true is not 1": ("tools: [{name: a, x: 1}, {name: a, x: true}]\n", CHANGES),
    "a declaration that counts in who includes it": (
        SERVER + "    tools: [{name: a, unsafe: true}, a]\n    overrides: {a: {unsafe: true}}\n",
        CHANGES,
    ),
    "one folder in two spellings": ("agent_skills: [one, ./one]\n", CHANGES),
    "the first item is the anchor of another": ("tools: [&a x, *a]\n", SHARED),
    "what goes has an anchor that is used": (
        "tools:\n  - name: x\n    y: {z: 1}\n  - name: x\n    y: &y {z: 1}\n  - {name: q, y: *y}\n",
        SHARED,
    ),
    "an alias for text elsewhere": (
        "description: &d local/base\nincludes: [local/base, *d]" + BASE,
        SHARED,
    ),
    "the list is used twice": (
        SERVER + "    tools: &t [x, x]\n  - {name: q, command: r, tools: *t}\n",
        SHARED,
    ),
    "a merge key brings it": (
        "mcp_servers:\n  - &s {name: s, command: r, tools: [x, x]}\n  - {<<: *s, name: q}\n",
        SHARED,
    ),
    "something else is on its line": (
        "tools: [a, # one\n  a]\n",
        "a comment stands between it and",
    ),
    "what it includes is not there": (
        "includes: [local/nowhere, local/nowhere]\n",
        "`local/app` cannot be resolved, so nobody can tell what it would change",
    ),
    "a comment would be left that ignores nothing": (
        "tools:\n" + 2 * "  # skills: ignore[SK302]\n  - {name: a, wirtes: true}\n" + "  - b\n",
        "there would be another finding: SK391 there is no SK302 here that this could ignore",
    ),
}


@pytest.mark.parametrize("name", UNSAFE)
def test_what_is_not_safe_is_left_alone_and_said_so(name: str, tmp_path: Path) -> None:
    text, reason = UNSAFE[name]
    file = write(tmp_path, {**ONE, "app.yaml": f"name: local/app\n{text}"}) / "app.yaml"

    mended = mend_files(tmp_path)

    assert file.read_text() == f"name: local/app\n{text}"
    told = [said.partition(" the next comma")[0] for _, said in mended.refused]
    assert (mended.findings, told) == ({}, [reason] * max(len(told), 1))
    left = load_catalog(tmp_path, config=False).diagnostics
    assert [each for each, _ in mended.refused] == [d for d in left if d.code.id in CODES]


def test_an_edit_that_is_not_safe_does_not_keep_others_from_being_made(tmp_path: Path) -> None:
    text = "name: local/app\ntools: [a, b, {name: a, x: 1}, b, c, &d d, *d, c, b]\n"

    assert after(tmp_path, text) == (
        b"name: local/app\ntools: [a, b, {name: a, x: 1}, c, &d d, *d]\n"
    )


def test_many_findings_are_mended_and_the_unsafe_ones_among_them_are_not(tmp_path: Path) -> None:
    names = [f"t{number}" for number in range(150)]
    unsafe = {3, 70, 149}
    again = [f"{{name: {n}, x: 1}}" if i in unsafe else n for i, n in enumerate(names)]
    start = "name: local/app\ntools:\n"

    content = after(tmp_path, start + "".join(f"  - {each}\n" for each in (*names, *again)))

    kept = [*names, *(again[i] for i in sorted(unsafe))]
    assert content.decode() == start + "".join(f"  - {each}\n" for each in kept)


def test_what_is_left_is_reported_with_its_exit_code(tmp_path: Path) -> None:
    text = "name: local/app\ntools:\n  - a\n  - a\n  - {name: a, x: 1}\n"

    content, done = fixed(tmp_path, text, "--strict", "--format=concise")

    assert content.decode() == "name: local/app\ntools:\n  - a\n  - {name: a, x: 1}\n"
    assert (done.code, done.out.splitlines()) == (
        1,
        [
            "c/app.yaml:4:5: SK312 `local/app` lists `a` twice",
            "1 warning in 1 skill (1 file)",
        ],
    )
    assert done.err.splitlines() == [
        "mended: c/app.yaml:4:5: SK312 `local/app` lists `a` twice",
        f"not mended: c/app.yaml:4:5: SK312 `local/app` lists `a` twice: {CHANGES}",
        "1 finding mended in 1 file",
    ]


@pytest.mark.parametrize(
    ("count", "rest"), [(50, []), (51, ["{}: and 1 more"]), (1_250, ["{}: and 1,200 more"])]
)
@pytest.mark.parametrize(("option", "done"), [("--fix", "mended"), ("--diff", "would be mended")])
def test_of_many_findings_the_first_fifty_are_told_one_by_one(
    option: str, done: str, count: int, rest: Sequence[str], tmp_path: Path
) -> None:
    listed = "  - a\n" * (count + 1)
    write(tmp_path, {"c/app.yaml": f"name: local/app\ntools:\n{listed}".encode()})

    told = run("check", "c", option, cwd=tmp_path).err.splitlines()

    assert told == [
        *(f"{done}: c/app.yaml:{n + 4}:5: SK312 `local/app` lists `a` twice" for n in range(50)),
        *(each.format(done) for each in rest),
        f"{count:,} findings {done} in 1 file",
    ]


ROUNDS = """\
name: local/i
includes:
- local/j
- local/j
---
name: local/h
tools: [a, a, a, {name: a, x: 1}]
---
name: local/j
toolRefs: [b, b,
  b]
"""
"""What one round leaves of some lines, the next one mends."""
GONE = [
    "c/app.yaml:4:3: SK310 `local/i` includes `local/j` twice",
    "c/app.yaml:7:12: SK312 `local/h` lists `a` twice",
    "c/app.yaml:7:15: SK312 `local/h` lists `a` twice",
    "c/app.yaml:10:1: SK314 `toolRefs` is another spelling of `tools`",
    "c/app.yaml:10:15: SK312 `local/j` lists `b` twice",
    "c/app.yaml:11:3: SK312 `local/j` lists `b` twice",
]
STAYS = "SK312 `local/h` lists `a` twice"
WHY = "it would change what `local/h` gives"


def test_what_is_mended_is_told_where_it_was_and_what_is_not_where_it_is(tmp_path: Path) -> None:
    content, done = fixed(tmp_path, ROUNDS, SELECT, "--format=concise")

    assert content.decode() == (
        "name: local/i\nincludes:\n- local/j\n---\nname: local/h\ntools: [a, {name: a, x: 1}]\n"
        "---\nname: local/j\ntools: [b]\n"
    )
    assert done.out.splitlines()[0] == f"c/app.yaml:6:12: {STAYS}"
    assert done.err.splitlines() == [
        *(f"mended: {each}" for each in GONE),
        f"not mended: c/app.yaml:6:12: {STAYS}: {WHY}",
        "6 findings mended in 1 file",
    ]


def test_a_diff_tells_every_place_as_the_check_does(tmp_path: Path) -> None:
    write(tmp_path, {"c/app.yaml": ROUNDS})

    told = run("check", "c", "--diff", SELECT, cwd=tmp_path).err.splitlines()
    found = run("check", "c", SELECT, "--format=concise", cwd=tmp_path).out.splitlines()

    stays = f"c/app.yaml:7:18: {STAYS}"
    assert sorted(found[:-1]) == sorted([*GONE, stays])
    assert told == [
        *(f"would be mended: {each}" for each in GONE),
        f"not mended: {stays}: {WHY}",
        "6 findings would be mended in 1 file",
    ]


def test_in_a_file_that_is_not_written_every_place_stays(tmp_path: Path) -> None:
    write(tmp_path, {"c/app.yaml": ROUNDS})
    (tmp_path / "c/app.yaml").chmod(0o444)

    done = run("check", "c", "--fix", SELECT, cwd=tmp_path)

    assert done.err.splitlines() == [
        "error: cannot mend c/app.yaml: the file is read-only",
        f"not mended: c/app.yaml:7:18: {STAYS}: {WHY}",
        "nothing mended",
    ]


def test_quiet_says_nothing_of_what_is_mended(tmp_path: Path) -> None:
    content, done = fixed(tmp_path, "name: local/app\ntools: [a, a]\n", "-q")

    assert content == b"name: local/app\ntools: [a]\n"
    assert done == Completed(0, "", "")


def test_json_says_how_many_findings_are_mended_only_if_that_was_asked_for(tmp_path: Path) -> None:
    _, done = fixed(tmp_path, "name: local/app\ntools: [a, a, a]\n", "--json")
    without = run("check", "c", "--json", cwd=tmp_path)

    document = json.loads(done.out)
    assert (document["fixed"], document["diagnostics"]) == (2, [])
    assert {**json.loads(without.out), "fixed": 2} == document


TWICE = "name: local/{0}\ntools:\n  - a\n  - a\n"
ONCE = "name: local/{0}\ntools:\n  - a\n"


@pytest.mark.parametrize(
    ("options", "mended"),
    [
        ([], ["one", "two"]),
        (["--select=SK310"], []),
        (["--ignore=SK312"], []),
        (["--skill=two"], ["two"]),
        (["c/one.yaml", "--catalog=c"], ["one"]),
    ],
)
def test_only_what_is_reported_is_mended(
    options: Sequence[str], mended: Sequence[str], tmp_path: Path
) -> None:
    write(tmp_path / "c", {f"{name}.yaml": TWICE.format(name) for name in ("one", "two")})
    where = [] if "--catalog=c" in options else ["c"]

    run("check", *where, *options, "--fix", cwd=tmp_path)

    found = {name: (tmp_path / f"c/{name}.yaml").read_text() for name in ("one", "two")}
    assert found == {
        name: (ONCE if name in mended else TWICE).format(name) for name in ("one", "two")
    }


def test_what_a_baseline_lists_or_a_comment_ignores_is_not_mended(tmp_path: Path) -> None:
    ignored = TWICE.format("two").removesuffix("\n") + "  # skills: ignore[SK312] on purpose\n"
    write(tmp_path / "c", {"one.yaml": TWICE.format("one"), "two.yaml": ignored})
    run("check", "c", "--baseline=known.json", "--write-baseline", cwd=tmp_path)
    write(tmp_path / "c", {"three.yaml": TWICE.format("three")})

    done = run("check", "c", "--baseline=known.json", "--fix", cwd=tmp_path)

    found = [(tmp_path / f"c/{name}.yaml").read_text() for name in ("one", "two", "three")]
    assert found == [TWICE.format("one"), ignored, ONCE.format("three")]
    assert done.err.splitlines() == [
        "mended: c/three.yaml:4:5: SK312 `local/three` lists `a` twice",
        "1 finding mended in 1 file",
    ]


def test_the_mode_of_a_file_is_kept(tmp_path: Path) -> None:
    file = write(tmp_path, {"app.yaml": TWICE.format("app")}) / "app.yaml"
    file.chmod(0o640)

    mend_files(tmp_path)

    assert (file.read_text(), file.stat().st_mode & 0o777) == (ONCE.format("app"), 0o640)


def test_a_link_is_followed_and_stays_one(tmp_path: Path) -> None:
    write(tmp_path, {"c/real/app.yaml": TWICE.format("app")})
    (tmp_path / "c/link.yaml").symlink_to("real/app.yaml")
    (tmp_path / "linked").symlink_to("c")

    run("check", "linked", "--fix", cwd=tmp_path)

    assert (tmp_path / "c/real/app.yaml").read_text() == ONCE.format("app")
    assert os.readlink(tmp_path / "c/link.yaml") == "real/app.yaml"
    assert sorted(os.listdir(tmp_path / "c/real")) == ["app.yaml"]


def test_a_file_that_is_read_only_is_named_and_others_are_written(tmp_path: Path) -> None:
    write(tmp_path / "c", {f"{name}.yaml": TWICE.format(name) for name in ("one", "two")})
    (tmp_path / "c/one.yaml").chmod(0o444)

    done = run("check", "c", "--fix", "--json", cwd=tmp_path)

    assert done.err.splitlines() == [
        "error: cannot mend c/one.yaml: the file is read-only",
        "mended: c/two.yaml:4:5: SK312 `local/two` lists `a` twice",
        "1 finding mended in 1 file",
    ]
    assert (tmp_path / "c/one.yaml").read_text() == TWICE.format("one")
    assert (tmp_path / "c/two.yaml").read_text() == ONCE.format("two")
    document = json.loads(done.out)
    told = [each["message"] for each in document["diagnostics"]]
    assert (done.code, document["fixed"], told) == (2, 1, ["`local/one` lists `a` twice"])


@pytest.mark.parametrize("change", ["name: local/app\n", None])
def test_a_file_that_somebody_changed_meanwhile_is_not_written(
    change: str | None, tmp_path: Path
) -> None:
    file = write(tmp_path, {"app.yaml": TWICE.format("app")}) / "app.yaml"
    reading = read_catalog(tmp_path, config=False)
    mended = mend(reading, Policy(), lambda catalog: catalog.diagnostics)
    (key,) = mended.findings
    before, now = reading.contents[key].file, mended.reading.contents[key].file
    assert before is not None
    assert now is not None
    file.unlink()
    if change is not None:
        file.write_text(change)

    with pytest.raises(NotStored) as raised:
        store(before, now)

    found = file.read_text() if file.exists() else None
    reason = "the file has changed since it was read"
    assert (found, str(raised.value)) == (change, reason if change else "no such file or directory")


def test_a_diff_shows_the_edits_and_writes_nothing(tmp_path: Path) -> None:
    text = "name: local/app\n# one\ntools:\n  - a\n  - a # two\n  - b"
    write(tmp_path / "c", {"app.yaml": text, "b.yaml": ONCE.format("b")})

    done = run("check", "c", "--diff", cwd=tmp_path)

    assert (tmp_path / "c/app.yaml").read_text() == text
    assert done.out.splitlines() == [
        "--- c/app.yaml",
        "+++ c/app.yaml",
        "@@ -2,5 +2,4 @@",
        " # one",
        " tools:",
        "   - a",
        "-  - a # two",
        "   - b",
        "\\ No newline at end of file",
    ]
    assert (done.code, done.err.splitlines()) == (
        1,
        [
            "would be mended: c/app.yaml:5:5: SK312 `local/app` lists `a` twice",
            "1 finding would be mended in 1 file",
        ],
    )


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        ("name: local/app\n", [], 0),
        ("name: local/app\nincludes: [local/nowhere]\n", [], 1),
        ("name: local/app\ntools: [a, {name: a, x: 1}]\n", [], 0),
        ("name: local/app\ntools: [a, {name: a, x: 1}]\n", ["--strict"], 1),
    ],
)
def test_an_empty_diff_ends_as_the_check_does(
    text: str, options: Sequence[str], code: int, tmp_path: Path
) -> None:
    write(tmp_path / "c", {"app.yaml": text})

    done = run("check", "c", "--diff", *options, cwd=tmp_path, env={"SKILLS_FORMAT": "json"})

    assert (done.code, done.out) == (code, "")
    assert done.err.splitlines()[-1] == "nothing would be mended"


@pytest.mark.parametrize("line_break", ["\n", "\r\n"])
def test_on_a_terminal_a_diff_shows_no_secret_and_no_escape(
    line_break: str, tmp_path: Path
) -> None:
    text = (
        "name: local/app\nmcp_servers:\n  - name: s\n    command: r\n"
        "    env: {KEY: hunter2}\n    tools: [a, a]  # \u202e\n"
    ).replace("\n", line_break)
    write(tmp_path / "c d", {"app.yaml": text.encode()})

    _, screen = terminal(tmp_path, "check", "c d", "--diff", "-q")

    assert screen.splitlines() == [
        "--- c d/app.yaml",
        "+++ c d/app.yaml",
        "@@ -3,4 +3,4 @@",
        "   - name: s",
        "     command: r",
        "     env: {KEY: ***}",
        "-    tools: [a, a]  # \\u202e",
        "+    tools: [a]  # \\u202e",
    ]


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        (b"name: local/app\ntools:\n- a\n- a\n", b"name: local/app\ntools:\n- a\n"),
        (b"name: local/app\ntools:\n- a\n- a", b"name: local/app\ntools:\n- a"),
        (b"name: local/app\ntools:\n- a\n- a\n- b", b"name: local/app\ntools:\n- a\n- b"),
        (b"name: local/app\r\ntools:\r\n- a\r\n- a\r\n", b"name: local/app\r\ntools:\r\n- a\r\n"),
        (b"name: local/app\rtools:\r- a\r- a\r- b", b"name: local/app\rtools:\r- a\r- b"),
        (b"tools:\r\n- a\n- a\r\nname: local/app\n", b"tools:\r\n- a\nname: local/app\n"),
        (
            "tools: [a, a]\t# \x85\u2028\u202e\nname: local/app".encode(),
            "tools: [a]\t# \x85\u2028\u202e\nname: local/app".encode(),
        ),
        (ODD, MENDED_ODD),
    ],
    ids=["LF", "no end", "the end stays", "CRLF", "CR", "mixed", "odd characters", "odd"],
)
@pytest.mark.parametrize(("folder", "named"), [("c", "c/app.yaml"), ("c d", "c d/app.yaml\t")])
def test_a_diff_in_a_file_can_be_applied(
    folder: str, named: str, before: bytes, expected: bytes, tmp_path: Path
) -> None:
    write(tmp_path, {f"{folder}/app.yaml": before})
    with (tmp_path / "d.diff").open("wb") as file:
        run("check", folder, "--diff", SELECT, cwd=tmp_path, stdout=file)

    apply = ["git", "apply", "-p0", "d.diff"]
    done = run_program(apply, cwd=tmp_path, env={"GIT_CONFIG_GLOBAL": os.devnull})

    # The tab keeps `patch` from taking the name to end at its blank.
    headers = (tmp_path / "d.diff").read_bytes().decode().split("\n")[:2]
    assert headers == [f"--- {named}", f"+++ {named}"]
    assert (done.code, (tmp_path / folder / "app.yaml").read_bytes()) == (0, expected)
    left = run("check", folder, SELECT, cwd=tmp_path)
    assert left.out.startswith("no findings in ")


@pytest.mark.parametrize(
    "options",
    [
        ["--fix", "--diff"],
        ["--fix", "--baseline=b.json", "--write-baseline"],
        ["--diff", "--baseline=b.json", "--write-baseline"],
        ["--diff", "--json"],
        ["--diff", "--format=concise"],
        ["--diff", "--output=json:out.json"],
        ["--diff", "--statistics"],
    ],
)
def test_options_that_do_not_go_together_change_nothing(
    options: Sequence[str], tmp_path: Path
) -> None:
    content, _ = fixed(tmp_path, TWICE.format("app"), "--diff")

    done = run("check", "c", *options, cwd=tmp_path)

    assert (done.code, os.listdir(tmp_path)) == (2, ["c"])
    assert (tmp_path / "c/app.yaml").read_bytes() == content


# Any small catalog.

TOOLS = st.sampled_from(["t0", "t1", "t2"])
ITEMS = st.lists(st.tuples(TOOLS, st.sampled_from(["", "", "", "x: 1"])), max_size=5)
STYLES = st.sampled_from(["dash", "brackets", "lines", "commas"])


def listed(key: str, items: Sequence[str], style: str, indent: str) -> str:
    """Give a field whose value is a list, in one of several styles."""
    if not items:
        return ""
    if style == "dash":
        return f"{indent}{key}: # dash\n" + "".join(
            f"{indent}- {each} # {number}\n{indent}# 𝄞\n" for number, each in enumerate(items)
        )
    if style == "brackets":
        return f"{indent}{key}: [ {' , '.join(items)}]  # é\n"
    if style == "commas":
        return f"{indent}{key}: [{f'{chr(10)}{indent} , '.join(items)}\n{indent} ]\n"
    lines = f", # b, c\n{indent} # a\n{indent} ".join(items)
    return f"{indent}{key}: [\n{indent} {lines}\n{indent} ]\n"


@st.composite
def skills(draw: st.DrawFn, index: int) -> str:
    """A skill that includes some of those before it, perhaps twice."""
    indent = draw(st.sampled_from(["", "  "]))
    before = [f"local/s{number}" for number in range(index)]
    includes = draw(st.lists(st.sampled_from(before), max_size=4)) if before else []
    overridden = [
        f"{{name: {each}, overrides: {{{draw(TOOLS)}: {{y: 1}}}}}}"
        if draw(st.integers(0, 5)) == 0
        else draw(st.sampled_from([each, f"'{each}'", f"{{ name: {each} }}"]))
        for each in includes
    ]
    references = [f"{{name: {name}, {more}}}" if more else name for name, more in draw(ITEMS)]
    served = draw(st.lists(st.sampled_from(["a", "b"]), max_size=3))
    text = "skill:\n" if indent else ""
    text += f"{indent}name: local/s{index}\n"
    text += listed("includes", overridden, draw(STYLES), indent)
    text += listed(draw(st.sampled_from(["tools", "toolRefs"])), references, draw(STYLES), indent)
    if served:
        text += f"{indent}mcp_servers:\n{indent}- server: m\n{indent}  command: r\n"
        text += listed("tools", served, draw(STYLES), indent + "  ")
    return text


@st.composite
def catalogs(draw: st.DrawFn) -> dict[str, bytes]:
    """Up to five skills in one or two files, with either line break."""
    documents = [draw(skills(index)) for index in range(draw(st.integers(1, 5)))]
    cut = draw(st.integers(0, len(documents) - 1))
    files = {"a.yaml": documents[:cut], "b.yaml": documents[cut:]}
    newline = draw(st.sampled_from(["\n", "\r\n"]))
    start = draw(st.sampled_from(["", "\ufeff"]))
    end = draw(st.sampled_from(["", newline]))
    return {
        name: (start + "---\n".join(parts).rstrip("\n").replace("\n", newline) + end).encode()
        for name, parts in files.items()
        if parts
    }


def entries(catalog: Catalog) -> dict[str, list[tuple[object, ...]]]:
    """Give what every skill gives: by plain recursion, places left out."""
    return {
        name: [(each.name, each.source, json.dumps(each.layers)) for each in expected]
        for name, expected in (
            (name, expected_entries(catalog[name], catalog.skills)) for name in catalog
        )
    }


def is_part_of(shorter: str, longer: str) -> bool:
    """Say whether a text is left of another one if some of its characters go."""
    rest = iter(longer)
    return all(char in rest for char in shorter)


def text_at(finding: Diagnostic, files: Mapping[str, bytes]) -> str:
    """Give what stands at the place of a finding, without a quote or brace before it."""
    place = finding.location
    assert place is not None
    assert place.line is not None
    assert place.column is not None
    line = files[place.file].decode("utf-8-sig").split("\n")[place.line - 1]
    return line[place.column - 1 :].lstrip("'{ ").removeprefix("name: ")


def quoted(message: str) -> list[str]:
    """Give the names in a message, that of a tool as its server calls it."""
    return [name.removeprefix("mcp:m/") for name in re.findall("`(.+?)`", message)]


OTHER_CAUSE = """\
name: local/s0
tools: [t1]
---
name: local/s1
includes: [{name: local/s0, overrides: {t0: {y: 1}}}]
---
name: local/s2
includes:
- {name: local/s0, overrides: {t1: {y: 1}}}
- {name: local/s1, overrides: {t0: {y: 1}}}
- {name: local/s0, overrides: {t0: {y: 1}}}
"""
"""Without the last include the override of t1 is lost all the same, to another include."""


@settings(max_examples=150, deadline=None)
@given(catalogs())
@example({"b.yaml": OTHER_CAUSE.encode()})
def test_whatever_is_mended_every_skill_gives_the_same(files: dict[str, bytes]) -> None:
    with TemporaryDirectory() as name:
        folder = write(Path(name), files)
        before = load_catalog(folder, config=False)

        mended = mend_files(folder)

        now = load_catalog(folder, config=False)
        assert before.loading == now.loading == ()
        assert entries(now) == entries(before)
        left = [each for each in now.diagnostics if each.code.id in CODES]
        assert [each for each, _ in mended.refused] == left
        assert {reason.partition("`")[0] for _, reason in mended.refused} <= {
            "it would change what ",
            "there would be another finding: SK313 ",
        }
        for finding in (each for found in mended.findings.values() for each in found):
            assert any(map(text_at(finding, files).startswith, quoted(finding.message)))
        texts = {name: (folder / name).read_bytes() for name in files}
        assert mend_files(folder).findings == {}
        assert {name: (folder / name).read_bytes() for name in files} == texts
        for path, content in texts.items():
            old = files[path].decode().replace("toolRefs", "tools").replace("server:", "name:")
            assert is_part_of(content.decode(), old)
