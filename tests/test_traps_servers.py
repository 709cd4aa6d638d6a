"""MCP servers and agent skills: tool lists, filters, definitions that meet, folders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run
from writing import agent_skill, findings, load, names, spot, write

EXCLUDED = ": `exclude` lets every tool through that it does not name"


def listed(folder: Path, server: str) -> tuple[list[str], tuple[str, ...], list[str]]:
    """Give the tools of a skill with one server `s`, the servers without a list, the findings."""
    catalog = load(folder, {"f.yaml": f"name: a/b\nmcp_servers:\n- {{name: s, {server}}}\n"})
    resolution = catalog.resolve("a/b")
    return names(resolution), resolution.summary.unlisted_mcp_servers, findings(catalog)


@pytest.mark.parametrize(
    ("server", "tools"),
    [
        ("tools: [x, y]", ["mcp:s/x", "mcp:s/y"]),
        ("tools: []", []),
        ("tools: [x, y, z], tool_filter: {include: [z, x]}", ["mcp:s/x", "mcp:s/z"]),
        ("tools: [x, y, z], tool_filter: {exclude: [y]}", ["mcp:s/x", "mcp:s/z"]),
        ("tools: [x, y], tool_filter: {include: []}", []),
        ("tools: [x, y], tool_filter: {exclude: []}", ["mcp:s/x", "mcp:s/y"]),
        ("tools: [x, y], tool_filter: {include: [x, y], exclude: [x]}", ["mcp:s/y"]),
        ("tool_filter: {include: [y, x]}", ["mcp:s/y", "mcp:s/x"]),
        ("tool_filter: {include: [read, drop, count], exclude: [drop]}",
         ["mcp:s/read", "mcp:s/count"]),
        ("tool_filter: {include: [x], exclude: [x]}", []),
        ("tool_filter: {include: []}", []),
    ],
)  # fmt: skip
def test_a_server_with_an_explicit_list_gives_exactly_that(
    tmp_path: Path, server: str, tools: list[str]
) -> None:
    assert listed(tmp_path, f"command: c, {server}") == (tools, (), [])


@pytest.mark.parametrize(
    ("server", "tools", "finding"),
    [
        ("tools: [x, y, x]", ["mcp:s/x", "mcp:s/y"], "3:39 SK312 `a/b` lists `mcp:s/x` twice"),
        ("tools: [x], tool_filter: {include: [other]}", [],
         "3:61 SK321 `include` names `other`, which the server `s` does not list"),
    ],
)  # fmt: skip
def test_a_name_in_vain_in_an_explicit_list_changes_nothing_and_is_told(
    tmp_path: Path, server: str, tools: list[str], finding: str
) -> None:
    assert listed(tmp_path, f"command: c, {server}") == (tools, (), [f"f.yaml:{finding}"])


@pytest.mark.parametrize(
    ("server", "why"),
    [
        ("transport: stdio", ""),
        ("tools: ", ""),
        ("tool_filter: ", ""),
        ("tool_filter: {}", ""),
        ("tool_filter: {exclude: [x]}", EXCLUDED),
        ("tool_filter: {exclude: []}", EXCLUDED),
        ("tool_filter: {include: , exclude: [x]}", EXCLUDED),
    ],
)
def test_a_server_without_an_explicit_list_is_unlisted_and_told(
    tmp_path: Path, server: str, why: str
) -> None:
    assert listed(tmp_path, f"command: c, {server}") == (
        [],
        ("s",),
        [f"f.yaml:3:10 SK320 the MCP server `s` has no tool list{why}"],
    )


def test_one_tool_name_on_two_servers_is_two_tools(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                mcp_servers:
                  - {name: library, command: library-bin, tools: [borrow]}
                  - name: museum
                    url: https://museum.example/mcp
                    tools: [borrow]
                tools: [borrow]
            """
        },
    )
    resolution = catalog.resolve("a/b")
    assert findings(catalog) == []
    assert [(e.name, e.server, e.tool_name, e.shadowed) for e in resolution] == [
        ("borrow", None, None, ()),
        ("mcp:library/borrow", "library", "borrow", ()),
        ("mcp:museum/borrow", "museum", "borrow", ()),
    ]
    assert [(each.name, each.transport) for each in resolution.mcp_servers] == [
        ("library", "stdio"),
        ("museum", "streamable-http"),
    ]


