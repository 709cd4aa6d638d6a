"""`skills import FILE`: a skill with the servers of an `.mcp.json`, and without its secrets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from writing import load, write

from cleveragents_skills import SkillMcpSource, load_catalog
from cleveragents_skills.exporting import export
from cleveragents_skills.importing import ImportingError, imported

SERVERS: Mapping[str, Any] = {
    "git": {
        "type": "stdio",
        "command": "uvx",
        "args": ["mcp-server-git", "--repository", "${ROOT}"],
        "env": {"LEVEL": "${LEVEL}", "yes": "${A}"},
    },
    "web": {
        "type": "http",
        "url": "https://web.example/mcp",
        "headers": {"Authorization": "Bearer ${WEB_TOKEN}"},
    },
    "old": {"type": "sse", "url": "https://old.example/sse"},
}
TEXT = """\
# Servers of an .mcp.json. What they offer is not known: list the `tools` you want.
name: local/mcp

mcp_servers:
  - name: git
    command: uvx
    args: [mcp-server-git, "--repository", "${ROOT}"]
    env:
      LEVEL: "${LEVEL}"
      "yes": "${A}"
  - name: web
    url: "https://web.example/mcp"
    headers:
      Authorization: "Bearer ${WEB_TOKEN}"
  - name: old
    transport: sse
    url: "https://old.example/sse"
"""


def mcp_json(servers: Mapping[str, Any], **further: Any) -> str:
    return json.dumps({"mcpServers": servers, **further})


def told(servers: Mapping[str, Any], **further: Any) -> list[str]:
    """Give what is told of an import of these and one more server, which is fine."""
    given = {"mcpServers": {**servers, "fine": {"command": "fine"}}, **further}
    return list(imported(given, "local/a").warnings)


def test_the_servers_of_a_file_become_a_skill(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS)})
    done = run("import", ".mcp.json", cwd=tmp_path)
    expected = """\
