"""Text from catalogs is data in every format: no markup, no escape, no column goes astray."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unicodedata import combining, east_asian_width

import pytest
from command import run
from writing import agent_skill, write


def wide(text: str) -> int:
    """Give the columns a text takes on a terminal."""
    return sum(
        0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text
    )


def strict(text: str) -> Any:
    """Give the one document of a text, which must be JSON without Python's extensions."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    return json.loads(text, parse_constant=refuse)


ALL_KINDS = {
    "all.yaml": """
        name: kind/all
        includes: [kind/base]
        tools: [hammer]
        inline_tools: [{description: Count}, {name: sum, input_schema: {type: object}}]
        mcp_servers: [{name: store, command: store-bin, tools: [buy]}]
        agent_skills: [{path: guide, sandbox_policy: restricted}]
    """,
    "base.yaml": "name: kind/base\ntools: [{name: saw, note: sharp}]\n",
    "guide/SKILL.md": agent_skill("guide"),
}
KEYS = [
    "position", "name", "kind", "source_skill", "via", "is_inline", "inline_tool", "server",
    "tool_name", "folder", "sandbox_policy", "access", "capability", "by_override",
    "from_config", "learned", "overrides", "shadowed", "location",
]  # fmt: skip
WORDS = [
    "read_only", "writes", "destructive", "checkpointable", "idempotent", "open_world", "unsafe",
    "human_approval_required", "side_effects", "checkpoint_scope", "write_scope",
]  # fmt: skip


