"""Runs that are out to harm: what a process is started with, and what happens to it on the way.

This is the whole list of what can happen to a process, and where the program is held to what it
does then. The list of what files can do to it heads `test_hostile_files.py`.

| what is hostile | where |
|---|---|
| 50,000 findings | here: `test_50000_findings…` |
| a reader who goes away after a line | here: `test_a_reader_goes_away…`; test_traps_streams |
| a reader who is gone from the start | test_traps_streams: `…_gone_from_the_start…` |
| a reader who is gone, with files to write | test_ci_formats: `test_a_reader_who_goes_away…` |
| a full disk behind standard output | test_traps_streams: `test_a_full_disk…` |
| a full disk under `--output` | test_ci_formats: `test_a_file_stays_as_it_was…` |
| a full disk under what else is written | here: `test_a_full_disk…` |
| SIGINT while it writes its answer | test_traps_streams: `test_an_interruption…` |
| SIGINT and SIGTERM while it reads or writes a file | here: `test_a_signal…` |
| SIGINT while the program is imported | here: `…_imported…` |
| a home that is read-only, missing or not named | here: `test_a_home…` |
| a locale that is not UTF-8, or is none | here: `test_a_locale…`, `test_a_config…`; |
| | test_traps_streams: `test_files_are_utf8…`, `test_a_stream_that_is_not_utf8…` |
| an encoding of streams in `PYTHONIOENCODING` | here: `test_a_locale…`; test_ci_formats |
| a terminal of 20 columns | here: `test_a_terminal_of_20_columns…`; test_text_tables |
| a terminal that is dumb | test_traps_streams: `test_a_terminal_has_colour…` |
| closed standard output, closed standard error | test_traps_streams: `test_a_closed…` |
| closed standard input, all three closed | here: `test_closed_streams…` |
| a current folder that is gone | test_traps_streams: `test_a_folder_that_is_gone…` |
| another seed of the hash, another order of making | here: `test_the_bytes…`; |
| | test_traps_determinism |
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import PATIENCE, PROGRAM, Completed, environment, run, run_program, terminal
from writing import agent_skill, write

from cleveragents_skills.cli.formats import FORMATS

FILES = {
    "a.yaml": "name: h/a\nincludes: [h/b, h/gone]\n",
    "b.yaml": "name: h/b\nincludes: [h/c, h/c]\n",
    "c.yaml": "name: h/c\ntools: [go]\n",
}
TOLD = (
    "catalogs/a.yaml:2:17: SK201 `h/a` includes the unknown skill `h/gone`\n"
    "catalogs/b.yaml:2:17: SK310 `h/b` includes `h/c` twice\n"
    "1 error and 1 warning in 3 skills (3 files)\n"
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a folder with a catalog that has an error and a warning."""
    write(tmp_path / "catalogs", FILES)
    return tmp_path


def everything(folder: Path) -> dict[str, bytes]:
    """Give the files below a folder, with what they hold."""
    found = (each for each in folder.rglob("*") if each.is_file())
    return {each.relative_to(folder).as_posix(): each.read_bytes() for each in found}


def unknown_includes(folder: Path, files: int, each: int) -> None:
    """Write a catalog with so many findings in each of its files."""
    for file in range(files):
        listed = "".join(f"- h/none-{file}-{index}\n" for index in range(each))
        write(folder / "catalogs", {f"{file}.yaml": f"name: h/s{file}\nincludes:\n{listed}"})


# Much to say, and nobody who listens.


def test_50000_findings_are_all_told(tmp_path: Path) -> None:
    unknown_includes(tmp_path, files=10, each=5000)
    done = run("check", "--format", "concise", "--output", "json:all", cwd=tmp_path)
    lines = done.out.splitlines()
    diagnostics = json.loads((tmp_path / "all").read_text("utf-8"))["diagnostics"]
    assert (done.code, done.err, len(lines)) == (1, "", 50_001)
    assert lines[-2:] == [
        "catalogs/9.yaml:5002:3: SK201 `h/s9` includes the unknown skill `h/none-9-4999`",
        "50,000 errors in 10 skills (10 files)",
    ]
    assert [each["location"]["line"] for each in diagnostics] == [*range(3, 5003)] * 10
    assert len({each["fingerprint"] for each in diagnostics}) == 50_000


