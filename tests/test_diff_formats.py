"""What `skills diff` prints: text, Markdown for a comment, annotations, JSON; and its exit code."""

# ruff: noqa: E501 (what is printed has lines as long as it needs)

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from command import run, terminal
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from repository import commit, diff, git, repository
from writing import write

from cleveragents_skills import Skill
from cleveragents_skills.changes import compare
from cleveragents_skills.report import Output
from cleveragents_skills.reporters import markdown
from cleveragents_skills.views.diff import DiffAnswer, diff_report

MARKER = "<!-- cleveragents-skills:diff -->\n"
MOST = 60_000

BEFORE = """\
name: local/app
includes: [local/base]
tools:
  - {name: deploy, writes: true, human_approval_required: true}
  - look
mcp_servers:
  - {name: m, command: run-it, tools: [{name: read, read_only: true}]}
---
name: local/base
tools: [t]
---
name: local/old
tools: [x]
---
name: local/user
includes: [local/app]
"""
AFTER = """\
name: local/app
includes: [local/base]
tools:
  - {name: deploy, writes: true}
  - {name: look, read_only: true, note: "#1 @all"}
mcp_servers:
  - {name: m, command: run-it, tools: [{name: read, read_only: true}, {name: wipe, destructive: true}]}
---
name: local/base
tools: [{name: t, human_approval_required: true}]
---
name: local/new
tools: [x]
---
name: local/user
includes: [local/app]
"""


@pytest.fixture
def changed(tmp_path: Path) -> Path:
    """A folder with two catalogs, the one as it was and the one as it is."""
    return write(tmp_path / "here", {"before/a.yaml": BEFORE, "after/a.yaml": AFTER})


TEXT = """\
Skill powers: 1 skill widened, 1 more through it
`before` -> `after`: 4 skills compared, 0 unchanged

widened    what              before                                       now                                    where
local/app  mcp:m/wipe (+1)   absent                                       write, destructive, no approval        after/a.yaml:7:71
local/app  deploy (+1)       write (only by override), asks for approval  write (only by override), no approval  after/a.yaml:4:5

claimed, not declared       what       before             now                                         where
local/app                    look (+1)  unknown, no note   read-only (only by override), note: #1 @all  after/a.yaml:5:5

narrowed    what    before                now                         where
local/base  t (+2)  unknown, no approval  unknown, asks for approval  after/a.yaml:10:9

changed    what       before     now        where
local/new  the skill  local/old  local/new

changes in  reach, through includes (+)
local/app   local/user
local/base  local/app, local/user

skill       tools   read-only  write   unknown
local/app   4 -> 5  1 -> 2     1 -> 2  2 -> 1
local/base  1       0          0       1
local/new   1       0          0       1
local/user  4 -> 5  1 -> 2     1 -> 2  2 -> 1
"""


def test_text_has_what_widens_first(changed: Path) -> None:
    done = run("diff", "before", "after", "-q", cwd=changed)
    assert (done.code, done.err) == (0, "")
    assert squeezed(TEXT) == squeezed(done.out)


def squeezed(text: str) -> list[str]:
    """Give the lines with the gaps between columns made equal."""
    return [re.sub(" {2,}", "  ", line) for line in text.splitlines()]


NARROW = """\
local/app  mcp:m/wipe (+1)
      absent  -> write, destructive, no approval  after/a.yaml:7:71
local/app  deploy (+1)
      write (only by override), asks for approval
      -> write (only by override), no approval
      after/a.yaml:4:5
"""


def test_a_narrow_terminal_has_every_word_on_lines_that_fit(changed: Path) -> None:
    code, screen = terminal(changed, "diff", "before", "after", "-q", env={"NO_COLOR": "1"})
    plain = re.sub(r"\x1b\[[0-9;]*m", "", screen)
    assert code == 0
    assert NARROW in plain
    assert max(map(len, plain.splitlines())) <= 80


def test_a_wide_terminal_has_a_line_for_each_change(changed: Path) -> None:
    code, screen = terminal(changed, "diff", "before", "after", "-q", columns=200)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", screen)
    assert (code, squeezed(TEXT)) == (0, squeezed(plain))