def test_every_kind_of_entry_has_the_same_fields_in_the_same_order(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", ALL_KINDS)
    document = strict(run("resolve", "kind/all", "--json", cwd=tmp_path).out)
    assert list(document) == [
        "schema_version", "command", "skill", "tools", "parents", "mcp_servers", "summary",
        "diagnostics",
    ]  # fmt: skip
    assert [list(each) for each in document["tools"]] == [KEYS] * 6
    assert [list(each["capability"]) for each in document["tools"]] == [WORDS] * 6
    assert document["parents"] == {"kind/base": "kind/all"}
    assert [
        (each["position"], each["name"], each["kind"], each["via"], each["is_inline"])
        for each in document["tools"]
    ] == [
        (1, "saw", "tool", "kind/all", False),
        (2, "hammer", "tool", None, False),
        (3, "kind/all/_anon_0", "inline", None, True),
        (4, "kind/all/sum", "inline", None, True),
        (5, "mcp:store/buy", "mcp", None, False),
        (6, "agent_skill:guide", "agent_skill", None, False),
    ]


def test_each_kind_of_entry_has_what_is_its_own_in_json(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", ALL_KINDS)
    saw, _, anon, total, buy, guide = strict(
        run("resolve", "kind/all", "--json", cwd=tmp_path).out
    )["tools"]
    none = dict.fromkeys(
        ("name", "description", "source", "code", "input_schema", "output_schema", "timeout")
    )
    assert (saw["overrides"], saw["inline_tool"]) == ({"note": "sharp"}, None)
    assert saw["location"] == {"catalog": "catalogs", "file": "base.yaml", "line": 2, "column": 9}
    assert anon["inline_tool"] == {**none, "description": "Count"}
    assert total["inline_tool"] == {**none, "name": "sum", "input_schema": {"type": "object"}}
    assert (buy["server"], buy["tool_name"]) == ("store", "buy")
    assert (guide["folder"], guide["sandbox_policy"]) == ("catalogs/guide", "restricted")
    assert saw["capability"] == dict.fromkeys(WORDS)


def test_the_json_of_check_has_every_field_of_a_finding(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"a.yaml": "name: j/a\nincludes: [j/b]\n", "b.yaml": "name: j/b\nincludes: [j/a]\n"},
    )
    done = run("check", "--json", cwd=tmp_path)
    document = strict(done.out)
    (finding,) = document["diagnostics"]
    fingerprint = finding.pop("fingerprint")
    assert done.code == 1
    assert (document["command"], document["checked"]) == ("check", {"files": 2, "skills": 2})
    assert finding == {
        "code": "SK203",
        "name": "include-cycle",
        "severity": "error",
        "message": "Cycle detected in skill includes: j/a -> j/b -> j/a",
        "skill": "j/a",
        "location": {"catalog": "catalogs", "file": "a.yaml", "line": 2, "column": 12},
        "hint": "cut j/b -> j/a: that alone frees both (a suggestion)",
        "related": [
            {
                "message": "j/a includes j/b",
                "location": {"catalog": "catalogs", "file": "a.yaml", "line": 2, "column": 12},
            },
            {
                "message": "j/b includes j/a",
                "location": {"catalog": "catalogs", "file": "b.yaml", "line": 2, "column": 12},
            },
        ],
        "cycle": {
            "path": ["j/a", "j/b", "j/a"],
            "members": ["j/a", "j/b"],
            "cut": [{"from": "j/b", "to": "j/a"}],
        },
    }
    assert (len(fingerprint), set(fingerprint) <= set("0123456789abcdef")) == (16, True)


def test_a_fingerprint_stays_when_lines_move_and_differs_between_findings(tmp_path: Path) -> None:
    text = "name: j/a\nincludes: [j/x, j/y]\n"

    def prints(above: str) -> list[str]:
        write(tmp_path / "catalogs", {"a.yaml": above + text})
        found = strict(run("check", "--json", cwd=tmp_path).out)["diagnostics"]
        return [each["fingerprint"] for each in found]

    first = prints("")
    assert prints("# one\n\n# two\n") == first
    assert len(set(first)) == 2


def test_list_and_show_in_json_have_what_the_file_declares(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", ALL_KINDS)
    listed = strict(run("list", "kind/all", "--json", cwd=tmp_path).out)
    shown = strict(run("show", "kind/base", "--json", cwd=tmp_path).out)
    assert listed == {
        "schema_version": 1,
        "command": "list",
        "skills": [
            {
                "name": "kind/all",
                "description": None,
                "includes": 1,
                "tools": 1,
                "builtins": 0,
                "inline_tools": 2,
                "mcp_servers": 1,
                "agent_skills": 1,
                "overrides": 0,
                "location": {"catalog": "catalogs", "file": "all.yaml", "line": 1, "column": 1},
            }
        ],
        "broken": [],
        "diagnostics": [],
    }
    assert shown == {
        "schema_version": 1,
        "command": "show",
        "skill": "kind/base",
        "location": {"catalog": "catalogs", "file": "base.yaml", "line": 1, "column": 1},
        "fields": {"name": "kind/base", "tools": [{"name": "saw", "note": "sharp"}]},
        "included_by": ["kind/all"],
        "agent_skills": [],
        "diagnostics": [],
    }


def test_names_are_one_a_line_for_every_command(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {**ALL_KINDS, "gap.yaml": "name: kind/gap\nincludes: [kind/no]\n"})
    shown = {
        arguments: run(*arguments, "--format", "names", cwd=tmp_path).out.splitlines()
        for arguments in (("list",), ("show", "kind/all"), ("summary", "kind/all"), ("check",))
    }
    assert shown == {
        ("list",): ["kind/all", "kind/base", "kind/gap"],
        ("show", "kind/all"): [
            "hammer", "kind/all/_anon_0", "kind/all/sum", "mcp:store/buy", "agent_skill:guide",
        ],
        ("summary", "kind/all"): ["kind/all"],
        ("check",): ["catalogs/gap.yaml"],
    }  # fmt: skip


MARKUP = [
    "[/]",
    "[/prod]",
    "[bold red]x[/bold red]",
    "[link=file:///etc]x[/link]",
    "[[x]]",
    "\\[x]",
]


def test_brackets_are_no_markup(tmp_path: Path) -> None:
    includes = "".join(f"- {json.dumps(f'm/{text}')}\n" for text in MARKUP)
    tools = "".join(
        f"- {{name: {json.dumps(text.replace(' ', '_'))}, note: {json.dumps(text)}}}\n"
        for text in MARKUP
    )
    write(
        tmp_path / "catalogs",
        {
            "gap.yaml": f"name: m/gap\nincludes:\n{includes}",
            "tool.yaml": f"name: m/tool\ntools:\n{tools}",
        },
    )
    check = run("check", "--color", "always", cwd=tmp_path)
    resolve = run("resolve", "m/tool", cwd=tmp_path)
    rows = [line.split() for line in resolve.out.splitlines() if " tool " in line]
    assert check.code == 1
    assert [check.out.count(f"`m/{text}`") for text in MARKUP] == [1] * len(MARKUP)
    assert resolve.code == 0
    assert [row[2] for row in rows[1:]] == [text.replace(" ", "_") for text in MARKUP]
    assert [resolve.out.count(f"note: {text}  ") for text in MARKUP] == [1] * len(MARKUP)


PICTURES = [":star:", "key:rotate:db", ":warning-text:", ":+1:", ":8:ball:"]


def test_words_between_colons_are_no_pictures(tmp_path: Path) -> None:
    includes = "".join(f'- "m/{text}"\n' for text in PICTURES)
    tools = "".join(f'- "{text}"\n' for text in PICTURES)
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": f"name: m/f\nincludes:\n{includes}",
            "t.yaml": f'name: m/t\ndescription: "{" ".join(PICTURES)}"\ntools:\n{tools}',
        },
    )
    check = run("check", cwd=tmp_path)
    resolve = run("resolve", "m/t", cwd=tmp_path)
    show = run("show", "m/t", cwd=tmp_path)
    rows = [line.split() for line in resolve.out.splitlines() if " tool " in line]
    assert [check.out.count(f"`m/{text}`") for text in PICTURES] == [1] * len(PICTURES)
    assert rows[1:] == [
        [str(number), text, "tool", "unknown", "m/t"]
        for number, text in enumerate(PICTURES, start=1)
    ]
    assert show.out.splitlines()[1].split() == ["description", *PICTURES]