wrote catalogs/local/mcp.yaml
The folder catalogs is new: it is the catalog of this folder and those in it.
List the tools you want, then run `skills check` and `skills resolve mcp`.
"""
    assert Completed(0, expected, "") == done
    assert (tmp_path / "catalogs/local/mcp.yaml").read_text("utf-8") == TEXT


def test_check_has_nothing_to_say_but_that_nobody_lists_the_tools(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS)})
    run("import", ".mcp.json", cwd=tmp_path)
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert [line.split(" ", 1)[1] for line in done.out.splitlines()[:-1]] == [
        "SK320 the MCP server `git` has no tool list",
        "SK320 the MCP server `web` has no tool list",
        "SK320 the MCP server `old` has no tool list",
    ]
    assert done.code == 0


def test_to_standard_output_it_writes_no_file(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS)})
    done = run("import", ".mcp.json", "--stdout", cwd=tmp_path)
    assert Completed(0, TEXT, "") == done
    assert [each.name for each in tmp_path.iterdir()] == [".mcp.json"]


def test_json_has_the_text_and_the_warnings(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS, inputs=[])})
    done = run("import", ".mcp.json", "--json", cwd=tmp_path)
    assert json.loads(done.out) == {
        "schema_version": 1,
        "command": "import",
        "skill": "local/mcp",
        "file": "catalogs/local/mcp.yaml",
        "new_catalog": "catalogs",
        "text": TEXT,
        "warnings": ["`inputs` is left out: a skill has servers only"],
        "diagnostics": [],
    }
    assert done.err == ""


def test_quietly_it_says_the_file_alone(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS, inputs=[])})
    done = run("import", ".mcp.json", "-q", cwd=tmp_path)
    assert Completed(0, "wrote catalogs/local/mcp.yaml\n", "") == done


FILES: Mapping[str, str] = {
    ".mcp.json": "local/mcp",
    "mcp.json": "local/mcp",
    "my servers.v2.json": "local/my-servers-v2",
    "sub/claude_desktop_config.json": "local/claude_desktop_config",
}


@pytest.mark.parametrize("file", FILES)
def test_the_skill_is_named_like_the_file(file: str, tmp_path: Path) -> None:
    write(tmp_path, {file: mcp_json(SERVERS)})
    done = run("import", file, "--json", cwd=tmp_path)
    assert json.loads(done.out)["skill"] == FILES[file]


def test_the_skill_can_be_named(tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS)})
    done = run("import", ".mcp.json", "--name", "team/servers", "-q", cwd=tmp_path)
    assert done.out == "wrote catalogs/team/servers.yaml\n"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    files = {".mcp.json": mcp_json(SERVERS), "catalogs/x.yaml": "name: local/mcp\n"}
    write(tmp_path, files)
    done = run("import", ".mcp.json", cwd=tmp_path)
    expected = (
        "error: the skill `local/mcp` is there already: catalogs/x.yaml:1:7\n"
        "help: take another name\n"
    )
    assert Completed(2, "", expected) == done
    assert not (tmp_path / "catalogs" / "local").exists()


ERRORS: Mapping[str, tuple[bytes | None, str]] = {
    "no file": (None, "x.json cannot be read: no such file or directory"),
    "no UTF-8": (b"\xff\xff", "x.json cannot be read: it is not UTF-8"),
    "no JSON": (b"{", "x.json is no JSON: expecting property name enclosed in double quotes:"),
    "nested": (b'{"a":' * 100_000, "x.json is nested too deep"),
    "a key twice": (
        b'{"mcpServers": {"s": {}, "s": {}}}',
        "x.json is no JSON: the key `s` comes twice in one object",
    ),
    "no object": (b"[]", "x.json cannot be imported: it has no `mcpServers` with the servers by"),
    "of VS Code": (
        b'{"servers": {}}',
        "x.json cannot be imported: it has no `mcpServers` with the servers by name",
    ),
    "a list": (b'{"mcpServers": []}', "x.json cannot be imported: it has no `mcpServers` with"),
    "no server": (
        b'{"mcpServers": {}}',
        "x.json cannot be imported: it has no server that a skill could have",
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_what_is_no_such_file_is_said_so(case: str, tmp_path: Path) -> None:
    content, message = ERRORS[case]
    if content is not None:
        (tmp_path / "x.json").write_bytes(content)
    done = run("import", "x.json", "--json", cwd=tmp_path)
    assert done.code == 2
    assert done.err.startswith(f"error: {message}")
    assert list(json.loads(done.out)) == [
        *("schema_version", "command", "skill", "file", "new_catalog", "text", "warnings"),
        *("diagnostics", "error"),
    ]


@pytest.mark.parametrize(
    "servers",
    [
        {f"s{index}": {"command": "x" * 99} for index in range(11_000)},
        {"s": {"command": "x", "args": ["x"] * 100_000}},
    ],
    ids=["bytes", "nodes"],
)
def test_more_than_is_read_of_a_skill_file_is_not_written(
    servers: dict[str, Any], tmp_path: Path
) -> None:
    write(tmp_path, {"x.json": mcp_json(servers)})
    expected = "error: x.json has more in it than a skill file may have\nhelp: split the file\n"
    assert Completed(2, "", expected) == run("import", "x.json", cwd=tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["x.json"]


@pytest.mark.parametrize("name", ["a b", "a/b/c", "é"])
def test_a_name_that_is_none_is_refused(name: str, tmp_path: Path) -> None:
    write(tmp_path, {".mcp.json": mcp_json(SERVERS)})
    done = run("import", ".mcp.json", "--name", name, cwd=tmp_path)
    assert (done.code, done.err.splitlines()[0]) == (2, f"error: `{name}` is no skill name")


def test_a_file_after_which_no_skill_can_be_named_asks_for_a_name(tmp_path: Path) -> None:
    write(tmp_path, {"é.json": mcp_json(SERVERS)})
    done = run("import", "é.json", cwd=tmp_path)
    expected = "error: no skill can be named like é.json\nhelp: `--name` names it\n"
    assert Completed(2, "", expected) == done


def test_why_no_server_is_left_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"x.json": mcp_json({"a b": {"command": "x"}})})
    done = run("import", "x.json", cwd=tmp_path)
    expected = (
        "warning: the server `a b` is left out: its name is empty, or has white space or a `/`"
        " in it\n"
        "error: x.json cannot be imported: it has no server that a skill could have\n"
    )
    assert Completed(2, "", expected) == done


LEFT_OUT: Mapping[str, tuple[str, Any, str]] = {
    "an empty name": ("", {"command": "x"}, "its name is empty, or has white space or a `/` in it"),
    "a name with a slash": (
        "a/b",
        {"command": "x"},
        "its name is empty, or has white space or a `/` in it",
    ),
    "a token for a name": (
        "ghp_AAAAAAAAAAAAAAAAAAAAAAAAAAAA",
        {"command": "x"},
        "its name has the shape of a secret",
    ),
    "a token for the name of a variable": (
        "s",
        {"command": "x", "env": {"ghp_AAAAAAAAAAAAAAAAAAAAAAAAAAAA": "x"}},
        "a name in its `env` has the shape of a secret",
    ),
    "no object": ("s", [], "it is no object"),
    "a type of its own": ("s", {"type": "ws"}, "a skill has no servers of the type `ws`"),
    "no text for a type": ("s", {"type": 1}, "a skill has no servers of the type `1`"),
    "a list for a type": ("s", {"type": []}, "a skill has no servers of the type `[]`"),
    "nothing": ("s", {}, "it has no `command`"),
    "a blank command": ("s", {"command": " "}, "it has no `command`"),
    "no command": ("s", {"type": "stdio", "url": "https://x"}, "it has no `command`"),
    "no url": ("s", {"type": "http", "command": "x"}, "it has no `url`"),
    "a number in args": (
        "s",
        {"command": "x", "args": ["-p", 1]},
        "its `args` has something other than text",
    ),
    "text for args": (
        "s",
        {"command": "x", "args": "-p"},
        "its `args` has something other than text",
    ),
    "a number in env": (
        "s",
        {"command": "x", "env": {"A": 1}},
        "its `env` has something other than text",
    ),
    "a list for headers": (
        "s",
        {"url": "https://x", "headers": []},
        "its `headers` has something other than text",
    ),
    "half a character": (
        "s",
        {"command": "x\ud800"},
        "its `command` has half of a character",
    ),
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_a_server_that_a_skill_cannot_have_is_left_out(case: str) -> None:
    name, definition, reason = LEFT_OUT[case]
    assert told({name: definition}) == [f"the server `{name}` is left out: {reason}"]


def test_what_a_skill_has_no_place_for_is_told() -> None:
    given = {
        "s": {"command": "x", "cwd": "/", "url": "https://x", "timeout": 5},
        "h": {"url": "https://x", "env": {"A": "${A}"}},
    }
    assert told(given, inputs=[], **{"$schema": "https://x"}) == [
        "`inputs` is left out: a skill has servers only",
        "left out of the server `s`, as a skill has no place for it: `cwd`, `url`, `timeout`",
        "left out of the server `h`, as a skill has no place for it: `env`",
        "the server `h` has no `type`: it is taken for `http`",
    ]


def test_what_is_null_or_empty_is_as_if_it_were_not_there() -> None:
    given: dict[str, Any] = {"s": {"command": "x", "args": None, "env": {}}}
    made = imported({"mcpServers": given}, "local/a")
    assert made.text.endswith("mcp_servers:\n  - name: s\n    command: x\n")
    assert made.warnings == ()


def test_literal_values_stay_out_of_the_file(tmp_path: Path) -> None:
    given = {
        "git": {
            "command": "x",
            "args": ["--token", "hunter2hunter2"],
            "env": {"KEY": "s3cret", "D": "${D:-s3cret}"},
        },
        "web": {"type": "http", "url": "https://u:s3cret@x/?k=s3cret", "headers": {"A": "s3cret"}},
    }
    write(tmp_path, {".mcp.json": mcp_json(given)})
    done = run("import", ".mcp.json", cwd=tmp_path)
    text = (tmp_path / "catalogs/local/mcp.yaml").read_text("utf-8")
    what = "in place of text that may be a secret: set that where the agent runs"
    assert done.err == (
        f"warning: `args[1]` of the server `git` is written with `${{GIT_TOKEN}}` {what}\n"
        f"warning: `env.KEY` of the server `git` is written with `${{KEY}}` {what}\n"
        f"warning: `env.D` of the server `git` is written with `${{D}}` {what}\n"
        f"warning: `url` of the server `web` is written with `${{WEB_URL}}` and `${{WEB_K}}`"
        f" {what}\n"
        f"warning: `headers.A` of the server `web` is written with `${{WEB_A}}` {what}\n"
    )
    assert (
        text.partition("mcp_servers:\n")[2]
        == """\
  - name: git
    command: x
    args: ["--token", "${GIT_TOKEN}"]
    env:
      KEY: "${KEY}"
      D: "${D}"
  - name: web
    url: "https://${WEB_URL}@x/?k=${WEB_K}"
    headers:
      A: "${WEB_A}"
