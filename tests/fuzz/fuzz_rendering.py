"""Every format stays what it is, whatever text a catalog holds, and shows no secret."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

from fuzz.mutations import Files, mutated_catalogs
from fuzz.running import Completed, run_here
from fuzz.skill_files import data_of
from fuzz.yaml_styles import CHOICES, Writer
from hypothesis import event, given
from hypothesis import strategies as st
from random_catalogs import catalogs
from test_traps_formats import HARMFUL
from writing import write

from cleveragents_skills.cli.formats import FORMATS
from cleveragents_skills.exporting import TARGETS
from cleveragents_skills.reporters import ONE_DOCUMENT

SECRET = "s3cr3tOfTheServer9"
ODD = [
    "[red]", "[/]", "[/red]", "[link=x]", "\\[x]", ":star:", "::error::x", "::stop-commands::x",
    "##[error]x", "%0A", "%0A::error::x", "<b>", "&amp;", "<!--", "]]>", "|", "`", "``", "*", "_",
    "\x1b[31m", "\x1b]0;t\x07", "\x9b1m", "\x07", "\r", "\n", "\r\n::error::x", "\t", "\x00",
    "\x85", "\u2028", "\u202e", "\u2066", "\u200b", "\ufeff", "\u00ad", "\U000e0001", "\ufffe",
    "\u05d0\u05d1", "\u0627", "e\u0301", "\u691c\u7d22", "\U0001f9ea", "\U0001f468\u200d\U0001f469",
    "x" * 3000, " ", "  ", "'", '"', "{", "}", "%s", "{0}", "$HOME", "${X}", "~", "-", "--help",
    "/", "//", "..", "# c", ": ", "- ", "ghp_0123456789abcdefghijABCDEFGHIJ012345",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(ODD) | st.text(max_size=4), max_size=5).map("".join)
FREE = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
CONTROLS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f]")
NAME_IN_A_DIFF = re.compile(r"^((?:---|\+\+\+) [^\t\n]* [^\t\n]*)\t$", re.MULTILINE)
"""As in any diff, a name with a space ends in a tab."""
COMMANDS = {
    "check": [
        ["check"],
        ["check", "--statistics"],
        ["check", "--diff"],
        ["check", "--fix"],
        ["check", "-v"],
    ],
    "list": [["list"], ["list", "-v"]],
    "summary": [["summary", "--all"], ["summary", "l/s0"], ["summary", "l/s0", "l/s1"]],
    "resolve": [["resolve", "l/s0"], ["resolve", "l/s1"], ["resolve", "l/s0", "--explain"]],
    "show": [["show", "l/s0"], ["show", "l/s1"]],
    "export": [["export", "l/s0", "--to", target] for target in TARGETS],
    "why": [["why", "l/s0", "t0"], ["why", "l/s1", "a", "--all"]],
}


@st.composite
def odd_skills(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A skill with odd text wherever text may stand; much of it is wrong there."""
    names = TEXTS | st.sampled_from(["t0", "a", "l/s0", "l/s1"])
    overrides = st.dictionaries(names, st.dictionaries(TEXTS, FREE, max_size=3), max_size=2)
    ways = {
        "description": TEXTS,
        "includes": st.lists(
            names | st.fixed_dictionaries({"name": names, "overrides": overrides}), max_size=2
        ),
        "tools": st.lists(
            names
            | names.flatmap(
                lambda tool: st.dictionaries(TEXTS, FREE, max_size=3).map(
                    lambda more: {**more, "name": tool}
                )
            ),
            max_size=3,
        ),
        "builtins": st.lists(names, max_size=1),
        "inline_tools": st.lists(
            st.fixed_dictionaries(
                {"name": names, "description": TEXTS, "code": TEXTS, "input_schema": FREE},
                optional={"side_effects": st.lists(TEXTS, max_size=2), "write_scope": TEXTS},
            ),
            max_size=2,
        ),
        "mcp_servers": st.lists(
            st.fixed_dictionaries(
                {"name": names, "command": TEXTS, "tools": st.lists(names, max_size=2)},
                optional={
                    "env": st.dictionaries(TEXTS, st.just(SECRET), max_size=2),
                    "args": st.just(["--token", SECRET]),
                },
            )
            | st.fixed_dictionaries(
                {
                    "name": names,
                    "url": st.just(f"https://user:{SECRET}@example.com/x?key={SECRET}"),
                    "headers": st.just({"Authorization": f"Bearer {SECRET}"}),
                },
                optional={"overrides": overrides},
            ),
            max_size=2,
        ),
        "agent_skills": st.lists(TEXTS, max_size=1),
        "overrides": overrides,
        "unknown": FREE,
    }
    chosen = draw(st.lists(st.sampled_from(sorted(ways)), max_size=4, unique=True))
    return {"name": name, **{key: draw(ways[key]) for key in chosen}}


