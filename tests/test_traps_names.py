"""Names: what they may hold, names that are almost the same, and names that are there twice."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from command import run
from writing import findings, load, names, spot, write

SKILL_RULE = "it must be `namespace/name`, each part of letters, digits, `-` and `_`"
TOOL_RULE = "it must not be empty, nor hold white space or invisible characters"
PART_RULE = "it must not be empty, nor hold white space, invisible characters or `/`"


def test_a_skill_defined_in_two_files_is_told_with_both_places(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "first.yaml": "name: job/ship\ntools: [pack]\n",
            "second.yaml": "description: again\nname: job/ship\ntools: [send]\n",
        },
    )
    (finding,) = catalog.diagnostics
    assert findings(catalog) == ["second.yaml:2:7 SK120 the skill `job/ship` is defined twice"]
    assert finding.hint == "rename all but one; until then none of them is used"
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        ("first defined here", "first.yaml:1:7")
    ]
    assert (list(catalog), list(catalog.broken)) == ([], ["job/ship"])


def test_a_skill_defined_three_times_is_one_finding_with_every_place(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "one.yaml": "name: job/ship\n---\nname: job/ship\n",
            "two.yaml": "skill:\n  name: job/ship\n",
        },
    )
    (finding,) = catalog.diagnostics
    assert findings(catalog) == ["one.yaml:3:7 SK120 the skill `job/ship` is defined 3 times"]
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        ("first defined here", "one.yaml:1:7"),
        ("and here", "two.yaml:2:9"),
    ]


def test_a_skill_defined_twice_is_used_by_no_other_and_blames_no_other(tmp_path: Path) -> None:
    files = {
        "first.yaml": "name: job/ship\ntools: [pack]\n",
        "second.yaml": "name: job/ship\ntools: [send]\n",
        "day.yaml": "name: job/day\nincludes: [job/ship]\n",
    }
    write(tmp_path / "catalogs", files)
    check = run("check", "--format", "concise", cwd=tmp_path)
    resolve = run("resolve", "job/day", "--json", cwd=tmp_path)
    assert check.out == (
        "catalogs/second.yaml:1:7: SK120 the skill `job/ship` is defined twice\n"
        "1 error in 2 skills (3 files); 1 skill not checked any further\n"
    )
    assert (check.code, resolve.code) == (1, 1)
    assert json.loads(resolve.out)["error"] == {
        "code": "SK120",
        "message": "`job/day` reaches `job/ship`, which cannot be used:"
        " the skill `job/ship` is defined twice",
        "path": None,
        "location": {"catalog": "catalogs", "file": "second.yaml", "line": 1, "column": 7},
        "hint": "rename all but one; until then none of them is used",
    }


def test_a_skill_defined_twice_of_which_one_is_broken_is_told_for_both_reasons(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {"a.yaml": "name: job/ship\ntools: [pack\n", "b.yaml": "name: job/ship\ntools: [send]\n"},
    )
    assert [(spot(d.location), d.code.id) for d in catalog.diagnostics] == [
        ("a.yaml:2:8", "SK010"),
        ("b.yaml:1:7", "SK120"),
    ]


def test_names_that_differ_in_case_are_two_skills_and_a_warning(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "low.yaml": "name: team/paint\ntools: [brush]\n",
            "up.yaml": "name: team/Paint\ntools: [roll]\n",
            "space.yaml": "name: Team/paint\ntools: [spray]\n",
            "both.yaml": "name: team/both\nincludes: [team/paint, team/Paint]\n",
        },
    )
    assert findings(catalog) == [
        "low.yaml:1:7 SK301 `team/paint` and `Team/paint` differ only in case",
        "up.yaml:1:7 SK301 `team/Paint` and `Team/paint` differ only in case",
    ]
    assert [d.severity.value for d in catalog.diagnostics] == ["warning", "warning"]
    assert names(catalog.resolve("team/both")) == ["brush", "roll"]


def test_a_warning_fails_the_check_only_where_that_is_asked_for(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: t/a\n---\nname: t/A\n"})
    codes = [
        run("check", *arguments, cwd=tmp_path).code
        for arguments in (
            (),
            ("--strict",),
            ("--fail-on", "warning"),
            ("--fail-on", "never"),
        )
    ]
    assert codes == [0, 1, 1, 0]


def test_an_include_in_another_case_is_unknown_with_the_right_one_offered(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {"a.yaml": "name: t/a\nincludes: [t/Base]\n", "b.yaml": "name: t/base\n"},
    )
    assert findings(catalog) == ["a.yaml:2:12 SK201 `t/a` includes the unknown skill `t/Base`"]
    assert [each.hint for each in catalog.diagnostics] == ["did you mean `t/base`?"]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('"t/base "', "t/base "),
        ('" t/base"', " t/base"),
        ("'t/my base'", "t/my base"),
        ("t/base/more", "t/base/more"),
        ("base", "base"),
        ("t/", "t/"),
        ("/base", "/base"),
        ("t//base", "t//base"),
        ("t/base.yaml", "t/base.yaml"),
        ("t/caf\u00e9", "t/caf\u00e9"),
        ("t/cafe\u0301", "t/cafe\u0301"),
        ("t/b\u0430se", "t/b\u0430se"),
        ("t/\u0661", "t/\u0661"),
        ('"t/base\\n"', "t/base\n"),
        ('""', ""),
    ],
)
def test_a_skill_name_of_other_characters_is_a_finding_of_its_own(
    tmp_path: Path, written: str, shown: str
) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: {written}\n"})
    assert findings(catalog) == [f"f.yaml:1:7 SK107 invalid name `{shown}` at `name`: {SKILL_RULE}"]


@pytest.mark.parametrize("name", ["a/b", "A-1/_", "0/-", "x_y/Z-9_z"])
def test_letters_digits_dash_and_underscore_make_a_name(tmp_path: Path, name: str) -> None:
    assert list(load(tmp_path, {"f.yaml": f"name: {name}\n"})) == [name]


def test_a_name_with_a_space_behind_it_is_told_beside_the_include_of_the_right_one(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {"tea.yaml": "name: t/tea\nincludes: [t/cup]\n", "cup.yaml": 'name: "t/cup "\n'},
    )
    assert findings(catalog) == [
        f"cup.yaml:1:7 SK107 invalid name `t/cup ` at `name`: {SKILL_RULE}",
        "tea.yaml:2:12 SK201 `t/tea` includes the unknown skill `t/cup`",
    ]


def test_two_equal_looking_names_are_told_apart_by_their_file(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "menu.yaml": "name: t/menu\nincludes: ['t/r\u00f6sti']\n",
            "dish.yaml": "name: 't/ro\u0308sti'\n",
        },
    )
    assert findings(catalog) == [
        f"dish.yaml:1:7 SK107 invalid name `t/ro\u0308sti` at `name`: {SKILL_RULE}",
        f"menu.yaml:2:12 SK107 invalid name `t/r\u00f6sti` at `includes[0].name`: {SKILL_RULE}",
    ]


HIDDEN = ["two words", "tab\there", "line\nbreak", "nul\x00", "soft\u00adhyphen", "zero\u200bwidth",
          "right\u202eleft", "wide\u3000space", "no\u00a0break", "bom\ufeff", ""]  # fmt: skip


@pytest.mark.parametrize("name", HIDDEN)
def test_a_tool_name_holds_no_white_space_control_or_format_character(
    tmp_path: Path, name: str
) -> None:
    text = json.dumps(name)
    catalog = load(
        tmp_path,
        {
            "f.yaml": f"""
                name: a/b
                tools:
                  - {text}
                inline_tools:
                  - name: {text}
                mcp_servers:
                  - name: {text}
                    command: c
                  - name: s
                    command: c
                    tools:
                      - {text}
            """
        },
    )
    assert findings(catalog) == [
        f"f.yaml:3:5 SK107 invalid name `{name}` at `tools[0].name`: {TOOL_RULE}",
        f"f.yaml:5:11 SK107 invalid name `{name}` at `inline_tools[0].name`: {TOOL_RULE}",
        f"f.yaml:7:11 SK107 invalid name `{name}` at `mcp_servers[0].name`: {PART_RULE}",
        f"f.yaml:12:9 SK107 invalid name `{name}` at `mcp_servers[1].tools[0].name`: {PART_RULE}",
    ]


def test_a_tool_name_may_hold_any_other_character(tmp_path: Path) -> None:
    tools = [
        "ns/tool",
        "mcp:like",
        "a.b",
        "\u691c\u7d22",
        "\U0001f9ea",
        "[/b]",
        "x|y",
        "e\u0301",
        "-",
    ]
    listed = "".join(f"- {json.dumps(tool, ensure_ascii=False)}\n" for tool in tools)
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\ntools:\n{listed}"})
    assert findings(catalog) == []
    assert names(catalog.resolve("a/b")) == tools


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("mcp_servers: [{name: a/b, command: c}]", ("2:22 SK107 invalid name `a/b` at"
         " `mcp_servers[0].name`")),
        ("mcp_servers: [{server: a/b, command: c}]", ("2:24 SK107 invalid name `a/b` at"
         " `mcp_servers[0].name`")),
        ("mcp_servers: [{name: s, command: c, tools: [a/b]}]", ("2:45 SK107 invalid name `a/b` at"
         " `mcp_servers[0].tools[0].name`")),
        ("mcp_servers: [{name: My server (new), command: c}]", ("2:22 SK107 invalid name"
         " `My server (new)` at `mcp_servers[0].name`")),
    ],
)  # fmt: skip
def test_a_name_that_could_make_two_pairs_share_one_key_is_told(
    tmp_path: Path, text: str, place: str
) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: x/y\n{text}\n"})
    assert findings(catalog) == [f"f.yaml:{place}: {PART_RULE}"]


def test_a_name_in_the_tool_filter_of_a_server_keeps_to_the_rule_of_its_tools(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: x/y
                mcp_servers:
                  - name: s
                    command: c
                    tool_filter: {include: [a/b, "c d"]}
            """
        },
    )
    assert [(spot(d.location), d.code.id) for d in catalog.diagnostics] == [
        ("f.yaml:5:29", "SK107"),
        ("f.yaml:5:34", "SK107"),
    ]