"""
    )


# There and back.

_WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)
_NAMES = st.from_regex(r"[A-Za-z0-9_.-]{1,12}", fullmatch=True)
_PLAIN = st.one_of(
    _WORDS,
    st.sampled_from(
        [
            "yes",
            "null",
            "1.10",
            "~",
            "- a",
            "a: b",
            "#",
            "2026-01-01",
            "0x1",
            "=",
            "<<",
            "*a",
            "&a",
            "!t",
            "%Y",
            "@x",
            "`",
        ]
    ),
)
_REFERENCES = st.from_regex(r"(Bearer )?\$\{[A-Z]{1,5}\}", fullmatch=True)
_VALUES = st.one_of(_PLAIN, _REFERENCES)
_TEXTS = st.dictionaries(_PLAIN, _VALUES, max_size=3)
_URLS = st.one_of(st.just("https://x.example/mcp"), _PLAIN.map(lambda text: f"https://x/{text}"))
_STDIO = st.fixed_dictionaries(
    {"command": _PLAIN},
    optional={"type": st.just("stdio"), "args": st.lists(_PLAIN, max_size=3), "env": _TEXTS},
)
_REMOTE = st.fixed_dictionaries(
    {"type": st.sampled_from(["http", "sse", "streamable-http"]), "url": _URLS},
    optional={"headers": _TEXTS},
)
_FILES = st.dictionaries(
    st.one_of(_NAMES, _PLAIN), st.one_of(_STDIO, _REMOTE), min_size=1, max_size=3
)


def servers_of(folder: Path, text: str) -> tuple[SkillMcpSource, ...]:
    """Give the servers of a skill file, which has no errors."""
    (folder / "a.yaml").write_bytes(text.encode())
    catalog = load_catalog(folder, config=False)
    catalog.raise_for_errors()
    return catalog["local/a"].mcp_servers


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(_FILES)
def test_any_file_becomes_a_skill_that_loads_and_goes_there_and_back(
    tmp_path: Path, given_servers: dict[str, Any]
) -> None:
    try:
        made = imported({"mcpServers": given_servers}, "local/a")
    except ImportingError:
        return
    servers = servers_of(tmp_path, made.text)
    left_out = [each for each in made.warnings if " is left out: " in each]
    assert len(servers) == len(given_servers) - len(left_out)
    exported = export(load_catalog(tmp_path, config=False).resolve("local/a"), "mcp-json")
    again = imported(json.loads(exported.text), "local/a")
    assert again.text == made.text
    assert again.warnings == ()


def test_an_export_is_the_same_after_import_and_export(tmp_path: Path) -> None:
    text = imported({"mcpServers": SERVERS}, "local/a").text
    catalog = load(tmp_path, {"a.yaml": text})
    assert json.loads(export(catalog.resolve("local/a"), "mcp-json").text) == {
        "mcpServers": SERVERS
    }