LONG_FORMATS = [name for name in FORMATS["check"] if name not in ("names", "github")]


@pytest.mark.parametrize("format_", LONG_FORMATS)
def test_a_reader_goes_away_after_a_line_of_any_format(tmp_path: Path, format_: str) -> None:
    unknown_includes(tmp_path, files=1, each=1500)
    first = run("check", "--format", format_, cwd=tmp_path).out.splitlines()[0]
    script = f"{shlex.join(PROGRAM)} check --format {format_} | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = run_program(["bash", "-c", script], cwd=tmp_path)
    assert done == Completed(141, f"{first}\n", "")


# A full disk: nobody can be sure to have one, but everybody may be given 10 bytes for each file.

LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["check", "--fix", "-q"], "error: cannot mend catalogs/b.yaml: file too large"),
        (
            ["check", "--baseline", "old", "--write-baseline"],
            "error: the baseline old cannot be written: file too large",
        ),
        (["check", "--output", "junit:old"], "error: cannot write old: file too large"),
        (["check", "--output", "junit:new"], "error: cannot write new: file too large"),
        (["new", "h/new"], "error: catalogs/h/new.yaml cannot be written: file too large"),
    ],
)
def test_a_full_disk_changes_no_file_and_leaves_none(
    place: Path, arguments: list[str], said: str
) -> None:
    write(place, {"old": '{"version": 1, "findings": []}\n'})
    before = everything(place)
    done = run_program(
        [sys.executable, "-c", LIMITED, *PROGRAM, *arguments],
        cwd=place,
        env={"PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert (done.code, done.err.splitlines()[0]) == (2, said)
    assert everything(place) == before


# Signals. Each comes at a moment that is always the same: when a file is opened or renamed.

STRUCK = """
import os, signal, sys
def strike(event, arguments):
    if event == {event!r} and str(arguments[0]).endswith({ending!r}):
        os.kill(os.getpid(), {number})
sys.addaudithook(strike)
"""


def struck(place: Path, number: int, event: str, ending: str) -> tuple[int, bytes, bytes]:
    """Give how a check ends, with two files to write, that gets a signal at some moment."""
    code = STRUCK.format(event=event, ending=ending, number=int(number))
    path = write(place / "path", {"sitecustomize.py": code})
    done = subprocess.run(
        [*PROGRAM, "check", "--format", "concise", "--output", "sarif:one", "--output", "json:two"],
        cwd=place,
        env=environment({"PYTHONPATH": str(path)}),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_signal_while_files_are_read_ends_it_without_a_word(
    place: Path, number: int, code: int
) -> None:
    write(place, {"one": "as it was"})
    assert struck(place, number, "open", "catalogs/b.yaml") == (code, b"", b"")
    assert (place / "one").read_text("utf-8") == "as it was"
    assert not (place / "two").exists()


def test_an_interruption_while_the_program_is_imported_ends_it_without_a_word(
    place: Path,
) -> None:
    assert struck(place, signal.SIGINT, "import", "typer") == (130, b"", b"")


def test_an_interruption_while_a_file_is_written_leaves_it_as_it_was(place: Path) -> None:
    write(place, {"one": "as it was"})
    code, out, err = struck(place, signal.SIGINT, "os.rename", ".tmp")
    assert (code, out.decode(), err) == (130, TOLD, b"")
    # The interruption came while the first was replaced, so either of its states is whole.
    one = (place / "one").read_text("utf-8")
    assert one == "as it was" or json.loads(one)["version"] == "2.1.0"
    assert sorted(each.name for each in place.iterdir()) == ["catalogs", "one", "path"]


# What a process is started with.


@pytest.mark.parametrize("home", ["/proc", "shut", "nowhere", "", None])
def test_a_home_of_any_kind_is_no_matter(place: Path, home: str | None) -> None:
    (place / "shut").mkdir(mode=0o555)
    named = ["-u", "HOME"] if home is None else [f"HOME={home}"]
    command = ["env", *named, *PROGRAM, "check", "--format", "concise"]
    assert run_program(command, cwd=place) == Completed(1, TOLD, "")
    assert list((place / "shut").iterdir()) == []


NOT_UTF8 = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "LC_ALL": "C", "LANG": "C"}


@pytest.mark.parametrize(
    "env",
    [
        NOT_UTF8,
        {"LANG": "en_US.ISO-8859-1", "PYTHONUTF8": "0"},
        {"LC_ALL": "no_such.LOCALE", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        {"PYTHONIOENCODING": "ascii:strict"},
        {"PYTHONIOENCODING": "utf-16"},
        {"TERM": "dumb", "COLUMNS": "20", "LINES": "0"},
        {"TMPDIR": "/nowhere"},
    ],
    ids=lambda env: " ".join(f"{name}={value}" for name, value in env.items()),
)
def test_a_locale_or_a_terminal_of_any_kind_changes_no_finding(
    place: Path, env: dict[str, str]
) -> None:
    (place / "catalogs" / "c.yaml").write_text("name: h/c\ntools: [caf\u00e9]\n", "utf-8")
    encoding = env.get("PYTHONIOENCODING", "ascii").partition(":")[0]
    for arguments, code, told in (
        (["check", "--format", "concise"], 1, TOLD),
        (["resolve", "h/c", "--format", "names"], 0, "caf\\xe9\n"),
    ):
        done = subprocess.run(
            [*PROGRAM, *arguments],
            cwd=place,
            env=environment(env),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        out = done.stdout.decode("utf-8" if encoding == "ascii" else encoding)
        assert (done.returncode, out.replace("\u00e9", "\\xe9"), done.stderr) == (code, told, b"")


def test_a_config_names_the_same_files_in_a_locale_that_is_not_utf8(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "skills.toml": "catalog = 'fr/\u00e9t\u00e9'\nexclude = ['caf\u00e9/**']\n",
            "fr/\u00e9t\u00e9/a.yaml": "name: h/a\n",
            "fr/\u00e9t\u00e9/caf\u00e9/b.yaml": "name: h/b\n",
        },
    )
    seen = [run("list", "--format", "names", cwd=tmp_path, env=env) for env in ({}, NOT_UTF8)]
    assert seen == [Completed(0, "h/a\n", "")] * 2


def test_an_agent_skill_is_the_same_folder_in_a_locale_that_is_not_utf8(tmp_path: Path) -> None:
    files = {"a.yaml": "name: h/a\nagent_skills: [\u00e9t\u00e9]\n"}
    write(tmp_path / "catalogs", {**files, "\u00e9t\u00e9/SKILL.md": agent_skill("\u00e9t\u00e9")})
    seen = [run("check", cwd=tmp_path, env=env) for env in ({}, NOT_UTF8)]
    assert seen == [Completed(0, "no findings in 1 skill (1 file)\n", "")] * 2


def test_a_wrong_option_has_its_code_where_nothing_can_be_said(place: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*PROGRAM, "check", "--nonsense"],
            cwd=place,
            env=environment(),
            stdout=subprocess.PIPE,
            stderr=full,
            timeout=PATIENCE,
            check=False,
        )
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["check"], 1, ["`h/a`", "`h/gone`", "catalogs/a.yaml:2:17", "error[SK201]:"]),
        (["list"], 0, ["h/a", "h/b", "h/c", "catalogs/a.yaml", "catalogs/c.yaml"]),
        (["resolve", "h/b"], 0, ["go", "unknown", "h/c", "catalogs/b.yaml"]),
        (["summary", "h/b"], 0, ["Tools", "read-only", "unknown", "go", "catalogs/b.yaml"]),
        (["show", "h/a"], 0, ["includes", "[h/b,", "h/gone]", "catalogs/a.yaml"]),
        (["explain", "SK201"], 0, ["unknown-include:", "local/bsae", "local/base"]),
        (["resolve", "h/a"], 1, ["error[SK201]:", "`h/gone`", "catalogs/a.yaml:2:17"]),
    ],
)
def test_a_terminal_of_20_columns_breaks_no_word(
    place: Path, arguments: list[str], code: int, words: list[str]
) -> None:
    ended, screen = terminal(place, *arguments, "--color", "never", columns=20)
    assert (ended, set(words) - set(screen.split()), "\x1b" in screen) == (code, set(), False)


