"""Every code has example catalogs: some that show it and nothing else, and their mended twins.

`examples/<name of the code>/broken*` are catalogs with one finding each. What `skills check` prints
about one stands beside it, in `broken*.txt`. `good*` are catalogs without any finding: a twin of
each broken one, and some that only look as if something were wrong with them. Two files say how
they are checked: a `skills.toml` in the folder of a code is the config there (it turns on what is
off by itself, or sets a small limit), and a `known.json` in a catalog is its baseline. A
`skills.lock` or `mcp.lock` in the folder of a code is the lock of all its catalogs.

Codes of servers that do otherwise than `mcp.lock` says have no folder: `skills mcp check --run`
finds them, and test_mcp_commands.py and test_server_drift.py show each.

Adding a folder adds its tests. Where a catalog cannot be kept in version control (a pipe, an
encoding, a size), there is only the text file, and the catalog is made here.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from typer.main import get_command

from cleveragents_skills import load_catalog
from cleveragents_skills.cli.app import app
from cleveragents_skills.loading import ALL_CODES, parser
from cleveragents_skills.loading.builder import build
from cleveragents_skills.lock import LOCK_FILE
from cleveragents_skills.server_drift.codes import CODES as SERVER_DRIFT_CODES

COMMAND = get_command(app)
EXAMPLES = Path(__file__).parent / "examples"
KEPT_CATALOGS = Path(__file__).parent.parent / "catalogs"
BASELINE = "known.json"
SEVERITIES = {code.name: str(code.severity) for code in ALL_CODES if code not in SERVER_DRIFT_CODES}
BROKEN = sorted(
    path.relative_to(EXAMPLES).with_suffix("").as_posix() for path in EXAMPLES.glob("*/broken*.txt")
)
# A baseline and a lock are the command's affair.
KNOWN_TO_THE_LIBRARY = [
    each for each in BROKEN if not each.startswith(("stale-baseline/", "lock-drift/"))
]
GOOD = sorted(path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob("*/good*"))

APP = "name: local/app\ntools:\n  - run_tests\n"
SEARCH = "name: local/app\ntools:\n  - name: search\n    "

MADE_TEXTS = {
    "bad-number/broken-too-long": f"{SEARCH}seed: {'7' * 4_301}\n",
    "control-character/broken-nul": "name: local/app\ndescription: before\0after\n",
    "include-cycle/broken-long": "---\n".join(
        f"name: local/s{step:02}\nincludes: [local/s{(step + 1) % 50:02}]\n" for step in range(50)
    ),
    "too-deep/broken-brackets": f"{SEARCH}query: {'[' * 200_000}\n",
    "too-many-tools/broken-by-default": "".join(
        ["name: local/app\ntools:\n", *(f"  - query_{number}\n" for number in range(1, 130))]
    ),
}
"""The text of `app.yaml`, the only file of the catalog."""


def one_byte_too_much(broken: Path) -> None:
    (broken / "app.yaml").write_text(f"{APP}# {'=' * (1024 * 1024 - len(APP) - 2)}\n")


def a_list_of_100_000(broken: Path) -> None:
    (broken / "app.yaml").write_text(f"{SEARCH}words: [{'a, ' * 100_000}]\n")


def latin_1(broken: Path) -> None:
    (broken / "app.yaml").write_bytes(
        "name: local/app\ndescription: Grüße aus Köln\n".encode("latin-1")
    )


def latin_1_in_an_agent_skill(broken: Path) -> None:
    (broken / "app.yaml").write_text("name: local/app\nagent_skills: [skills/review]\n")
    (broken / "skills" / "review").mkdir(parents=True)
    (broken / "skills" / "review" / "SKILL.md").write_bytes(
        "---\nname: review\ndescription: Prüft eine Änderung.\n---\n".encode("latin-1")
    )


def utf_16(broken: Path) -> None:
    (broken / "app.yaml").write_bytes(
        "name: local/app\ndescription: Grüße aus Köln\n".encode("utf-16")
    )


def cut_off(broken: Path) -> None:
    (broken / "app.yaml").write_bytes("name: local/app\ndescription: Kö".encode()[:-1])


def pipe(broken: Path) -> None:
    (broken / "app.yaml").write_text(APP)
    os.mkfifo(broken / "events.yaml")


def link_to_a_pipe(broken: Path) -> None:
    (broken / "app.yaml").write_text(APP)
    os.mkfifo(broken / "events")
    (broken / "events.yaml").symlink_to("events")


def file_beyond_the_longest_path(broken: Path) -> None:
    """Not even root can open it: `broken` is as deep as the system allows."""
    (broken / "app.yaml").write_text(APP)
    folder = os.open(broken, os.O_RDONLY)
    try:
        file = os.open(f"{'long-' * 12}name.yaml", os.O_CREAT | os.O_WRONLY, dir_fd=folder)
        os.close(file)
    finally:
        os.close(folder)


def folder_beyond_the_longest_path(broken: Path) -> None:
    (broken / "app.yaml").write_text(APP)
    folder = os.open(broken, os.O_RDONLY)
    try:
        os.mkdir(f"{'long-' * 12}name", dir_fd=folder)
    finally:
        os.close(folder)


MADE_FILES: dict[str, Callable[[Path], None]] = {
    "agent-skill-invalid/broken-latin-1": latin_1_in_an_agent_skill,
    "file-too-large/broken": one_byte_too_much,
    "not-utf8/broken": latin_1,
    "not-utf8/broken-cut-off": cut_off,
    "not-utf8/broken-utf16": utf_16,
    "special-file/broken": pipe,
    "special-file/broken-link": link_to_a_pipe,
    "too-many-nodes/broken-no-aliases": a_list_of_100_000,
    "unreadable-file/broken": file_beyond_the_longest_path,
    "unreadable-file/broken-folder": folder_beyond_the_longest_path,
}
"""What fills the folder of the catalog."""


def name_of(example: str) -> str:
    """Give the name of the code that an example shows."""
    return example.partition("/")[0]


def place_of(example: str, empty: Path) -> tuple[Path, str]:
    """Give the folder to stand in, and the catalog's name there; what is not kept is made."""
    kept = EXAMPLES / example
    if example not in MADE_TEXTS and example not in MADE_FILES:
        return kept.parent, kept.name
    here = empty
    if name_of(example) == "unreadable-file":
        here = as_deep_as_possible(empty, kept.name)
    broken = here / kept.name
    broken.mkdir(parents=True)
    if example in MADE_TEXTS:
        (broken / "app.yaml").write_text(MADE_TEXTS[example])
    else:
        MADE_FILES[example](broken)
    return here, kept.name


