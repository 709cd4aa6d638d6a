"""`skills config show`: every setting, its value, and where that comes from."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run

from cleveragents_skills.loading import SETTABLE
from cleveragents_skills.loading.config import _KEYS
from cleveragents_skills.model import BUILTIN_GROUPS
from cleveragents_skills.rules import OPTIONS

CONFIG = """\
catalog = ["skills", "more"]
exclude = ["drafts/**"]
select = ["SK2", "SK314", "SK391"]
fail-on = "warning"
max-tools = 20

[builtins]
web = ["builtin/fetch"]

[rules.SK201]
severity = "warning"

[rules.SK231]
severity = "off"

[rules.SK320]
allow = ["local/*"]

[rules.SK391]
severity = "error"
"""


def shown(*arguments: str, cwd: Path, env: dict[str, str] | None = None) -> dict[str, Any]:
    """Give each setting by its name, without that."""
    done = run("config", "show", "--json", *arguments, cwd=cwd, env=env)
    settings = json.loads(done.out)["settings"]
    return {each.pop("name"): tuple(each.values()) for each in settings}


def test_without_a_config_everything_has_its_default(tmp_path: Path) -> None:
    done = run("config", "show", "--json", cwd=tmp_path)
    document = json.loads(done.out)
    settings = document.pop("settings")
    expected = {
        "schema_version": 1,
        "command": "config show",
        "config": None,
        "diagnostics": [],
    }
    assert expected == document
    assert [each for each in settings if each["from"] != "default"] == [
        {"name": "format", "value": "json", "from": "option", "where": "--json"}
    ]


def test_the_settings_are_those_that_a_config_can_have(tmp_path: Path) -> None:
    rules = sorted(SETTABLE, key=lambda code: code.id)
    assert [code.id for code in rules[-3:]] == ["SK415", "SK416", "SK417"]
    expected = [
        "catalog",
        "files",
        "exclude",
        *(f"builtins.{group}" for group in BUILTIN_GROUPS),
        "capabilities",
        "learned-tools",
        "agent-namespace",
        "select",
        "ignore",
        "fail-on",
        "max-tools",
        "contracts",
        *(
            f"rules.{code.id}.{name}"
            for code in rules
            for name in ("severity", *OPTIONS.get(code.id, {}))
        ),
        "format",
    ]
    actual = [*shown(cwd=tmp_path)]
    assert expected == actual
    assert {name.partition(".")[0] for name in actual} == {*_KEYS, "format"}


def test_what_a_config_says_comes_from_it(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text(CONFIG)
    settings = shown(cwd=tmp_path)
    expected = {
        "catalog": (["skills", "more"], "config", "skills.toml"),
        "exclude": (["drafts/**"], "config", "skills.toml"),
        "builtins.web": (["builtin/fetch"], "config", "skills.toml"),
        "select": (["SK2", "SK314", "SK391"], "config", "skills.toml"),
        "fail-on": ("warning", "config", "skills.toml"),
        "max-tools": (20, "config", "skills.toml"),
        "rules.SK201.severity": ("warning", "config", "skills.toml"),
        "rules.SK231.severity": ("off", "config", "skills.toml"),
        "rules.SK301.severity": ("off", "config", "skills.toml"),
        "rules.SK314.severity": ("warning", "config", "skills.toml"),
        "rules.SK320.allow": (["local/*"], "config", "skills.toml"),
        "rules.SK391.severity": ("error", "config", "skills.toml"),
        "rules.SK392.severity": ("off", "config", "skills.toml"),
    }
    actual = {name: settings[name] for name in expected}
    assert expected == actual
    assert settings["files"] == (["**/*.yaml", "**/*.yml"], "default", None)
    assert settings["rules.SK203.severity"] == ("error", "default", None)


def test_a_table_for_people(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "skills.toml").write_text("catalog = 'skills'\nmax-tools = 20\n")
    done = run("config", "show", cwd=tmp_path / "deep")
    expected = [
        "setting                      from            value",
        "catalog                      ../skills.toml  [../skills]",
        "files                        default         [**/*.yaml, **/*.yml]",
        "exclude                      default         []",
    ]
    actual = done.out.splitlines()[:4]
    assert [line.split() for line in expected] == [line.split() for line in actual]
    assert done.out.splitlines()[-1] == "config: ../skills.toml"
    assert ["max-tools", "../skills.toml", "20"] in [x.split() for x in done.out.splitlines()]
    assert (done.code, done.err) == (0, "")


@pytest.mark.parametrize(
    ("arguments", "env", "expected"),
    [
        (["--catalog", "a", "--catalog", "b"], "c", (["a", "b"], "option", "--catalog")),
        ([], f"c{os.pathsep}d", (["c", "d"], "environment", "SKILLS_CATALOG")),
        ([], "", (["e"], "config", "skills.toml")),
    ],
)
def test_the_catalog_comes_from_the_first_that_names_it(
    arguments: list[str], env: str, expected: tuple[Any, ...], tmp_path: Path
) -> None:
    (tmp_path / "skills.toml").write_text("catalog = 'e'\n")
    (tmp_path / "catalogs").mkdir()
    actual = shown(*arguments, cwd=tmp_path, env={"SKILLS_CATALOG": env})["catalog"]
    assert expected == actual


def test_the_catalog_is_else_the_folder_of_that_name_or_none(tmp_path: Path) -> None:
    assert shown(cwd=tmp_path)["catalog"] == ([], "default", None)
    (tmp_path / "catalogs").mkdir()
    assert shown(cwd=tmp_path)["catalog"] == (["catalogs"], "default", None)


@pytest.mark.parametrize(
    ("arguments", "env", "said"),
    [
        ([], "markdown", "format SKILLS_FORMAT markdown"),
        ([], "nonsense", "format default text"),
        (["--format", "text"], "markdown", "format --format text"),
    ],
)
def test_the_format_comes_from_the_option_or_the_environment(
    arguments: list[str], env: str, said: str, tmp_path: Path
) -> None:
    done = run("config", "show", *arguments, cwd=tmp_path, env={"SKILLS_FORMAT": env})
    expected = said.split()
    actual = done.out.splitlines()[-2].split()
    assert expected == actual


def test_a_config_that_does_not_fit_is_told(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text("catalogue = 'skills'\n")
    expected = Completed(
        2,
        "",
        "error: skills.toml: unknown key `catalogue`\nhelp: did you mean `catalog`?\n",
    )
    actual = run("config", "show", cwd=tmp_path)
    assert expected == actual


def test_a_number_that_is_too_long_to_print_is_told_like_any_other_mistake(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text(f"max-tools = 0x{'f' * 9_000}\n")
    message = "skills.toml: `max-tools` must be a whole number from 1 to 1,000,000"
    expected = Completed(2, "", f"error: {message}\n")
    actual = run("config", "show", cwd=tmp_path)
    assert expected == actual


def test_the_largest_number_is_shown(tmp_path: Path) -> None:
    (tmp_path / "skills.toml").write_text("max-tools = 1_000_000\n")
    expected = (1_000_000, "config", "skills.toml")
    actual = shown(cwd=tmp_path)["max-tools"]
    assert expected == actual


def test_the_group_alone_prints_its_help_and_exits_with_two(tmp_path: Path) -> None:
    alone = run("config", cwd=tmp_path)
    asked = run("config", "--help", cwd=tmp_path)
    assert (alone.code, alone.err, asked.code) == (2, "", 0)
    assert alone.out == asked.out