HOSTILE = {
    "f.yaml": 'name: m/f\nincludes: ["m/\\e[31mred", "m/\\u202Eexe.ok", "m/\\x07\\r\\n\\tx"]\n',
    "d.yaml": 'name: m/d\ndescription: "\\e]0;title\\a\\u2066\\x9b1m"\n'
    'tools: [{name: t, note: "\\e[2J\\u200b", "\\e[1m": 1}]\n',
}
HARMFUL = ["\x1b", "\x07", "\r", "\x9b", "\u202e", "\u2066", "\u200b"]


@pytest.mark.parametrize(
    "format_", ["text", "json", "concise", "markdown", "github", "sarif", "gitlab", "junit"]
)
def test_no_control_or_direction_of_a_catalog_reaches_a_terminal_in_a_check(
    tmp_path: Path, format_: str
) -> None:
    write(tmp_path / "catalogs", HOSTILE)
    done = run("check", "--format", format_, cwd=tmp_path)
    assert done.code == 1
    assert [char for char in HARMFUL if char in done.out + done.err] == []
    assert done.out.count("[31mred") > 0


@pytest.mark.parametrize(
    ("command", "format_"),
    [("resolve", "text"), ("resolve", "json"), ("resolve", "markdown"), ("show", "text")],
)
def test_no_control_or_direction_of_a_catalog_reaches_a_terminal_in_an_answer(
    tmp_path: Path, command: str, format_: str
) -> None:
    write(tmp_path / "catalogs", HOSTILE)
    done = run(command, "m/d", "--format", format_, cwd=tmp_path)
    assert done.code == 0
    assert [char for char in HARMFUL if char in done.out + done.err] == []


