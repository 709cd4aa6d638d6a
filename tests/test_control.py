"""Which findings `skills check` tells: options, config, comments in the files, baselines."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from typer.main import get_command
from writing import load, write

from cleveragents_skills import CatalogError, load_catalog
from cleveragents_skills.cli.app import app

COMMAND = get_command(app)
CATALOG = {
    "a.yaml": """
        name: local/base
        tools: [t]
        ---
        name: local/app
        includes: [local/base, local/base]
        tools:
          - name: drop
            destructive: true
          - t
          - t
        mcp_servers:
          - {name: s, command: run, env: {API_TOKEN: aB3dE5fG7hJ9kL1mN3}}
    """
}
SECRET = "aB3dE5fG7hJ9kL1mN3"
ALL = ["SK310", "SK312", "SK320", "SK330"]
Check = Callable[..., Completed]


@pytest.fixture
def check(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Check:
    """Give a check of the catalog, without a process, in a folder of its own."""
    write(tmp_path / "catalogs", CATALOG)
    monkeypatch.chdir(tmp_path)
    for name in ("SKILLS_CATALOG", "SKILLS_FORMAT"):
        monkeypatch.delenv(name, raising=False)

    def checked(*arguments: str) -> Completed:
        code = COMMAND(["check", *arguments], prog_name="skills", standalone_mode=False)
        return Completed(code, *capsys.readouterr())

    return checked


def codes(done: Completed) -> list[str]:
    """Give the codes of the findings of a check in JSON."""
    return [each["code"] for each in json.loads(done.out)["diagnostics"]]


# Options.


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        ([], ALL),
        (["--select", "SK3"], ALL),
        (["--select", "SK31"], ["SK310", "SK312"]),
        (["--select", "sk310"], ["SK310"]),
        (["--select", "SK310,SK33"], ["SK310", "SK330"]),
        (["--select", " SK310 , SK330 ,"], ["SK310", "SK330"]),
        (["--select", "SK310", "--select", "SK330"], ["SK310", "SK330"]),
        (["--select", "SK2"], []),
        (["--ignore", "SK3"], []),
        (["--ignore", "SK"], []),
        (["--ignore", "SK31,SK33"], ["SK320"]),
        (["--select", "SK31", "--ignore", "SK312"], ["SK310"]),
        (["--select", "SK312", "--ignore", "SK31"], ["SK312"]),
        (["--select", "SK31", "--ignore", "SK31"], []),
        (["--select", "SK340"], ["SK340"]),
        (["--select", "SK34"], []),
        (["--select", "SK310,SK340"], ["SK310", "SK340"]),
        (["--select", "SK340", "--ignore", "SK340"], []),
    ],
)
def test_codes_are_selected_and_ignored_by_their_beginnings(
    check: Check, arguments: list[str], found: list[str]
) -> None:
    expected = sorted(found)
    actual = sorted(codes(check("--json", *arguments)))
    assert expected == actual


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["--select", "SK400"], "`--select`: `SK400` is no code", "did you mean `SK402`?"),
        (["--ignore", "SK311x"], "`--ignore`: `SK311X` is no code", "did you mean `SK311`?"),
        (["--select", "tools"], "`--select`: `tools` is no code", "codes are like SK301"),
        (["--select", "other-spelling"], "`--select`: `other-spelling` is no", "write `SK314`"),
        (["--ignore", "SK3,Include-Cycle"], "`--ignore`: `Include-Cycle` is no", "write `SK203`"),
        (
            ["--select", "duplicate-tol"],
            "`duplicate-tol` is no code",
            "did you mean `SK312` (`duplicate-tool`)?",
        ),
        (["--select", ""], "`--select` names no code", "codes are like SK301"),
        (["--ignore", " , "], "`--ignore` names no code", "codes are like SK301"),
        (["--select", "\u017fk310"], "`--select`: `\u017fk310` is no code", ""),
        (["--ignore", "SK0"], "`--ignore`: `SK0` cannot be ignored", "hides what it defines"),
        (["--ignore", "sk010"], "`--ignore`: `SK010` cannot be ignored", "hides what it defines"),
        (["--fail-on", "warnings"], "no such level: `warnings`", "one of error, warning, never"),
        (["--strict", "--fail-on", "error"], "--strict is short for --fail-on warning", ""),
        (["--skill", "local/nope"], "no skill matches `local/nope` in catalogs", ""),
        (["--skill", "local/ap"], "no skill matches `local/ap`", "did you mean `local/app`?"),
        (["--skill", "other/*"], "no skill matches `other/*`", ""),
        (["--skill", "["], "no skill matches `[`", ""),
        (["--skill", ""], "no skill matches ``", ""),
        (["--write-baseline"], "--write-baseline needs --baseline FILE", ""),
        (["--statistics", "--format", "names"], "does not show `--statistics`", "text, json"),
    ],
)
def test_what_cannot_be_asked_for_ends_the_check_with_the_way_out(
    check: Check, arguments: list[str], message: str, hint: str
) -> None:
    done = check(*arguments)
    expected = 2, "", True, True
    actual = (
        done.code,
        done.out,
        f"error: {message}" in done.err or message in done.err,
        (hint in done.err),
    )
    assert expected == actual


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ([], 0),
        (["--fail-on", "error"], 0),
        (["--fail-on", "warning"], 1),
        (["--strict"], 1),
        (["--fail-on", "never"], 0),
        (["--strict", "--ignore", "SK3"], 0),
    ],
)
def test_the_level_decides_whether_warnings_fail(
    check: Check, arguments: list[str], code: int
) -> None:
    expected = code
    actual = check(*arguments).code
    assert expected == actual


def test_with_fail_on_never_errors_are_told_and_do_not_fail(check: Check, tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"b.yaml": "name: local/b\nincludes: [local/nope]\n"})
    done = check("--json", "--fail-on", "never", "--select", "SK201")
    expected = 0, ["SK201"]
    actual = done.code, codes(done)
    assert expected == actual


@pytest.mark.parametrize(
    ("selector", "found"),
    [
        ("app", ALL),
        ("local/app", ALL),
        ("local/*", ALL),
        ("*/b*", []),
        ("local/base", []),
        ("local/[ab]pp", ALL),
    ],
)
def test_only_what_concerns_some_skills_is_told(
    check: Check, selector: str, found: list[str]
) -> None:
    expected = sorted(found)
    actual = sorted(codes(check("--json", "--skill", selector)))
    assert expected == actual


def test_a_cycle_is_told_with_each_of_its_skills(check: Check, tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"c.yaml": "name: c/x\nincludes: [c/y]\n---\nname: c/y\nincludes: [c/x]\n"},
    )
    expected = ["SK203"], ["SK203"]
    actual = codes(check("--json", "--skill", "c/x")), codes(check("--json", "--skill", "c/y"))
    assert expected == actual


REACHING = {
    "app.yaml": "name: r/app\nincludes: [r/mid]\ntools: [t, t]\n",
    "mid.yaml": "name: r/mid\nincludes: [r/low]\ntools: [u, u]\n",
    "low.yaml": "name: r/low\ntools: [v, v]\n",
    "free.yaml": "name: r/free\n",
    "other.yaml": "name: r/other\nincludes: [r/nowhere]\n",
}
STOPPING: dict[str, tuple[dict[str, str], list[str]]] = {
    "nothing": ({}, []),
    "an unknown skill": ({"low.yaml": "name: r/low\nincludes: [r/gone]\n"}, ["SK201"]),
    "an unusable skill": ({"low.yaml": "name: r/low\ntools: {a: 1}\n"}, ["SK106"]),
    "two of one name": ({"twice.yaml": "name: r/low\n"}, ["SK120"]),
    "a cycle below": (
        {
            "low.yaml": "name: r/low\nincludes: [r/deep]\n",
            "deep.yaml": "name: r/deep\nincludes: [r/low]\n",
        },
        ["SK203"],
    ),
    "two names that meet below": (
        {
            "low.yaml": "name: r/low\nincludes: [r/one, r/two]\n",
            "one.yaml": "name: r/one\ninline_tools: [{description: x}]\n",
            "two.yaml": "name: r/two\ntools: [r/one/_anon_0]\n",
        },
        ["SK211"],
    ),
    "two names that meet elsewhere": (
        {
            "low.yaml": "name: r/low\nincludes: [r/two]\n",
            "one.yaml": "name: r/one\nincludes: [r/two]\ninline_tools: [{description: x}]\n",
            "two.yaml": "name: r/two\ntools: [r/one/_anon_0]\n",
        },
        [],
    ),
    "a file that is not read": ({"x.yaml": "- [\n"}, ["SK010"]),
    "a file that is not read, of a skill that nobody includes": (
        {"x.yaml": "name: r/x\ntools: [\n"},
        ["SK010"],
    ),
}


@pytest.mark.parametrize("case", STOPPING)
def test_what_keeps_a_skill_from_use_is_told_with_it_wherever_it_stands(
    check: Check, tmp_path: Path, case: str
) -> None:
    files, stopping = STOPPING[case]
    write(tmp_path / "r", {**REACHING, **files})
    unread = [each for each in stopping if each == "SK010"]
    expected = [sorted([*stopping, "SK312"]), unread]
    told = [check("--json", "--catalog", "r", "--skill", name) for name in ("r/app", "r/free")]
    actual = [sorted(codes(each)) for each in told]
    assert expected == actual
    assert [each.code for each in told] == [int(bool(each)) for each in (stopping, unread)]


def test_what_stops_a_skill_and_is_ignored_is_not_told_with_another(
    check: Check, tmp_path: Path
) -> None:
    write(tmp_path / "r", {**REACHING, "low.yaml": "name: r/low\nincludes: [r/gone]\n"})
    arguments = ["--json", "--catalog", "r", "--skill", "r/app", "--ignore"]
    expected = ["SK312"], ["SK201"]
    actual = codes(check(*arguments, "SK2")), codes(check(*arguments, "SK3"))
    assert expected == actual


# Statistics.


def test_statistics_count_each_code_in_place_of_the_findings(check: Check, tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"b.yaml": "name: local/b\ntools: [x, x, x]\n"})
    expected = """\