@st.composite
def odd_files(draw: st.DrawFn) -> dict[str, str]:
    """Some random skills, and some with odd text, in files with odd names."""
    writer = Writer(draw(CHOICES))
    whole = [data_of(skill, writer) for skill in draw(catalogs()).values()][:2]
    odd = [draw(odd_skills(draw(st.sampled_from(["l/s0", "l/s1", "l/s2", "l/S0"])))) for _ in "ab"]
    documents = draw(st.permutations([*whole, *odd]))[: draw(st.integers(1, 4))]
    odd_names = st.sampled_from(["a", "[red]", "::error::x", "a b", "\u202e", "%0A", "\n", "&<"])
    names = draw(st.lists(odd_names, min_size=2, max_size=2, unique=True))
    first, second = documents[::2], documents[1::2]
    return {
        f"{name}.yaml": writer.file(each)
        for name, each in zip(names, (first, second), strict=True)
        if each
    }


def commands_of(text: str) -> Iterator[str]:
    """Give the lines in which GitHub finds a command."""
    for line in text.split("\n"):
        if line.lstrip().startswith("::") or "##[" in line:
            yield line


def check_answer(done: Completed, format_: str) -> None:
    """Hold what a command says to its format."""
    event(f"exit {done.code} of {format_}")
    assert done.code in (0, 1, 2)
    assert "Traceback" not in done.err
    assert "internal error" not in done.err
    assert SECRET not in done.out + done.err
    for text in (done.out, done.err):
        assert CONTROLS.findall(NAME_IN_A_DIFF.sub(r"\1", text)) == []
        assert [char for char in HARMFUL if char in text] == []
    if format_ == "junit":
        assert ET.fromstring(done.out).tag == "testsuites"
    elif format_ in ONE_DOCUMENT:
        json.loads(done.out)
    if format_ == "github":
        for line in [*commands_of(done.out), *commands_of(done.err)]:
            assert re.match(r"::(error|warning) (file|title)=[^:]*::", line)


Question = tuple[list[str], str, int | None]
"""Arguments, the format they ask for, and how wide the terminal is, if it is one."""


@st.composite
def asked(draw: st.DrawFn) -> Question:
    """A command with a format, and how wide the terminal is, if it is one."""
    pairs = [(command, format_) for command in COMMANDS for format_ in FORMATS[command]]
    command, format_ = draw(st.sampled_from(pairs))
    arguments = draw(st.sampled_from(COMMANDS[command]))
    columns = draw(st.none() | st.sampled_from([1, 5, 20, 40, 80]))
    return [*arguments, "--format", format_, "--color", "never"], format_, columns


QUESTIONS = st.lists(asked(), min_size=1, max_size=4)


@given(odd_files(), QUESTIONS)
def test_every_format_holds_whatever_text_there_is(
    files: dict[str, str], questions: list[Question]
) -> None:
    ask({path: text.encode() for path, text in files.items()}, questions)


@given(mutated_catalogs(), QUESTIONS)
def test_every_format_holds_whatever_slip_there_is(files: Files, questions: list[Question]) -> None:
    ask(files, questions)


def ask(files: Files, questions: list[Question]) -> None:
    """Write the catalog, run the commands, and hold what they say to their formats."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder, "catalogs"), files)
        for arguments, format_, columns in questions:
            check_answer(run_here(*arguments, cwd=Path(folder), columns=columns), format_)