def test_what_is_hidden_is_shown_as_an_escape_and_kept_in_json(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", HOSTILE)
    concise = run("check", "--format", "concise", cwd=tmp_path)
    shown = strict(run("show", "m/d", "--json", cwd=tmp_path).out)
    assert [line.split(" at ")[0] for line in concise.out.splitlines()[:3]] == [
        "catalogs/f.yaml:2:12: SK107 invalid name `m/\\x1b[31mred`",
        "catalogs/f.yaml:2:27: SK107 invalid name `m/\\u202eexe.ok`",
        "catalogs/f.yaml:2:45: SK107 invalid name `m/\\x07\\r\\n\\tx`",
    ]
    assert shown["fields"]["description"] == "\x1b]0;title\x07\u2066\x9b1m"
    assert shown["fields"]["tools"] == [{"name": "t", "note": "\x1b[2J\u200b", "\x1b[1m": 1}]


@pytest.mark.parametrize("command", ["resolve", "show"])
def test_no_control_of_a_catalog_reaches_a_terminal_in_an_error(
    tmp_path: Path, command: str
) -> None:
    write(tmp_path / "catalogs", HOSTILE)
    done = run(command, "m/f", cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert [char for char in HARMFUL if char in done.err] == []
    assert done.err.splitlines()[0].startswith(
        "error: `m/f` cannot be used: invalid name `m/\\x1b[31mred` at "
    )


def test_an_escape_on_the_command_line_is_no_escape_on_stderr(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: m/a\n"})
    for arguments in (["resolve", "m/\x1b[31m"], ["\x1b[31m"], ["check", "\x1b[31m"],
                      ["list", "--format", "\x1b[31m"]):  # fmt: skip
        done = run(*arguments, cwd=tmp_path)
        assert (done.code, done.out) == (2, "")
        assert ("\x1b" in done.err, "\\x1b[31m" in done.err) == (False, True)


def test_the_line_of_a_finding_is_shown_as_it_is_with_the_caret_below_it(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": "name: m/f\nincludes: ['m/\u691c\u7d22', \"m/\\e\", 'm/:star:', 'm/e\u0301']\n"},
    )
    lines = run("check", cwd=tmp_path).out.splitlines()
    source = "includes: ['m/\u691c\u7d22', \"m/\\e\", 'm/:star:', 'm/e\u0301']"
    shown = [i for i, line in enumerate(lines) if line.startswith("2 | ")]
    assert [lines[i] for i in shown] == [f"2 | {source}"] * 4
    marked = [lines[i + 1] for i in shown]
    assert [line.index("^") - 4 for line in marked] == [
        wide(source[: source.index(text)]) for text in ("'m/\u691c", '"m/', "'m/:", "'m/e")
    ]
    assert [line.count("^") for line in marked] == [8, 6, 10, 5]


def test_wide_characters_line_up(tmp_path: Path) -> None:
    tools = [
        "\u65e5\u672c\u8a9e\u306e\u76ee\u9332\u691c\u7d22",
        "run",
        "\U0001f9ea\U0001f9ea",
        "e\u0301e\u0301",
    ]
    listed = "".join(f"- {json.dumps(tool, ensure_ascii=False)}\n" for tool in tools)
    write(
        tmp_path / "catalogs",
        {"f.yaml": f"name: m/f\ndescription: \u7d75\u6587\u5b57 \U0001f9ea\ntools:\n{listed}"},
    )
    done = run("resolve", "m/f", cwd=tmp_path, env={"COLUMNS": "24"})
    rows = [line for line in done.out.splitlines() if line[:1] in ("1", "2", "3", "4")]
    before = [row.partition("tool  unknown  m/f")[0] for row in rows]
    assert done.code == 0
    assert [each.split() for each in before] == [
        [str(number), tool] for number, tool in enumerate(tools, start=1)
    ]
    assert len({wide(each) for each in before}) == 1


def markdown_rows(text: str) -> list[list[str]]:
    """Give the cells of the rows of a table, the title and the rule below it left out."""
    rows = [line for line in text.splitlines() if line.startswith("|")]
    return [row.strip("|").strip().split(" | ") for row in rows[2:]]


def test_markdown_shows_every_name_in_a_code_span_that_holds(tmp_path: Path) -> None:
    tools = ["a`b", "``", "`x`", "x|y", "a\\|b", "*e*", "<b>", "[l](u)", "&amp;", "#1", "@user"]
    listed = "".join(f"- {json.dumps(tool)}\n" for tool in tools)
    write(tmp_path / "catalogs", {"f.yaml": f"name: m/f\ntools:\n{listed}"})
    done = run("resolve", "m/f", "--format", "markdown", cwd=tmp_path)
    assert done.code == 0
    assert done.out.startswith("### `m/f`: 11 tools from 1 skill\n\n`catalogs/f.yaml`\n\n| ")
    assert [row[2] for row in markdown_rows(done.out)] == [
        "``a`b``", "``` `` ```", "`` `x` ``", "`x\\|y`", "`a\\\\|b`", "`*e*`", "`<b>`",
        "`[l](u)`", "`&amp;`", "`#1`", "`@user`",
    ]  # fmt: skip


def test_markdown_shows_a_finding_about_any_name_as_that_name(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": 'name: m/f\nincludes: ["m/a|b", "m/<img src=x>", "m/a_b_c*"]\n'},
    )
    done = run("check", "--format", "markdown", cwd=tmp_path)
    rule = "it must be `namespace/name`, each part of letters, digits, `-` and `_`"
    assert done.code == 1
    assert done.out == (
        "| Severity | Code | Finding | Where |\n"
        "|---|---|---|---|\n"
        f"| error | SK107 | invalid name `m/a\\|b` at `includes[0].name`: {rule} |"
        " `catalogs/f.yaml:2:12` |\n"
        f"| error | SK107 | invalid name `m/<img src=x>` at `includes[1].name`: {rule} |"
        " `catalogs/f.yaml:2:21` |\n"
        f"| error | SK107 | invalid name `m/a_b_c*` at `includes[2].name`: {rule} |"
        " `catalogs/f.yaml:2:38` |\n"
        "\n"
        "3 errors in 1 skill (1 file); 1 skill not checked any further\n"
    )


def test_markdown_keeps_a_name_with_a_backquote_in_its_code_span(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"f.yaml": 'name: m/f\nincludes: ["m/a`b*c<i>"]\n'})
    done = run("check", "--format", "markdown", cwd=tmp_path)
    assert "invalid name ``m/a`b*c<i>`` at `includes[0].name`:" in done.out


def test_markdown_shows_the_value_of_an_override_in_a_code_span(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {"f.yaml": 'name: m/f\ntools: [{name: t, note: "a ` b *c* <i> @user"}]\n'},
    )
    done = run("resolve", "m/f", "--format", "markdown", cwd=tmp_path)
    assert done.out.count(" ``note: a ` b *c* <i> @user`` ") == 1
    assert done.out.count("<i>") == 1


def test_markdown_shows_the_path_of_a_file_as_it_is(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a|b`c.yaml": "name: m/f\ntools: [t]\n"})
    done = run("resolve", "m/f", "--format", "markdown", cwd=tmp_path)
    assert done.out.splitlines()[2] == "``catalogs/a|b`c.yaml``"


def test_github_gets_its_commands_escaped_and_errors_first(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "a,b%c:d.yaml": 'name: w/a\nincludes: ["w/100%", "w/x::y\\nz"]\n',
            "b.yaml": "name: w/low\n---\nname: w/Low\n",
            "c.yaml": "name: w/c\nincludes: [w/lov]\n",
        },
    )
    done = run("check", "--format", "github", cwd=tmp_path)
    rule = "it must be `namespace/name`, each part of letters, digits, `-` and `_`"
    start = "::error file=catalogs/a%2Cb%25c%3Ad.yaml,title=SK107 invalid-name,line=2"
    assert done.code == 1
    assert done.out == (
        f"{start},col=12::invalid name `w/100%25` at `includes[0].name`: {rule}\n"
        f"{start},col=22::invalid name `w/x::y\\nz` at `includes[1].name`: {rule}\n"
        "::error file=catalogs/c.yaml,title=SK201 unknown-include,line=2,col=12::"
        "`w/c` includes the unknown skill `w/lov`%0ADid you mean `w/low`?\n"
        "::warning file=catalogs/b.yaml,title=SK301 names-differ-by-case,line=1,col=7::"
        "`w/low` and `w/Low` differ only in case%0ARename one\n"
        "3 errors and 1 warning in 4 skills (3 files); 1 skill not checked any further\n"
    )


def test_github_names_files_from_the_root_of_the_work_tree(tmp_path: Path) -> None:
    write(
        tmp_path,
        {
            "repo/.git/HEAD": "ref\n",
            "repo/sub/catalogs/a.yaml": "name: w/a\ntols: []\n",
        },
    )
    github = run("check", "--format", "github", cwd=tmp_path / "repo" / "sub")
    concise = run("check", "--format", "concise", cwd=tmp_path / "repo" / "sub")
    assert github.out.splitlines()[0].startswith("::error file=sub/catalogs/a.yaml,title=SK104 ")
    assert concise.out.splitlines()[0].startswith("catalogs/a.yaml:2:1: SK104 ")


def test_places_are_shown_as_one_opens_them_from_here(tmp_path: Path) -> None:
    write(tmp_path, {"repo/catalogs/in/a.yaml": "name: w/a\ntols: []\n", "repo/x/y/z.txt": ""})
    below = run("check", "--format", "concise", cwd=tmp_path / "repo" / "x" / "y")
    inside = run("check", ".", "--format", "concise", cwd=tmp_path / "repo" / "catalogs")
    absolute = run("check", tmp_path / "repo", "--format", "concise", cwd=tmp_path)
    assert [each.out.split(" ")[0] for each in (below, inside, absolute)] == [
        "../../catalogs/in/a.yaml:2:1:",
        "in/a.yaml:2:1:",
        f"{tmp_path}/repo/catalogs/in/a.yaml:2:1:",
    ]


def test_json_is_strict_whatever_a_catalog_says(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": "name: w/f\ntools: [{name: t, a: 1e400, b: 'NaN'}]\n",
            "h.yaml": "name: w/h\ntools: [{name: t, big: 123456789012345678901234567890, f: 1.0,"
            ' q: "\\"\\\\\\0", d: 2031-05-06, n: ~, l: [[], {}]}]\n',
        },
    )
    check = run("check", "--json", cwd=tmp_path)
    resolve = run("resolve", "w/h", "--json", cwd=tmp_path)
    assert check.code == 1
    assert [each["code"] for each in strict(check.out)["diagnostics"]] == ["SK017"]
    assert strict(resolve.out)["tools"][0]["overrides"] == {
        "big": 123456789012345678901234567890,
        "f": 1.0,
        "q": '"\\\0',
        "d": "2031-05-06",
        "l": [[], {}],
    }
