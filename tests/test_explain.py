"""`skills explain`: every code has a page, and its examples are what they say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent

import pytest
from command import Completed, run, terminal
from writing import load

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading import ALL_CODES, CODES, page

PARTS = ("Why it matters", "Bad", "Good")
PAGES = {code.id: page(code) for code in ALL_CODES}


def example(text: str, part: str) -> str:
    """Give the block of a page that stands under `Bad:` or `Good:`, "" where there is none."""
    found = re.search(rf"^{part}:\n\n((?:(?: {{4}}.*)?\n)+)", text + "\n", re.MULTILINE)
    return dedent(found.group(1)).strip("\n") + "\n" if found else ""


def is_skill_file(text: str) -> bool:
    return re.search(r"^(name|skill): ?|^- name", text, re.MULTILINE) is not None


SHOWN = [code for code in CODES if is_skill_file(example(PAGES[code.id], "Bad"))]


@pytest.mark.parametrize("code", ALL_CODES, ids=lambda code: code.name)
def test_a_page_says_what_and_why_and_shows_bad_and_good(code: Code) -> None:
    text = PAGES[code.id]
    expected = dict.fromkeys(PARTS, 1)
    actual = {part: len(re.findall(rf"\n\n{part}:[ \n]", text)) for part in PARTS}
    assert expected == actual
    assert re.fullmatch(r"[A-Z].*\.", text.partition("\n\n")[0], re.DOTALL)
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("code", SHOWN, ids=lambda code: code.name)
def test_the_bad_example_of_a_page_has_the_finding_and_the_good_one_does_not(
    code: Code, tmp_path: Path
) -> None:
    expected = {"Bad": [code.id], "Good": []}
    actual = {part: found_in(example(PAGES[code.id], part), tmp_path / part) for part in expected}
    assert expected == actual


def found_in(text: str, folder: Path) -> list[str]:
    """Give the codes that are found in a skill file."""
    return [each.code.id for each in load(folder, {"app.yaml": text}).loading]


def test_a_code_shows_its_page(tmp_path: Path) -> None:
    done = run("explain", "SK107", cwd=tmp_path)
    expected = Completed(
        0,
        """\
SK107 invalid-name: error

A name breaks the rule for names.

Why it matters: names are put together and shown everywhere; a space or an invisible character in
one makes two names that look alike, or one that no other file can write.

Bad:

    name: app

Good:

    name: local/app

A skill is called `namespace/name`, each part of letters, digits, `-` and `_`. The name of a tool is
not empty and has no white space or invisible characters; that of a server and of its tools has no
`/` either.
""",
        "",
    )
    assert expected == done


@pytest.mark.parametrize("asked", ["sk107", " SK107 ", "invalid-name", "Invalid-Name"])
def test_a_code_is_known_in_any_case_and_by_its_name(asked: str, tmp_path: Path) -> None:
    expected = run("explain", "SK107", cwd=tmp_path)
    actual = run("explain", asked, cwd=tmp_path)
    assert expected == actual


def test_the_page_in_markdown_is_the_page(tmp_path: Path) -> None:
    done = run("explain", "SK107", "--format", "markdown", cwd=tmp_path)
    expected = f"### `SK107` invalid-name: error\n\n{PAGES['SK107']}\n"
    actual = done.out
    assert expected == actual


def test_a_code_in_json(tmp_path: Path) -> None:
    done = run("explain", "SK107", "--json", cwd=tmp_path)
    expected = {
        "schema_version": 1,
        "command": "explain",
        "codes": [
            {
                "code": "SK107",
                "name": "invalid-name",
                "severity": "error",
                "on": True,
                "summary": "a name breaks the rule for names",
                "page": PAGES["SK107"],
            }
        ],
        "diagnostics": [],
    }
    actual = json.loads(done.out)
    assert expected == actual


def test_a_beginning_lists_the_codes_that_begin_so(tmp_path: Path) -> None:
    done = run("explain", "sk00", cwd=tmp_path)
    expected = Completed(
        0,
        """\
code   severity  name               meaning
SK001  error     unreadable-file    a file or folder cannot be read
SK002  warning   link-not-followed  a link leads nowhere or out of the catalog
SK003  warning   special-file       a pipe, device or socket has the name of a skill file
SK004  error     file-too-large     a file is larger than 1 MiB
SK005  error     not-utf8           a file is not encoded in UTF-8
SK006  error     control-character  a file contains a control character
""",
        "",
    )
    assert expected == done


def test_alone_it_lists_every_code_and_which_are_off(tmp_path: Path) -> None:
    done = run("explain", cwd=tmp_path)
    expected = [
        [code.id, str(code.severity) if code.on else "off", code.name] for code in ALL_CODES
    ]
    actual = [line.split()[:3] for line in done.out.splitlines()[1:]]
    assert expected == actual


OFF = [code for code in ALL_CODES if not code.on]


@pytest.mark.parametrize("code", OFF, ids=lambda code: code.name)
def test_a_code_that_is_off_says_how_it_is_turned_on(code: Code, tmp_path: Path) -> None:
    done = run("explain", code.id, cwd=tmp_path)
    expected = f"{code.id} {code.name}: {code.severity}, off unless its full id is selected"
    actual = done.out.splitlines()[0]
    assert expected == actual
    turned_on = "Not looked for unless its full id is selected or given a severity"
    assert turned_on in " ".join(done.out.split())


def test_names_are_the_codes(tmp_path: Path) -> None:
    done = run("explain", "--format", "names", cwd=tmp_path)
    expected = [code.id for code in ALL_CODES]
    actual = done.out.splitlines()
    assert expected == actual


@pytest.mark.parametrize(
    ("asked", "hint"),
    [
        ("invalid-nam", "did you mean `invalid-name`?"),
        ("SK1007", "did you mean `SK107`?"),
        ("no-match-at-all", "`skills explain` lists them all"),
        ("", "`skills explain` lists them all"),
        ("\u017fk301", "did you mean `SK301`?"),
        ("\u212a", "`skills explain` lists them all"),
    ],
)
def test_a_code_that_does_not_exist_gets_the_nearest(asked: str, hint: str, tmp_path: Path) -> None:
    expected = Completed(2, "", f"error: no such code: `{asked}`\nhelp: {hint}\n")
    actual = run("explain", asked, cwd=tmp_path)
    assert expected == actual


def test_it_needs_no_catalog_and_heeds_no_config(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text("catalogue = 1\n")
    expected = 0
    actual = run("explain", "SK107", cwd=tmp_path).code
    assert expected == actual


def test_on_a_narrow_terminal_a_paragraph_breaks_and_an_example_does_not(tmp_path: Path) -> None:
    _, screen = terminal(tmp_path, "explain", "SK010", columns=60)
    expected = [
        "Often it is a tab as indentation, text with `: ` in it, text",
        "that begins with `@`, `%` or a backquote, or a bracket or",
        "quote that is not closed.",
    ]
    actual = screen.splitlines()[-3:]
    assert expected == actual
    assert '    description: "Deploy: with care"' in screen.splitlines()
