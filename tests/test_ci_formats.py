"""What `skills check` writes for build servers, read by readers that are not ours."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from command import PATIENCE, PROGRAM, Completed, environment, run, run_program
from junitparser import JUnitXml
from ruamel.yaml import YAML
from sarif_pydantic import Sarif
from writing import write

FILES = {
    ".git/HEAD": "ref\n",
    "sub/a b.yaml": "name: w/a\nincludes: [w/lov, w/b]\n",
    "sub/b.yaml": "name: w/b\nincludes: [w/a]\n",
    "sub/low.yaml": "name: w/low\n---\nname: w/Low\n",
    "sub/empty.yaml": "",
}
ERRORS, WARNINGS = 25, 12
MANY = {
    "many.yaml": f"name: m/many\nincludes: [{', '.join(f'm/none-{i}' for i in range(ERRORS))}]\n",
    "case.yaml": "---\n".join(f"name: m/case{i}\n---\nname: m/Case{i}\n" for i in range(WARNINGS)),
}
MANY_CLOSING = "25 errors and 12 warnings in 25 skills (2 files)"
LARGEST_SUMMARY = 1_048_576


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


@pytest.fixture
def many(tmp_path: Path) -> Path:
    write(tmp_path / "catalogs", MANY)
    return tmp_path


def check(cwd: Path, *arguments: str, **env: str) -> Completed:
    """Run a check that looks for what the catalogs here are made to have, and for nothing else."""
    return run("check", "--select", "SK0,SK1,SK201,SK203,SK301", *arguments, cwd=cwd, env=env)


def sarif(file: Path) -> Any:
    """Give the one run of a document."""
    (only,) = Sarif.model_validate_json(file.read_text("utf-8")).runs
    return only


def cases(file: Path) -> list[Any]:
    """Give the test cases of a report."""
    return [case for suite in JUnitXml.fromfile(str(file)) for case in suite]


def place_of(location: Any) -> tuple[str, int | None, int | None]:
    """Give the file, line and column of a location in SARIF."""
    physical = location.physical_location
    region = physical.region
    file = unquote(physical.artifact_location.uri)
    return (file, region.start_line, region.start_column) if region else (file, None, None)


# One run.


def test_one_run_writes_the_same_findings_in_every_format(place: Path) -> None:
    names = ("json", "sarif", "gitlab", "junit")
    outputs = [part for name in names for part in ("--output", f"{name}:out.{name}")]
    done = check(place, "sub", "--format", "concise", *outputs)
    found = json.loads((place / "out.json").read_text("utf-8"))["diagnostics"]
    expected = [
        (
            each["code"],
            each["severity"],
            each["fingerprint"],
            f"sub/{each['location']['file']}",
            each["location"]["line"],
        )
        for each in found
    ]
    in_sarif = [
        (
            each.rule_id,
            each.level.value,
            each.partial_fingerprints["cleveragentsSkills/v1"],
            *place_of(each.locations[0])[:2],
        )
        for each in sarif(place / "out.sarif").results
    ]
    severities = {"major": "error", "minor": "warning"}
    in_gitlab = [
        (
            each["check_name"],
            severities[each["severity"]],
            each["fingerprint"],
            each["location"]["path"],
            each["location"]["lines"]["begin"],
        )
        for each in json.loads((place / "out.gitlab").read_text("utf-8"))
    ]
    in_junit = {case.name: case for case in cases(place / "out.junit")}
    assert (done.code, done.err, len(done.out.splitlines())) == (1, "", len(found) + 1)
    assert in_sarif == expected
    assert in_gitlab == [(*each[:4], each[4] or 1) for each in expected]
    assert sorted(in_junit) == sorted({each[3] for each in expected})
    assert [each[0] for each in expected] == ["SK201", "SK203", "SK101", "SK301"]


@pytest.mark.parametrize("format_", ["text", "markdown", "names", "github"])
def test_a_file_has_what_piped_output_has_without_colour(place: Path, format_: str) -> None:
    piped = check(place, "sub", "--format", format_)
    colored = check(place, "sub", "--color", "always", "--output", f"{format_}:out")
    assert (piped.code, colored.code, colored.out.count("\x1b[") > 0) == (1, 1, True)
    assert (place / "out").read_text("utf-8") == piped.out


# SARIF.


def test_sarif_has_the_codes_that_occur_with_what_they_mean(place: Path) -> None:
    check(place, "sub", "--output", "sarif:out")
    rules = sarif(place / "out").tool.driver.rules
    results = sarif(place / "out").results
    page = rules[1].help.markdown
    assert [(each.id, each.name, each.default_configuration.level) for each in rules] == [
        ("SK101", "EmptyFile", "error"),
        ("SK201", "UnknownInclude", "error"),
        ("SK203", "IncludeCycle", "error"),
        ("SK301", "NamesDifferByCase", "warning"),
    ]
    assert [rules[each.rule_index].id for each in results] == [each.rule_id for each in results]
    assert rules[1].short_description.text == "an include names no skill of the catalog"
    assert (page.count("Why it matters"), rules[1].help.text) == (1, page)
    assert page.startswith(rules[1].full_description.text.split()[0])


def test_sarif_says_where_from_the_root_of_the_work_tree(place: Path) -> None:
    check(place / "sub", ".", "--output", "sarif:out")
    run_of = sarif(place / "sub" / "out")
    first, _, empty, case = run_of.results
    physical = first.locations[0].physical_location
    text = "`w/a` includes the unknown skill `w/lov`. Did you mean `w/low`?"
    assert (physical.artifact_location.uri, physical.artifact_location.uri_base_id) == (
        "sub/a%20b.yaml",
        "SRCROOT",
    )
    assert (physical.region.start_line, physical.region.start_column) == (2, 12)
    assert (physical.region.end_column, first.message.text) == (17, text)
    assert place_of(empty.locations[0]) == ("sub/empty.yaml", None, None)
    assert [(each.id, each.message.text, place_of(each)) for each in case.related_locations] == [
        (0, "`w/Low` is here", ("sub/low.yaml", 3, 7))
    ]
    document = json.loads((place / "sub" / "out").read_text("utf-8"))
    assert document["runs"][0]["columnKind"] == "unicodeCodePoints"
    assert document["runs"][0]["originalUriBaseIds"]["SRCROOT"].keys() == {"description"}


def test_sarif_shows_the_steps_of_a_cycle_as_a_flow(place: Path) -> None:
    check(place, "sub", "--output", "sarif:out")
    cycle = sarif(place / "out").results[1]
    document = json.loads((place / "out").read_text("utf-8"))
    (flow,) = document["runs"][0]["results"][1]["codeFlows"]
    (thread,) = flow["threadFlows"]
    said = [each["location"]["message"]["text"] for each in thread["locations"]]
    steps = [(each.message.text, place_of(each)) for each in cycle.related_locations]
    assert cycle.rule_id == "SK203"
    assert steps == [
        ("w/a includes w/b", ("sub/a b.yaml", 2, 19)),
        ("w/b includes w/a", ("sub/b.yaml", 2, 12)),
    ]
    assert said == [text for text, _ in steps]


# GitLab.


def test_gitlab_gets_the_fields_that_it_documents_and_no_others(place: Path) -> None:
    check(place, "sub", "--output", "gitlab:out")
    first, _, empty, case = json.loads((place / "out").read_text("utf-8"))
    fingerprint = first.pop("fingerprint")
    assert first == {
        "description": "`w/a` includes the unknown skill `w/lov`. Did you mean `w/low`?",
        "check_name": "SK201",
        "severity": "major",
        "location": {"path": "sub/a b.yaml", "lines": {"begin": 2}},
    }
    assert re.fullmatch("[0-9a-f]{16}", fingerprint)
    assert case["severity"] == "minor"
    assert (empty["severity"], empty["location"]["lines"]) == ("major", {"begin": 1})


def test_no_two_findings_have_one_fingerprint(tmp_path: Path) -> None:
    text = "name: f/a\nincludes: [f/none, f/none]\ntools: ['a b', 'a b']\n"
    write(tmp_path, {"one/a.yaml": text, "two/a.yaml": text})
    run("check", "one", "two", "--output", "gitlab:g", "--output", "sarif:s", cwd=tmp_path)
    entries = json.loads((tmp_path / "g").read_text("utf-8"))
    prints = [each["fingerprint"] for each in entries]
    also = [[*each.partial_fingerprints.values()] for each in sarif(tmp_path / "s").results]
    twice = Counter((each["check_name"], each["description"]) for each in entries)
    assert max(twice.values()) > 1
    assert len(set(prints)) == len(prints)
    assert also == [[each] for each in prints]


# JUnit.


@pytest.mark.parametrize(
    ("options", "failing", "output"),
    [
        ([], ["sub/a b.yaml", "sub/empty.yaml"], ["sub/low.yaml"]),
        (["--strict"], ["sub/a b.yaml", "sub/empty.yaml", "sub/low.yaml"], []),
    ],
)
def test_a_warning_is_a_failure_in_junit_only_if_it_fails_the_check(
    place: Path, options: list[str], failing: list[str], output: list[str]
) -> None:
    check(place, "sub", *options, "--output", "junit:out")
    found = cases(place / "out")
    assert [each.name for each in found if each.is_failure] == failing
    assert [each.name for each in found if each.system_out] == output
    assert {each.classname for each in found} == {"skills check"}
    assert JUnitXml.fromfile(str(place / "out")).failures == len(failing)


def test_junit_tells_all_that_fails_a_file_in_one_failure(place: Path) -> None:
    check(place, "sub", "--output", "junit:out")
    (failure,) = cases(place / "out")[0].result
    assert failure.message == "SK201 `w/a` includes the unknown skill `w/lov` (and 1 more)"
    assert failure.text.splitlines() == [
        (
            "sub/a b.yaml:2:12: error SK201 `w/a` includes the unknown skill `w/lov`."
            " Did you mean `w/low`?"
        ),
        (
            "sub/a b.yaml:2:19: error SK203 Cycle detected in skill includes: w/a -> w/b -> w/a."
            " Cut w/b -> w/a: that alone frees both (a suggestion)"
        ),
    ]


# Without an answer.


@pytest.mark.parametrize("format_", ["sarif", "gitlab", "junit"])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere"], "no such file or folder: nowhere"),
        (["--strict", "--fail-on", "error"], "--strict is short for --fail-on warning"),
        (["void"], "no skill file in void"),
    ],
)
def test_a_failure_is_one_document_that_says_why(
    place: Path, format_: str, arguments: list[str], message: str
) -> None:
    (place / "void").mkdir()
    done = run("check", *arguments, "--format", format_, "--output", f"{format_}:out", cwd=place)
    assert (done.code, done.err.startswith(f"error: {message}")) == (2, True)
    assert (place / "out").read_text("utf-8") == done.out
    if format_ == "sarif":
        (invocation,) = sarif(place / "out").invocations
        (note,) = json.loads(done.out)["runs"][0]["invocations"][0]["toolExecutionNotifications"]
        assert (invocation.execution_successful, sarif(place / "out").results) == (False, [])
        said = note["message"]["text"]
    elif format_ == "gitlab":
        (entry,) = json.loads(done.out)
        assert (entry["severity"], entry["location"]) == (
            "blocker",
            {"path": ".", "lines": {"begin": 1}},
        )
        said = entry["description"]
    else:
        (case,) = cases(place / "out")
        assert case.is_error
        said = case.result[0].message
    assert said.startswith(message)


def test_a_wrong_option_is_told_in_the_format_that_was_asked_for(place: Path) -> None:
    done = run("check", "--color", "loud", "--format", "gitlab", cwd=place)
    assert done.code == 2
    assert [each["check_name"] for each in json.loads(done.out)] == ["usage"]


# GitHub.


def commands_in(text: str) -> list[str]:
    """Give the lines in which GitHub finds a command: it trims them, and knows an older form."""
    return [line for line in text.splitlines() if line.lstrip().startswith("::") or "##[" in line]


def test_github_annotates_ten_of_a_kind_and_lists_and_counts_the_others(many: Path) -> None:
    summary = many / "summary.md"
    done = check(
        many, "--format", "github", GITHUB_ACTIONS="true", GITHUB_STEP_SUMMARY=str(summary)
    )
    lines = done.out.splitlines()
    assert (done.code, done.err) == (1, "")
    assert [line.split()[0] for line in lines[:20]] == ["::error"] * 10 + ["::warning"] * 10
    assert commands_in(done.out) == lines[:20]
    assert lines[20] == (
        "15 more errors and 2 more warnings are not annotated (GitHub shows 10 of a kind a step)"
    )
    assert lines[21] == (
        "catalogs/many.yaml:2:112: SK201 `m/many` includes the unknown skill `m/none-10`"
    )
    assert [line.split()[1] for line in lines[21:-1]] == ["SK201"] * 15 + ["SK301"] * 2
    assert lines[-1] == MANY_CLOSING
    rows = summary.read_text("utf-8").splitlines()
    assert rows[:2] == ["## skills check", ""]
    assert [row.split()[1] for row in rows[4:-2]] == ["error"] * ERRORS + ["warning"] * WARNINGS
    (last,) = [row for row in rows if "m/none-24" in row]
    assert last == (
        "| error | SK201 | `m/many` includes the unknown skill `m/none-24`"
        "<br>correct the name, or add it: `skills new m/none-24` | `catalogs/many.yaml:2:266` |"
    )
    assert rows[-2:] == ["", MANY_CLOSING]


def test_a_summary_stands_below_what_earlier_commands_wrote(many: Path) -> None:
    summary = many / "summary.md"
    summary.write_text("# Earlier")
    check(many, "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    once = summary.read_text("utf-8")
    check(many, "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    assert once.startswith("# Earlier\n\n## skills check\n\n| Severity | Code |")
    assert summary.read_text("utf-8") == once + once.removeprefix("# Earlier")


@pytest.mark.parametrize("room", [3000, 2000, 500])
def test_a_summary_is_kept_below_its_limit_by_whole_rows_errors_first(
    many: Path, room: int
) -> None:
    summary = many / "summary.md"
    summary.write_bytes(b"#" * (LARGEST_SUMMARY - room))
    done = check(many, "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    text = summary.read_bytes()[LARGEST_SUMMARY - room :].decode()
    rows = [line for line in text.splitlines() if line.startswith(("| error", "| warning"))]
    left = ERRORS + WARNINGS - len(rows)
    assert (done.code, done.err) == (1, "")
    assert 0 < len(text.encode()) <= room
    assert text.endswith(f"\n\n{left} more are not listed here: {MANY_CLOSING}\n")
    assert (left > 0, {row.count(" | ") for row in rows}) == (True, {3} if rows else set())
    kinds = ["error"] * ERRORS + ["warning"] * WARNINGS
    assert [row.split()[1] for row in rows] == kinds[: len(rows)]


def test_a_summary_without_room_is_left_alone_and_that_is_said(many: Path) -> None:
    summary = many / "summary.md"
    summary.write_bytes(b"#" * LARGEST_SUMMARY)
    done = check(many, "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    assert (done.code, summary.stat().st_size) == (1, LARGEST_SUMMARY)
    assert done.err == "note: the summary of this step is full, so it does not have the findings\n"


def test_a_summary_that_cannot_be_written_changes_no_exit_code(many: Path) -> None:
    usual = check(many, "--format", "github")
    done = check(many, "--format", "github", GITHUB_STEP_SUMMARY=str(many / "no" / "file"))
    assert (done.code, done.out) == (usual.code, usual.out)
    assert done.err == (
        f"note: cannot write the summary of this step to {many}/no/file:"
        f" there is no folder {many}/no\n"
    )


def test_only_the_format_of_github_writes_a_summary(many: Path) -> None:
    check(many, "--output", "github:out", GITHUB_STEP_SUMMARY=str(many / "summary.md"))
    assert sorted(each.name for each in many.iterdir()) == ["catalogs", "out"]


def test_the_summary_of_a_failure_says_why(many: Path) -> None:
    done = check(many, "gone", "--format", "github", GITHUB_STEP_SUMMARY=str(many / "summary.md"))
    assert (done.code, done.out) == (2, "::error title=no-catalog::no such file or folder: gone\n")
    expected = "## skills check\n\nerror: no such file or folder: gone\n"
    assert (many / "summary.md").read_text() == expected


def test_all_that_github_shows_names_files_from_the_root_of_the_work_tree(many: Path) -> None:
    (many / ".git").mkdir()
    summary = many / "summary.md"
    done = check(many / "catalogs", ".", "--format", "github", GITHUB_STEP_SUMMARY=str(summary))
    annotated = re.findall(r"^::\w+ file=(.*?),", done.out, re.MULTILINE)
    listed = re.findall(r"^([^ :]+):\d+:\d+: ", done.out, re.MULTILINE)
    in_summary = re.findall(r"`([^`]+):\d+:\d+` \|$", summary.read_text(), re.MULTILINE)
    numbers = [len(annotated), len(listed), len(in_summary)]
    assert numbers == [20, ERRORS + WARNINGS - 20, ERRORS + WARNINGS]
    assert {*annotated, *listed, *in_summary} == {"catalogs/many.yaml", "catalogs/case.yaml"}


def test_a_quiet_check_without_findings_leaves_the_summary_alone(tmp_path: Path) -> None:
    write(tmp_path, {"c/a.yaml": "name: h/a\n"})
    done = check(
        tmp_path, "c", "-q", "--format", "github", GITHUB_STEP_SUMMARY=str(tmp_path / "s.md")
    )
    assert (done, sorted(os.listdir(tmp_path))) == (Completed(0, "", ""), ["c"])


# What a catalog says is data.

NASTY = [
    "h/\n::error::broken",
    "h/::error::x",
    "h/]]>",
    "h/<b>&amp;",
    "h/%0A::warning::x",
    "h/##[add-mask]x",
    "h/\0",
    "h/\ufffe",
    "h/\U0001f600",
    "h/[x](https://example.org) {0}",
    "h/\"'",
    "h/\u202e",
]
PAIR = "\\ud83d\\ude00"
"""How JSON writes the emoji, which YAML would read as two characters that are none."""
SHOWN = [
    "h/\\n::error::broken",
    *NASTY[1:6],
    "h/\\x00",
    "h/\\ufffe",
    "h/\U0001f600",
    *NASTY[9:11],
    "h/\\u202e",
]


@pytest.fixture
def nasty(tmp_path: Path) -> Path:
    """Give a catalog with ten errors in a harmless file before those that are not."""
    includes = json.dumps(NASTY).replace(PAIR, "\U0001f600")
    written = f"name: h/nasty\nincludes: {includes}\n"
    plain = f"name: h/plain\nincludes: {json.dumps([f'h/none-{i}' for i in range(10)])}\n"
    files = {"0.yaml": plain, "1.yaml": written}
    for name in ("::error::x", "\u3000::warning file=a::b", "##[error]z", "a'\"<&>\u00e9"):
        files[f"{name}.yaml"] = f"name: h/{len(files)}\nincludes: [h/gone]\n"
    return write(tmp_path, files)


def named(texts: Iterable[str]) -> list[str]:
    """Give the names that invalid-name findings are about."""
    found = [re.match(r"(?:.*SK107 )?invalid name `(.*)` at `includes", text) for text in texts]
    return [each.group(1) for each in found if each]


def test_github_finds_no_command_in_what_a_catalog_says(nasty: Path) -> None:
    done = check(nasty, ".", "--format", "github")
    lines = done.out.splitlines()
    commands = commands_in(done.out)
    assert (len(commands), commands) == (10, lines[:10])
    assert all(line.startswith("::error file=") for line in commands)
    written = [line.replace("#\\x23[", "##[") for line in lines[10:]]
    spots = [line.partition(":1")[0].partition(":2")[0] for line in written]
    assert [line for line in written if "::error::x.yaml" in line] == [
        "./::error::x.yaml:2:12: SK201 `h/2` includes the unknown skill `h/gone`"
    ]
    assert "./\u3000::warning file=a::b.yaml" in spots


NAMES = ("##[error]x", "::error::x", " ::error::x")


def no_commands(text: str) -> bool:
    """Say whether GitHub finds nothing to obey in a log."""
    return "##[" not in text and not any(
        line.lstrip().startswith("::") for line in text.split("\n")
    )


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("arguments", [[], ["-v"], ["--color", "always"]])
def test_github_finds_no_command_on_standard_error_either(
    tmp_path: Path, name: str, arguments: list[str]
) -> None:
    listed = "includes:\n  - h/a\n  - h/a\n"
    files = {
        f"{name}.yaml": f"name: h/b\n{listed}",
        "a.yaml": f"name: h/a\ntools: ['{name}', '{name}', &x x]\nmcp_servers: [{{name: s, "
        "command: c, tools: [*x]}]\nincludes: &i [h/c, h/c]\n---\nname: h/c\n"
        "---\nname: h/d\nmetadata: *i\n",
    }
    write(tmp_path / "c", files)
    (tmp_path / "empty" / name).mkdir(parents=True)
    (tmp_path / "empty" / name / "x.yaml").symlink_to("nowhere")
    runs = [
        ["c", "--fix"],
        [f"c/{name}"],
        ["c", "--skill", name],
        ["c", "--baseline", name],
        ["c", "--output", f"json:no/{name}"],
        ["empty"],
    ]
    for each in runs:
        done = run(
            "check", *each, "--format", "github", *arguments, cwd=tmp_path,
            env={"GITHUB_STEP_SUMMARY": f"no/{name}"},
        )  # fmt: skip
        shown = name.replace("##[", "#\\x23[")
        assert (each, shown in done.err, no_commands(done.err)) == (each, True, True)


def test_every_format_shows_what_a_catalog_says_and_stays_whole(nasty: Path) -> None:
    done = check(nasty, ".", "--output", "sarif:s", "--output", "gitlab:g", "--output", "junit:j")
    results = sarif(nasty / "s").results
    entries = json.loads((nasty / "g").read_text("utf-8"))
    lines = [line for case in cases(nasty / "j") for line in case.result[0].text.splitlines()]
    links = {"h/[x](https://example.org) {0}": "h/[x\\](https://example.org) {{0}}"}
    assert done.code == 1
    assert named(each.message.text for each in results) == [links.get(each, each) for each in SHOWN]
    assert named(each["description"] for each in entries) == SHOWN
    assert named(lines) == SHOWN
    files = {unquote(each.locations[0].physical_location.artifact_location.uri) for each in results}
    assert files == {each["location"]["path"] for each in entries}
    assert files == {each.name for each in nasty.iterdir() if each.suffix == ".yaml"}


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_a_document_is_whole_where_the_terminal_is_not_utf8(nasty: Path, encoding: str) -> None:
    for name in ("sarif", "gitlab", "junit"):
        done = check(
            nasty, ".", "--format", name, "--output", f"{name}:{name}.utf8",
            PYTHONUTF8="0", PYTHONIOENCODING=encoding,
        )  # fmt: skip
        assert (done.code, done.out.isascii()) == (1, True)
        (nasty / name).write_bytes(done.out.encode("ascii"))
    loaded = [json.loads((nasty / name).read_text("utf-8")) for name in ("sarif", "gitlab")]
    whole = [
        json.loads((nasty / f"{name}.utf8").read_text("utf-8")) for name in ("sarif", "gitlab")
    ]
    texts = [
        [case.result[0].text for case in cases(nasty / name)] for name in ("junit", "junit.utf8")
    ]
    assert loaded == whole
    assert texts[0] == texts[1]


def test_a_token_in_the_name_of_a_file_is_masked_in_every_format(tmp_path: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    write(
        tmp_path,
        {f"a {token}.yaml": "name: t/a\nincludes: [t/none]\n", f"b,{token}.yaml": "x: 1\n"},
    )
    for name in ("sarif", "gitlab", "junit", "github"):
        done = run("check", ".", "--format", name, cwd=tmp_path)
        assert (done.code, token in done.out, done.out.count("***") > 1) == (1, False, True)


# Outputs.


@pytest.mark.parametrize(
    ("outputs", "message"),
    [
        (["sarif"], "`--output sarif` is no FORMAT:FILE\nhelp: such as `sarif:findings.sarif`"),
        (["sarif:"], "`--output sarif:` is no FORMAT:FILE\nhelp: such as `sarif:findings.sarif`"),
        (
            ["xml:a"],
            (
                "`check` has no format `xml`\nhelp: one of text, json, names, markdown, concise,"
                " github, sarif, gitlab, junit"
            ),
        ),
        (["json:a", "sarif:./a"], "two outputs name the same file: ./a"),
        (
            ["junit:-"],
            (
                "the output `-` is not standard output\nhelp: `--format junit` writes there;"
                " `./-` names a file that is called so"
            ),
        ),
    ],
)
def test_a_wrong_output_ends_the_run_before_any_work(
    many: Path, outputs: list[str], message: str
) -> None:
    options = [part for each in outputs for part in ("--output", each)]
    done = check(many, "--output", "gitlab:good", *options)
    assert (done.code, done.out, done.err) == (2, "", f"error: {message}\n")
    assert [each.name for each in many.iterdir()] == ["catalogs"]


def test_a_file_that_is_called_as_a_stream_is_elsewhere_is_named_with_its_folder(
    many: Path,
) -> None:
    options = ["--output", "json:./-", "--baseline", "./-b", "--write-baseline"]
    assert check(many, *options).err == ""
    assert sorted(each.name for each in many.iterdir()) == ["-", "-b", "catalogs"]


INPUTS = {
    "skills.toml": "catalog = ['catalogs']\nfiles = ['**/*.yaml', '**/*.skill']\n",
    "known.json": '{"baseline_version": 1, "findings": []}',
    "catalogs/a.yaml": "name: i/a\nagent_skills: [folder]\n",
    "catalogs/b.skill": "name: i/b\n",
    "catalogs/data.txt": "name: i/linked\n",
    "catalogs/folder/SKILL.md": "---\nname: folder\ndescription: x\n---\n",
    "old.json": "{}",
}


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """Give a folder with all that a check reads, some of it under a second name."""
    write(tmp_path, INPUTS)
    (tmp_path / "catalogs" / "link.yaml").symlink_to("data.txt")
    (tmp_path / "again.yaml").symlink_to("catalogs/a.yaml")
    return tmp_path


def contents(folder: Path) -> dict[str, str]:
    """Give the text of every file in a folder that is no link."""
    return {
        each.relative_to(folder).as_posix(): each.read_text("utf-8")
        for each in folder.rglob("*")
        if each.is_file() and not each.is_symlink()
    }


SKILL_FILE = "a skill file of the catalog"
TAKEN = {
    "catalogs/a.yaml": SKILL_FILE,
    "./catalogs/../catalogs/a.yaml": SKILL_FILE,
    "again.yaml": SKILL_FILE,
    "catalogs/b.skill": SKILL_FILE,
    "catalogs/link.yaml": SKILL_FILE,
    "catalogs/data.txt": SKILL_FILE,
    "catalogs/folder/SKILL.md": "a `SKILL.md` of the catalog",
    "skills.toml": "the config",
    "known.json": "the baseline",
}


@pytest.mark.parametrize("file", TAKEN)
def test_an_output_is_never_what_the_check_reads(inputs: Path, file: str) -> None:
    done = run(
        "check", "--baseline", "known.json", "--output", "json:old.json", "--output",
        f"json:{file}", cwd=inputs,
    )  # fmt: skip
    message = f"the output {file} is {TAKEN[file]}\nhelp: name a file of its own"
    assert done == Completed(2, "", f"error: {message}\n")
    assert contents(inputs) == INPUTS


@pytest.mark.parametrize("file", [each for each in TAKEN if each != "known.json"])
def test_a_baseline_is_never_written_over_what_the_check_reads(inputs: Path, file: str) -> None:
    done = run("check", "--baseline", file, "--write-baseline", cwd=inputs)
    message = f"the baseline {file} is {TAKEN[file]}\nhelp: name a file of its own"
    assert done == Completed(2, "", f"error: {message}\n")
    assert contents(inputs) == INPUTS


def test_an_output_is_never_the_baseline_that_is_written(inputs: Path) -> None:
    done = run(
        "check", "--baseline", "new.json", "--write-baseline", "--output", "json:./new.json",
        cwd=inputs,
    )  # fmt: skip
    message = "the output ./new.json is the baseline\nhelp: name a file of its own"
    assert done == Completed(2, "", f"error: {message}\n")
    assert contents(inputs) == INPUTS


def test_no_baseline_is_read_from_a_skill_file(inputs: Path) -> None:
    done = run("check", "--baseline", "again.yaml", cwd=inputs)
    message = "the baseline again.yaml is a skill file of the catalog"
    assert done == Completed(2, "", f"error: {message}\nhelp: name a file of its own\n")


@pytest.mark.parametrize(
    ("arguments", "config"),
    [
        (["--select", "nonsense"], ""),
        (["gone"], "catalog = 'catalogs'\n"),
        (["catalogs", "--catalog", "catalogs"], ""),
        (["--catalog", "catalogs", "--catalog", "gone"], ""),
        (["catalogs/a.yaml", "--catalog", "other", "--catalog", "catalogs/folder"], ""),
        ([], "catalog = 3\n"),
        ([], "catalog = ["),
    ],
)
@pytest.mark.parametrize("file", ["catalogs/a.yaml", "catalogs/folder/SKILL.md", "skills.toml"])
def test_not_even_a_check_that_cannot_be_done_writes_over_what_it_would_read(
    inputs: Path, arguments: list[str], config: str, file: str
) -> None:
    (inputs / "skills.toml").write_text(config)
    (inputs / "other").mkdir()
    before = contents(inputs)
    done = run("check", *arguments, "--output", f"json:{file}", cwd=inputs)
    assert (done.code, contents(inputs)) == (2, before)


def test_an_output_that_was_written_before_is_written_again(inputs: Path) -> None:
    (inputs / "catalogs" / "report.json").write_text("old")
    done = run("check", ".", "--output", "json:catalogs/report.json", cwd=inputs)
    written = json.loads((inputs / "catalogs" / "report.json").read_text("utf-8"))
    assert (done.err, written["checked"]) == ("", {"files": 3, "skills": 3})


@pytest.mark.parametrize(
    ("redirected", "stream", "hint"),
    [
        ("> log", "output", "`--format` says what goes there"),
        (">> log", "output", "`--format` says what goes there"),
        ("2> log", "error", "name a file of its own"),
    ],
)
@pytest.mark.parametrize("option", ["--output json:", "--write-baseline --baseline "])
def test_no_file_is_written_that_a_standard_stream_goes_to(
    inputs: Path, redirected: str, stream: str, hint: str, option: str
) -> None:
    command = f"{shlex.join([*PROGRAM, 'check'])} {option}log {redirected}"
    done = run_program(["sh", "-c", command], cwd=inputs)
    kind = "output" if "output" in option else "baseline"
    told = (inputs / "log").read_text("utf-8") + done.out + done.err
    message = f"the {kind} log is the file that standard {stream} goes to"
    assert (done.code, told) == (2, f"error: {message}\nhelp: {hint}\n")


def test_the_name_of_standard_output_is_no_way_around_that(inputs: Path) -> None:
    command = shlex.join([*PROGRAM, "check", "--output", "json:/dev/stdout"])
    filed = run_program(["sh", "-c", f"{command} > log"], cwd=inputs)
    message = "the output /dev/stdout is the file that standard output goes to"
    hint = "`--format` says what goes there"
    assert filed == Completed(2, "", f"error: {message}\nhelp: {hint}\n")
    assert (inputs / "log").read_text("utf-8") == ""


def test_the_format_ends_at_the_first_colon(many: Path) -> None:
    done = check(many, "--output", "names:a:b")
    assert (done.code, (many / "a:b").read_text()) == (
        1,
        "catalogs/case.yaml\ncatalogs/many.yaml\n",
    )


def test_a_file_that_cannot_be_written_ends_with_two_and_the_answer_is_still_given(
    many: Path,
) -> None:
    usual = check(many)
    (many / "folder").mkdir()
    done = check(
        many, "--output", "json:no/a.json", "--output", "sarif:folder", "--output", "names:names"
    )
    assert (done.code, done.out) == (2, usual.out)
    assert done.err == (
        "error: cannot write no/a.json: there is no folder no\n"
        "error: cannot write folder: is a directory\n"
    )
    assert (many / "names").read_text() == "catalogs/case.yaml\ncatalogs/many.yaml\n"


def test_a_file_stays_as_it_was_when_writing_fails(many: Path) -> None:
    (many / "out").write_text("as it was")
    # Files may have one block; where tests are measured, that would be too little for the measure.
    limited = [
        "sh",
        "-c",
        'ulimit -f 1; exec "$@"',
        "-",
        *PROGRAM,
        "check",
        "--output",
        "sarif:out",
    ]
    clean = {name: text for name, text in environment().items() if not name.startswith("COV")}
    done = subprocess.run(
        limited,
        cwd=many,
        env={**clean, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stderr) == (2, b"error: cannot write out: file too large\n")
    assert (many / "out").read_text() == "as it was"
    assert sorted(each.name for each in many.iterdir()) == ["catalogs", "out"]


def test_a_reader_who_goes_away_does_not_keep_files_from_being_written(tmp_path: Path) -> None:
    includes = ", ".join(f"r/none-{i}" for i in range(1500))
    write(tmp_path / "catalogs", {"a.yaml": f"name: r/a\nincludes: [{includes}]\n"})
    command = shlex.join([*PROGRAM, "check", "--output", "gitlab:out"])
    run_program(["sh", "-c", f"{command} | true"], cwd=tmp_path)
    assert len(json.loads((tmp_path / "out").read_text("utf-8"))) == 1500


def test_counts_are_refused_in_a_format_that_would_show_no_findings(many: Path) -> None:
    done = check(many, "--statistics", "--output", "sarif:out")
    fine = check(many, "--statistics", "--output", "json:out")
    assert (done.code, done.err) == (
        2,
        (
            "error: the format `sarif` does not show `--statistics`\n"
            "help: those that do: text, json, markdown\n"
        ),
    )
    assert (fine.code, len(json.loads((many / "out").read_text("utf-8"))["statistics"])) == (1, 2)


# The samples of the docs.


def samples() -> list[Any]:
    """Give the YAML of the page on the command line."""
    page = Path(__file__).parent.parent / "docs" / "reference" / "command_line.md"
    found = re.findall(r"^```yaml\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    return [YAML(typ="safe").load(each) for each in found]


def test_the_gitlab_sample_makes_the_reports_that_it_names(many: Path) -> None:
    (job,) = [each["skills"] for each in samples() if "skills" in each]
    (command,) = [line for line in job["script"] if line.startswith("skills ")]
    done = run_program([*PROGRAM, *shlex.split(command)[1:]], cwd=many)
    reports = job["artifacts"]["reports"]
    assert (done.code, job["artifacts"]["when"]) == (1, "always")
    assert {each["check_name"] for each in json.loads((many / reports["codequality"]).read_text())}
    assert cases(many / reports["junit"])


def test_the_github_sample_uploads_the_file_that_it_makes(many: Path) -> None:
    (workflow,) = [each for each in samples() if "skills" in each.get("jobs", {})]
    (job,) = workflow["jobs"].values()
    (command,) = [each["run"] for each in job["steps"] if "skills check" in each.get("run", "")]
    (upload,) = [each for each in job["steps"] if "upload-sarif" in each.get("uses", "")]
    done = run_program([*PROGRAM, *shlex.split(command)[1:]], cwd=many)
    assert (done.code, upload["if"]) == (1, "always()")
    assert sarif(many / upload["with"]["sarif_file"]).results
    assert job["permissions"]["security-events"] == "write"
