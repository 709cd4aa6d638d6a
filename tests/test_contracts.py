"""Contracts in the config: every clause broken once, exceptions, and what a config may hold."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import run
from writing import write

FILES = {
    "catalogs/base.yaml": """
        name: local/base
        tools:
          - {name: read, read_only: true}
          - {name: save, writes: true, destructive: true}
        """,
    "catalogs/app.yaml": """
        name: local/app
        includes:
          - local/base
        tools: [plan]
        mcp_servers:
          - name: wiki
            command: wiki-mcp
        """,
    "catalogs/other.yaml": """
        name: local/other
        includes:
          - local/app
        """,
}
BREAKS = "`local/app` breaks the contract `local/app`: "
TO_BASE = ["`local/app` includes `local/base` here: app.yaml:3:5"]
WIKI = "the MCP server `wiki` "
OPEN_SERVER: tuple[str, str, list[str]] = (
    "app.yaml:6:5",
    f"{BREAKS}{WIKI}has no tool list, and `mcp:wiki/*` is not among the allowed",
    [],
)

# What a contract for local/app says, and what is found: place, message, related places.
CLAUSES: Mapping[str, tuple[str, list[tuple[str, str, list[str]]]]] = {
    "read-only": (
        "read-only = true\nno-unknown = true\nno-unlisted-servers = true",
        [
            (
                "app.yaml:4:9",
                f"{BREAKS}`plan` is not known to be read-only, as it has to be",
                [],
            ),
            (
                "app.yaml:6:5",
                f"{BREAKS}{WIKI}has no tool list, so what it gives may write",
                [],
            ),
            (
                "base.yaml:4:5",
                f"{BREAKS}`save` may write, and only read-only tools are allowed",
                TO_BASE,
            ),
        ],
    ),
    "no-unknown": (
        "no-unknown = true",
        [
            (
                "app.yaml:4:9",
                f"{BREAKS}`plan` does not say whether it only reads, as it has to",
                [],
            ),
            (
                "app.yaml:6:5",
                f"{BREAKS}{WIKI}has no tool list, so what it gives is unknown",
                [],
            ),
        ],
    ),
    "no-unlisted-servers": (
        "no-unlisted-servers = true",
        [("app.yaml:6:5", f"{BREAKS}{WIKI}has no tool list, as it has to", [])],
    ),
    "forbid-tools": (
        'forbid-tools = ["re*", "pla?"]',
        [
            ("app.yaml:4:9", f"{BREAKS}`plan` is forbidden: `re*`, `pla?`", []),
            ("base.yaml:3:5", f"{BREAKS}`read` is forbidden: `re*`, `pla?`", TO_BASE),
        ],
    ),
    "allow-tools": (
        'allow-tools = ["read", "save"]',
        [
            ("app.yaml:4:9", f"{BREAKS}`plan` is not among the allowed: `read`, `save`", []),
            OPEN_SERVER,
        ],
    ),
    "allow-tools, the server too": (
        'allow-tools = ["read", "save", "mcp:wiki/*"]',
        [
            (
                "app.yaml:4:9",
                f"{BREAKS}`plan` is not among the allowed: `read`, `save`, `mcp:wiki/*`",
                [],
            )
        ],
    ),
    "allow-tools, none": (
        "allow-tools = []",
        [
            ("app.yaml:4:9", f"{BREAKS}`plan` is not among the allowed: none", []),
            OPEN_SERVER,
            ("base.yaml:3:5", f"{BREAKS}`read` is not among the allowed: none", TO_BASE),
            ("base.yaml:4:5", f"{BREAKS}`save` is not among the allowed: none", TO_BASE),
        ],
    ),
    "forbid-servers": (
        'forbid-servers = ["w*"]',
        [("app.yaml:6:5", f"{BREAKS}{WIKI}is forbidden", [])],
    ),
    "forbid-includes": (
        'forbid-includes = ["local/ba*"]',
        [
            (
                "app.yaml:3:5",
                f"{BREAKS}it includes `local/base`, which is forbidden",
                TO_BASE,
            )
        ],
    ),
    "only-included-by": (
        'only-included-by = ["team/*"]',
        [
            (
                "other.yaml:3:5",
                "`local/other` includes `local/app`, which only some may: the contract `local/app`",
                [],
            )
        ],
    ),
    "max-tools": (
        "max-tools = 2",
        [("app.yaml:1:7", f"{BREAKS}it has 3 tools, and at most 2 are allowed", [])],
    ),
    "requires-approval-for write": (
        'requires-approval-for = "write"',
        [
            (
                "base.yaml:4:5",
                f"{BREAKS}`save` is write and asks for no approval, as it has to",
                TO_BASE,
            )
        ],
    ),
    "requires-approval-for unknown": (
        'requires-approval-for = "unknown"',
        [
            (
                "app.yaml:4:9",
                f"{BREAKS}`plan` is unknown and asks for no approval, as it has to",
                [],
            ),
            (
                "app.yaml:6:5",
                (
                    f"{BREAKS}{WIKI}has no tool list, so what it gives asks for no approval,"
                    " as it has to"
                ),
                [],
            ),
            (
                "base.yaml:4:5",
                f"{BREAKS}`save` is write and asks for no approval, as it has to",
                TO_BASE,
            ),
        ],
    ),
    "requires-approval-for destructive": (
        'requires-approval-for = "destructive"',
        [
            (
                "base.yaml:4:5",
                f"{BREAKS}`save` is destructive and asks for no approval, as it has to",
                TO_BASE,
            )
        ],
    ),
}


def found(folder: Path, contract: str, *arguments: str) -> list[Any]:
    """Give what `skills check` finds of contracts when this one is in the config."""
    (folder / "skills.toml").write_text(f"[[contracts]]\n{contract}\n", "utf-8")
    done = run("check", "--select", "SK4", "--json", *arguments, cwd=folder)
    return list(json.loads(done.out)["diagnostics"])


def spot(place: Any) -> str:
    line = f":{place['line']}:{place['column']}" if place["line"] else ""
    return f"{place['file']}{line}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path, FILES)


@pytest.mark.parametrize("clause", CLAUSES)
def test_a_clause_finds_what_is_not_so_and_by_which_includes_it_came(
    folder: Path, clause: str
) -> None:
    said, expected = CLAUSES[clause]
    diagnostics = found(folder, f'skills = ["local/app"]\nguidance = "Ask first."\n{said}')
    actual = [
        (
            spot(each["location"]),
            each["message"],
            [f"{other['message']}: {spot(other['location'])}" for other in each["related"]],
        )
        for each in diagnostics
    ]
    assert expected == actual
    assert {each["hint"] for each in diagnostics} == {"Ask first."}
    assert {(each["code"], each["severity"]) for each in diagnostics} == {("SK401", "error")}


@pytest.mark.parametrize(
    ("exceptions", "expected"),
    [
        (["local/app save"], []),
        (["local/app"], []),
        (["local/*  sa*"], []),
        (["* *"], []),
        (["local/app", "local/app save"], []),
        (["local/app read"], ["SK401", "SK402"]),
        (["local/other"], ["SK401", "SK402"]),
        (["local/app save", "local/gone"], ["SK402"]),
    ],
)
def test_an_exception_lets_pass_what_it_names_and_is_told_if_that_is_nothing(
    folder: Path, exceptions: list[str], expected: list[str]
) -> None:
    said = f'skills = ["local/app"]\nforbid-tools = ["save"]\nexceptions = {json.dumps(exceptions)}'
    assert sorted(each["code"] for each in found(folder, said)) == expected


def test_an_include_may_be_an_exception_too(folder: Path) -> None:
    said = 'skills = ["local/app"]\nonly-included-by = []\nexceptions = ["local/app local/other"]'
    assert found(folder, said) == []


def test_a_contract_for_no_skill_is_told_where_it_stands(folder: Path) -> None:
    (one,) = found(folder, 'name = "none"\nskills = ["team/*", "t"]\nread-only = true')
    expected = (
        "SK402",
        "the contract `none` is for no skill: nothing fits `team/*`, `t`",
        "skills.toml:1:1",
    )
    assert expected == (one["code"], one["message"], spot(one["location"]))


def test_a_skill_that_cannot_be_resolved_is_told_of_once(folder: Path) -> None:
    write(folder, {"catalogs/base.yaml": "name: local/base\nincludes: [local/gone]\n"})
    (folder / "skills.toml").write_text("[[contracts]]\nskills = ['*']\nno-unknown = true\n")
    done = run("check", "--format", "concise", cwd=folder)
    codes = [line.split()[1] for line in done.out.splitlines()[:-1]]
    assert (done.code, sorted(codes)) == (1, ["SK201", "SK320"])


def test_contracts_do_not_matter_to_an_answer_about_one_skill(folder: Path) -> None:
    before = run("resolve", "app", cwd=folder)
    found(folder, "skills = ['*']\nread-only = true")
    after = run("resolve", "app", cwd=folder)
    assert before == after
    assert before.code == 0


def test_a_contract_may_be_put_off_or_turned_off_like_any_finding(folder: Path) -> None:
    said = "skills = ['local/app']\nforbid-tools = ['save']"
    assert found(folder, f"{said}\n[rules.SK401]\nseverity = 'off'") == []
    (warning,) = found(folder, f"{said}\n[rules.SK401]\nseverity = 'warning'")
    assert warning["severity"] == "warning"
    base = folder / "catalogs" / "base.yaml"
    base.write_text(base.read_text().replace("true}\n", "true}  # skills: ignore[SK401] kept\n"))
    assert found(folder, said) == []


def test_several_contracts_in_a_pyproject_know_their_lines(folder: Path) -> None:
    write(
        folder,
        {
            "pyproject.toml": """
                [tool.cleveragents-skills]
                max-tools = 9

                [[tool.cleveragents-skills.contracts]]
                skills = ["team/*"]
                read-only = true

                [[tool.cleveragents-skills.contracts]]
                skills = ["crew/*"]
                read-only = true
                """
        },
    )
    done = run("check", "--select", "SK402", "--format", "concise", cwd=folder)
    assert [line.split()[0] for line in done.out.splitlines()[:-1]] == [
        "pyproject.toml:4:1:",
        "pyproject.toml:8:1:",
    ]


@pytest.mark.parametrize(
    ("config", "expected"),
    [
        ("contracts = 1", "`contracts` must be a list of tables: `[[contracts]]`"),
        ("contracts = [1]", "`contracts[0]` must be a table"),
        ("[contracts]\nskills = ['*']", "`contracts` must be a list of tables: `[[contracts]]`"),
        (
            "[[contracts]]\nread-only = true",
            "`contracts[0]` must say in `skills` whom it is for",
        ),
        (
            "[[contracts]]\nskills = []\nread-only = true",
            "`contracts[0]` must say in `skills` whom it is for",
        ),
        ("[[contracts]]\nskills = ['*']\nguidance = 'x'", "`contracts[0]` asks for nothing"),
        (
            "[[contracts]]\nskills = '*'\nread-only = true",
            "`contracts[0].skills` must be a list of text",
        ),
        (
            "[[contracts]]\nskills = ['*']\nread-only = 'yes'",
            "`contracts[0].read-only` must be true or false",
        ),
        (
            "[[contracts]]\nskills = ['*']\nread-only = true\nguidance = 1",
            "`contracts[0].guidance` must be text",
        ),
        (
            "[[contracts]]\nskills = ['*']\nmax-tools = 0",
            "`contracts[0].max-tools` must be a whole number from 1 to 1,000,000",
        ),
        (
            "[[contracts]]\nskills = ['*']\nrequires-approval-for = 'all'",
            "`contracts[0].requires-approval-for` must be one of write, unknown, destructive",
        ),
        (
            "[[contracts]]\nskills = ['*']\nreadonly = true",
            "`contracts[0]` has no setting `readonly`",
        ),
    ],
)
def test_a_contract_that_does_not_fit_is_refused_in_plain_words(
    folder: Path, config: str, expected: str
) -> None:
    (folder / "skills.toml").write_text(config, "utf-8")
    done = run("check", cwd=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[0] == f"error: skills.toml: {expected}"


def test_the_settings_show_what_each_contract_says(folder: Path) -> None:
    found(folder, 'skills = ["local/app"]\nread-only = true\nallow-tools = []')
    done = run("config", "show", "--json", cwd=folder)
    settings = {each["name"]: each["value"] for each in json.loads(done.out)["settings"]}
    expected = {
        "contracts[0].skills": ["local/app"],
        "contracts[0].read-only": True,
        "contracts[0].allow-tools": [],
    }
    assert expected == {k: v for k, v in settings.items() if k.startswith("contracts")}