def test_a_stream_of_another_encoding_gets_every_word(tmp_path: Path) -> None:
    files = {"a/a.yaml": "name: l/a\n", "b/a.yaml": "name: l/a\ntools: [déjà]\n"}
    ascii_only = {"PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
    for form in ("text", "markdown", "json", "github"):
        done = run("diff", "a", "b", "--format", form, cwd=write(tmp_path, files), env=ascii_only)
        assert (done.code, done.out.isascii(), "j" in done.out) == (0, True, True)


MARKDOWN = """\
<!-- cleveragents-skills:diff -->

### Skill powers: 1 skill widened, 1 more through it

`before` → `after`: 4 skills compared, 0 unchanged

| widened | what | before | now | where |
| --- | --- | --- | --- | --- |
| `local/app` | `mcp:m/wipe (+1)` | absent | `write, destructive, no approval` | `after/a.yaml:7:71` |
| `local/app` | `deploy (+1)` | `write (only by override), asks for approval` | `write (only by override), no approval` | `after/a.yaml:4:5` |

| claimed, not declared | what | before | now | where |
| --- | --- | --- | --- | --- |
| `local/app` | `look (+1)` | `unknown, no note` | `read-only (only by override), note: #1 @all` | `after/a.yaml:5:5` |

| narrowed | what | before | now | where |
| --- | --- | --- | --- | --- |
| `local/base` | `t (+2)` | `unknown, no approval` | `unknown, asks for approval` | `after/a.yaml:10:9` |

<details><summary>1 other change</summary>

| changed | what | before | now | where |
| --- | --- | --- | --- | --- |
| `local/new` | the skill | `local/old` | `local/new` |  |

</details>

| changes in | reach, through includes (+) |
| --- | --- |
| `local/app` | `local/user` |
| `local/base` | `local/app, local/user` |

| skill | tools | read-only | write | unknown |
| --- | --- | --- | --- | --- |
| `local/app` | 4 → 5 | 1 → 2 | 1 → 2 | 2 → 1 |
| `local/base` | 1 | 0 | 0 | 1 |
| `local/new` | 1 | 0 | 0 | 1 |
| `local/user` | 4 → 5 | 1 → 2 | 1 → 2 | 2 → 1 |
"""


def test_markdown_is_a_comment_that_can_be_found_again(changed: Path) -> None:
    done = run("diff", "before", "after", "--format", "markdown", cwd=changed)
    assert (done.code, done.out) == (0, MARKDOWN)


def test_the_marker_stands_there_when_nothing_changed(changed: Path) -> None:
    done = run("diff", "before", "before", "--format", "markdown", cwd=changed)
    expected = (
        f"{MARKER}\n### Skill powers: no skill gives anything else\n\n"
        "`before` → `before`: 4 skills compared\n"
    )
    assert (done.code, done.out) == (0, expected)


# Whatever a catalog says is text.

NASTY = (
    "x` @everyone",
    "``y`` <img src=x onerror=alert(1)>",
    "a|b",
    "a\\|@org/team",
    "a\\\\|`@all`|<b>",
    "[click](https://evil.example) ![i](https://evil.example/i.png)",
    "https://evil.example www.evil.example #1 GH-1 me@evil.example",
    "line\n\n# heading\n\n- @all\n",
    "\u202etxt.exe\u2066\u200b",
    "</details><!-- -->",
    "`", "``", "|", "\\", " ", "*_~", "&lt;b&gt;", ":tada:", "$x$", "```\n@all\n```",
)  # fmt: skip
PARSER = MarkdownIt("commonmark").enable("table")
TEXT_OF_OURS = re.compile(r"@|#\d|://|www\.|GH-\d")


def comment(before: Mapping[str, Skill], after: Mapping[str, Skill], base: str = "main") -> str:
    """Give the Markdown of a comparison."""
    stream = StringIO()
    answer = DiffAnswer(compare(before, after), base, "the work tree")
    markdown.render(diff_report(answer, failed=False, as_findings=False), Output(stream))
    return stream.getvalue()


def tokens(text: str) -> Iterator[Any]:
    """Give what a site reads, one thing after the other."""
    for token in PARSER.parse(text):
        yield token
        yield from token.children or ()


def live(text: str) -> list[tuple[str, str]]:
    """Give what would take effect: HTML, links, images, names of people and of issues."""
    ours = ("<!-- cleveragents-skills:diff -->\n", "<details><summary>", "</details>\n")
    return [
        (token.type, token.content)
        for token in tokens(text)
        if (token.type.startswith("html") and not token.content.startswith(ours))
        or token.type in ("link_open", "image", "fence", "hr", "strong_open", "em_open")
        or (token.type == "text" and TEXT_OF_OURS.search(token.content))
    ]


def shape(text: str) -> list[str]:
    """Give the kinds of blocks, without what is in them."""
    return [each.type for each in PARSER.parse(text)]


@pytest.mark.parametrize("said", NASTY)
def test_nothing_a_catalog_says_takes_effect_in_a_comment(said: str) -> None:
    def skills(value: str) -> dict[str, Skill]:
        name = re.sub(r"\s|[\u200b-\u206f]", "", value) or "t"
        config: dict[str, Any] = {
            "name": "l/a",
            "description": value,
            "tools": [{"name": "kept", "note": value}, {"name": name, "writes": True}],
            "inline_tools": [{"side_effects": [value], "code": value, "read_only": True}],
            "mcp_servers": [{"name": "m", "command": "run", "args": [value]}],
        }
        return {"l/a": Skill.from_config(config)}

    harmless = comment(skills("one"), skills("two"), "main")
    text = comment(skills("one"), skills(said), said)
    assert live(text) == []
    assert shape(harmless) == shape(text)
    assert "two" in harmless
    shown = [token.content for token in tokens(text) if token.type == "code_inline"]
    assert any(each.startswith("note: ") for each in shown)
    assert text.isprintable() or set(text) - {"\n"} == {c for c in text if c.isprintable()}


@given(st.text(st.sampled_from("`|\\@#<>a \n*_[]()!:/.~-"), min_size=1, max_size=12))
def test_no_mixture_of_marks_takes_effect_in_a_comment(said: str) -> None:
    def skills(value: str) -> dict[str, Skill]:
        return {"l/a": Skill.from_config({"name": "l/a", "tools": [{"name": "t", "n": value}]})}

    harmless, text = comment(skills("x"), skills("y")), comment(skills("x"), skills(said), said)
    assert live(text) == []
    assert shape(harmless) == shape(text)


# Room.


def many(number: int, says: str, others: int) -> dict[str, Skill]:
    """Give one skill with many tools, and others that include it."""
    tools = [{"name": f"t{index}", "writes": says == "more", "n": says} for index in range(number)]
    base = Skill.from_config({"name": "l/base", "tools": tools})
    includes = Skill.from_config({"name": "l/x", "includes": ["l/base"]}).includes
    users = [Skill(f"l/user{index}", includes=includes) for index in range(others)]
    return {each.name: each for each in (base, *users)}


def test_a_comment_with_thousands_of_changes_has_room_and_counts_what_is_left_out() -> None:
    text = comment(many(1500, "less", 40), many(1500, "more", 40))
    assert MOST - 2500 < len(text) < MOST
    left = [
        int(each.replace(",", "")) for each in re.findall(r"([\d,]+) more rows? left out", text)
    ]
    rows = len(re.findall(r"^\| `l/base` \| `t\d+ \(\+40\)` \|", text, re.MULTILINE))
    assert rows + left[0] == 1500
    assert left[1:] == [1, 41]
    assert live(text) == []


@pytest.mark.parametrize("size", [500, 100_000])
def test_one_enormous_value_leaves_room_for_the_others(size: int) -> None:
    def skills(value: str) -> dict[str, Skill]:
        tools = [{"name": value, "writes": True}, {"name": "zz", "n": value}]
        return {"l/a": Skill.from_config({"name": "l/a", "tools": tools})}

    text = comment({"l/a": Skill("l/a")}, skills("x" * size), "y" * size)
    assert len(text) < MOST
    assert "`zz`" in text
    assert ("more characters" in text) == (size > 1000)


def test_those_that_a_change_reaches_are_named_as_far_as_there_is_room() -> None:
    text = comment(many(1, "less", 300), many(1, "more", 300))
    (row,) = re.findall(
        r"^\| `l/base` \| `(l/user0, [^`]*)` and (\d+) more \|$", text, re.MULTILINE
    )
    assert row[0].count(", ") + 1 + int(row[1]) == 300


# Annotations.

GITHUB = """\
::warning file=after/a.yaml,title=diff widened,line=7,col=71::`mcp:m/wipe` of `local/app`: absent -> \
write, destructive, no approval, in 1 more skill too
::warning file=after/a.yaml,title=diff widened,line=4,col=5::`deploy` of `local/app`: write (only by \
override), asks for approval -> write (only by override), no approval, in 1 more skill too
::warning file=after/a.yaml,title=diff claimed,line=5,col=5::`look` of `local/app`: unknown, no note \
-> read-only (only by override), note: #1 @all, in 1 more skill too
1 skill widened, 1 more through it: 4 skills compared, 0 unchanged
"""


def test_annotations_stand_where_powers_are_widened(changed: Path) -> None:
    done = run("diff", "before", "after", "--format", "github", cwd=changed)
    assert (done.code, done.out) == (0, GITHUB)
    gated = run(
        "diff", "before", "after", "--format", "github", "--fail-on", "widened", cwd=changed
    )
    assert (gated.code, gated.out) == (1, GITHUB.replace("::warning", "::error"))


def test_a_value_with_a_line_break_is_no_command_of_its_own(tmp_path: Path) -> None:
    files = {
        "a/a.yaml": "name: l/a\n",
        "b/a.yaml": 'name: l/a\nmcp_servers: [{name: m, command: run, args: ["\\n::error::x", "%0A::set"]}]\n',
    }
    out = run("diff", "a", "b", "--format", "github", cwd=write(tmp_path, files)).out
    assert [line[: line.find(" ", 3)] for line in out.splitlines()] == ["::warning", "1 skill"]
    assert "%250A::set" in out


# JSON.


def test_json_has_every_change_with_both_sides(changed: Path) -> None:
    document = diff(changed, "before", "after")
    expected = {
        "schema_version": 1,
        "command": "diff",
        "base": "before",
        "head": "after",
        "compared": 4,
        "unresolved": [],
        "diagnostics": [],
    }
    assert expected == {key: document[key] for key in expected}
    wipe = document["changes"][0]
    assert wipe == {
        "effect": "widened",
        "subject": "tool",
        "skill": "local/app",
        "name": "mcp:m/wipe",
        "what": ["added"],
        "before": None,
        "after": {
            "name": "mcp:m/wipe",
            "kind": "mcp",
            "source_skill": "local/app",
            "access": "write",
            "by_override": False,
            "words": ["destructive"],
            "digest": wipe["after"]["digest"],
            "details": {"capability": {"writes": True, "destructive": True}},
        },
        "through": ["local/user"],
        "accepted": False,
        "location": {"catalog": "after", "file": "a.yaml", "line": 7, "column": 71},
    }
    assert re.fullmatch("[0-9a-f]{12}", wipe["after"]["digest"])
    assert [each["skill"] for each in document["skills"]] == [
        "local/app",
        "local/base",
        "local/new",
        "local/user",
    ]


def test_what_neither_side_resolves_is_told(tmp_path: Path) -> None:
    files = {
        "a/a.yaml": "name: l/a\nincludes: [l/none]\n",
        "b/a.yaml": "name: l/a\nincludes: [l/nil]\ntools: [t]\n",
    }
    folder = write(tmp_path, files)
    document = diff(folder, "a", "b")
    assert (document["unresolved"], document["changes"]) == (["l/a"], [])
    said = "Neither side resolves these, so nobody knows what changed: `l/a`."
    assert said in run("diff", "a", "b", cwd=folder).out


def test_a_change_stands_where_it_is_made(tmp_path: Path) -> None:
    files = {
        "a.yaml": "name: l/a\nincludes:\n  - l/b\n",
        "b.yaml": "name: l/b\ntools: [t]\n",
        "c.yaml": "name: l/c\nincludes: [l/d]\n---\nname: l/d\ntools: [u]\n",
    }
    write(tmp_path / "one", files)
    laid = (
        "name: l/a\nincludes:\n  - name: l/b\n    overrides:\n      t: {read_only: true}\n  - l/c\n"
    )
    write(tmp_path / "two", {**files, "a.yaml": laid})
    document = diff(tmp_path, "one", "two")
    places = [(each["name"], *each["location"].values()) for each in document["changes"]]
    assert places == [("u", "two", "a.yaml", 6, 5), ("t", "two", "a.yaml", 5, 10)]


# The gate.

ONE = "name: l/a\ntools: [{name: t, read_only: true}]\n"
GATE: Mapping[str, tuple[str, int, int]] = {
    "nothing": (ONE, 0, 0),
    "a comment": (f"# x\n{ONE}", 0, 0),
    "what widens": (ONE.replace("read_only", "writes"), 1, 1),
    "what is new and reads": (ONE.replace("[{", "[{name: u, read_only: true}, {"), 0, 1),
    "what is claimed": (ONE.replace("{name: t,", "{name: t, writes: true, override: {").replace("}]", "}}]"), 1, 1),
    "what narrows": ("name: l/a\n", 0, 1),
}  # fmt: skip


@pytest.mark.parametrize("case", GATE)
def test_the_gate_is_hit_by_what_it_is_for(tmp_path: Path, case: str) -> None:
    after, widened, anything = GATE[case]
    before = "name: l/a\ntools: [{name: t, writes: true}]\n" if case == "what is claimed" else ONE
    folder = write(tmp_path, {"a/a.yaml": before, "b/a.yaml": after})
    codes = [
        run("diff", "a", "b", *gate, cwd=folder).code
        for gate in ((), ("--fail-on", "widened"), ("--fail-on", "any"))
    ]
    assert codes == [0, widened, anything]


def test_the_gate_is_the_same_in_every_format(changed: Path) -> None:
    for form in ("json", "markdown", "github"):
        for effect, code in (("never", 0), ("widened", 1)):
            done = run(
                "diff", "before", "after", "--fail-on", effect, "--format", form, cwd=changed
            )
            assert done.code == code


def test_another_word_for_the_gate_is_a_mistake(changed: Path) -> None:
    done = run("diff", "before", "after", "--fail-on", "narrowed", cwd=changed)
    assert (done.code, done.out) == (2, "")
    assert "no such effect: `narrowed`" in done.err


BASE = "name: l/b\ntools: [{name: t, read_only: true}]\n---\nname: l/a\nincludes: [l/b]\n"
WIDER = BASE.replace("read_only", "writes")


def accepted(folder: Path, *more: str) -> tuple[int, list[bool]]:
    """Give the exit code of a gate that a lock opens, and which changes are accepted."""
    done = run(
        "diff", "first", "--fail-on", "widened", "--accept-locked", *more, "--json", cwd=folder
    )
    return done.code, [each["accepted"] for each in json.loads(done.out)["changes"]]


@pytest.fixture
def gated(tmp_path: Path) -> Path:
    """A repository whose work tree widens a tool of two skills, with the lock of the first state."""
    folder = repository(tmp_path / "here", {"catalogs/a.yaml": BASE})
    run("lock", cwd=folder)
    commit(folder, "the lock")
    git(folder, "tag", "first")
    return write(folder, {"catalogs/a.yaml": WIDER})


def test_a_lock_opens_the_gate_for_what_it_records(gated: Path) -> None:
    assert accepted(gated) == (1, [False])
    run("lock", cwd=gated)
    assert accepted(gated) == (0, [True])
    shown = run("diff", "first", "--accept-locked", cwd=gated).out
    assert "+ l/b" in shown
    assert "1 change marked `+` is accepted: the lock says so." in shown
    commit(gated, "both")
    assert accepted(gated, "HEAD") == (0, [True])
    assert run("diff", "first", "--fail-on", "widened", cwd=gated).code == 1
    gate = ("--fail-on", "any", "--accept-locked")
    assert run("diff", "first", *gate, cwd=gated).code == 0


def test_a_lock_that_records_it_for_some_skills_only_does_not_open_the_gate(gated: Path) -> None:
    run("lock", cwd=gated)
    lock = (gated / "skills.lock").read_text()
    head, _, tail = lock.partition("skill l/b")
    (gated / "skills.lock").write_text(re.sub(r"  tool t .*\n", "", head) + "skill l/b" + tail)
    assert accepted(gated) == (1, [False])


def test_settings_are_in_no_lock(gated: Path) -> None:
    run("lock", cwd=gated)
    write(gated, {"skills.toml": 'ignore = ["SK310"]\n'})
    run("lock", cwd=gated)
    assert accepted(gated) == (1, [True, False])


def test_what_no_longer_resolves_and_what_comes_back_can_be_accepted(gated: Path) -> None:
    write(
        gated,
        {
            "catalogs/a.yaml": BASE.replace("[l/b]", "[l/none]")
            + "---\nname: l/u\nincludes: [l/a]\n"
        },
    )
    run("lock", cwd=gated)
    assert accepted(gated) == (0, [True, True])
    commit(gated, "broken")
    git(gated, "tag", "-f", "first")
    write(gated, {"catalogs/a.yaml": WIDER + "---\nname: l/u\nincludes: [l/a]\n"})
    assert accepted(gated)[1] == [False] * 2
    run("lock", cwd=gated)
    assert accepted(gated) == (0, [True, True])


def test_without_a_lock_nothing_is_accepted(gated: Path) -> None:
    (gated / "skills.lock").unlink()
    assert accepted(gated) == (1, [False])


def test_a_damaged_lock_ends_the_command(gated: Path) -> None:
    write(gated, {"skills.lock": "lock 1\nrubbish\n"})
    done = run("diff", "first", "--accept-locked", cwd=gated)
    assert (done.code, done.out) == (2, "")
    assert "skills.lock:2: not a lock" in done.err
    assert run("diff", "first", cwd=gated).code == 0


def baseline(*codes: str) -> str:
    """Give the text of a baseline with a finding for each of these codes."""
    findings = [{"code": each, "file": "a.yaml", "fingerprint": each} for each in codes]
    return json.dumps({"baseline_version": 1, "findings": findings})


def test_what_a_baseline_lists_newly_widens_wherever_the_file_is(tmp_path: Path) -> None:
    files = {"catalogs/a.yaml": ONE, "known.json": baseline("SK310"), "other.json": "{}"}
    folder = repository(tmp_path / "here", files)
    git(folder, "tag", "first")
    (folder / "known.json").unlink()
    write(folder, {"sub/put-off.json": baseline("SK310", "SK320", "SK301")})
    commit(folder, "more")
    git(folder, "tag", "more")
    expected = [
        ("widened", "baseline: SK301 in a.yaml", "not listed", "1 finding listed"),
        ("widened", "baseline: SK320 in a.yaml", "not listed", "1 finding listed"),
    ]
    back = [("narrowed", name, after, before) for _, name, before, after in expected]
    for arguments, said in (
        (("first",), expected),
        (("first", "more"), expected),
        (("more", "first"), back),
    ):
        changes = diff(folder, *arguments)["changes"]
        assert said == [
            tuple(each[k] for k in ("effect", "name", "before", "after")) for each in changes
        ]
    assert run("diff", "first", "--fail-on", "widened", cwd=folder).code == 1
    write(folder, {"sub/put-off.json": '{"baseline_version": 7}'})
    broken = run("diff", "more", cwd=folder)
    assert (
        "the work tree: the baseline sub/put-off.json does not read: no baseline of version 1"
        in broken.err
    )
    assert broken.code == 0