@pytest.mark.parametrize(
    ("one", "other", "differing"),
    [
        ("command: x", "command: y", "command"),
        ("command: x, args: [a]", "command: x, args: [b]", "args"),
        ("command: x, args: [a]", "command: x", "args"),
        ("command: x, env: {A: '1'}", "command: x, env: {A: '2'}", "env"),
        ("url: 'https://x'", "url: 'https://y'", "url"),
        ("command: x", "url: 'https://y'", "command and url"),
    ],
)
def test_one_server_name_for_two_servers_is_told_where_they_meet(
    tmp_path: Path, one: str, other: str, differing: str
) -> None:
    files = {
        "one.yaml": f"name: a/one\nmcp_servers: [{{name: s, {one}, tools: [t]}}]\n",
        "two.yaml": f"name: a/two\nmcp_servers: [{{name: s, {other}, tools: [u]}}]\n",
    }
    apart = load(tmp_path / "apart", files)
    together = load(
        tmp_path / "together", {**files, "x.yaml": "name: a/x\nincludes: [a/one, a/two]\n"}
    )
    assert findings(apart) == []
    assert findings(together) == [
        (
            "two.yaml:2:22 SK213 the MCP server `s` is defined in two ways that meet in `a/x`:"
            f" they differ in {differing}"
        )
    ]
    (finding,) = together.diagnostics
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        ("`a/one` defines it here", "one.yaml:2:22")
    ]


def test_one_server_in_two_skills_that_agree_is_one_source_with_the_tools_of_both(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "one.yaml": "name: a/one\nmcp_servers: [{name: s, command: c, tools: [t]}]\n",
            "two.yaml": "name: a/two\nmcp_servers: [{name: s, command: c, tools: [u, t]}]\n",
            "x.yaml": "name: a/x\nincludes: [a/one, a/two]\n",
        },
    )
    resolution = catalog.resolve("a/x")
    assert findings(catalog) == []
    assert names(resolution) == ["mcp:s/t", "mcp:s/u"]
    assert [(each.name, each.tools) for each in resolution.mcp_servers] == [("s", ("t", "u"))]
    assert resolution.summary.mcp_sources == 1


def test_a_server_that_one_skill_lists_and_another_does_not_is_unlisted(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "one.yaml": "name: a/one\nmcp_servers: [{name: s, command: c}]\n",
            "two.yaml": "name: a/two\nincludes: [a/one]\n"
            "mcp_servers: [{name: s, command: c, tools: [t]}]\n",
        },
    )
    resolution = catalog.resolve("a/two")
    assert names(resolution) == ["mcp:s/t"]
    assert resolution.mcp_servers[0].tools is None
    assert resolution.summary.unlisted_mcp_servers == ("s",)