@pytest.mark.parametrize("closed", ["<&-", "<&- 2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
def test_closed_streams_change_neither_the_code_nor_what_is_written(
    place: Path, closed: str
) -> None:
    open_ = run("check", "--output", "json:open", "--format", "concise", cwd=place)
    command = f"exec {shlex.join(PROGRAM)} check --output json:closed --format concise {closed}"
    done = run_program(["bash", "-c", command], cwd=place)
    out = "" if ">&- " in closed.replace("2>&-", "") else TOLD
    assert (open_.code, open_.out) == (1, TOLD)
    assert done == Completed(1, out, "")
    assert (place / "closed").read_bytes() == (place / "open").read_bytes()


# The same bytes.

ZOO = {
    "z.yaml": "name: zoo/ape\nincludes: [zoo/bat, zoo/elk]\ntools: [climb, run]\n",
    "q.yaml": "name: zoo/elk\ntools: [run, graze, run]\nbuiltins: [git_operations]\n",
    "m.yaml": "name: zoo/cow\nincludes: [zoo/none, zoo/nil]\noverrides: {x: {a: 1}, y: {b: 2}}\n",
    "b/b.yaml": "name: zoo/bat\nincludes: [zoo/elk]\nmcp_servers:\n"
    "  - {name: cave, command: c, env: {A: a, B: b}, tools: [{name: t, side_effects: [x, y]}]}\n"
    "inline_tools: [{writes: true, side_effects: [net, disk]}]\nagent_skills: [talk]\n",
    "b/talk/SKILL.md": agent_skill("talk"),
    "b/a.yaml": "name: zoo/dog\nincludes: [zoo/dog]\ntols: []\n",
    "c/1.yaml": "name: zoo/one\nincludes: [zoo/two]\n",
    "c/2.yaml": "name: zoo/two\nincludes: [zoo/one]\n",
    "a.yaml": "name: zoo/Cow\n",
    "twice.yaml": "name: zoo/elf\n---\nname: zoo/elf\n",
}
ASKED = [
    ["check"], ["resolve", "zoo/ape"], ["summary", "zoo/ape"], ["list"], ["show", "zoo/elk"],
    ["resolve", "zoo/ape", "--explain"], ["why", "zoo/ape", "run", "--all"],
]  # fmt: skip


@pytest.fixture(scope="module")
def zoos(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[Path, str]]:
    """Give the same catalog three times, its files made in another order, and a seed for each."""
    names = list(ZOO)
    orders = (names, names[::-1], names[5:] + names[4::-1])
    made = [tmp_path_factory.mktemp("zoo") for _ in orders]
    for folder, order in zip(made, orders, strict=True):
        for name in order:
            write(folder / "catalogs", {name: ZOO[name]})
    return list(zip(made, ("0", "1", "2"), strict=True))


@pytest.mark.parametrize(
    "arguments",
    [[*asked, "--format", name] for asked in ASKED for name in FORMATS[asked[0]]],
    ids=" ".join,
)
def test_the_bytes_of_an_answer_hang_on_neither_hash_nor_order(
    zoos: list[tuple[Path, str]], arguments: list[str]
) -> None:
    ended = [run(*arguments, cwd=place, env={"PYTHONHASHSEED": seed}) for place, seed in zoos]
    assert ended[1:] == ended[:1] * 2
    assert (ended[0].code in (0, 1), ended[0].out + ended[0].err != "") == (True, True)


def test_the_bytes_of_a_baseline_and_a_diff_hang_on_neither_hash_nor_order(
    zoos: list[tuple[Path, str]],
) -> None:
    for place, seed in zoos:
        env = {"PYTHONHASHSEED": seed}
        run("check", "--baseline", "known", "--write-baseline", "-q", cwd=place, env=env)
        (place / "diff").write_text(run("check", "--diff", cwd=place, env=env).out, "utf-8")
    known = [(place / "known").read_bytes() for place, _ in zoos]
    diffs = [(place / "diff").read_bytes() for place, _ in zoos]
    for place, _ in zoos:
        os.unlink(place / "known")
    assert known[1:] == known[:1] * 2
    assert diffs[1:] == diffs[:1] * 2
    assert (known[0].count(b"fingerprint") > 1, diffs[0].count(b"@@") > 0) == (True, True)