def as_deep_as_possible(folder: Path, catalog: str) -> Path:
    """Give a folder so deep that there is just room for a file of a short name in the catalog."""
    left = os.pathconf("/", "PC_PATH_MAX") - len(os.fsencode(folder.resolve() / catalog)) - 40
    while left > 0:
        step = "d" * min(left, 200)
        folder /= step
        left -= len(step) + 1
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def arguments(here: Path, catalog: str) -> tuple[str, ...]:
    """Give what `skills check` is told of a catalog in the folder."""
    baseline = f"{catalog}/{BASELINE}"
    if (here / LOCK_FILE).is_file():
        return (catalog, "--locked")
    return (catalog, "--baseline", baseline) if (here / baseline).is_file() else (catalog,)


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> Completed:
    """Run `skills check` without starting a process."""
    code = COMMAND(["check", *arguments], prog_name="skills", standalone_mode=False)
    return Completed(code, *capsys.readouterr())


def test_every_code_has_a_folder_and_every_folder_is_a_code() -> None:
    expected = sorted(SEVERITIES)
    actual = sorted(path.name for path in EXAMPLES.iterdir())
    assert expected == actual


def test_every_code_has_an_example() -> None:
    expected = sorted(SEVERITIES)
    actual = sorted({name_of(example) for example in BROKEN})
    assert expected == actual