def test_one_server_name_twice_in_one_skill_with_different_commands_is_told(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                mcp_servers:
                  - {name: s, command: x, tools: [t]}
                  - {name: s, command: y, tools: [u]}
            """
        },
    )
    assert findings(catalog) == [
        (
            "f.yaml:4:12 SK213 the MCP server `s` is defined in two ways that meet in `a/b`:"
            " they differ in command"
        )
    ]


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ("command: c, url: 'https://u'", "2:37 SK112 the server has both `command` and `url`"),
        ("tools: [t]", "2:15 SK112 the server `mcp_servers[0]` has neither `command` nor `url`"),
        ("command: , url: ", ("2:15 SK112 the server `mcp_servers[0]` has neither `command` nor"
         " `url`")),
        ("transport: sse, command: c",
         "2:36 SK112 the transport `sse` goes with `url`, not with `command`"),
        ("transport: streamable-http, command: c",
         "2:36 SK112 the transport `streamable-http` goes with `url`, not with `command`"),
        ("transport: stdio, url: 'https://u'",
         "2:36 SK112 the transport `stdio` goes with `command`, not with `url`"),
    ],
)  # fmt: skip
def test_command_url_and_transport_must_agree(tmp_path: Path, server: str, expected: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\nmcp_servers: [{{name: s, {server}}}]\n"})
    assert findings(catalog) == [f"f.yaml:{expected}"]


@pytest.mark.parametrize(
    ("server", "transport"),
    [
        ("command: c", "stdio"),
        ("url: 'https://u'", "streamable-http"),
        ("url: 'https://u', transport: sse", "sse"),
        ("command: c, transport: stdio", "stdio"),
    ],
)
def test_a_server_says_its_transport_or_shows_it(
    tmp_path: Path, server: str, transport: str
) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\nmcp_servers: [{{name: s, {server}}}]\n"})
    assert catalog["a/b"].mcp_servers[0].transport == transport


def test_a_server_without_a_name_makes_no_key(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": "name: a/b\nmcp_servers:\n  - command: c\n    tools: [t]\n"},
    )
    done = run("check", "--format", "concise", cwd=tmp_path)
    assert done.code == 1
    assert done.out == (
        "catalogs/f.yaml:3:5: SK103 the field `name` is missing in `mcp_servers[0]`\n"
        "1 error in 1 skill (1 file); 1 skill not checked any further\n"
    )


def test_what_mcp_annotations_say_becomes_a_capability(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                mcp_servers:
                  - name: s
                    command: c
                    tools:
                      - name: look
                        annotations: {title: Look, readOnlyHint: true, destructiveHint: true}
                      - {name: burn, annotations: {readOnlyHint: false, destructiveHint: true}}
                      - name: save
                        annotations:
                          readOnlyHint: false
                          destructiveHint: false
                          idempotentHint: true
                      - {name: risk, annotations: {destructiveHint: true, openWorldHint: true}}
                      - {name: none, annotations: {}}
            """
        },
    )
    assert findings(catalog) == []
    said = {
        entry.tool_name: {k: v for k, v in entry.capability.to_dict().items() if v is not None}
        for entry in catalog.resolve("a/b")
    }
    assert said == {
        "look": {"read_only": True},
        "burn": {"writes": True, "destructive": True},
        "save": {"writes": True, "destructive": False, "idempotent": True},
        "risk": {"open_world": True},
        "none": {},
    }


