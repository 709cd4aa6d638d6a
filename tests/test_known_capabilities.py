"""What a config says that tools can do, where their skills say nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from command import run
from repository import diff, repository, told
from writing import write

from cleveragents_skills import Capability, Skill, SkillResolver, load_catalog

FILES = {
    "catalogs/base.yaml": """
        name: local/base
        tools:
          - read
          - {name: save, timeout: 9}
          - {name: find, read_only: true}
        inline_tools: [{name: sum}]
        mcp_servers:
          - name: wiki
            command: wiki-mcp
            tools: [look, {name: edit, annotations: {readOnlyHint: false}}]
        """,
    "catalogs/app.yaml": """
        name: local/app
        includes:
          - name: local/base
            overrides: {read: {human_approval_required: true}}
        agent_skills: [guide]
        """,
    "catalogs/guide/SKILL.md": "---\nname: guide\ndescription: Guides.\n---\n",
    "skills.toml": """
        [capabilities]
        read = {read_only = true}
        "mcp:wiki/l*" = {read_only = true, open_world = true}
        'mcp:*' = {writes = true}
        "local/base/*" = {destructive = true}
        save = {writes = true}
        find = {writes = true}
        """,
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


def tools(folder: Path, name: str) -> list[tuple[Any, ...]]:
    """Give each tool with its access, whether an override or the config says so, and the line."""
    done = run("resolve", name, "--json", cwd=folder)
    return [
        (
            each["name"],
            each["access"],
            each["by_override"],
            each["from_config"] and each["from_config"]["line"],
        )
        for each in json.loads(done.out)["tools"]
    ]


def test_the_first_glob_that_fits_says_it_of_tools_that_say_nothing(folder: Path) -> None:
    expected = [
        ("read", "read_only", False, 2),
        ("save", "write", False, 6),
        # What is declared beside the name, or by an annotation, is not touched.
        ("find", "read_only", True, None),
        ("local/base/sum", "write", False, 5),
        ("mcp:wiki/look", "read_only", False, 3),
        ("mcp:wiki/edit", "write", False, None),
    ]
    assert expected == tools(folder, "base")


def test_what_an_override_says_leaves_nothing_to_the_config(folder: Path) -> None:
    found = tools(folder, "app")
    assert found[0] == ("read", "unknown", False, None)
    assert found[-1] == ("agent_skill:guide", "unknown", False, None)


def test_the_command_and_the_library_agree(folder: Path) -> None:
    catalog = load_catalog(folder / "catalogs", config=folder / "skills.toml")
    resolution = SkillResolver().resolve_tools(catalog["local/base"], catalog)
    entry = resolution[3]
    expected = (
        Capability(writes=True, destructive=True),
        5,
        ("read", "save", "local/base/sum", "mcp:wiki/look"),
        4,
    )
    summary = resolution.summary
    known = entry.known
    actual = (
        entry.capability,
        known and known.location and known.location.line,
        summary.names["from_config"],
        summary.from_config_tools,
    )
    assert expected == actual
    without = load_catalog(folder / "catalogs", config=False)
    assert [each.access for each in without.resolve("local/base")].count("unknown") == 4


def test_a_skill_from_plain_data_knows_of_no_config() -> None:
    skill = Skill.from_config({"name": "local/app", "tools": ["read"]})
    assert dict(skill.known) == {}


RESOLVED = """\
local/base: 6 tools from 1 skill  catalogs/base.yaml
#      tool            kind    access      from
1  =   read            tool    read-only   local/base
2  *=  save            tool    write       local/base
3  *   find            tool    read-only*  local/base
4  =!  local/base/sum  inline  write       local/base
5  =   mcp:wiki/look   mcp     read-only   local/base
6      mcp:wiki/edit   mcp     write       local/base
*  override     2  timeout: 9                         catalogs/base.yaml:4:5
                3  read_only: true                    catalogs/base.yaml:5:5
=  config          1: read_only: true                 skills.toml:2:1
                   2: writes: true                    skills.toml:6:1
                   4: writes: true, destructive: true  skills.toml:5:1
                   5: read_only: true, open_world: true  skills.toml:3:1
!  destructive  4  and asks for no approval           catalogs/base.yaml:6:16
3 read-only (1*), 3 write, 0 unknown  * only by override
"""


def test_text_marks_what_only_the_config_says_and_names_the_line(folder: Path) -> None:
    done = run("resolve", "base", cwd=folder)
    expected = [" ".join(line.split()) for line in RESOLVED.splitlines()]
    actual = [" ".join(line.split()) for line in done.out.splitlines()]
    assert (expected, 0, "") == (actual, done.code, done.err)
    summary = run("summary", "base", cwd=folder)
    assert "  read-only   3  read            from the config\n" in summary.out
    explained = run("resolve", "base", "--explain", cwd=folder).out
    assert "read: 1, tool, read-only by the config\n" in explained
    assert "  config    read_only: true        skills.toml:2:1\n" in explained


def test_a_contract_takes_the_word_of_the_config(folder: Path) -> None:
    config = folder / "skills.toml"
    contract = "\n[[contracts]]\nskills = ['local/base']\nno-unknown = true\n"
    config.write_text(config.read_text() + contract)
    assert run("check", "--select", "SK4", cwd=folder).code == 0
    config.write_text(contract)
    assert run("check", "--select", "SK4", cwd=folder).out.count("error[SK401]") == 4


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        (
            "capabilities = 1",
            "`capabilities` must be a table of tool name to capability fields",
        ),
        (
            "[capabilities]\nread = true",
            '`capabilities."read"` must be a table of capability fields',
        ),
        ("[capabilities]\nread = {}", '`capabilities."read"` must be a table of capability fields'),
        (
            "[capabilities]\n'*' = {readonly = true}",
            '`capabilities."*"` has no field `readonly`',
        ),
        (
            "[capabilities]\n'*' = {read_only = 'yes'}",
            '`capabilities."*"`: `read_only`: expected a boolean, found text',
        ),
        (
            "[capabilities]\n'*' = {read_only = true, writes = true}",
            '`capabilities."*"`: `read_only: true` and `writes: true` contradict each other',
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_plain_words(
    folder: Path, config: str, expected: str
) -> None:
    (folder / "skills.toml").write_text(config, "utf-8")
    done = run("resolve", "base", cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"error: skills.toml: {expected}"


def test_the_settings_show_what_is_said_of_each_glob(folder: Path) -> None:
    done = run("config", "show", "--json", cwd=folder)
    settings = {each["name"]: each["value"] for each in json.loads(done.out)["settings"]}
    actual = {k: v for k, v in settings.items() if k.startswith("capabilities")}
    assert actual["capabilities.mcp:wiki/l*"] == {"read_only": True, "open_world": True}
    assert len(actual) == 6


def test_a_power_that_only_the_config_lowers_is_claimed(folder: Path) -> None:
    write(folder, {"skills.toml": ""})
    repository(folder, {})
    write(folder, {"skills.toml": FILES["skills.toml"]})
    assert told(diff(folder, "HEAD")) == [
        ("claimed", "local/base", "mcp:wiki/look", "access open_world from-config", "local/app"),
        ("claimed", "local/base", "read", "access from-config", ""),
        ("other", "local/base", "local/base/sum", "access destructive from-config", "local/app"),
        ("other", "local/base", "save", "access from-config", "local/app"),
    ]
