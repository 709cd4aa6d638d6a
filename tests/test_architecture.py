"""The architecture as ARCHITECTURE.md tells it, held to the code and the import contract."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from cleveragents_skills.exporting import TARGETS
from cleveragents_skills.loading import ALL_CODES, CODES
from cleveragents_skills.reporters import REPORTERS
from cleveragents_skills.rules import RULES
from cleveragents_skills.server_drift.codes import CODES as SERVER_DRIFT_CODES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "cleveragents_skills"
MODULES = sorted(PACKAGE.rglob("*.py"))


def contract() -> list[set[str]]:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (layers,) = [each["layers"] for each in contracts if each["type"] == "layers"]
    return [set(layer.split(" | ")) for layer in layers]


def test_the_table_of_rows_is_the_import_contract() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| (\d+) \| ([^|]+) \|", text, re.MULTILINE)

    assert [set(re.findall(r"`(\w+)`", modules)) for _, modules in rows] == contract()
    assert [int(number) for number, _ in rows] == list(range(len(rows), 0, -1))


def test_every_module_of_the_package_stands_in_a_row() -> None:
    names = {each.stem for each in PACKAGE.iterdir() if each.suffix == ".py"}
    names |= {each.name for each in PACKAGE.iterdir() if (each / "__init__.py").exists()}

    assert names - {"__init__"} == set().union(*contract())


@pytest.mark.parametrize(
    "room", ["editing", "exporting", "loading", "mcp", "cli", "reporters", "server_drift", "views"]
)
def test_every_module_of_a_room_is_told_of(room: str) -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    (told,) = re.findall(rf"^\| `{room}` \| (.+) \|$", text, re.MULTILINE)
    modules = {each.stem for each in (PACKAGE / room).glob("*.py")} - {"__init__"}
    if room == "cli":
        modules -= {"check", "config_show", "explain", "export", "import_"}
        modules -= {"listing", "new", "resolve", "schema"}
        modules -= {"diff", "graph", "lock", "show", "summary", "tree", "why"}
        modules -= {"mcp_check", "mcp_list_tools", "mcp_sync"}
    if room == "exporting":
        modules -= set(TARGETS.values())
    if room == "reporters":
        modules -= set(REPORTERS.values())
    if room == "views":
        modules = set()

    assert modules <= set(re.findall(r"`(\w+)`", told))


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_module_says_what_it_is_and_stays_small(module: Path) -> None:
    text = module.read_text("utf-8")

    assert ast.get_docstring(ast.parse(text))
    assert text.count("\n") <= 300
    assert module.stem not in {"utils", "helpers", "common", "core", "base", "manager"}


def test_a_code_is_used_once_and_lies_in_its_range() -> None:
    codes = [*CODES, *(rule.CODE for rule in RULES), *SERVER_DRIFT_CODES]

    assert len({code.id for code in codes}) == len(codes)
    assert len({code.name for code in codes}) == len(codes)
    assert {code.id[:3] for code in CODES} == {"SK0", "SK1"}
    assert {rule.CODE.id[:3] for rule in RULES} == {"SK2", "SK3"}
    assert {code.id[:4] for code in SERVER_DRIFT_CODES} == {"SK41"}
    assert {*codes} <= {*ALL_CODES}


def test_a_rules_docstring_explains_it() -> None:
    for rule in RULES:
        text = rule.__doc__ or ""
        assert [text.count(f"\n\n{part}:") for part in ("Why it matters", "Bad", "Good")] == [
            1,
            1,
            1,
        ], rule.CODE.name


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    [
        (["--help"], {"attrs", "cattrs", "rich", "ruamel", "hashlib", "tomllib"}),
        (["--version"], {"attrs", "cattrs", "rich", "ruamel", "hashlib", "tomllib"}),
        (["check", "--help"], {"attrs", "cattrs", "rich", "ruamel", "hashlib", "tomllib"}),
        (["resolve", "a", "--json"], {"rich", "hashlib", "pydantic"}),
        (["list", "--format", "names"], {"rich", "hashlib", "pydantic"}),
    ],
)
def test_a_quick_command_imports_only_what_it_needs(
    arguments: list[str], unwanted: set[str]
) -> None:
    program = (
        "import sys, runpy\n"
        f"sys.argv = ['skills', *{arguments!r}]\n"
        "try:\n    runpy.run_module('cleveragents_skills', run_name='__main__')\n"
        "except SystemExit as end:\n    code = end.code\n"
        "print(code, *sorted(sys.modules), file=sys.stderr)\n"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    code, *modules = done.stderr.split()
    assert code == "0"
    assert "cleveragents_skills" in modules
    assert unwanted & set(modules) == set()


def test_the_changelog_begins_with_what_is_not_released_yet() -> None:
    text = (ROOT / "CHANGELOG.md").read_text("utf-8")

    assert text.startswith("# Changelog\n")
    assert re.findall(r"^## (.+)$", text, re.MULTILINE)[0] == "Unreleased"
