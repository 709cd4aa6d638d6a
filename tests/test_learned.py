"""What MCP servers offered, as `mcp.lock` records it, fills in what a catalog does not say."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from repository import commit, diff, git, repository, told
from writing import agent_skill, write

from cleveragents_skills import Capability, Skill, SkillResolver, load_catalog
from cleveragents_skills.loading.reader import read_catalog
from cleveragents_skills.model import KnownCapability
from cleveragents_skills.sameness import digest_of

DIGESTS = "description:0123456789ab schema:ba9876543210"


def lock(server: str, *tools: str) -> str:
    """Give the text of a lock with a server that offered these tools, each a name with hints."""
    lines = [f"  tool {tool} {DIGESTS}" for tool in tools]
    return "\n".join(["mcp-lock 1", f"server {server}", *lines, ""])


def tools(folder: Path, name: str = "app", *arguments: str) -> list[Any]:
    done = run("resolve", name, "--json", *arguments, cwd=folder)
    found = json.loads(done.out)["tools"]
    assert isinstance(found, list)
    return found


def known_words(capability: Mapping[str, Any]) -> dict[str, Any]:
    return {word: value for word, value in capability.items() if value is not None}


# Field by field: what the catalog says, the hints, what is known in the end, what of it is learned.

SAFE = {"read_only": True, "open_world": False}
FILLED: Mapping[str, tuple[str, str, dict[str, Any], dict[str, Any] | None]] = {
    "nothing is said": ("look", "readOnlyHint=true openWorldHint=false", SAFE, SAFE),
    "the server says nothing": ("look", "", {}, None),
    "all hints": (
        "look",
        "readOnlyHint=false destructiveHint=true idempotentHint=false openWorldHint=true",
        {"writes": True, "destructive": True, "idempotent": False, "open_world": True},
        {"writes": True, "destructive": True, "idempotent": False, "open_world": True},
    ),
    "not destructive": (
        "look",
        "readOnlyHint=false destructiveHint=false",
        {"writes": True, "destructive": False},
        {"writes": True, "destructive": False},
    ),
    "destructive without a word on writing": ("look", "destructiveHint=true", {}, None),
    "destructive and read-only": (
        "look",
        "readOnlyHint=true destructiveHint=true",
        {"read_only": True},
        {"read_only": True},
    ),
    "declared read-only, the server writes": (
        "{name: look, read_only: true}",
        "readOnlyHint=false destructiveHint=true idempotentHint=true",
        {"read_only": True, "idempotent": True},
        {"idempotent": True},
    ),
    "an annotation says read-only, the server writes": (
        "{name: look, annotations: {readOnlyHint: true}}",
        "readOnlyHint=false destructiveHint=true",
        {"read_only": True},
        None,
    ),
    "declared to write, the server only reads": (
        "{name: look, writes: true}",
        "readOnlyHint=true openWorldHint=false",
        {"writes": True, "open_world": False},
        {"open_world": False},
    ),
    "declared to write, the server destroys": (
        "{name: look, writes: true}",
        "readOnlyHint=false destructiveHint=true",
        {"writes": True, "destructive": True},
        {"destructive": True},
    ),
    "declared to destroy nothing, the server does": (
        "{name: look, writes: true, destructive: false}",
        "readOnlyHint=false destructiveHint=true",
        {"writes": True, "destructive": False},
        None,
    ),
    "declared destructive, the server only reads": (
        "{name: look, destructive: true}",
        "readOnlyHint=true",
        {"writes": True, "destructive": True},
        None,
    ),
    "declared not to write, the server writes": (
        "{name: look, writes: false}",
        "readOnlyHint=false destructiveHint=true",
        {"writes": False},
        None,
    ),
    "declared not read-only, the server only reads": (
        "{name: look, read_only: false}",
        "readOnlyHint=true",
        {"read_only": False},
        None,
    ),
    "another field is declared": (
        "{name: look, open_world: true}",
        "readOnlyHint=true openWorldHint=false",
        {"read_only": True, "open_world": True},
        {"read_only": True},
    ),
    "what hints cannot say is declared": (
        "{name: look, human_approval_required: true, side_effects: [mail]}",
        "readOnlyHint=false",
        {"writes": True, "human_approval_required": True, "side_effects": ["mail"]},
        {"writes": True},
    ),
}


@pytest.mark.parametrize("case", FILLED)
def test_hints_fill_in_what_is_unknown_and_nothing_else(tmp_path: Path, case: str) -> None:
    declared, hints, known, learned = FILLED[case]
    app = (
        f"name: local/app\nmcp_servers: [{{name: wiki, command: wiki-mcp, tools: [{declared}]}}]\n"
    )
    files = {"catalogs/app.yaml": app, "mcp.lock": lock("wiki stdio wiki-mcp", f"look {hints}")}
    (tool,) = tools(write(tmp_path, files))
    place = {"catalog": "", "file": "mcp.lock", "line": 3, "column": 3}
    expected = (known, learned and {"capability": learned, "location": place}, None)
    assert expected == (known_words(tool["capability"]), tool["learned"], tool["from_config"])


# What overrides say of the tool: of the server, and of an include.
OVERRIDES: Sequence[tuple[str, str, str, dict[str, Any], dict[str, Any] | None]] = [
    (
        "{look: {read_only: true}}",
        "{}",
        "readOnlyHint=false destructiveHint=true",
        {"read_only": True, "writes": False},
        None,
    ),
    (
        "{look: {open_world: true, limit: 3}}",
        "{}",
        "readOnlyHint=true openWorldHint=false",
        {"read_only": True, "open_world": True},
        {"read_only": True},
    ),
    (
        "{}",
        '{"mcp:wiki/look": {read_only: true}}',
        "readOnlyHint=false idempotentHint=true",
        {"read_only": True, "writes": False, "idempotent": True},
        {"idempotent": True},
    ),
    (
        "{}",
        '{"mcp:wiki/look": {writes: true, human_approval_required: true}}',
        "readOnlyHint=true",
        {"read_only": False, "writes": True, "human_approval_required": True},
        None,
    ),
    (
        "{}",
        '{"mcp:wiki/look": {limit: 3}}',
        "readOnlyHint=true",
        {"read_only": True},
        {"read_only": True},
    ),
]


@pytest.mark.parametrize("case", OVERRIDES)
def test_what_overrides_say_wins_over_hints(
    tmp_path: Path, case: tuple[str, str, str, dict[str, Any], dict[str, Any] | None]
) -> None:
    own, of_include, hints, known, learned = case
    files = {
        "catalogs/base.yaml": f"""
            name: local/base
            mcp_servers:
              - name: wiki
                command: wiki-mcp
                tools: [look]
                overrides: {own}
            """,
        "catalogs/app.yaml": f"""
            name: local/app
            includes:
              - name: local/base
                overrides: {of_include}
            """,
        "mcp.lock": lock("wiki stdio wiki-mcp", f"look {hints}"),
    }
    (tool,) = tools(write(tmp_path, files))
    said = tool["learned"] and tool["learned"]["capability"]
    assert (known, learned) == (known_words(tool["capability"]), said)


def test_the_config_comes_first_and_hints_fill_in_the_rest(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": """
            name: local/app
            mcp_servers:
              - name: wiki
                command: wiki-mcp
                tools: [look, find, {name: edit, idempotent: true}]
            """,
        "skills.toml": """
            [capabilities]
            "mcp:wiki/look" = {read_only = true}
            "mcp:wiki/find" = {open_world = true}
            "mcp:wiki/edit" = {read_only = true}
            """,
        "mcp.lock": lock(
            "wiki stdio wiki-mcp",
            "edit readOnlyHint=false",
            "find readOnlyHint=true openWorldHint=false",
            "look readOnlyHint=false destructiveHint=true idempotentHint=true",
        ),
    }
    found = [
        (
            known_words(tool["capability"]),
            tool["from_config"] and tool["from_config"]["line"],
            tool["learned"] and tool["learned"]["capability"],
        )
        for tool in tools(write(tmp_path, files))
    ]
    expected = [
        ({"read_only": True, "idempotent": True}, 2, {"idempotent": True}),
        ({"read_only": True, "open_world": True}, 3, {"read_only": True}),
        # The catalog says something of it, so the config says nothing.
        ({"writes": True, "idempotent": True}, None, {"writes": True}),
    ]
    assert expected == found
    text = run("resolve", "app", cwd=tmp_path).out.splitlines()
    assert [line.split()[1] for line in text[2:5]] == ["=^", "=^", "^"]


def test_only_tools_of_mcp_servers_learn_something(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": """
            name: local/app
            tools: [look]
            inline_tools: [{name: look}]
            agent_skills: [look]
            mcp_servers: [{name: wiki, command: wiki-mcp, tools: [look]}]
            """,
        "catalogs/look/SKILL.md": agent_skill("look"),
        "mcp.lock": lock("wiki stdio wiki-mcp", "look readOnlyHint=true"),
    }
    found = [tool["name"] for tool in tools(write(tmp_path, files)) if tool["learned"]]
    assert found == ["mcp:wiki/look"]


# Which definition is the recorded server.

# What is masked counts by a digest of all of it.
LAUNCH = digest_of(["wiki-mcp", "--token", "abc", "-v"])
ARGUMENTS = f"stdio wiki-mcp --token *** -v #{LAUNCH}"
ADDRESS = "https://wiki.example/mcp?key="
URL = f"streamable-http {ADDRESS}*** #{digest_of([f'{ADDRESS}abc'])}"
SAME = {
    "the same": ("command: wiki-mcp, args: [--token, abc, -v]", ARGUMENTS),
    "env": ("command: wiki-mcp, args: [--token, abc, -v], env: {WIKI_SPACE: docs}", ARGUMENTS),
    "a url": ('url: "https://wiki.example/mcp?key=abc"', URL),
    "headers": ('url: "https://wiki.example/mcp?key=abc", headers: {X-Team: docs}', URL),
    "a variable": ("command: '${HOME}/wiki-mcp'", "stdio ${HOME}/wiki-mcp"),
    "white space": ("command: wiki-mcp, args: ['my docs', '']", "stdio wiki-mcp my%20docs ''"),
}
OTHER = {
    "another secret": ("command: wiki-mcp, args: [--token, xyz, -v]", ARGUMENTS),
    "another account": ('url: "https://wiki.example/mcp?key=xyz"', URL),
    "another command": ("command: wiki, args: [--token, abc, -v]", ARGUMENTS),
    "an argument more": ("command: wiki-mcp, args: [--token, abc, -v, -v]", ARGUMENTS),
    "an argument less": ("command: wiki-mcp, args: [--token, abc]", ARGUMENTS),
    "another order": ("command: wiki-mcp, args: [-v, --token, abc]", ARGUMENTS),
    "another address": ('url: "https://wiki.example/other?key=abc"', URL),
    "another transport": ('url: "https://wiki.example/mcp?key=abc", transport: sse', URL),
    "a variable in place of the value": ("command: '${HOME}/wiki-mcp'", "stdio /root/wiki-mcp"),
    "one argument for two": ("command: wiki-mcp, args: ['a b']", "stdio wiki-mcp a b"),
    "another case": ("command: Wiki-MCP", "stdio wiki-mcp"),
}


@pytest.mark.parametrize("case", [*SAME, *OTHER])
def test_only_the_same_name_transport_and_launch_are_the_recorded_server(
    tmp_path: Path, case: str
) -> None:
    definition, recorded = {**SAME, **OTHER}[case]
    app = f"name: local/app\nmcp_servers: [{{name: wiki, {definition}, tools: [look]}}]\n"
    files = {
        "catalogs/app.yaml": app,
        "mcp.lock": lock(f"wiki {recorded}", "look readOnlyHint=true"),
    }
    (tool,) = tools(write(tmp_path, files))
    assert tool["access"] == ("read_only" if case in SAME else "unknown")


def test_a_server_of_another_name_is_another_server(tmp_path: Path) -> None:
    app = "name: local/app\nmcp_servers: [{name: wiki2, command: wiki-mcp, tools: [look]}]\n"
    files = {
        "catalogs/app.yaml": app,
        "mcp.lock": lock("wiki stdio wiki-mcp", "look readOnlyHint=true"),
    }
    assert [tool["learned"] for tool in tools(write(tmp_path, files))] == [None]


def test_two_definitions_of_one_name_learn_each_from_its_own_record(tmp_path: Path) -> None:
    files = {
        "catalogs/all.yaml": """
            name: local/one
            mcp_servers: [{name: wiki, command: wiki-mcp, args: [one], tools: [look]}]
            ---
            name: local/two
            mcp_servers: [{name: wiki, command: wiki-mcp, args: [two], tools: [look]}]
            """,
        "mcp.lock": lock("wiki stdio wiki-mcp one", "look readOnlyHint=true")
        + lock("wiki stdio wiki-mcp two", "look readOnlyHint=false").removeprefix("mcp-lock 1\n"),
    }
    write(tmp_path, files)
    found = {name: tools(tmp_path, name)[0]["access"] for name in ("one", "two")}
    assert found == {"one": "read_only", "two": "write"}


# Servers without a list.

OPEN = {
    "catalogs/app.yaml": """
        name: local/app
        mcp_servers:
          - name: wiki
            command: wiki-mcp
            args: [docs]
            tools: [look, mark]
          - name: notes
            url: https://notes.example/mcp
            tool_filter: {exclude: [purge]}
        """,
    "mcp.lock": f"""
        mcp-lock 1
        server notes streamable-http https://notes.example/mcp
          version notes 2.0
          tool list readOnlyHint=true {DIGESTS}
          tool purge readOnlyHint=false destructiveHint=true {DIGESTS}
          tool a/b readOnlyHint=true {DIGESTS}
          tool with%20space readOnlyHint=true {DIGESTS}
          tool drop readOnlyHint=false destructiveHint=true {DIGESTS}
          tool %E2%80%AE {DIGESTS}
          tool '' {DIGESTS}
        server wiki stdio wiki-mcp docs
          tool look readOnlyHint=true openWorldHint=false {DIGESTS}
          tool mark {DIGESTS}
          tool more readOnlyHint=true {DIGESTS}
        """,
    "skills.toml": "",
}
JOINED = {**OPEN, "skills.toml": "learned-tools = true\n"}


@pytest.fixture
def listed(tmp_path: Path) -> Path:
    """Give a folder in which what a server without a list offered is only told."""
    return write(tmp_path, OPEN)


@pytest.fixture
def joined(tmp_path: Path) -> Path:
    """Give a folder in which it counts."""
    return write(tmp_path, JOINED)


def names(folder: Path) -> list[str]:
    return run("resolve", "app", "-q", "--format", "names", cwd=folder).out.splitlines()


def test_what_a_server_without_a_list_offered_is_told_and_does_not_count(listed: Path) -> None:
    expected = """\