count  code   severity  name               meaning
    3  SK312  warning   duplicate-tool     a skill lists one tool twice
    1  SK310  warning   duplicate-include  a skill includes another one twice
4 warnings in 3 skills (2 files)
"""
    actual = check("--statistics", "--select", "SK31").out
    assert expected == actual


def test_statistics_in_json_stand_beside_the_findings(check: Check) -> None:
    document = json.loads(check("--statistics", "--select", "SK31", "--json").out)
    expected = (
        ["SK310", "SK312"],
        [
            {"code": "SK310", "name": "duplicate-include", "severity": "warning", "count": 1},
            {"code": "SK312", "name": "duplicate-tool", "severity": "warning", "count": 1},
        ],
    )
    actual = [each["code"] for each in document["diagnostics"]], document["statistics"]
    assert expected == actual


def test_statistics_in_markdown_are_a_table(check: Check) -> None:
    expected = """\
| count | code | severity | name | meaning |
| ---: | --- | --- | --- | --- |
| 1 | SK310 | warning | duplicate-include | a skill includes another one twice |

1 warning in 2 skills (1 file)
"""
    actual = check("--statistics", "--select", "SK310", "--format", "markdown").out
    assert expected == actual


def test_statistics_of_nothing_are_the_closing_line(check: Check) -> None:
    expected = "no findings in 2 skills (1 file)\n"
    actual = check("--statistics", "--select", "SK2").out
    assert expected == actual


# Config.


def configured(tmp_path: Path, text: str) -> None:
    (tmp_path / "skills.toml").write_text(text)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('select = ["SK31"]', ["SK310", "SK312"]),
        ('ignore = ["SK31", "SK330"]', ["SK320"]),
        ('select = ["SK3"]\nignore = ["SK32", "SK33"]', ["SK310", "SK312"]),
        ('select = ["SK340"]', ["SK340"]),
        ('[rules.SK340]\nseverity = "warning"', [*ALL, "SK340"]),
        ('[rules.SK340]\nseverity = "off"', ALL),
        ('select = ["SK340"]\n[rules.SK340]\nseverity = "off"', []),
        ('select = ["SK3"]\n[rules.SK340]\nseverity = "error"', [*ALL, "SK340"]),
        ('[rules.SK310]\nseverity = "off"', ["SK312", "SK320", "SK330"]),
        ('[rules.SK320]\nallow = ["s"]', ["SK310", "SK312", "SK330"]),
        ('[rules.SK330]\nallow = ["API_TOKEN"]', ["SK310", "SK312", "SK320"]),
        ('[rules.SK330]\nallow = ["OTHER"]', ALL),
        ("max-tools = 1", [*ALL, "SK341"]),
        ("max-tools = 2", ALL),
        ("", ALL),
    ],
)
def test_the_config_says_what_is_looked_for_to_the_command_and_the_library_alike(
    check: Check, tmp_path: Path, text: str, found: list[str]
) -> None:
    configured(tmp_path, text)
    document = json.loads(check("--json").out)["diagnostics"]
    library = load_catalog("catalogs").diagnostics
    expected = sorted(found), [(d.code.id, d.severity.value, d.fingerprint) for d in library]
    actual = (
        sorted(each["code"] for each in document),
        [(each["code"], each["severity"], each["fingerprint"]) for each in document],
    )
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "arguments", "found"),
    [
        ('select = ["SK310"]', ["--select", "SK312"], ["SK312"]),
        ('ignore = ["SK310"]', ["--select", "SK31"], ["SK310", "SK312"]),
        ('ignore = ["SK310"]', ["--ignore", "SK312"], ["SK320", "SK330"]),
        ('[rules.SK310]\nseverity = "off"', ["--select", "SK310"], []),
    ],
)
def test_options_stand_over_what_the_config_selects(
    check: Check, tmp_path: Path, text: str, arguments: list[str], found: list[str]
) -> None:
    configured(tmp_path, text)
    expected = sorted(found)
    actual = sorted(codes(check("--json", *arguments)))
    assert expected == actual


@pytest.mark.parametrize(
    ("text", "arguments", "code"),
    [
        ('fail-on = "warning"', [], 1),
        ('fail-on = "warning"', ["--fail-on", "error"], 0),
        ('fail-on = "never"', ["--strict"], 1),
        ('[rules.SK310]\nseverity = "error"', [], 1),
        ('[rules.SK310]\nseverity = "error"', ["--fail-on", "never"], 0),
    ],
)
def test_the_config_says_what_fails(
    check: Check, tmp_path: Path, text: str, arguments: list[str], code: int
) -> None:
    configured(tmp_path, text)
    expected = code
    actual = check(*arguments).code
    assert expected == actual


def test_a_severity_is_shown_as_it_is_set(check: Check, tmp_path: Path) -> None:
    configured(tmp_path, 'select = ["SK310"]\n[rules.SK310]\nseverity = "error"')
    done = check()
    expected = True, True
    actual = (
        done.out.startswith("error[SK310]: `local/app` includes `local/base` twice\n"),
        "\n1 error in 2 skills (1 file)" in done.out,
    )
    assert expected == actual


MISTAKES = {
    'selct = ["SK3"]': "unknown key `selct` (did you mean `select`?)",
    'select = "SK3"': "`select` must be a list of text",
    "select = [3]": "`select` must be a list of text",
    'select = ["SK999"]': "`select`: `SK999` is no code, nor the beginning of one",
    'select = ["other-spelling"]': (
        "`select`: `other-spelling` is no code, nor the beginning of one (write `SK314`)"
    ),
    'ignore = ["SK3", "duplicate-tool"]': (
        "`ignore`: `duplicate-tool` is no code, nor the beginning of one (write `SK312`)"
    ),
    "rules.unknown-include = {}": (
        "`rules.unknown-include`: no rule has this code (write `SK201`)"
    ),
    "rules.duplicate-key = {}": (
        "`rules.duplicate-key`: no rule has this code (those of SK2xx to SK4xx can be set)"
    ),
    'select = ["sk3"]': "`select`: `sk3` is no code, nor the beginning of one",
    'ignore = ["SK0"]': "`ignore`: `SK0` cannot be ignored",
    'fail-on = "all"': "`fail-on` must be one of error, warning, never",
    "fail-on = true": "`fail-on` must be one of error, warning, never",
    "max-tools = 0": "`max-tools` must be a whole number from 1 to 1,000,000",
    "max-tools = 1_000_001": "`max-tools` must be a whole number from 1 to 1,000,000",
    "max-tools = true": "`max-tools` must be a whole number from 1 to 1,000,000",
    "max-tools = 1.5": "`max-tools` must be a whole number from 1 to 1,000,000",
    'max-tools = "9"': "`max-tools` must be a whole number from 1 to 1,000,000",
    "rules = []": "`rules` must be a table of code to settings",
    "rules.SK310 = 3": "`rules.SK310` must be a table of settings",
    "rules.SK999 = {}": "`rules.SK999`: no rule has this code",
    "rules.SK010 = {}": "`rules.SK010`: no rule has this code",
    'rules.SK310.severity = "info"': "`rules.SK310.severity` must be one of error, warning, off",
    "rules.SK310.severity = false": "`rules.SK310.severity` must be one of error, warning, off",
    "rules.SK310.severity = []": "`rules.SK310.severity` must be one of error, warning, off",
    "rules.SK310.allow = []": "`rules.SK310` has no setting `allow`",
    "rules.SK330.alow = []": "`rules.SK330` has no setting `alow` (did you mean `allow`?)",
    'rules.SK330.allow = "X"': "`rules.SK330.allow` must be a list of text",
    "rules.SK322.max-length = -1": (
        "`rules.SK322.max-length` must be a whole number from 1 to 1,000,000"
    ),
    f"rules.SK322.max-length = 0x{'f' * 9_000}": (
        "`rules.SK322.max-length` must be a whole number from 1 to 1,000,000"
    ),
    "select = [": "not TOML: ",
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_config_ends_the_check_with_its_file(
    check: Check, tmp_path: Path, text: str
) -> None:
    configured(tmp_path, text)
    message, _, hint = MISTAKES[text].partition(" (")
    done = check()
    expected = 2, "", True, True
    actual = (
        done.code,
        done.out,
        done.err.startswith(f"error: skills.toml: {message}"),
        hint.rstrip(")") in done.err,
    )
    assert expected == actual


@pytest.mark.parametrize("code", ["SK391", "SK392"])
def test_the_findings_about_comments_and_baselines_have_a_severity_too(
    check: Check, tmp_path: Path, code: str
) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: local/a  # skills: ignore[SK310]\n"})
    stale = {"fingerprint": "0" * 16, "code": "SK310", "file": "a.yaml", "message": "x"}
    (tmp_path / "b.json").write_text(json.dumps({"baseline_version": 1, "findings": [stale]}))
    found = []
    for severity in ("warning", "error", "off"):
        configured(tmp_path, f'[rules.{code}]\nseverity = "{severity}"')
        document = json.loads(check("--json", "--baseline", "b.json").out)
        found.append([e["severity"] for e in document["diagnostics"] if e["code"] == code])
    expected: list[list[str]] = [["warning"], ["error"], []]
    actual = found
    assert expected == actual


# Comments.


def ignoring(tmp_path: Path, text: str | bytes, **files: str) -> list[str]:
    """Give the codes and lines of the findings of one file."""
    catalog = load(tmp_path, {"a.yaml": text, **{f"{n}.yaml": t for n, t in files.items()}})
    return [f"{each.code.id}:{each.location.line}" for each in catalog.diagnostics if each.location]


START = "name: local/a\ntools:\n  - t\n"
COMMENTS: Mapping[str, tuple[str, list[str]]] = {
    "without one": ("  - t\n", ["SK312:4"]),
    "behind": ("  - t  # skills: ignore[SK312] on purpose\n", []),
    "behind, without spaces": ("  - t #skills:ignore[SK312]\n", []),
    "behind, with more of them": ("  - t  #  skills:  ignore  [ SK312 ]\n", []),
    "behind a tab": ("  - t\t# skills: ignore[SK312]\n", []),
    "above": ("  # skills: ignore[SK312]\n  - t\n", []),
    "above, at the margin": ("# skills: ignore[SK312]\n  - t\n", []),
    "above, with blank lines and comments between": (
        "  # skills: ignore[SK312]\n\n  # more\n \n  - t\n",
        [],
    ),
    "below": ("  - t\n  # skills: ignore[SK312]\n", ["SK312:4", "SK391:5"]),
    "two lines above": ("  # skills: ignore[SK312]\n  - u\n  - t\n", ["SK391:4", "SK312:6"]),
    "of several codes": ("  - t  # skills: ignore[SK312,SK310]\n", ["SK391:4"]),
    "of several codes that are all there": (
        "  - {name: t, wirtes: 1}  # skills: ignore[SK312 SK302]\n",
        [],
    ),
    "two of them": (
        "  # skills: ignore[SK302]\n  - {name: t, wirtes: 1}  # skills: ignore[SK312]\n",
        [],
    ),
    "two on one line": (
        "  - {name: t, wirtes: 1}  # skills: ignore[SK312] # skills: ignore[SK302]\n",
        [],
    ),
    "behind another comment": ("  - t  # ours # skills: ignore[SK312]\n", []),
    "in a flow sequence": (
        "  - u\nbuiltins: [\n  file_operations # skills: ignore[SK3]\n]\n",
        ["SK391:6"],
    ),
    "inside quotes": ('  - {name: t, note: "a # skills: ignore[SK312]"}\n', ["SK312:4"]),
    "inside single quotes": ("  - {name: t, note: 'a # skills: ignore[SK312]'}\n", ["SK312:4"]),
    "inside quotes, and behind": (
        "  - {name: t, note: 'a # skills: ignore[SK9]'}  # skills: ignore[SK312]\n",
        [],
    ),
    "inside a plain text": ("  - name: t\n    note: a# skills:ignore[SK312]\n", ["SK312:4"]),
    "inside a key": ("  - {name: t, 'a # skills: ignore[SK312]': 1}\n", ["SK312:4"]),
    "inside a block": (
        "  - name: t\n    note: |\n      # skills: ignore[SK312]\n      x\n",
        ["SK312:4"],
    ),
    "inside a folded block": (
        "  - name: t\n    note: >-\n      a\n      # skills: ignore[SK312]\n",
        ["SK312:4"],
    ),
    "behind the mark of a block": (
        "  - name: u\n    wirtes: |  # skills: ignore[SK302]\n      x\n",
        [],
    ),
    "behind a block": (
        "  - name: u\n    note: |\n      x\n  # skills: ignore[SK312]\n  - t\n",
        [],
    ),
    "behind a block at its end": (
        "  - name: u\n    note: |\n      x\n\n\n# skills: ignore[SK312]\n  - t\n",
        [],
    ),
    "of no code": ("  - t  # skills: ignore\n", ["SK312:4", "SK391:4"]),
    "of no code in brackets": ("  - t  # skills: ignore[]\n", ["SK312:4", "SK391:4"]),
    "of an open bracket": ("  - t  # skills: ignore[SK312\n", ["SK312:4", "SK391:4"]),
    "of an unknown code": ("  - t  # skills: ignore[SK999]\n", ["SK312:4", "SK391:4"]),
    "of a beginning": ("  - t  # skills: ignore[SK31]\n", ["SK312:4", "SK391:4"]),
    "of a code in lower case": ("  - t  # skills: ignore[sk312]\n", []),
    "of an unknown code and a known one": ("  - t  # skills: ignore[SK999, SK312]\n", ["SK391:4"]),
    "of a file that is not read": ("  - t  # skills: ignore[SK010]\n", ["SK312:4", "SK391:4"]),
    "of another code": ("  - t  # skills: ignore[SK310]\n", ["SK312:4", "SK391:4"]),
    "of a code that is not looked for": ("  - u  # skills: ignore[SK340]\n", []),
    "of a shape that does not fit": ("tols: []  # skills: ignore[SK104]\n", []),
    "another word": ("  - t  # skills: ignored[SK312]\n", ["SK312:4"]),
}


@pytest.mark.parametrize("case", COMMENTS)
def test_a_comment_keeps_findings_of_its_line_quiet(tmp_path: Path, case: str) -> None:
    text, expected = COMMENTS[case]
    actual = ignoring(tmp_path, START + text)
    assert expected == actual


@pytest.mark.parametrize(
    ("listed", "told"),
    [
        ("sk312, SK310", [("there is no SK310 here that this could ignore", "SK310")]),
        ("sk311 sk310", [
            ("there is no SK310 here that this could ignore", "SK310"),
            ("there is no SK311 here that this could ignore", "SK311"),
        ]),
        ("sk999, sk312", [("`sk999` is no code", "sk999")]),
        ("sk010 SK312", [
            ("SK010 cannot be ignored: a file that is not read hides its skills", "sk010")
        ]),
        ("sk310", [("there is no SK310 here that this could ignore", "")]),
        ("sk999", [("`sk999` is no code", "")]),
        ("sk310, SK310", [("there is no SK310 here that this could ignore", "")]),
    ],
)  # fmt: skip
def test_only_what_a_comment_says_in_vain_is_to_go(
    tmp_path: Path, listed: str, told: list[tuple[str, str]]
) -> None:
    catalog = load(tmp_path, {"a.yaml": f"{START}  - t  # skills: ignore[{listed}]\n"})
    expected = [
        (message, f"remove `{code}` from the comment" if code else "remove the comment")
        for message, code in told
    ]
    found = [each for each in catalog.diagnostics if each.code.id == "SK391"]
    actual = [(each.message, each.hint) for each in found]
    assert expected == actual


@pytest.mark.parametrize("listed", ["duplicate-tool", "Duplicate-Tool", "SK310 duplicate-tool"])
def test_a_comment_with_the_name_of_a_code_is_told_the_code(tmp_path: Path, listed: str) -> None:
    catalog = load(tmp_path, {"a.yaml": f"{START}  - t  # skills: ignore[{listed}]\n"})
    expected = [(f"`{listed.rpartition(' ')[2]}` is no code", "write `SK312`")]
    found = [each for each in catalog.diagnostics if "is no code" in each.message]
    actual = [(each.message, each.hint) for each in found]
    assert expected == actual


@pytest.mark.parametrize("line_break", ["\r\n", "\r"])
def test_comments_stand_on_the_lines_that_people_see(tmp_path: Path, line_break: str) -> None:
    text = f"{START}  # skills: ignore[SK312]\n  - t\n  - u\n  - u\n".replace("\n", line_break)
    expected = ["SK312:7"]
    actual = ignoring(tmp_path, text.encode())
    assert expected == actual


def test_comments_count_in_every_document_of_a_file(tmp_path: Path) -> None:
    text = f"{START}  - t  # skills: ignore[SK312]\n---\nname: local/b\ntools:\n  - u\n  - u\n"
    expected = ["SK312:9"]
    actual = ignoring(tmp_path, text)
    assert expected == actual


def test_a_file_that_does_not_parse_has_no_comments(tmp_path: Path) -> None:
    expected = ["SK010:4"]
    actual = ignoring(tmp_path, f"{START}  - t: [  # skills: ignore[SK312]\n")
    assert [each[:5] for each in expected] == [each[:5] for each in actual]


def test_a_comment_of_one_file_says_nothing_of_another(tmp_path: Path) -> None:
    expected = ["SK391:4", "SK312:4"]
    actual = ignoring(
        tmp_path,
        f"{START}  - u  # skills: ignore[SK312]\n",
        b="name: local/b\ntools:\n  - t\n  - t\n",
    )
    assert expected == actual


@pytest.mark.parametrize(
    "text",
    [
        "#skills:ignore\n" * 40_000,
        "- a  # skills: ignore[SK312]\n" * 25_000,
        "- {a: 'b # skills: ignore'}\n" * 25_000,
    ],
    ids=["alone", "behind", "inside"],
)
def test_a_file_full_of_comments_is_read_to_its_end(tmp_path: Path, text: str) -> None:
    write(tmp_path / "catalogs", {"a.yaml": f"name: local/a\ntools:\n{text}"})
    done = run("check", "--format", "names", cwd=tmp_path)
    expected = "catalogs/a.yaml\n"
    actual = done.out
    assert expected == actual


CYCLE = {
    "a.yaml": "name: c/x\nincludes:\n  - c/y  # skills: ignore[SK203]\n",
    "b.yaml": "name: c/y\nincludes: [c/x]\n",
    "c.yaml": "name: c/free\n",
}


@pytest.mark.parametrize("how", ["comment", "ignore", "off"])
def test_a_cycle_that_is_ignored_does_not_make_its_skills_resolve(tmp_path: Path, how: str) -> None:
    files = {
        name: text.partition("  #")[0] if how != "comment" else text for name, text in CYCLE.items()
    }
    write(tmp_path / "catalogs", files)
    texts = {"ignore": 'ignore = ["SK203"]\n', "off": '[rules.SK203]\nseverity = "off"\n'}
    configured(tmp_path, texts.get(how, ""))
    checked = run("check", "--json", cwd=tmp_path)
    resolved = run("resolve", "c/x", "--json", cwd=tmp_path)
    error = json.loads(resolved.out)["error"]
    catalog = load_catalog(tmp_path / "catalogs", config=tmp_path / "skills.toml")
    with pytest.raises(CatalogError) as caught:
        catalog.raise_for_errors("c/x")
    with pytest.raises(CatalogError):
        catalog.raise_for_errors()
    catalog.raise_for_errors("c/free")
    message = "Cycle detected in skill includes: c/x -> c/y -> c/x"
    expected: tuple[Any, ...] = (0, [], 1, "SK203", ["c/x", "c/y", "c/x"], message, ["SK203"], [])
    actual = (
        checked.code,
        codes(checked),
        resolved.code,
        error["code"],
        error["path"],
        error["message"],
        [each.code.id for each in caught.value.diagnostics],
        [each.code.id for each in catalog.diagnostics],
    )
    assert expected == actual


# Baselines.


def test_a_baseline_hides_what_was_found_and_tells_what_is_new(
    check: Check, tmp_path: Path
) -> None:
    written = check("--baseline", "b.json", "--write-baseline")
    quiet = check("--baseline", "b.json", "--strict")
    write(tmp_path / "catalogs", {"b.yaml": "name: local/b\ntools: [x, x]\n"})
    louder = check("--baseline", "b.json", "--strict", "--json")
    expected = (
        (0, "4 findings written to b.json\n"),
        (0, "no findings in 2 skills (1 file); 4 more are in the baseline\n"),
        (1, ["SK312"]),
    )
    actual = (
        (written.code, written.out),
        (quiet.code, quiet.out),
        (louder.code, codes(louder)),
    )
    assert expected == actual


def test_a_baseline_stays_right_when_lines_move_and_not_when_a_file_is_renamed(
    check: Check, tmp_path: Path
) -> None:
    check("--baseline", "b.json", "--write-baseline")
    file = tmp_path / "catalogs" / "a.yaml"
    file.write_text(f"# one\n# two\n{file.read_text()}")
    moved = codes(check("--baseline", "b.json", "--json"))
    file.rename(tmp_path / "catalogs" / "z.yaml")
    renamed = codes(check("--baseline", "b.json", "--json"))
    expected: tuple[list[str], ...] = ([], sorted([*ALL, "SK392"]))
    actual = moved, sorted(renamed)
    assert expected == actual


def test_a_baseline_counts_findings_that_are_equal(check: Check, tmp_path: Path) -> None:
    twice = "name: local/a\ntools: [x, x, x{}]\n"
    write(tmp_path / "catalogs", {"a.yaml": twice.format("")})
    written = check("--baseline", "b.json", "--write-baseline").out
    same = codes(check("--baseline", "b.json", "--json"))
    write(tmp_path / "catalogs", {"a.yaml": twice.format(", x")})
    more = codes(check("--baseline", "b.json", "--json"))
    write(tmp_path / "catalogs", {"a.yaml": "name: local/a\ntools: [x, x]\n"})
    less = codes(check("--baseline", "b.json", "--json"))
    expected: tuple[Any, ...] = ("2 findings written to b.json\n", [], ["SK312"], ["SK392"])
    actual = written, same, more, less
    assert expected == actual


def test_a_stale_baseline_is_told_in_its_file_with_what_is_gone(
    check: Check, tmp_path: Path
) -> None:
    check("--baseline", "b.json", "--write-baseline")
    write(tmp_path / "catalogs", {"a.yaml": "name: local/a\n"})
    (finding,) = json.loads(check("--baseline", "b.json", "--json").out)["diagnostics"]
    expected = ("SK392", "b.json", True)
    actual = (
        finding["code"],
        finding["location"]["file"],
        finding["message"].startswith("the baseline lists 4 findings that are not there"),
    )
    assert expected == actual


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["--select", "SK310"], []),
        (["--select", "SK3"], []),
        (["--ignore", "SK310"], []),
        (["--skill", "local/base"], []),
        (["catalogs/a.yaml"], []),
    ],
)
def test_what_is_not_looked_for_is_not_stale(
    check: Check, arguments: list[str], found: list[str]
) -> None:
    check("--baseline", "b.json", "--write-baseline")
    expected = found
    actual = codes(check("--baseline", "b.json", "--json", *arguments))
    assert expected == actual


BAD = {
    "not read": ({"a.yaml": "name: [\n"}, [], ["SK010"]),
    "does not fit": ({"a.yaml": "name: local/base\ntols: []\n"}, [], ["SK104"]),
    "does not fit, and that is ignored": (
        {"a.yaml": "name: local/base\ntols: []\n"},
        ["--ignore", "SK1"],
        [],
    ),
    "does not fit, and a comment ignores that": (
        {"a.yaml": "name: local/base\ntols: []  # skills: ignore[SK104]\n"},
        [],
        [],
    ),
    "defined twice, first here": (
        {"a.yaml": "name: local/base\n", "b.yaml": "name: local/base\n"},
        [],
        ["SK120"],
    ),
    "only another file does not fit": (
        {"a.yaml": "name: local/base\n", "b.yaml": "name: local/b\ntols: []\n"},
        [],
        ["SK392", "SK104"],
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_what_a_file_would_give_that_is_not_checked_to_the_end_is_not_stale(
    check: Check, tmp_path: Path, case: str
) -> None:
    files, arguments, expected = BAD[case]
    check("--baseline", "b.json", "--write-baseline")
    write(tmp_path / "catalogs", files)
    actual = codes(check("--baseline", "b.json", "--json", *arguments))
    assert expected == actual


def test_stale_entries_that_look_the_same_are_told_once_with_their_number(
    check: Check, tmp_path: Path
) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a.yaml": "name: local/a\ntools: [x, x, x, y, y]\nincludes: [local/b, local/b]\n",
            "b.yaml": "name: local/b\ntools: [z, z]\n",
            "c.yaml": "name: local/c\ntools: [z, z]\n",
            "d.yaml": "name: local/d\ntools: [z, z]\n",
        },
    )
    check("--baseline", "b.json", "--write-baseline")
    write(tmp_path / "catalogs", {f"{name}.yaml": f"name: local/{name}\n" for name in "abcd"})
    (finding,) = json.loads(check("--baseline", "b.json", "--json").out)["diagnostics"]
    expected = (
        "the baseline lists 7 findings that are not there:"
        " SK312 in a.yaml (3 times); SK310 in a.yaml; SK312 in b.yaml; and 2 more"
    )
    actual = finding["message"]
    assert expected == actual


def test_what_is_selected_only_once_the_baseline_is_there_is_new(check: Check) -> None:
    check("--baseline", "b.json", "--write-baseline", "--select", "SK310")
    expected = ["SK312"]
    actual = codes(check("--baseline", "b.json", "--json", "--select", "SK31"))
    assert expected == actual


def test_a_file_that_is_not_read_is_never_put_off(check: Check, tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"b.yaml": "name: [\n"})
    written = check("--baseline", "b.json", "--write-baseline")
    again = check("--baseline", "b.json", "--json")
    closing = "4 findings written to b.json; 1 of SK0xx cannot be put off"
    expected = (1, "error[SK010]:", f"{closing}. More: skills explain SK010", 1, ["SK010"])
    first, *_, last = written.out.splitlines()
    actual = (written.code, first.split()[0], last, again.code, codes(again))
    assert expected == actual


def test_what_is_not_put_off_is_in_every_format_when_a_baseline_is_written(
    check: Check, tmp_path: Path
) -> None:
    write(tmp_path / "catalogs", {"b.yaml": "name: [\n"})
    usual = json.loads(check("--json", "--select", "SK0").out)["diagnostics"]
    names = ("sarif", "gitlab", "junit", "github", "concise", "names")
    outputs = [part for name in names for part in ("--output", f"{name}:{name}")]
    done = check("--json", "--baseline", "b.json", "--write-baseline", *outputs)
    expected = {
        "schema_version": 1,
        "command": "check",
        "checked": {"files": 2, "skills": 2},
        "diagnostics": usual,
        "baseline": "b.json",
        "written": 4,
    }
    assert (done.code, expected) == (1, json.loads(done.out))
    texts = {name: (tmp_path / name).read_text("utf-8") for name in names}
    assert texts.pop("names") == "catalogs/b.yaml\n"
    assert [("SK010" in text, "SK310" in text) for text in texts.values()] == [(True, False)] * 5


def test_writing_a_baseline_fails_at_the_level_of_any_check(check: Check, tmp_path: Path) -> None:
    arguments = ["--baseline", "b.json", "--write-baseline"]
    fine = check(*arguments, "--strict")
    write(tmp_path / "catalogs", {"b.yaml": "name: [\n"})
    never = check(*arguments, "--fail-on", "never", "-q")
    counted = check(*arguments, "--statistics")
    closing = "4 findings written to b.json"
    assert (fine.code, fine.out) == (0, f"{closing}\n")
    assert (never.code, never.out.count("error[SK010]")) == (0, 1)
    assert (counted.code, counted.out.splitlines()[-1]) == (
        1,
        f"{closing}; 1 of SK0xx cannot be put off",
    )


def test_a_finding_of_sk0xx_that_somebody_lists_by_hand_is_told_all_the_same(
    check: Check, tmp_path: Path
) -> None:
    write(tmp_path / "catalogs", {"b.yaml": "name: [\n"})
    (finding,) = json.loads(check("--json", "--select", "SK2").out)["diagnostics"]
    (tmp_path / "b.json").write_text(json.dumps({"baseline_version": 1, "findings": [finding]}))
    done = check("--baseline", "b.json", "--json", "--select", "SK2")
    expected = 1, ["SK010"]
    actual = done.code, codes(done)
    assert expected == actual


def test_a_baseline_that_notepad_saved_is_read(check: Check, tmp_path: Path) -> None:
    check("--baseline", "b.json", "--write-baseline")
    file = tmp_path / "b.json"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes().replace(b"\n", b"\r\n"))
    expected: tuple[int, list[str]] = (0, [])
    done = check("--baseline", "b.json", "--json", "--strict")
    actual = (done.code, codes(done))
    assert expected == actual


UNREADABLE = {
    "not JSON": (b"{", "does not read: "),
    "nothing": (b"", "does not read: "),
    "a list": (b"[]", "does not read: no baseline of version 1"),
    "no version": (b'{"findings": []}', "does not read: no baseline of version 1"),
    "another version": (
        b'{"baseline_version": 2, "findings": []}',
        "does not read: no baseline of version 1",
    ),
    "no findings": (b'{"baseline_version": 1}', "does not read: `findings` must be a list"),
    "findings of another kind": (
        b'{"baseline_version": 1, "findings": ["x"]}',
        "does not read: `findings` must be a list",
    ),
    "no fingerprint": (
        b'{"baseline_version": 1, "findings": [{"code": "SK310"}]}',
        "does not read: `findings` must be a list",
    ),
    "deep nesting": (b"[" * 100_000, "does not read: nested too deeply"),
    "an endless number": (b"9" * 5_000, "does not read: "),
    "another encoding": (b"\xff\xfe{}", "is not encoded in UTF-8"),
}


@pytest.mark.parametrize("case", UNREADABLE)
def test_a_baseline_that_does_not_read_ends_the_check(
    check: Check, tmp_path: Path, case: str
) -> None:
    content, message = UNREADABLE[case]
    (tmp_path / "b.json").write_bytes(content)
    done = check("--baseline", "b.json")
    expected = 2, "", True
    actual = done.code, done.out, done.err.startswith(f"error: the baseline b.json {message}")
    assert expected == actual


@pytest.mark.parametrize(
    "entry",
    [
        '{"fingerprint": "x"}',
        '{"fingerprint": "\\ud800", "code": "\\ud800", "file": "\\u001b[2J"}',
        '{"fingerprint": "", "code": [{}], "file": {"a": []}}',
    ],
)
def test_an_odd_entry_is_stale_and_nothing_worse(check: Check, tmp_path: Path, entry: str) -> None:
    (tmp_path / "b.json").write_text(f'{{"baseline_version": 1, "findings": [{entry}]}}')
    done = run("check", "--baseline", "b.json", cwd=tmp_path)
    expected = 0, "", True, False
    actual = done.code, done.err, done.out.startswith("warning[SK392]"), "\x1b" in done.out
    assert expected == actual
    assert sorted(codes(check("--baseline", "b.json", "--json"))) == sorted([*ALL, "SK392"])


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--baseline", "nope.json"], "no such baseline: nope.json"),
        (["--baseline", "catalogs"], "the baseline catalogs cannot be read: is a directory"),
        (
            ["--baseline", "catalogs", "--write-baseline"],
            "the baseline catalogs cannot be written: is a directory",
        ),
        (
            ["--baseline", "no/b.json", "--write-baseline"],
            "the baseline no/b.json cannot be written: no such file or directory",
        ),
        (
            ["--baseline", "catalogs/a.yaml/b.json", "--write-baseline"],
            "the baseline catalogs/a.yaml/b.json cannot be written: not a directory",
        ),
        (["--baseline", ""], "no such baseline: "),
        (["--baseline", "-"], "the baseline `-` is not a stream\nhelp: `./-` names a file"),
        (["--baseline", "-", "--write-baseline"], "the baseline `-` is not a stream\nhelp: "),
    ],
)
def test_a_place_where_no_baseline_can_be_ends_the_check(
    check: Check, arguments: list[str], message: str
) -> None:
    done = check(*arguments)
    expected = 2, "", True
    actual = done.code, done.out, done.err.startswith(f"error: {message}")
    assert expected == actual


@pytest.mark.parametrize("option", [[], ["--write-baseline"]])
@pytest.mark.parametrize("place", ["pipe", "/dev/null"])
def test_a_baseline_is_a_file_and_nobody_waits_for_another_end(
    check: Check, tmp_path: Path, place: str, option: list[str]
) -> None:
    os.mkfifo(tmp_path / "pipe")
    done = check("--baseline", place, *option)
    message = f"the baseline {place} is a pipe, socket or device"
    expected = Completed(2, "", f"error: {message}\nhelp: name a file\n")
    assert expected == done


# All of them together.


@pytest.mark.parametrize("format_", ["text", "json", "concise", "markdown", "github", "sarif"])
@pytest.mark.parametrize("option", [[], ["-v"], ["--debug"]])
def test_a_secret_that_is_found_is_never_shown(
    check: Check, format_: str, option: list[str]
) -> None:
    done = check("--format", format_, *option)
    expected = 1, 0
    actual = min(done.out.count("SK330"), 1), (done.out + done.err).count(SECRET)
    assert expected == actual


def test_a_secret_that_is_found_is_not_in_the_baseline(check: Check, tmp_path: Path) -> None:
    check("--baseline", "b.json", "--write-baseline")
    text = (tmp_path / "b.json").read_text()
    expected = 1, 0
    actual = text.count('"SK330"'), text.count(SECRET)
    assert expected == actual
