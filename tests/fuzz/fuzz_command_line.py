"""Whatever arguments and settings are given, the program ends in one of its ways."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Any

from fuzz.running import run_here
from hypothesis import event, given
from hypothesis import strategies as st
from test_traps_formats import HARMFUL
from typer.main import get_command
from writing import write

from cleveragents_skills.cli.app import app
from cleveragents_skills.cli.formats import FORMATS
from cleveragents_skills.exporting import TARGETS
from cleveragents_skills.loading import ALL_CODES, FAIL_ON

FILES = {
    "catalogs/a.yaml": "name: local/a\nincludes: [local/b, local/b]\ntools: [x, x]\n",
    "catalogs/b.yaml": "name: local/b\ntools: [{name: x, destructive: true}]\n---\nname: team/c\n",
    "catalogs/broken.yaml": "name: local/broken\ntools: [\n",
    "catalogs/gap.yaml": "name: local/gap\nincludes: [local/gone, local/gap]\n",
    "good/a.yml": "name: local/good\n",
    "empty/notes.txt": "nothing\n",
    "known.json": '{"baseline_version": 1, "findings": []}\n',
    "servers.json": '{"mcpServers": {"s": {"command": "x", "env": {"TOKEN": "y"}}}}\n',
}


def _commands(group: Any, *path: str) -> Iterator[tuple[list[str], Any]]:
    """Give every command with the words that call it."""
    context = group.make_context("skills", [], resilient_parsing=True)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if hasattr(command, "list_commands"):
            yield from _commands(command, *path, name)
        else:
            yield [*path, name], command


COMMANDS = list(_commands(get_command(app)))
WORDS = [words for words, _ in COMMANDS]


def _options(command: Any) -> list[Any]:
    return [each for each in command.params if each.param_type_name == "option"]


OPTIONS = [option for _, command in COMMANDS for option in _options(command)]
FLAGS = sorted({each for option in OPTIONS if option.is_flag for each in option.opts})
VALUED = sorted({each for option in OPTIONS if not option.is_flag for each in option.opts})
FORMAT_NAMES = sorted({each for formats in FORMATS.values() for each in formats})
KNOWN = [
    *FORMAT_NAMES, *FAIL_ON, *(code.id for code in ALL_CODES), *(code.name for code in ALL_CODES),
    "SK", "SK3", "SK3,SK2", ",", "sk301", "\u017fk301", "always", "never", "a", "local/a", "b",
    "local/broken", "gap", "gone", "team/*", "*", "[", "[a", "**", "local/", "/", "new/skill", "-",
    "catalogs", "good", "empty", "gone", "catalogs/a.yaml", "good/a.yml", "known.json", "made.json",
    *(f"{name}:made.{name}" for name in FORMAT_NAMES), "json:catalogs/a.yaml", "json:good", "json:",
    ":x", "json", "json:known.json", "sarif:gone/x", "", " ", "--", "-1", "0", "1", "1e9",
    "x" * 300,
    "\x1b[31m", "[red]", "::error::", "%0A", "\u202e", "\x00", "\udc80", "\n", "nul", "caf\u00e9",
]  # fmt: skip


def _stays_here(value: str) -> bool:
    """Say whether a value names nothing outside of the current folder."""
    paths = [value, value.partition(":")[2], value.partition("=")[2]]
    return not any(os.path.isabs(each) or ".." in each or "~" in each for each in paths)


VALUES = (st.sampled_from(KNOWN) | st.text(max_size=6)).filter(
    lambda each: _stays_here(each) and "\0" not in each
)
# What installs completion would write into a person's settings.
ARGUMENTS = (
    st.sampled_from([*FLAGS, "--help", "-h", "--version", "--gone", "-x", "-qv"]).map(lambda f: [f])
    | st.tuples(st.sampled_from(VALUED), VALUES).map(list)
    | st.tuples(st.sampled_from(VALUED), VALUES).map(lambda pair: ["=".join(pair)])
    | VALUES.map(lambda value: [value])
    | VALUES.map(lambda value: [value])
)
LINES = st.tuples(
    st.sampled_from(WORDS) | st.sampled_from(WORDS) | st.just([]) | VALUES.map(lambda v: [v]),
    st.lists(ARGUMENTS, max_size=5).map(chain.from_iterable),
).map(lambda both: [*both[0], *both[1]])
SETTINGS = st.sampled_from(
    [
        'catalog = "good"', 'catalog = ["catalogs", "good"]', 'catalog = "gone"', "catalog = 1",
        'files = ["*.yml"]', 'files = ["["]', 'files = [""]', 'exclude = ["**"]', "exclude = [1]",
        'select = ["SK3"]', 'select = ["SK301"]', 'ignore = ["SK0"]', 'ignore = ["SK1", "SK2"]',
        'fail-on = "warning"', 'fail-on = "x"', "max-tools = 1", "max-tools = -1",
        "max-tools = 1e3",
        "[builtins]\nmine = ['x', 'y z']", "[builtins]\nmine = ['x']", "[builtins]\nmine = 1",
        "[rules.SK301]\nseverity = 'off'", "[rules.SK999]", "[rules]\nSK201 = 1", "x = 1", "[", "",
    ]
)  # fmt: skip
CONFIGS = st.lists(SETTINGS | st.text(max_size=9), max_size=3).map("\n".join)
ENVIRONMENTS = st.fixed_dictionaries(
    {},
    optional={
        "SKILLS_FORMAT": st.sampled_from([*FORMAT_NAMES, "x", ""]),
        "SKILLS_CATALOG": st.sampled_from(
            ["good", "catalogs", f"good{os.pathsep}catalogs", "", ":"]
        ),
        "FORCE_COLOR": st.sampled_from(["", "1"]),
        "NO_COLOR": st.sampled_from(["", "1"]),
    },
)


def check_ending(
    arguments: list[str],
    config: str | None,
    env: dict[str, str],
    columns: int | None,
    baseline: str = FILES["known.json"],
) -> None:
    """Run the program in a folder of its own, and hold its end to what may be."""
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), {**FILES, "known.json": baseline.encode()})
        if config is not None:
            write(Path(folder), {"skills.toml": config.encode()})
        done = run_here(*arguments, cwd=Path(folder), columns=columns, env=env)
    event(f"exit {done.code}")
    assert done.code in (0, 1, 2)
    assert "internal error" not in done.err
    assert "Traceback" not in done.err
    assert [char for char in HARMFUL if char != "\x1b" and char in done.out + done.err] == []


COLUMNS = st.none() | st.sampled_from([1, 20, 80])


@given(LINES, st.none() | CONFIGS, ENVIRONMENTS, COLUMNS)
def test_any_arguments(
    arguments: list[str], config: str | None, env: dict[str, str], columns: int | None
) -> None:
    check_ending(arguments, config, env, columns)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from(["SK310", "catalogs/a.yaml", "x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["baseline_version", "findings", "fingerprint", "code", "file"]),
            inner,
        )
    ),
    max_leaves=8,
)


@given(st.text() | JSON.map(json.dumps), st.sampled_from(["--write-baseline", "--strict", "-v"]))
def test_any_baseline(baseline: str, option: str) -> None:
    check_ending(["check", "--baseline", "known.json", option], None, {}, None, baseline)


SERVERS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=6) | st.just("${A} b"),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["mcpServers", "type", "command", "args", "env", "url", "headers"])
            | st.text(max_size=4),
            inner,
        )
    ),
    max_leaves=12,
)


@given(SERVERS.map(json.dumps), st.sampled_from(["--stdout", "--json", "-v"]))
def test_any_servers(servers: str, option: str) -> None:
    check_ending(["import", "known.json", option], None, {}, None, servers)


FITTING = {
    "--catalog": ["catalogs", "good"],
    "--color": ["auto", "always", "never"],
    "--select": ["SK3", "SK310,SK203", "SK330", "sk201"],
    "--ignore": ["SK201", "SK3", "SK310, SK2"],
    "--skill": ["a", "team/*", "local/broken"],
    "--fail-on": list(FAIL_ON),
    "--limit": ["1", "7"],
    "--output": [f"{name}:made.{name}" for name in FORMATS["check"]],
    "--baseline": ["known.json", "made.json"],
    "--to": list(TARGETS),
    "--name": ["fresh", "team/imported"],
}
POSITIONALS = {
    "resolve": ["a", "local/b"],
    "summary": ["a", "b", "team/c"],
    "check": ["catalogs", "catalogs/a.yaml"],
    "list": ["a", "team/*"],
    "show": ["a", "team/c"],
    "why": ["a", "team/c", "search", "mcp:files/read"],
    "explain": ["SK301", "SK2", "include-cycle"],
    "new": ["fresh", "team/fresh"],
    "export": ["a", "team/c"],
    "import": ["servers.json"],
}


@st.composite
def fitting(draw: st.DrawFn) -> list[str]:
    """A command with options and names of which each is right by itself."""
    words, command = draw(st.sampled_from(COMMANDS))
    arguments = [*words]
    for option in draw(st.lists(st.sampled_from(_options(command)), max_size=3, unique=True)):
        arguments.append(draw(st.sampled_from(option.opts)))
        if not option.is_flag:
            formats = FORMATS[" ".join(words)]
            arguments.append(draw(st.sampled_from(FITTING.get(arguments[-1], formats))))
    names = POSITIONALS.get(words[0], [])
    return arguments + (draw(st.lists(st.sampled_from(names), max_size=2)) if names else [])


@given(fitting(), st.none() | SETTINGS, ENVIRONMENTS, COLUMNS)
def test_arguments_each_of_which_fits(
    arguments: list[str], config: str | None, env: dict[str, str], columns: int | None
) -> None:
    check_ending(arguments, config, env, columns)