def test_annotations_that_contradict_the_tool_are_told(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                mcp_servers:
                  - name: s
                    command: c
                    tools:
                      - {name: t, read_only: true, annotations: {readOnlyHint: false}}
                      - {name: u, idempotent: true, annotations: {idempotentHint: false}}
            """
        },
    )
    assert [(spot(d.location), d.code.id) for d in catalog.diagnostics] == [
        ("f.yaml:6:64", "SK109"),
        ("f.yaml:7:67", "SK109"),
    ]


def test_a_lower_bound_is_called_at_least_in_text_and_markdown(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": "name: a/b\ntools: [t]\nmcp_servers: [{name: s, command: c}]\n"},
    )
    text = run("resolve", "a/b", cwd=tmp_path)
    markdown = run("resolve", "a/b", "--format", "markdown", cwd=tmp_path)
    summary = run("summary", "a/b", cwd=tmp_path)
    assert text.out == (
        "a/b: at least 1 tool from 1 skill  catalogs/f.yaml\n"
        "#     tool     kind  access   from\n"
        "1     t        tool  unknown  a/b\n"
        "-  +  mcp:s/*  mcp   unknown  a/b\n"
        "+  open    s has no tool list  catalogs/f.yaml:3:15\n"
        "0 read-only, 0 write, 1 unknown\n"
    )
    assert markdown.out.splitlines()[0] == "### `a/b`: at least 1 tool from 1 skill"
    assert summary.out.splitlines()[1] == "  Tools         at least 1"


def test_a_path_that_leaves_the_catalog_is_told_in_every_way_to_leave(tmp_path: Path) -> None:
    outside = write(tmp_path / "outside", {"pass/SKILL.md": "Out.\n"})
    root = tmp_path / "catalog"
    write(root, {"inside/SKILL.md": "In.\n"})
    (root / "exit").symlink_to(outside / "pass")
    absolute = outside / "pass"
    catalog = load(
        root,
        {
            "f.yaml": f"""
                name: a/b
                agent_skills:
                  - path: ../outside/pass
                  - ../../..
                  - {absolute}
                  - exit
                  - inside/../../outside/pass
                  - inside/../inside
            """
        },
    )
    hidden = f"f.yaml:5:5 SK221 the agent skill `{absolute}` leads out of the catalog"
    assert [each for each in findings(catalog) if " SK221 " in each] == [
        "f.yaml:3:11 SK221 the agent skill `../outside/pass` leads out of the catalog",
        "f.yaml:4:5 SK221 the agent skill `../../..` leads out of the catalog",
        hidden,
        "f.yaml:6:5 SK221 the agent skill `exit` leads out of the catalog",
        "f.yaml:7:5 SK221 the agent skill `inside/../../outside/pass` leads out of the catalog",
    ]


def test_a_path_is_relative_to_its_file(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "team/f.yaml": "name: a/b\nagent_skills: [../pool/review, own]\n",
            "team/own/SKILL.md": agent_skill("own"),
            "pool/review/SKILL.md": agent_skill("review"),
        },
    )
    assert findings(catalog) == []
    assert [(each.name, each.folder) for each in catalog.resolve("a/b")] == [
        ("agent_skill:../pool/review", f"{tmp_path}/pool/review"),
        ("agent_skill:own", f"{tmp_path}/team/own"),
    ]


def test_one_folder_in_several_spellings_is_several_entries_and_one_source_and_is_told(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": "name: a/b\nagent_skills: [talk, ./talk, talk/, x/../talk, talk]\n",
            "talk/SKILL.md": agent_skill("talk"),
        },
    )
    resolution = catalog.resolve("a/b")
    assert findings(catalog) == [
        "f.yaml:2:22 SK312 `./talk` and `talk` are one folder",
        "f.yaml:2:30 SK312 `talk/` and `talk` are one folder",
        "f.yaml:2:37 SK312 `x/../talk` and `talk` are one folder",
        "f.yaml:2:48 SK312 `a/b` lists `agent_skill:talk` twice",
    ]
    assert names(resolution) == [
        "agent_skill:talk",
        "agent_skill:./talk",
        "agent_skill:talk/",
        "agent_skill:x/../talk",
    ]
    assert resolution.summary.agent_skill_sources == 1
    assert resolution.summary.total_tools == 4


def test_one_path_for_two_folders_is_told_where_they_meet(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "east/f.yaml": "name: a/east\nagent_skills: [talk]\n",
            "east/talk/SKILL.md": agent_skill("talk"),
            "west/f.yaml": "name: a/west\nagent_skills: [{path: talk}]\n",
            "west/talk/SKILL.md": agent_skill("talk"),
            "f.yaml": "name: a/both\nincludes: [a/east, a/west]\n",
        },
    )
    assert findings(catalog) == [
        (
            "west/f.yaml:2:23 SK212 the agent skill `talk` stands for two folders that meet in"
            f" `a/both`: `{tmp_path}/west/talk` and `{tmp_path}/east/talk`"
        )
    ]


def test_the_json_of_a_server_has_every_field_and_where_it_is_defined(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "one.yaml": "name: a/one\nmcp_servers: [{name: s, command: c, tools: [t]}]\n",
            "two.yaml": "name: a/two\nincludes: [a/one]\n"
            "mcp_servers: [{name: s, command: c}, {name: w, url: 'https://w.example/p'}]\n",
        },
    )
    done = run("resolve", "a/two", "--json", cwd=tmp_path)
    assert json.loads(done.out)["mcp_servers"] == [
        {
            "name": "s",
            "transport": "stdio",
            "command": "c",
            "url": None,
            "listed": False,
            "offered": None,
            "locations": [
                {"catalog": "catalogs", "file": "one.yaml", "line": 2, "column": 15},
                {"catalog": "catalogs", "file": "two.yaml", "line": 3, "column": 15},
            ],
        },
        {
            "name": "w",
            "transport": "streamable-http",
            "command": None,
            "url": "https://w.example/p",
            "listed": False,
            "offered": None,
            "locations": [{"catalog": "catalogs", "file": "two.yaml", "line": 3, "column": 38}],
        },
    ]