def test_every_broken_catalog_has_a_text_and_every_text_a_catalog() -> None:
    folders = {path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.glob("*/broken*/")}
    expected = sorted([*folders, *MADE_TEXTS, *MADE_FILES])
    actual = BROKEN
    assert expected == actual


def test_every_broken_catalog_has_a_mended_twin() -> None:
    expected: list[str] = []
    actual = [each for each in BROKEN if each.replace("/broken", "/good") not in GOOD]
    assert expected == actual


@pytest.mark.parametrize("example", BROKEN)
def test_check_prints_what_the_text_beside_a_broken_catalog_says(
    example: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here, catalog = place_of(example, tmp_path)
    monkeypatch.chdir(here)
    expected = said(example)
    actual = check(capsys, *arguments(here, catalog), "--format", "text", "--color", "never")
    assert expected == actual


@pytest.mark.parametrize("name", sorted(SEVERITIES))
def test_the_program_prints_what_the_text_beside_the_first_broken_catalog_says(
    name: str, tmp_path: Path
) -> None:
    example = f"{name}/broken"
    here, catalog = place_of(example, tmp_path)
    expected = said(example)
    actual = run("check", *arguments(here, catalog), cwd=here)
    assert expected == actual


def said(example: str) -> Completed:
    """Give how a check of the example has to end: its text, nothing beside it, and its code."""
    text = (EXAMPLES / f"{example}.txt").read_text(encoding="utf-8")
    return Completed(1 if SEVERITIES[name_of(example)] == "error" else 0, text, "")


@pytest.mark.parametrize("example", BROKEN)
def test_a_broken_catalog_has_one_finding_of_its_code_and_is_strictly_a_failure(
    example: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here, catalog = place_of(example, tmp_path)
    monkeypatch.chdir(here)
    done = check(capsys, *arguments(here, catalog), "--json", "--strict")
    name = name_of(example)
    found = json.loads(done.out)["diagnostics"]
    expected = (1, [(name, SEVERITIES[name])])
    actual = (done.code, [(each["name"], each["severity"]) for each in found])
    assert expected == actual


@pytest.mark.parametrize("example", KNOWN_TO_THE_LIBRARY)
def test_the_library_finds_in_a_broken_catalog_what_the_command_finds(
    example: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, catalog = place_of(example, tmp_path)
    monkeypatch.chdir(here)
    expected = [name_of(example)]
    actual = [each.code.name for each in load_catalog(catalog).diagnostics]
    assert expected == actual


@pytest.mark.parametrize("example", GOOD)
def test_a_good_catalog_has_no_finding_and_passes_strictly(
    example: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = EXAMPLES / example
    monkeypatch.chdir(folder.parent)
    done = check(capsys, *arguments(folder.parent, folder.name), "--json", "--strict")
    expected: tuple[int, list[Any]] = (0, [])
    actual = (done.code, json.loads(done.out)["diagnostics"])
    assert expected == actual


def kept_texts() -> dict[str, str]:
    """Give the text of every skill file that is kept, by its path, and of those made of text."""
    files = sorted(
        path
        for folder in (EXAMPLES, KEPT_CATALOGS)
        for path in folder.rglob("*")
        if path.suffix.lower() in (".yaml", ".yml") and path.is_file()
    )
    root = KEPT_CATALOGS.parent
    return {
        **{
            path.relative_to(root).as_posix(): path.read_bytes().decode("utf-8-sig")
            for path in files
        },
        **MADE_TEXTS,
    }


TEXTS = kept_texts()


@pytest.mark.parametrize("file", TEXTS)
def test_both_parsers_give_the_same_data_and_the_same_problems(file: str) -> None:
    expected = read_by(parser.pure_events, TEXTS[file])
    actual = read_by(parser.native_events, TEXTS[file])
    assert expected == actual


def read_by(
    events: Callable[[str], parser.NextEvent], text: str
) -> tuple[list[Any], list[str], str | None]:
    """Give the data of all documents, the codes of their problems, and of what ended the file."""
    built = build(text, events)
    problems = [problem.code.name for each in built.documents for problem in each.problems]
    data = [document.data for document in built.documents]
    return data, problems, built.fatal.code.name if built.fatal else None