local/app: at least 2 tools from 1 skill  catalogs/app.yaml
#     tool           kind  access     from
1  ^  mcp:wiki/look  mcp   read-only  local/app
2     mcp:wiki/mark  mcp   unknown    local/app
-  +  mcp:notes/*    mcp   unknown    local/app
^  learned    1: read_only: true, open_world: false                      mcp.lock
+  open       notes has no tool list; offered 2 tools when it was asked  catalogs/app.yaml:7:5
1 read-only, 0 write, 1 unknown
"""
    assert Completed(0, expected, "") == run("resolve", "app", "-q", cwd=listed)
    assert names(listed) == ["mcp:wiki/look", "mcp:wiki/mark"]


def test_with_learned_tools_it_counts_and_the_server_stays_open(joined: Path) -> None:
    expected = """\
local/app: at least 4 tools from 1 skill  catalogs/app.yaml
#      tool            kind  access     from
1  ^   mcp:wiki/look   mcp   read-only  local/app
2      mcp:wiki/mark   mcp   unknown    local/app
3  ^   mcp:notes/list  mcp   read-only  local/app
4  ^!  mcp:notes/drop  mcp   write      local/app
-  +   mcp:notes/*     mcp   unknown    local/app
^  learned         1: read_only: true, open_world: false                      mcp.lock
                   3: read_only: true                                         mcp.lock
                   4: writes: true, destructive: true                         mcp.lock
!  destructive  4  and asks for no approval                                   catalogs/app.yaml:7:5
+  open            notes has no tool list; offered 2 tools when it was asked  catalogs/app.yaml:7:5
2 read-only, 1 write, 1 unknown
"""
    assert Completed(0, expected, "") == run("resolve", "app", "-q", cwd=joined)
    assert names(joined) == ["mcp:wiki/look", "mcp:wiki/mark", "mcp:notes/list", "mcp:notes/drop"]


def test_markdown_says_the_same(joined: Path) -> None:
    expected = """\
### `local/app`: at least 4 tools from 1 skill

`catalogs/app.yaml`

| `#` |  | tool | kind | access | from |
| ---: | --- | --- | --- | --- | --- |
| 1 | ^ | `mcp:wiki/look` | mcp | read-only | `local/app` |
| 2 |  | `mcp:wiki/mark` | mcp | unknown | `local/app` |
| 3 | ^ | `mcp:notes/list` | mcp | read-only | `local/app` |
| 4 | ^! | `mcp:notes/drop` | mcp | write | `local/app` |
| - | + | `mcp:notes/*` | mcp | unknown | `local/app` |

- ^ learned `1: read_only: true, open_world: false` `mcp.lock`
  - `3: read_only: true` `mcp.lock`
  - `4: writes: true, destructive: true` `mcp.lock`
- ! destructive 4 `and asks for no approval` `catalogs/app.yaml:7:5`
- + open `notes has no tool list; offered 2 tools when it was asked` `catalogs/app.yaml:7:5`

2 read-only, 1 write, 1 unknown
"""
    done = run("resolve", "app", "-q", "--format", "markdown", cwd=joined)
    assert Completed(0, expected, "") == done


def test_json_names_what_each_server_offered(listed: Path) -> None:
    servers = json.loads(run("resolve", "app", "--json", cwd=listed).out)["mcp_servers"]
    expected = [
        # What a list does not name was offered all the same.
        ("wiki", True, ["look", "mark", "more"]),
        ("notes", False, ["list", "drop"]),
    ]
    assert expected == [(each["name"], each["listed"], each["offered"]) for each in servers]


def test_one_definition_that_was_not_asked_makes_what_is_offered_unknown(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": """
            name: local/base
            mcp_servers: [{name: wiki, command: wiki-mcp, tools: [look]}]
            ---
            name: local/app
            includes: [local/base]
            mcp_servers: [{name: wiki, command: wiki-mcp, args: [-v], tools: [look]}]
            """,
        "mcp.lock": lock("wiki stdio wiki-mcp", "look readOnlyHint=true"),
    }
    document = json.loads(run("resolve", "app", "--json", cwd=write(tmp_path, files)).out)
    assert [each["offered"] for each in document["mcp_servers"]] == [None]
    assert [each["learned"] for each in document["tools"]] == [None]
    base = json.loads(run("resolve", "base", "--json", cwd=tmp_path).out)
    assert [each["offered"] for each in base["mcp_servers"]] == [["look"]]


def test_a_server_that_offered_nothing_is_not_one_that_was_not_asked(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": """
            name: local/app
            mcp_servers: [{name: wiki, command: wiki-mcp}, {name: other, command: other-mcp}]
            """,
        "mcp.lock": lock("wiki stdio wiki-mcp"),
        "skills.toml": "learned-tools = true\n",
    }
    document = json.loads(run("resolve", "app", "--json", cwd=write(tmp_path, files)).out)
    assert [each["offered"] for each in document["mcp_servers"]] == [[], None]
    said = run("resolve", "app", cwd=tmp_path).out.splitlines()[-3:]
    assert [" ".join(line.split()) for line in said] == [
        "+ open wiki has no tool list; offered 0 tools when it was asked catalogs/app.yaml:2:15",
        "other has no tool list catalogs/app.yaml:2:48",
        "0 read-only, 0 write, 0 unknown",
    ]


def test_a_summary_counts_and_marks_what_is_learned(joined: Path) -> None:
    expected = """\
local/app  catalogs/app.yaml
  Tools         at least 4
    read-only            2  mcp:wiki/look   learned from the server
                            mcp:notes/list  learned from the server
    write                1  mcp:notes/drop  learned from the server, destructive
    unknown              1  not declared, so not counted as safe:
                            mcp:wiki/mark
  Side effects           0  none declared
  MCP servers            2  wiki            `wiki-mcp` (stdio), 2 tools listed
                            notes           `notes.example` (streamable-http), NO TOOL LIST; \
offered 2 tools when it was asked
  Agent skills           0
"""
    assert Completed(0, expected, "") == run("summary", "app", "-q", cwd=joined)
    done = run("summary", "app", "--json", cwd=joined)
    summary = json.loads(done.out)["skills"][0]["summary"]
    learned = ["mcp:wiki/look", "mcp:notes/list", "mcp:notes/drop"]
    assert (3, learned, ["notes"]) == (
        summary["learned_tools"],
        summary["names"]["learned"],
        summary["unlisted_mcp_servers"],
    )


def test_an_explanation_says_what_is_learned_and_where_that_stands(joined: Path) -> None:
    expected = """\
local/app: at least 4 tools from 1 skill  catalogs/app.yaml
2 read-only, 1 write, 1 unknown

mcp:wiki/look: 1, mcp, read-only by hints of the server
  placed    and set by local/app                catalogs/app.yaml:6:13
  learned   read_only: true, open_world: false  mcp.lock:12:3

mcp:wiki/mark: 2, mcp, unknown
  placed    and set by local/app  catalogs/app.yaml:6:19

mcp:notes/list: 3, mcp, read-only by hints of the server
  placed    and set by local/app  catalogs/app.yaml:7:5
  learned   read_only: true       mcp.lock:4:3

mcp:notes/drop: 4, mcp, write by hints of the server, destructive and asks for no approval
  placed    and set by local/app             catalogs/app.yaml:7:5
  learned   writes: true, destructive: true  mcp.lock:8:3

mcp:notes/*: mcp, unknown
  open      notes has no tool list; offered 2 tools when it was asked  catalogs/app.yaml:7:5
"""
    done = run("resolve", "app", "--explain", "-q", cwd=joined)
    assert Completed(0, expected, "") == done


def test_why_and_tree_have_tools_that_joined(joined: Path, tmp_path: Path) -> None:
    why = run("why", "app", "mcp:notes/drop", "-q", cwd=joined)
    expected = """\
mcp:notes/drop in local/app: 1 declaration, 1 include path  catalogs/app.yaml
1  >  local/app  declares  mcp:notes/drop  catalogs/app.yaml:7:5
>  wins  local/app  catalogs/app.yaml:7:5
"""
    assert Completed(0, expected, "") == why
    tree = """\
local/app: includes no skill  catalogs/app.yaml
├─ mcp:wiki/look  mcp
├─ mcp:wiki/mark  mcp
├─ mcp:notes/list  mcp
├─ mcp:notes/drop  mcp
└─ mcp:notes/*  server without a tool list
"""
    assert Completed(0, tree, "") == run("tree", "app", "--tools", "-q", cwd=joined)
    (tmp_path / "skills.toml").write_text("")
    assert run("why", "app", "mcp:notes/drop", cwd=tmp_path).code == 1


def test_why_still_says_that_an_open_server_may_offer_more(joined: Path) -> None:
    done = run("why", "app", "mcp:notes/other", cwd=joined)
    assert (done.code, done.out) == (1, "")
    assert "the MCP server `notes` may offer it, since it has no tool list" in done.err


def test_show_shows_what_is_written_and_nothing_that_is_learned(joined: Path) -> None:
    before = run("show", "app", "--json", cwd=joined)
    (joined / "mcp.lock").unlink()
    assert before == run("show", "app", "--json", cwd=joined)


def test_uses_finds_tools_that_joined(joined: Path) -> None:
    found = run("list", "uses:mcp:notes/drop", "-q", "--format", "names", cwd=joined)
    assert Completed(0, "local/app\n", "") == found


def test_overrides_reach_tools_that_joined(tmp_path: Path) -> None:
    files = {
        **JOINED,
        "catalogs/lead.yaml": """
            name: local/lead
            includes:
              - name: local/app
                overrides: {"mcp:notes/drop": {human_approval_required: true}}
            """,
    }
    drop = tools(write(tmp_path, files), "lead")[3]
    assert known_words(drop["capability"]) == {
        "writes": True,
        "destructive": True,
        "human_approval_required": True,
    }
    checked = run("check", "--format", "concise", cwd=tmp_path)
    assert [line.split()[1] for line in checked.out.splitlines() if line[0] != "1"] == ["SK320"]


@pytest.mark.parametrize("value", ['"yes"', "1", "[]"])
def test_learned_tools_is_true_or_false(listed: Path, value: str) -> None:
    (listed / "skills.toml").write_text(f"learned-tools = {value}\n")
    done = run("resolve", "app", cwd=listed)
    assert Completed(2, "", "error: skills.toml: `learned-tools` must be true or false\n") == done


# Contracts.

NO_LIST = "the MCP server `notes` has no tool list"
CONTRACTS: Mapping[str, list[str]] = {
    "read-only = true": [
        "`mcp:wiki/mark` is not known to be read-only, as it has to be",
        "`mcp:notes/drop` may write, and only read-only tools are allowed",
        f"{NO_LIST}, so what it gives may write",
    ],
    "no-unknown = true": [
        "`mcp:wiki/mark` does not say whether it only reads, as it has to",
        f"{NO_LIST}, so what it gives is unknown",
    ],
    "no-unlisted-servers = true": [f"{NO_LIST}, as it has to"],
    'requires-approval-for = "unknown"': [
        "`mcp:wiki/mark` is unknown and asks for no approval, as it has to",
        "`mcp:notes/drop` is write and asks for no approval, as it has to",
        f"{NO_LIST}, so what it gives asks for no approval, as it has to",
    ],
    'requires-approval-for = "write"': [
        "`mcp:notes/drop` is write and asks for no approval, as it has to",
    ],
    'requires-approval-for = "destructive"': [
        "`mcp:notes/drop` is destructive and asks for no approval, as it has to",
    ],
    'forbid-tools = ["mcp:notes/*"]': [
        "`mcp:notes/drop` is forbidden: `mcp:notes/*`",
        "`mcp:notes/list` is forbidden: `mcp:notes/*`",
    ],
    'allow-tools = ["mcp:wiki/*", "mcp:notes/list"]': [
        "`mcp:notes/drop` is not among the allowed: `mcp:wiki/*`, `mcp:notes/list`",
        f"{NO_LIST}, and `mcp:notes/*` is not among the allowed",
    ],
    "max-tools = 3": ["it has 4 tools, and at most 3 are allowed"],
}


@pytest.mark.parametrize("clause", CONTRACTS)
def test_contracts_hold_what_is_learned_and_count_an_open_server_all_the_same(
    joined: Path, clause: str
) -> None:
    contract = f'[[contracts]]\nskills = ["*"]\n{clause}\n'
    (joined / "skills.toml").write_text(f"learned-tools = true\n{contract}")
    done = run("check", "--select", "SK401", "--json", cwd=joined)
    found = [each["message"] for each in json.loads(done.out)["diagnostics"]]
    begin = "`local/app` breaks the contract `*`: "
    assert sorted(begin + each for each in CONTRACTS[clause]) == sorted(found)


def test_what_the_server_hints_makes_a_skill_fit_a_contract(tmp_path: Path) -> None:
    files = {
        "catalogs/app.yaml": """
            name: local/app
            mcp_servers: [{name: wiki, command: wiki-mcp, tools: [look]}]
            """,
        "skills.toml": "[[contracts]]\nskills = ['*']\nread-only = true\nno-unknown = true\n",
        "mcp.lock": lock("wiki stdio wiki-mcp", "look readOnlyHint=true"),
    }
    assert run("check", cwd=write(tmp_path, files)).code == 0
    (tmp_path / "mcp.lock").unlink()
    assert run("check", cwd=tmp_path).code == 1


# Exports.


def test_settings_ask_about_all_that_an_open_server_gives(joined: Path) -> None:
    done = run("export", "app", "--to", "claude-settings", "-q", cwd=joined)
    permissions = json.loads(done.out)["permissions"]
    # Nothing is allowed because its server calls itself harmless.
    assert {"mcp__wiki__look", "mcp__wiki__mark", "mcp__notes"} <= {*permissions["ask"]}
    told = run("export", "app", "--to", "claude-settings", cwd=joined).err
    assert (
        "2 tools are asked about, as only servers say that they read:"
        " `mcp:wiki/look`, `mcp:notes/list`\n"
    ) in told
    assert permissions["deny"] == ["mcp__notes__purge"]
    assert "mcp__notes__drop" not in permissions["allow"]


@pytest.mark.parametrize(
    ("target", "lines"),
    [
        ("claude-agent", ["  - mcp__notes__list", "  - mcp__notes__drop", "  - mcp__notes"]),
        ("vscode-toolset", ['"notes/list",', '"notes/drop",', '"notes/*"']),
    ],
)
def test_exports_name_tools_that_joined_and_the_open_server(
    joined: Path, target: str, lines: list[str]
) -> None:
    out = run("export", "app", "--to", target, "-q", cwd=joined).out.splitlines()
    found = [line for line in out if "notes/" in line or "mcp__notes" in line]
    assert [line.strip() for line in lines] == [
        line.strip() for line in found if "purge" not in line
    ]


def test_the_servers_of_an_export_are_the_same_whatever_they_offered(joined: Path) -> None:
    before = run("export", "app", "--to", "mcp-json", "-q", cwd=joined)
    (joined / "mcp.lock").unlink()
    assert before == run("export", "app", "--to", "mcp-json", "-q", cwd=joined)


# skills.lock and diff.


def test_a_lock_says_what_rests_on_hints(joined: Path) -> None:
    done = run("lock", "--stdout", cwd=joined)
    found = [line.rpartition(" #")[0] for line in done.out.splitlines() if "  tool " in line]
    assert found == [
        "  tool mcp:wiki/look mcp read_only local/app from-server",
        "  tool mcp:wiki/mark mcp unknown local/app",
        "  tool mcp:notes/list mcp read_only local/app from-server",
        "  tool mcp:notes/drop mcp write local/app destructive from-server",
    ]


APP = "name: local/app\nmcp_servers: [{name: wiki, command: wiki-mcp, tools: [look, edit]}]\n"
ASKED = lock(
    "wiki stdio wiki-mcp",
    "edit readOnlyHint=false destructiveHint=true",
    "look readOnlyHint=true openWorldHint=false",
)


def test_what_a_sync_makes_read_only_is_claimed(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/app.yaml": APP})
    (tmp_path / "mcp.lock").write_text(ASKED)
    found = told(diff(tmp_path, "HEAD"))
    assert found == [
        ("claimed", "local/app", "mcp:wiki/look", "access from-server", ""),
        ("other", "local/app", "mcp:wiki/edit", "access destructive from-server", ""),
    ]
    rows = [" ".join(line.split()) for line in run("diff", "HEAD", cwd=tmp_path).out.splitlines()]
    claim = "local/app mcp:wiki/look unknown read-only (only by hints of the server)"
    assert f"{claim} catalogs/app.yaml:2:55" in rows
    assert run("diff", "HEAD", "--fail-on", "widened", cwd=tmp_path).code == 1


def test_each_side_reads_its_own_lock(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/app.yaml": APP, "mcp.lock": ASKED})
    worse = ASKED.replace("look readOnlyHint=true", "look readOnlyHint=false")
    commit(tmp_path, "worse", {"mcp.lock": worse})
    change = ("widened", "local/app", "mcp:wiki/look", "access", "")
    assert told(diff(tmp_path, "HEAD~1", "HEAD")) == [change]
    assert told(diff(tmp_path, "HEAD~1")) == [change]
    assert told(diff(tmp_path, "HEAD")) == []
    (tmp_path / "mcp.lock").unlink()
    assert [each[:3] for each in told(diff(tmp_path, "HEAD"))] == [
        ("other", "local/app", "mcp:wiki/edit"),
        ("other", "local/app", "mcp:wiki/look"),
    ]


def test_each_folder_reads_its_own_lock(tmp_path: Path) -> None:
    files = {"before/app.yaml": APP, "after/app.yaml": APP, "after/mcp.lock": ASKED}
    write(tmp_path, {**files, "mcp.lock": ASKED.replace("true", "false")})
    assert [each[:3] for each in told(diff(tmp_path, "before", "after"))] == [
        ("claimed", "local/app", "mcp:wiki/look"),
        ("other", "local/app", "mcp:wiki/edit"),
    ]


def test_a_commit_without_a_lock_takes_none_from_the_work_tree(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/app.yaml": APP})
    commit(tmp_path, "the second", {"note": ""})
    (tmp_path / "mcp.lock").write_text(ASKED)
    assert told(diff(tmp_path, "HEAD~1", "HEAD")) == []


def test_a_broken_lock_of_a_commit_is_told_with_the_commit(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/app.yaml": APP, "mcp.lock": "mine\n"})
    git(tmp_path, "rm", "-q", "mcp.lock")
    commit(tmp_path, "mended")
    done = run("diff", "HEAD~1", "HEAD", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "mcp.lock:1: not a lock: a lock has no such line: `mine`" in done.err
    assert run("diff", "HEAD", cwd=tmp_path).code == 0


def test_declaring_what_was_learned_is_no_longer_a_claim(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/app.yaml": APP, "mcp.lock": ASKED})
    declared = APP.replace("[look", "[{name: look, read_only: true}")
    (tmp_path / "catalogs" / "app.yaml").write_text(declared)
    assert [each[0] for each in told(diff(tmp_path, "HEAD"))] == ["other"]
    git(tmp_path, "commit", "-q", "-a", "-m", "declared")
    assert [each[0] for each in told(diff(tmp_path, "HEAD", "HEAD~1"))] == ["claimed"]


def test_tools_that_join_come_from_a_server_that_could_give_them_before(tmp_path: Path) -> None:
    repository(tmp_path, OPEN)
    (tmp_path / "skills.toml").write_text("learned-tools = true\n")
    found = [each[:4] for each in told(diff(tmp_path, "HEAD")) if each[1]]
    assert found == [
        ("other", "local/app", "mcp:notes/drop", "added"),
        ("other", "local/app", "mcp:notes/list", "added"),
    ]


@pytest.mark.parametrize("hints", ["", "idempotentHint=true"])
def test_a_tool_that_is_offered_newly_is_told_whatever_its_hints(
    tmp_path: Path, hints: str
) -> None:
    files = {
        "catalogs/app.yaml": "name: local/app\nmcp_servers: [{name: wiki, command: wiki-mcp}]\n",
        "skills.toml": "learned-tools = true\n",
        "mcp.lock": lock("wiki stdio wiki-mcp", "look"),
    }
    repository(tmp_path, files)
    (tmp_path / "mcp.lock").write_text(lock("wiki stdio wiki-mcp", "look", f"new {hints}"))
    change = ("other", "local/app", "mcp:wiki/new", "added", "")
    assert told(diff(tmp_path, "HEAD")) == [change]
    (tmp_path / "mcp.lock").write_text(lock("wiki stdio wiki-mcp"))
    change = ("other", "local/app", "mcp:wiki/look", "removed", "")
    assert told(diff(tmp_path, "HEAD")) == [change]


# Ways to read.


def accesses(catalog: Mapping[str, Skill], name: str = "local/app") -> list[tuple[str, str, bool]]:
    resolution = SkillResolver().resolve_tools(catalog[name], catalog)
    return [(each.name, each.access, each.learned is not None) for each in resolution]


LEARNED = [
    ("mcp:wiki/look", "read_only", True),
    ("mcp:wiki/mark", "unknown", False),
    ("mcp:notes/list", "read_only", True),
    ("mcp:notes/drop", "write", True),
]


def test_the_library_gives_the_same(joined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(joined)
    catalog = load_catalog("catalogs")
    resolution = catalog.resolve("local/app")
    capability = Capability(writes=True, destructive=True)
    place = catalog["local/app"].learned["mcp:notes/drop"].location
    assert accesses(catalog) == LEARNED
    assert resolution[3].learned == KnownCapability(capability, place)
    assert [server.offered for server in resolution.mcp_servers] == [
        ("look", "mark", "more"),
        ("list", "drop"),
    ]
    assert resolution.mcp_servers[1].tools is None
    assert resolution.summary.learned_tools == 3


def test_a_config_that_is_named_has_its_lock_beside_it(
    joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(joined.parent)
    assert accesses(load_catalog(joined / "catalogs", config=joined / "skills.toml")) == LEARNED


def test_without_a_config_nothing_is_learned(joined: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(joined)
    expected = [("mcp:wiki/look", "unknown", False), ("mcp:wiki/mark", "unknown", False)]
    assert accesses(load_catalog("catalogs", config=False)) == expected


def test_a_skill_of_plain_data_learns_nothing(
    joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(joined)
    skill = Skill.from_config(
        {
            "name": "local/app",
            "mcp_servers": [
                {"name": "wiki", "command": "wiki-mcp", "args": ["docs"], "tools": ["look"]}
            ],
        }
    )
    assert accesses({"local/app": skill}) == [("mcp:wiki/look", "unknown", False)]


def test_reading_only_what_is_reached_learns_the_same(
    joined: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(joined, {"catalogs/lead.yaml": "name: local/lead\nincludes: [local/app]\n"})
    monkeypatch.chdir(joined)
    part = read_catalog("catalogs", reaching=["local/lead"]).catalog()
    assert accesses(part, "local/lead") == accesses(load_catalog("catalogs"), "local/lead")
    assert accesses(part, "local/lead") == LEARNED


def test_every_root_learns_from_the_one_lock(tmp_path: Path) -> None:
    files = {
        **JOINED,
        "more/lead.yaml": """
            name: team/lead
            includes: [local/app]
            mcp_servers: [{name: chat, command: chat-mcp, tools: [post]}]
            """,
        "more/mcp.lock": lock("chat stdio chat-mcp", "post readOnlyHint=true"),
    }
    roots = ("--catalog", "catalogs", "--catalog", "more")
    found = tools(write(tmp_path, files), "team/lead", *roots)
    expected = [*LEARNED, ("mcp:chat/post", "unknown", False)]
    assert expected == [
        (each["name"], each["access"], each["learned"] is not None) for each in found
    ]


def test_a_check_of_the_whole_catalog_reads_the_lock_from_anywhere(joined: Path) -> None:
    (joined / "deep").mkdir()
    done = run("resolve", "app", "-q", cwd=joined / "deep")
    assert "^  learned         1: read_only: true, open_world: false" in done.out
    assert " ../mcp.lock\n" in done.out