@pytest.mark.parametrize("command", ["resolve", "show"])
def test_a_name_without_a_namespace_is_local(tmp_path: Path, command: str) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: local/pot\n---\nname: other/pan\n"})
    found = run(command, "pot", "--json", cwd=tmp_path)
    missing = run(command, "pan", "--json", cwd=tmp_path)
    assert (found.code, missing.code) == (0, 2)
    assert json.loads(missing.out)["error"] == {
        "code": "unknown-skill",
        "message": "no skill `local/pan` in catalogs",
        "path": None,
        "location": None,
        "hint": "did you mean `other/pan`?",
    }


def test_a_selector_of_list_that_matches_nothing_is_an_unknown_skill(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: local/pot\n---\nname: other/pan\n"})
    some = run("list", "other/*", "pot", "--format", "names", cwd=tmp_path)
    none = run("list", "nowhere/*", "--json", cwd=tmp_path)
    assert (some.code, some.out, some.err) == (0, "local/pot\nother/pan\n", "")
    assert none.code == 2
    assert json.loads(none.out) == {
        "schema_version": 1,
        "command": "list",
        "skills": None,
        "broken": None,
        "diagnostics": [],
        "error": {
            "code": "unknown-skill",
            "message": "no skill matches `nowhere/*` in catalogs",
            "path": None,
            "location": None,
            "hint": None,
        },
    }
