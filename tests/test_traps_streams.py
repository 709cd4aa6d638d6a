"""What goes to which stream, with which exit code, in which colours; pipes, locales, terminals."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest
from command import PATIENCE, PROGRAM, environment, run, run_program, terminal
from writing import write

from cleveragents_skills.cli.formats import FORMATS

ESCAPE = "\x1b["
FILES = {
    "good.yaml": "name: s/good\ntools: [go]\n",
    "uses.yaml": "name: s/uses\nincludes: [s/good]\n",
    "loop.yaml": "name: s/loop\nincludes: [s/loop]\n",
    "gap.yaml": "name: s/gap\nincludes: [s/gone]\n",
    "broken.yaml": "name: s/broken\ntools: [a\n",
    "reach.yaml": "name: s/reach\nincludes: [s/good, s/broken]\n",
}
CHECK_FORMATS = FORMATS["check"]
NOTHING_FOUND = {
    "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
    "version": "2.1.0",
    "runs": [
        {
            "tool": {
                "driver": {
                    "name": "cleveragents-skills",
                    "version": version("cleveragents-skills"),
                    "semanticVersion": version("cleveragents-skills"),
                    "rules": [],
                }
            },
            "invocations": [{"executionSuccessful": True}],
            "originalUriBaseIds": {
                "SRCROOT": {"description": {"text": "The root of the git work tree."}}
            },
            "columnKind": "unicodeCodePoints",
            "results": [],
        }
    ],
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    write(tmp_path / "catalogs", FILES)
    return tmp_path


@pytest.mark.parametrize("format_", CHECK_FORMATS)
def test_findings_exit_with_one_in_every_format_and_only_text_has_colour(
    place: Path, format_: str
) -> None:
    env = {"FORCE_COLOR": "1", "GITHUB_ACTIONS": "true", "TTY_COMPATIBLE": "1", "TERM": "xterm"}
    done = run("check", "--format", format_, "--color", "always", cwd=place, env=env)
    assert (done.code, done.err) == (1, "")
    assert (ESCAPE in done.out) == (format_ == "text")


@pytest.mark.parametrize("format_", CHECK_FORMATS)
def test_no_findings_exit_with_zero_in_every_format(tmp_path: Path, format_: str) -> None:
    write(tmp_path / "catalogs", {"good.yaml": FILES["good.yaml"]})
    done = run("check", "--format", format_, cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert (
        done.out
        == {
            "text": "no findings in 1 skill (1 file)\n",
            "concise": "no findings in 1 skill (1 file)\n",
            "markdown": "no findings in 1 skill (1 file)\n",
            "github": "no findings in 1 skill (1 file)\n",
            "names": "",
            "gitlab": "[]\n",
            "junit": "<?xml version='1.0' encoding='utf-8'?>\n<testsuites>\n"
            '  <testsuite name="skills check" tests="1" failures="0" errors="0" skipped="0">\n'
            '    <testcase classname="skills check" name="catalog" />\n'
            "  </testsuite>\n</testsuites>\n",
            "sarif": json.dumps(NOTHING_FOUND, indent=2) + "\n",
            "json": '{\n  "schema_version": 1,\n  "command": "check",\n  "checked": {\n'
            '    "files": 1,\n    "skills": 1\n  },\n  "diagnostics": []\n}\n',
        }[format_]
    )


@pytest.mark.parametrize("format_", ["text", "json"])
@pytest.mark.parametrize(
    ("name", "code"),
    [("s/uses", 0), ("s/loop", 1), ("s/nowhere", 2)],
)
def test_resolve_exits_with_the_same_code_in_every_format(
    place: Path, format_: str, name: str, code: int
) -> None:
    done = run("resolve", name, "--format", format_, cwd=place)
    assert done.code == code
    assert (done.out == "") == (code != 0 and format_ != "json")
    assert (done.err == "") == (code == 0)
    assert done.err.count("Traceback") == 0


ERRORS: Mapping[str, tuple[list[str], int, str, str]] = {
    "unknown skill": (
        ["resolve", "s/goood"], 2, "unknown-skill",
        "no skill `s/goood` in catalogs; 1 file could not be read: catalogs/broken.yaml",
    ),
    "cycle": (
        ["resolve", "s/loop"], 1, "SK203",
        "Cycle detected in skill includes: s/loop -> s/loop",
    ),
    "unknown include": (
        ["resolve", "s/gap"], 1, "SK201", "`s/gap` includes the unknown skill `s/gone`",
    ),
    "broken": (
        ["resolve", "s/broken"], 1, "SK010",
        "`s/broken` cannot be used: this `[` is never closed",
    ),
    "broken reach": (
        ["summary", "s/reach"], 1, "SK010",
        "`s/reach` reaches `s/broken`, which cannot be used: this `[` is never closed",
    ),
    "broken show": (
        ["show", "s/broken"], 1, "SK010",
        "`s/broken` cannot be used: this `[` is never closed",
    ),
    "unknown tool": (
        ["why", "s/good", "stop"], 1, "unknown-tool", "`s/good` has no tool `stop`",
    ),
    "no catalog": (
        ["list", "--catalog", "nope"], 2, "no-catalog", "no such folder: nope",
    ),
}  # fmt: skip
ANSWERS = {
    "resolve": ["skill", "tools", "parents", "mcp_servers", "summary"],
    "summary": ["skills"],
    "show": ["skill", "location", "fields", "included_by", "agent_skills"],
    "why": ["skill", "tool", "winner", "shadowed", "paths", "total_paths"],
    "list": ["skills", "broken"],
}


KNOWN = {
    "unknown skill": [],
    "cycle": ["SK203"],
    "unknown include": ["SK201"],
    "broken": ["SK010"],
    "broken reach": ["SK010"],
    "broken show": ["SK010"],
    "unknown tool": [],
    "no catalog": [],
}


@pytest.mark.parametrize("kind", ERRORS)
def test_a_failure_in_json_is_one_document_with_the_same_fields(place: Path, kind: str) -> None:
    arguments, code, error, message = ERRORS[kind]
    done = run(*arguments, "--json", cwd=place)
    document = json.loads(done.out)
    answer = [document[name] for name in ANSWERS[arguments[0]] if name != "skill"]
    assert done.code == code
    assert list(document) == [
        "schema_version", "command", *ANSWERS[arguments[0]], "diagnostics", "error",
    ]  # fmt: skip
    assert (document["schema_version"], document["command"]) == (1, arguments[0])
    assert list(document["error"]) == ["code", "message", "path", "location", "hint"]
    assert (document["error"]["code"], document["error"]["message"]) == (error, message)
    assert answer == [None] * len(answer)
    assert [each["code"] for each in document["diagnostics"]] == KNOWN[kind]


def test_a_failure_in_text_shows_the_line_it_is_about(place: Path) -> None:
    done = run("resolve", "s/broken", cwd=place)
    lines = done.err.splitlines()
    assert done.out == ""
    assert lines[:2] == [
        ("error: `s/broken` cannot be used: this `[` is never closed"),
        "error[SK010]: this `[` is never closed",
    ]
    assert lines[2:5] == [" --> catalogs/broken.yaml:2:8", "2 | tools: [a", "  |        ^"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["resolve"],
        ["resolve", "s/good", "--nope"],
        ["resolve", "s/good", "--format", "text", "--format", "nope"],
        ["resolve", "s/good", "--color", "sometimes"],
        ["summary"],
        ["summary", "s/good", "--all"],
        ["check", "--fail-on", "notice"],
        ["nope"],
    ],
)
def test_a_call_that_does_not_work_exits_with_two_and_a_word_on_stderr(
    place: Path, arguments: list[str]
) -> None:
    done = run(*arguments, cwd=place)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("Traceback") == 0


def test_a_format_that_a_command_lacks_lists_those_it_has(place: Path) -> None:
    done = run("resolve", "s/good", "--format", "github", cwd=place)
    assert done.err == (
        "error: `resolve` has no format `github`\nhelp: one of text, json, names, markdown\n"
    )


def test_json_is_short_for_format_json_and_the_two_agree(place: Path) -> None:
    short = run("resolve", "s/good", "--json", cwd=place)
    both = run("resolve", "s/good", "--json", "--format", "json", cwd=place)
    assert (both.code, both.out) == (0, short.out)


def test_the_environment_sets_the_default_format_where_a_command_has_it(place: Path) -> None:
    names_ = run("resolve", "s/good", cwd=place, env={"SKILLS_FORMAT": "names"})
    lacking = run("resolve", "s/good", cwd=place, env={"SKILLS_FORMAT": "github"})
    nonsense = run("resolve", "s/good", cwd=place, env={"SKILLS_FORMAT": "nonsense"})
    option = run("resolve", "s/good", "--format", "names", cwd=place, env={"SKILLS_FORMAT": "json"})
    plain = run("resolve", "s/good", cwd=place)
    assert (names_.code, names_.out) == (0, "go\n")
    assert (lacking.code, lacking.out, lacking.err) == (0, plain.out, "")
    assert (nonsense.code, nonsense.out) == (0, plain.out)
    assert option.out == "go\n"


def test_a_format_from_the_environment_gives_one_document_on_failure_too(place: Path) -> None:
    done = run("resolve", "s/loop", cwd=place, env={"SKILLS_FORMAT": "json"})
    assert done.code == 1
    assert json.loads(done.out)["error"]["code"] == "SK203"


@pytest.mark.parametrize(
    ("said", "ours"),
    [("lint", "check"), ("validate", "check"), ("ls", "list"), ("rdeps", "tree --invert")],
)
def test_the_command_of_another_tool_names_ours(tmp_path: Path, said: str, ours: str) -> None:
    done = run(said, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"error: no such command: `{said}`; ours is `{ours}`"


@pytest.mark.parametrize(("said", "near"), [("resolv", "resolve"), ("chekc", "check")])
def test_a_misspelled_command_names_the_nearest(tmp_path: Path, said: str, near: str) -> None:
    done = run(said, cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"error: No such command '{said}'. Did you mean '{near}'?"


def test_the_program_alone_prints_its_help_and_exits_with_two(tmp_path: Path) -> None:
    alone = run(cwd=tmp_path)
    asked = run("--help", cwd=tmp_path)
    assert (alone.code, alone.err, asked.code, asked.err) == (2, "", 0, "")
    assert alone.out == asked.out
    assert alone.out.startswith("Usage: skills ")


@pytest.mark.parametrize("command", ["resolve", "check", "show"])
def test_every_command_explains_itself_and_its_exit_codes(tmp_path: Path, command: str) -> None:
    short = run(command, "-h", cwd=tmp_path)
    assert (short.code, short.err) == (0, "")
    assert short.out.startswith(f"Usage: skills {command} ")
    assert "Exit codes: 0 done; 1 findings" in short.out


def test_the_version_says_which_tool_this_is(tmp_path: Path) -> None:
    done = run("--version", cwd=tmp_path)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("skills ")
    assert done.out.count("cleveragents-skills") == 1


def test_quiet_leaves_the_answer_alone(place: Path) -> None:
    loud = run("list", "--format", "names", cwd=place)
    quiet = run("list", "--format", "names", "-q", cwd=place)
    assert (loud.code, quiet.code) == (1, 1)
    assert loud.out == quiet.out == "s/gap\ns/good\ns/loop\ns/reach\ns/uses\n"
    assert loud.err == ("catalogs/broken.yaml:2:8: SK010 this `[` is never closed\n")
    assert quiet.err == ""


def test_quiet_drops_the_line_that_says_that_nothing_is_wrong(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"good.yaml": FILES["good.yaml"]})
    done = run("check", "-q", cwd=tmp_path)
    assert (done.code, done.out, done.err) == (0, "", "")


def test_verbose_tells_what_was_read_on_stderr(place: Path) -> None:
    plain = run("resolve", "s/uses", cwd=place)
    done = run("resolve", "s/uses", "-v", cwd=place)
    lines = done.err.splitlines()
    assert (done.code, done.out) == (0, plain.out)
    assert lines[:2] == ["catalog: catalogs", "config: none"]
    assert lines[2].startswith("read: 6 files, 2 of them parsed: 2 skills, 0 broken, ")
    assert lines[3].startswith("done: ")
    assert [line.endswith(" ms") for line in lines[2:]] == [True, True]


def test_verbose_tells_what_a_whole_catalog_held(place: Path) -> None:
    done = run("check", "-v", cwd=place)
    assert done.err.splitlines()[2].startswith("read: 6 files, 5 skills, 1 broken, ")


def test_verbose_leaves_one_document_on_stdout(place: Path) -> None:
    (place / "skills.toml").write_text('catalog = "catalogs"\n')
    done = run("resolve", "s/uses", "--json", "-v", cwd=place)
    assert json.loads(done.out)["skill"] == "s/uses"
    assert done.err.splitlines()[:2] == ["catalog: catalogs", "config: skills.toml"]


def test_findings_that_do_not_stop_the_answer_are_one_line_each_on_stderr(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "in.yaml": "name: s/in\ntools: [go]\noverrides: {og: {n: 1}}\n",
            "out.yaml": "name: s/out\nincludes: [s/in]\n",
            "else.yaml": "name: s/else\noverrides: {x: {n: 1}}\n",
        },
    )
    text = run("resolve", "s/out", "--format", "names", cwd=tmp_path)
    document = run("resolve", "s/out", "--json", cwd=tmp_path)
    assert (text.code, text.out) == (0, "go\n")
    assert text.err == (
        "catalogs/in.yaml:3:13: SK231 the override of `og` reaches none of this skill's own tool"
        " references\n"
    )
    assert (document.code, document.err) == (0, "")
    assert [each["location"]["file"] for each in json.loads(document.out)["diagnostics"]] == [
        "in.yaml"
    ]


def test_list_shows_what_it_can_and_names_the_broken_file(place: Path) -> None:
    document = run("list", "--json", cwd=place)
    found = json.loads(document.out)
    assert document.code == 1
    assert [each["name"] for each in found["skills"]] == [
        "s/gap", "s/good", "s/loop", "s/reach", "s/uses",
    ]  # fmt: skip
    assert found["broken"] == ["s/broken"]
    assert [(each["code"], each["location"]["file"]) for each in found["diagnostics"]] == [
        ("SK010", "broken.yaml")
    ]


def test_colour_follows_the_option_then_no_color_then_force_color(place: Path) -> None:
    cases: list[tuple[list[str], dict[str, str], bool]] = [
        ([], {"FORCE_COLOR": "1"}, True),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ([], {"FORCE_COLOR": "", "NO_COLOR": ""}, False),
        ([], {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        (["--color", "never"], {"FORCE_COLOR": "1"}, False),
        (["--color", "always"], {"NO_COLOR": "1", "TERM": "dumb"}, True),
    ]
    seen = [ESCAPE in run("check", *options, cwd=place, env=env).out for options, env, _ in cases]
    assert seen == [colored for _, _, colored in cases]


def test_colour_changes_nothing_but_the_colour(place: Path) -> None:
    plain = run("check", cwd=place)
    colored = run("check", "--color", "always", cwd=place)
    parts = colored.out.split(ESCAPE)
    stripped = parts[0] + "".join(part.partition("m")[2] for part in parts[1:])
    assert stripped == plain.out
    assert len(parts) > 10


def test_an_error_on_stderr_is_coloured_by_the_same_rule(place: Path) -> None:
    plain = run("resolve", "s/loop", cwd=place)
    colored = run("resolve", "s/loop", "--color", "always", cwd=place)
    assert (ESCAPE in plain.err, ESCAPE in colored.err) == (False, True)


def test_nothing_is_cut_or_wrapped_in_a_pipe(tmp_path: Path) -> None:
    long = "word_" * 60
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"name: s/{'n' * 120}\ntools: [{long}]\n"
            f"overrides: {{{long}: {{note: {long}}}}}\n"
        },
    )
    for width in ("20", "nonsense"):
        done = run("resolve", f"s/{'n' * 120}", cwd=tmp_path, env={"COLUMNS": width})
        assert done.code == 0
        assert done.out.splitlines()[0] == f"s/{'n' * 120}: 1 tool from 1 skill  catalogs/f.yaml"
        assert done.out.count(long) == 2


BIG = {"f.yaml": "name: s/big\ntools:\n" + "".join(f"- {'tool' * 8}_{i:04}\n" for i in range(4000))}


@pytest.mark.parametrize("env", [{}, {"PYTHONUNBUFFERED": "1"}], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize("format_", ["json", "names"])
def test_a_reader_that_goes_away_ends_the_program_quietly(
    tmp_path: Path, format_: str, env: dict[str, str]
) -> None:
    write(tmp_path / "catalogs", BIG)
    with subprocess.Popen(
        [*PROGRAM, "resolve", "s/big", "--format", format_],
        cwd=tmp_path,
        env=environment(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        err = process.stderr.read()
        code = process.wait(PATIENCE)
    assert (code, err) == (141, b"")


def test_a_reader_that_is_gone_from_the_start_ends_the_program_quietly(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"good.yaml": FILES["good.yaml"]})
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = run("list", cwd=tmp_path, stdout=gone)
    assert (done.code, done.err) == (141, "")


def test_an_interruption_ends_the_program_quietly(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", BIG)
    with subprocess.Popen(
        [*PROGRAM, "resolve", "s/big", "--json"],
        cwd=tmp_path,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        process.stdout.read(1)  # from here on it waits for a reader of the rest
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (130, b"")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("skills resolve s/g", ["s/gap", "s/good"]),
        ("skills check --format js", ["json"]),
        ("skills resolve nothing/", []),
    ],
)
def test_a_shell_is_offered_names_quickly_and_without_a_word(
    place: Path, words: str, offered: list[str]
) -> None:
    env = {
        "_SKILLS_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - 1),
    }
    done = run(cwd=place, env=env)
    assert (done.code, done.out.split(), done.err) == (0, offered, "")


def test_output_that_fitted_into_the_pipe_keeps_its_own_code(place: Path) -> None:
    script = f'"{sys.executable}" -m cleveragents_skills check --format concise | head -n 9 >&2'
    done = run_program(["bash", "-c", f"{script}; exit ${{PIPESTATUS[0]}}"], cwd=place)
    assert done.code == 1
    assert done.err.count("SK0") + done.err.count("SK2") == 3


def test_a_closed_stdout_is_no_fault(place: Path) -> None:
    for arguments, code in (("check", 1), ("resolve s/uses --json", 0)):
        command = f'exec "{sys.executable}" -m cleveragents_skills {arguments} >&-'
        done = run_program(["bash", "-c", command], cwd=place)
        assert (done.code, done.out, done.err) == (code, "", "")


def test_a_folder_that_is_gone_is_not_taken_for_an_answer_that_cannot_be_written(
    place: Path,
) -> None:
    (place / "gone").mkdir()
    command = f'cd gone && rmdir ../gone && exec "{sys.executable}" -m cleveragents_skills list'
    done = run_program(["bash", "-c", command], cwd=place)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: ")
    assert done.err.count("cannot write") == 0


def test_a_closed_stderr_is_no_fault(place: Path) -> None:
    command = f'exec "{sys.executable}" -m cleveragents_skills list --format names -v 2>&-'
    done = run_program(["bash", "-c", command], cwd=place)
    assert (done.code, done.out) == (1, "s/gap\ns/good\ns/loop\ns/reach\ns/uses\n")


if os.path.exists("/dev/full"):

    @pytest.mark.parametrize("format_", ["text", "json"])
    def test_a_full_disk_is_told_in_plain_words(place: Path, format_: str) -> None:
        with open("/dev/full", "wb") as full:
            done = run("resolve", "s/uses", "--format", format_, cwd=place, stdout=full)
        assert done.code == 2
        assert done.err == "error: cannot write the answer: no space left on device\n"

    def test_a_full_disk_does_not_pass_for_findings(place: Path) -> None:
        with open("/dev/full", "wb") as full:
            done = run("check", cwd=place, stdout=full, env={"PYTHONUNBUFFERED": "1"})
        assert done.code == 2
        assert done.err == "error: cannot write the answer: no space left on device\n"


WIDE = {
    "f.yaml": "name: s/wide\ndescription: Gr\u00fc\u00dfe \U0001f9ea\n"
    "tools: [\u691c\u7d22, caf\u00e9, \U0001f9ea]\n",
    "x.yaml": "name: s/x\nincludes: [s/y]\n---\nname: s/y\nincludes: [s/x]\n",
}
C_LOCALE = {"LC_ALL": "C", "LANG": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


def test_files_are_utf8_and_the_json_is_right_in_any_locale(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", WIDE)
    done = run("resolve", "s/wide", "--json", cwd=tmp_path, env=C_LOCALE)
    assert (done.code, done.err) == (0, "")
    assert [each["name"] for each in json.loads(done.out)["tools"]] == [
        "\u691c\u7d22", "caf\u00e9", "\U0001f9ea",
    ]  # fmt: skip
    assert done.out.isascii()


def test_a_stream_that_is_not_utf8_gets_escapes_and_ascii_marks(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", WIDE)
    names_ = run("resolve", "s/wide", "--format", "names", cwd=tmp_path, env=C_LOCALE)
    check = run("check", cwd=tmp_path, env=C_LOCALE)
    assert (names_.code, names_.out) == (0, "\\u691c\\u7d22\ncaf\\xe9\n\\U0001f9ea\n")
    assert check.code == 1
    assert check.out == (
        "error[SK203]: include cycle\n"
        "Cycle detected in skill includes: s/x -> s/y -> s/x\n"
        "  ,-> s/x  includes s/y  catalogs/x.yaml:2:12\n"
        "  '-- s/y  includes s/x  catalogs/x.yaml:5:12  <- closes it\n"
        "help: cut s/y -> s/x: that alone frees both (a suggestion)\n"
        "\n"
        "1 error in 3 skills (2 files). More: skills explain SK203\n"
    )


def test_the_encoding_of_the_environment_is_kept_to(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"f.yaml": "name: s/x\ntools: [caf\u00e9, \u691c]\n"})
    done = subprocess.run(
        [*PROGRAM, "resolve", "s/x", "--format", "names"],
        cwd=tmp_path,
        env=environment({"PYTHONIOENCODING": "latin-1", "PYTHONUTF8": "0"}),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, b"caf\xe9\n\\u691c\n")


NARROW = {
    "base.yaml": "name: team/everyday-basics\ntools: [read_the_whole_file_line_by_line]\n",
    "top.yaml": "name: team/top\nincludes: [team/everyday-basics]\n"
    "tools: [{name: write, writes: true}]\n",
}


def test_a_wide_terminal_has_one_line_for_each_tool(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", NARROW)
    piped = run("resolve", "team/top", cwd=tmp_path)
    code, screen = terminal(tmp_path, "resolve", "team/top", "--color", "never", columns=100)
    headline = "team/top: 2 tools from 2 skills"
    assert code == 0
    assert screen.splitlines()[1:] == piped.out.splitlines()[1:]
    assert screen.splitlines()[0] == headline + "catalogs/top.yaml".rjust(100 - len(headline))


def test_a_narrow_terminal_loses_nothing_and_moves_from_to_a_second_line(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", NARROW)
    code, screen = terminal(tmp_path, "resolve", "team/top", "--color", "never", columns=64)
    lines = screen.splitlines()
    row = next(i for i, line in enumerate(lines) if "read_the_whole" in line)
    assert code == 0
    assert "read_the_whole_file_line_by_line" in lines[row]
    assert lines[row + 1].split() == ["team/everyday-basics"]
    assert [line for line in lines if len(line) > 64] == []
    assert lines[row].split()[-2:] == ["tool", "unknown"]


def test_a_very_narrow_terminal_moves_kind_too_and_keeps_access(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", NARROW)
    code, screen = terminal(tmp_path, "resolve", "team/top", "--color", "never", columns=50)
    lines = screen.splitlines()
    row = next(i for i, line in enumerate(lines) if "read_the_whole" in line)
    assert code == 0
    assert lines[row].split()[-2:] == ["read_the_whole_file_line_by_line", "unknown"]
    assert sorted(lines[row + 1].split()) == ["team/everyday-basics", "tool"]


def test_no_name_breaks_on_a_terminal_that_is_narrower_than_it(tmp_path: Path) -> None:
    tool, skill, file = "tool_" * 12, "deep/" + "skill-" * 10, "file-" * 12 + ".yaml"
    write(
        tmp_path / "catalogs",
        {
            file: f"name: {skill}\ntools: [{{name: {tool}, writes: true}}]\n",
            "top.yaml": f"name: s/top\nincludes: [{skill}]\n",
        },
    )
    code, screen = terminal(tmp_path, "resolve", "s/top", "--color", "never", columns=40)
    assert code == 0
    assert [name in screen for name in (tool, skill, f"catalogs/{file}:2:9")] == [True] * 3


def test_a_terminal_has_colour_unless_it_is_dumb_or_told_not_to(place: Path) -> None:
    seen = [
        ESCAPE in terminal(place, "resolve", "s/good", env=env)[1]
        for env in ({}, {"TERM": "dumb"}, {"NO_COLOR": "1", "FORCE_COLOR": "1"})
    ]
    assert seen == [True, False, False]


def test_json_has_the_same_bytes_in_a_terminal_and_a_pipe(place: Path) -> None:
    piped = run("resolve", "s/uses", "--json", cwd=place)
    code, screen = terminal(place, "resolve", "s/uses", "--json", columns=20)
    document: Any = json.loads(screen)
    assert (code, screen) == (0, piped.out)
    assert document["skill"] == "s/uses"
