"""Fields, their types and their spellings: what is written where something else belongs."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run
from writing import agent_skill, findings, load, names, spot, write

from cleveragents_skills import CatalogError, Skill


def wrong(folder: Path, text: str) -> list[str]:
    """Give the findings about one file, `f.yaml`, without its name."""
    return [each.removeprefix("f.yaml:") for each in findings(load(folder, {"f.yaml": text}))]


def hints(folder: Path, text: str) -> list[str | None]:
    return [each.hint for each in load(folder, {"f.yaml": text}).diagnostics]


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("include", "includes"),
        ("Includes", "includes"),
        ("tool", "tools"),
        ("tool_ref", "tool_refs"),
        ("toolrefs", "toolRefs"),
        ("mcp_server", "mcp_servers"),
        ("descripton", "description"),
        ("agent_skill", "agent_skills"),
        ("override", "overrides"),
        ("built_ins", "builtins"),
    ],
)
def test_a_misspelled_field_is_told_at_its_key_with_the_nearest_one(
    tmp_path: Path, key: str, nearest: str
) -> None:
    text = f"name: a/b\n{key}: [x/y]\n"
    assert wrong(tmp_path, text) == [f"2:1 SK104 unknown field `{key}` in the skill"]
    assert hints(tmp_path, text) == [f"did you mean `{nearest}`?"]


def test_a_field_that_is_near_to_none_lists_those_that_exist(tmp_path: Path) -> None:
    text = "name: a/b\nzzz: 1\n"
    assert wrong(tmp_path, text) == ["2:1 SK104 unknown field `zzz` in the skill"]
    assert hints(tmp_path, text) == [
        (
            "the fields here are name, description, includes, tools, builtins, inline_tools,"
            " mcp_servers, agent_skills, overrides"
        )
    ]


def test_a_misspelled_field_loses_no_include_in_silence(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "walk.yaml": "name: pet/walk\ninclude: [pet/leash]\ntools: [go]\n",
            "leash.yaml": "name: pet/leash\ntools: [hold]\n",
        },
    )
    done = run("resolve", "pet/walk", cwd=tmp_path)
    assert done.code == 1
    assert done.out == ""
    assert done.err == (
        "error: `pet/walk` cannot be used: unknown field `include` in the skill\n"
        "error[SK104]: unknown field `include` in the skill\n"
        " --> catalogs/walk.yaml:2:1\n"
        "2 | include: [pet/leash]\n"
        "  | ^^^^^^^\n"
        "help: did you mean `includes`?\n"
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "includes: [{name: x/y, overide: {}}]",
            "2:24 SK104 unknown field `overide` in `includes[0]`",
        ),
        (
            "builtins: [{groups: git_operations}]",
            "2:13 SK104 unknown field `groups` in `builtins[0]`",
        ),
        ("inline_tools: [{nmae: t}]", "2:17 SK104 unknown field `nmae` in `inline_tools[0]`"),
        (
            "inline_tools: [{capability: {readonly: true}}]",
            "2:30 SK104 unknown field `readonly` in `capability`",
        ),
        (
            "mcp_servers: [{name: s, command: c, tool: [a]}]",
            "2:37 SK104 unknown field `tool` in `mcp_servers[0]`",
        ),
        (
            "mcp_servers: [{name: s, command: c, tools: [{name: a, read_onyl: true}]}]",
            "2:55 SK104 unknown field `read_onyl` in `mcp_servers[0].tools[0]`",
        ),
        (
            "mcp_servers: [{name: s, command: c, tool_filter: {includes: [a]}}]",
            "2:51 SK104 unknown field `includes` in `mcp_servers[0].tool_filter`",
        ),
        (
            (
                "mcp_servers: [{name: s, command: c, tools: [{name: a, annotations: {readonlyHint:"
                " true}}]}]"
            ),
            "2:69 SK104 unknown field `readonlyHint` in `mcp_servers[0].tools[0].annotations`",
        ),
        (
            "agent_skills: [{path: p, sandbox: none}]",
            "2:26 SK104 unknown field `sandbox` in `agent_skills[0]`",
        ),
        (
            "tools: [{name: t, capability: {write: true}}]",
            "2:32 SK104 unknown field `write` in `capability`",
        ),
    ],
)
def test_an_unknown_field_is_told_at_every_depth(tmp_path: Path, text: str, expected: str) -> None:
    assert expected in wrong(tmp_path, f"name: a/b\n{text}\n")


@pytest.mark.parametrize("header", ["", "cleveragents: {version: '3.0'}\n", "cleveragents:\n"])
def test_a_wrapped_skill_is_the_same_skill_with_and_without_its_header(
    tmp_path: Path, header: str
) -> None:
    catalog = load(
        tmp_path,
        {"w.yaml": f"{header}skill:\n  name: a/b\n  description: Same\n  tools: [t]\n"},
    )
    assert findings(catalog) == []
    assert catalog["a/b"] == Skill.from_config(
        {"name": "a/b", "description": "Same", "tools": ["t"]}
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("skill: {name: a/b}\ntools: [t]\n", ["2:1 SK104 unknown field `tools` beside `skill:`"]),
        ("skill: text\n", ["1:8 SK106 `skill`: expected a mapping of fields, found text"]),
        ("skill:\n", ["1:1 SK103 the field `skill` has no value"]),
        (
            "skill: {name: a/b}\ncleveragents: 3\n",
            ["2:15 SK106 `cleveragents`: expected a mapping, found a number"],
        ),
        (
            "skill:\n  name: a/b\n  tool: [t]\n",
            ["3:3 SK104 unknown field `tool` in the skill"],
        ),
        (
            "skill:\n  name: a/b\n  inline_tools:\n    - timeout: soon\n",
            ["4:16 SK106 `inline_tools[0].timeout`: expected a number, found text"],
        ),
    ],
)
def test_what_is_wrong_with_a_wrapped_skill_is_told_where_it_stands(
    tmp_path: Path, text: str, expected: list[str]
) -> None:
    assert wrong(tmp_path, text) == expected


@pytest.mark.parametrize(
    ("spelling", "field"),
    [
        ("tool_refs", "tools"),
        ("toolRefs", "tools"),
        ("anonymous_tools", "inline_tools"),
        ("inlineTools", "inline_tools"),
        ("anonymousTools", "inline_tools"),
        ("mcpServers", "mcp_servers"),
        ("agent_skill_folders", "agent_skills"),
        ("agent_skills_dirs", "agent_skills"),
        ("agentSkills", "agent_skills"),
        ("agentSkillFolders", "agent_skills"),
        ("agentSkillsDirs", "agent_skills"),
    ],
)
def test_every_other_spelling_means_the_same_and_two_at_once_are_told(
    tmp_path: Path, spelling: str, field: str
) -> None:
    value = {
        "tools": "[t]",
        "inline_tools": "[{name: t}]",
        "mcp_servers": "[{name: s, command: c, tools: [t]}]",
        "agent_skills": "[folder]",
    }[field]
    folder = {"folder/SKILL.md": agent_skill("folder")}
    one = load(tmp_path / "one", {**folder, "f.yaml": f"name: a/b\n{spelling}: {value}\n"})
    other = load(tmp_path / "other", {**folder, "f.yaml": f"name: a/b\n{field}: {value}\n"})
    both = load(
        tmp_path / "both",
        {**folder, "f.yaml": f"name: a/b\n{spelling}: {value}\n{field}: {value}\n"},
    )
    assert findings(one) == []
    assert names(one.resolve("a/b")) == names(other.resolve("a/b"))
    assert len(one.resolve("a/b")) == 1
    assert findings(both) == [
        f"f.yaml:3:1 SK105 `{spelling}` and `{field}` are two spellings of one field"
    ]
    (finding,) = both.diagnostics
    assert [(each.message, spot(each.location)) for each in finding.related] == [
        (f"`{spelling}` is here", "f.yaml:2:1")
    ]


def test_two_other_spellings_of_one_field_are_told_although_ours_is_not_among_them(
    tmp_path: Path,
) -> None:
    assert wrong(tmp_path, "name: a/b\ninlineTools: []\nanonymous_tools: []\n") == [
        "3:1 SK105 `inlineTools` and `anonymous_tools` are two spellings of one field"
    ]


def test_a_second_spelling_without_a_value_is_absent(tmp_path: Path) -> None:
    for text in ("tools:\ntoolRefs: [t]\n", "tools: [t]\ntoolRefs: ~\n"):
        catalog = load(tmp_path, {"f.yaml": f"name: a/b\n{text}"})
        assert findings(catalog) == []
        assert names(catalog.resolve("a/b")) == ["t"]


def test_the_name_of_a_server_has_two_spellings(tmp_path: Path) -> None:
    catalog = load(
        tmp_path, {"f.yaml": "name: a/b\nmcpServers: [{server: s, command: c, tools: [t]}]\n"}
    )
    assert names(catalog.resolve("a/b")) == ["mcp:s/t"]
    assert wrong(tmp_path, "name: a/b\nmcpServers: [{server: s, name: r, command: c}]\n") == [
        "2:26 SK105 `server` and `name` are two spellings of one field"
    ]


LISTS = ["includes", "tools", "builtins", "inline_tools", "mcp_servers", "agent_skills"]


@pytest.mark.parametrize("field", LISTS)
@pytest.mark.parametrize(
    ("value", "found"),
    [("some/thing", "text"), ("{a: b}", "a mapping"), ("7", "a number"), ("true", "a boolean")],
)
def test_what_is_no_list_where_a_list_belongs_is_one_finding(
    tmp_path: Path, field: str, value: str, found: str
) -> None:
    assert wrong(tmp_path, f"name: a/b\n{field}: {value}\n") == [
        f"2:{len(field) + 3} SK106 `{field}`: expected a list, found {found}"
    ]


def test_text_where_a_list_belongs_is_told_how_to_write_a_list(tmp_path: Path) -> None:
    assert hints(tmp_path, "name: a/b\nincludes: a/c\n") == [
        "write it as a list, with `- ` before each item"
    ]


@pytest.mark.parametrize("value", ["", "~", "null", "Null", "# nothing\n#  - at all"])
def test_a_section_without_a_value_is_absent(tmp_path: Path, value: str) -> None:
    sections = "".join(f"{field}: {value}\n" for field in [*LISTS[:1], *LISTS[2:], "overrides"])
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\ndescription: {value}\n{sections}tools: [t]\n"})
    assert findings(catalog) == []
    assert catalog["a/b"] == Skill.from_config({"name": "a/b", "tools": ["t"]})


def test_a_field_without_a_value_is_absent_at_every_depth(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                tools:
                  - {name: t, description: , capability: , override: , read_only: }
                inline_tools:
                  - {name: , description: , source: , code: , input_schema: , timeout: , writes: }
                mcp_servers:
                  # skills: ignore[SK320]
                  - {name: s, command: c, url: , args: , env: , headers: , tools: , tool_filter: }
                agent_skills:
                  - {path: p, name: , sandbox_policy: }
                overrides: {t: }
            """,
            "p/SKILL.md": agent_skill("p"),
        },
    )
    assert findings(catalog) == []
    assert names(catalog.resolve("a/b")) == ["t", "a/b/_anon_0", "agent_skill:p"]
    assert catalog.resolve("a/b").summary.unlisted_mcp_servers == ("s",)


@pytest.mark.parametrize(
    ("text", "found"),
    [("- name: a/b\n- name: a/c\n", "a list"), ("just words\n", "text"), ("42\n", "a number")],
)
def test_a_file_that_holds_no_mapping_is_told_and_hides_no_other(
    tmp_path: Path, text: str, found: str
) -> None:
    catalog = load(tmp_path, {"good.yaml": "name: a/good\n", "many.yaml": text})
    assert findings(catalog) == [f"many.yaml:1:1 SK102 expected a mapping of fields, found {found}"]
    assert list(catalog) == ["a/good"]


@pytest.mark.parametrize(
    "text", ["", "\n\n", "# only a comment\n", "---\n", "---\n---\n", "null\n"]
)
def test_a_file_that_holds_nothing_is_told(tmp_path: Path, text: str) -> None:
    assert wrong(tmp_path, text) == ["f.yaml SK101 the file holds no skill"]


def test_a_skill_without_a_name_is_told_with_its_file(tmp_path: Path) -> None:
    assert wrong(tmp_path, "description: Who am I\ntools: [t]\n") == [
        "1:1 SK103 the field `name` is missing in the skill"
    ]


def test_a_name_without_a_value_is_missing_and_told_to_have_none(tmp_path: Path) -> None:
    text = "name:\ntools: [t]\n"
    assert wrong(tmp_path, text) == ["1:1 SK103 the field `name` in the skill has no value"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("includes: [{description: x}]", "2:12 SK103 the field `name` is missing in `includes[0]`"),
        ("tools: [{description: x}]", "2:9 SK103 the field `name` is missing in `tools[0]`"),
        ("builtins: [{}]", "2:12 SK103 the field `group` is missing in `builtins[0]`"),
        (
            "mcp_servers: [{command: c}]",
            "2:15 SK103 the field `name` is missing in `mcp_servers[0]`",
        ),
        (
            "mcp_servers: [{name: s, command: c, tools: [{description: x}]}]",
            "2:45 SK103 the field `name` is missing in `mcp_servers[0].tools[0]`",
        ),
        (
            "agent_skills: [{name: x}]",
            "2:16 SK103 the field `path` is missing in `agent_skills[0]`",
        ),
        (
            "includes: [{name: a/c, tool_overrides: [{tool: t}]}]",
            "2:41 SK103 the field `override` is missing in `includes[0].tool_overrides[0]`",
        ),
        (
            "includes: [{name: a/c, tool_overrides: [{override: {}}]}]",
            "2:41 SK103 the field `tool` is missing in `includes[0].tool_overrides[0]`",
        ),
    ],
)
def test_a_missing_field_is_told_where_it_is_missing(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert wrong(tmp_path, f"name: a/b\n{text}\n") == [expected]


FLAGS = [
    "read_only",
    "writes",
    "destructive",
    "checkpointable",
    "idempotent",
    "open_world",
    "unsafe",
    "human_approval_required",
]


@pytest.mark.parametrize("flag", FLAGS)
def test_yes_and_no_are_text_and_no_capability(tmp_path: Path, flag: str) -> None:
    text = f"name: a/b\ninline_tools:\n  - name: t\n    capability:\n      {flag}: no\n"
    assert wrong(tmp_path, text) == [
        (
            f"5:{len(flag) + 9} SK106 `inline_tools[0].capability.{flag}`: expected a boolean,"
            " found text"
        )
    ]
    assert hints(tmp_path, text) == ["`no` is text in YAML 1.2; write `false`"]


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("yes", "true"),
        ("Yes", "true"),
        ("on", "true"),
        ("y", "true"),
        ("off", "false"),
        ("N", "false"),
    ],
)
def test_every_word_of_the_old_booleans_is_told_what_to_write(
    tmp_path: Path, word: str, meant: str
) -> None:
    text = f"name: a/b\ninline_tools: [{{writes: {word}}}]\n"
    assert hints(tmp_path, text) == [f"`{word}` is text in YAML 1.2; write `{meant}`"]


@pytest.mark.parametrize("word", ["'true'", '"false"'])
def test_a_boolean_in_quotes_is_told_to_lose_them(tmp_path: Path, word: str) -> None:
    text = f"name: a/b\ninline_tools: [{{writes: {word}}}]\n"
    assert wrong(tmp_path, text) == [
        "2:25 SK106 `inline_tools[0].writes`: expected a boolean, found text"
    ]
    assert hints(tmp_path, text) == ["remove the quotes"]


@pytest.mark.parametrize("word", ["true", "True", "TRUE"])
def test_the_booleans_of_the_core_schema_are_booleans(tmp_path: Path, word: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\ninline_tools: [{{writes: {word}}}]\n"})
    (entry,) = catalog.resolve("a/b")
    assert entry.access == "write"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "tools: [{name: t, writes: maybe}]",
            "2:27 SK106 `tools[0].writes`: expected a boolean, found text",
        ),
        (
            "tools: [t]\noverrides: {t: {unsafe: 1}}",
            "3:25 SK106 `overrides.t.unsafe`: expected a boolean, found a number",
        ),
        (
            "tools: [{name: t, override: {capability: {read_only: 'yes'}}}]",
            "2:54 SK106 `tools[0].override.capability.read_only`: expected a boolean, found text",
        ),
        (
            "mcp_servers: [{name: s, command: c, tools: [{name: t, writes: on}]}]",
            "2:63 SK106 `mcp_servers[0].tools[0].writes`: expected a boolean, found text",
        ),
        (
            "mcp_servers: [{name: s, command: c, tools: [t], overrides: {t: {writes: on}}}]",
            "2:73 SK106 `mcp_servers[0].overrides.t.writes`: expected a boolean, found text",
        ),
        (
            ("mcp_servers: [{name: s, command: c, tools: [{name: t, annotations:"
            " {readOnlyHint: yes}}]}]"),
            ("2:83 SK106 `mcp_servers[0].tools[0].annotations.readOnlyHint`: expected a boolean,"
            " found text"),
        ),
        (
            "inline_tools: [{side_effects: network}]",
            ("2:31 SK106 `inline_tools[0].side_effects`: expected a list of text or a boolean,"
            " found text"),
        ),
        (
            "inline_tools: [{side_effects: [network, 5]}]",
            "2:41 SK106 `inline_tools[0].side_effects[1]`: expected text, found a number",
        ),
        (
            "inline_tools: [{checkpoint_scope: [a]}]",
            "2:35 SK106 `inline_tools[0].checkpoint_scope`: expected text, found a list",
        ),
        (
            "inline_tools: [{write_scope: {a: b}}]",
            ("2:30 SK106 `inline_tools[0].write_scope`: expected text or a list of text,"
            " found a mapping"),
        ),
        (
            "inline_tools: [{capability: [read_only]}]",
            "2:29 SK106 `inline_tools[0].capability`: expected a mapping, found a list",
        ),
        ("overrides: [t]", ("2:12 SK106 `overrides`: expected a mapping of tool name to a mapping,"
         " found a list")),
        (
            "tools: [t]\noverrides: {t: fast}",
            "3:16 SK106 `overrides.t`: expected a mapping, found text",
        ),
        ("inline_tools: [t]", "2:16 SK106 `inline_tools[0]`: expected a mapping, found text"),
        ("inline_tools: [{timeout: 1m}]",
         "2:26 SK106 `inline_tools[0].timeout`: expected a number, found text"),
        ("inline_tools: [{timeout: true}]",
         "2:26 SK106 `inline_tools[0].timeout`: expected a number, found a boolean"),
        ("inline_tools: [{timeout: 0}]",
         "2:26 SK108 `inline_tools[0].timeout` must be greater than zero"),
        ("inline_tools: [{source: magic}]",
         ("2:25 SK108 `inline_tools[0].source` is `magic`; it must be one of `custom`, `mcp`,"
         " `agent_skill`, `builtin`, `wrapped`")),
        ("inline_tools: [{input_schema: x}]",
         "2:31 SK106 `inline_tools[0].input_schema`: expected a mapping, found text"),
        ("inline_tools: [{code: [a]}]",
         "2:23 SK106 `inline_tools[0].code`: expected text, found a list"),
        ("mcp_servers: [s]", "2:15 SK106 `mcp_servers[0]`: expected a mapping, found text"),
        ("mcp_servers: [{name: s, command: [npx]}]",
         "2:34 SK106 `mcp_servers[0].command`: expected text, found a list"),
        ("mcp_servers: [{name: s, command: c, args: [-p, 8080]}]",
         "2:48 SK106 `mcp_servers[0].args[1]`: expected text, found a number"),
        ("mcp_servers: [{name: s, command: c, tool_filter: {exclude: drop}}]",
         "2:60 SK106 `mcp_servers[0].tool_filter.exclude`: expected a list, found text"),
        ("mcp_servers: [{name: s, command: c, transport: pipe}]",
         ("2:48 SK108 `mcp_servers[0].transport` is `pipe`; it must be one of `stdio`, `sse`,"
         " `streamable-http`")),
        ("agent_skills: [{path: p, sandbox_policy: strict}]",
         ("2:42 SK108 `agent_skills[0].sandbox_policy` is `strict`; it must be one of `none`,"
         " `restricted`, `full`")),
        ("agent_skills: [7]", ("2:16 SK106 `agent_skills[0]`: expected text or a mapping,"
         " found a number")),
        ("tools: [[t]]", "2:9 SK106 `tools[0]`: expected text or a mapping, found a list"),
        ("tools: [~]", "2:9 SK106 `tools[0]`: expected text or a mapping, found nothing"),
        ("description: [a]", "2:14 SK106 `description`: expected text, found a list"),
        ("tools: [{name: t, description: 5}]",
         "2:32 SK106 `tools[0].description`: expected text, found a number"),
        ("includes: [{name: a/c, description: 5}]",
         "2:37 SK106 `includes[0].description`: expected text, found a number"),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_type_is_told_at_the_value(
    tmp_path: Path, text: str, expected: str
) -> None:
    assert wrong(tmp_path, f"name: a/b\n{text}\n") == [expected]


@pytest.mark.parametrize(
    ("value", "found", "hint"),
    [
        ("3000", "a number", "without quotes this is a number; put it in quotes"),
        ("0123", "a number", "without quotes this is a number; put it in quotes"),
        ("0x1F", "a number", "without quotes this is a number; put it in quotes"),
        (
            "1.10",
            "a number",
            "without quotes this is a number, and `1.10` is 1.1; put it in quotes",
        ),
        ("true", "a boolean", "without quotes this is a boolean; put it in quotes"),
        ("2031-05-06", "a date", "without quotes this is a date; put it in quotes"),
        ("[a/b]", "a list", None),
    ],
)
def test_a_name_that_is_no_text_is_told_with_the_trap(
    tmp_path: Path, value: str, found: str, hint: str | None
) -> None:
    text = f"name: {value}\ntools: [t]\n"
    assert wrong(tmp_path, text) == [f"1:7 SK106 `name`: expected text, found {found}"]
    assert hints(tmp_path, text) == [hint]


@pytest.mark.parametrize("value", ["7", "1.5", "true", "2031-05-06"])
def test_a_tool_that_is_no_text_is_told_and_its_skill_is_broken(tmp_path: Path, value: str) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\ntools: [x, {value}]\n"})
    assert [(spot(d.location), d.code.id) for d in catalog.diagnostics] == [
        ("f.yaml:2:12", "SK106")
    ]
    assert (list(catalog), list(catalog.broken)) == ([], ["a/b"])


def test_a_number_for_a_name_affects_no_other_skill(tmp_path: Path) -> None:
    catalog = load(tmp_path, {"n.yaml": "name: 17\n", "good.yaml": "name: a/good\ntools: [t]\n"})
    assert list(catalog) == ["a/good"]
    assert dict(catalog.broken) == {}


def test_the_old_words_for_booleans_are_names_as_they_are_written(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "no.yaml": "name: no/on\ntools: [on, OFF, y, No, yes, n, null_, nan, Inf]\n",
            "on.yaml": "name: yes/no\nincludes: [no/on]\ntools:\n- off\n",
        },
    )
    assert names(catalog.resolve("yes/no")) == [
        "on", "OFF", "y", "No", "yes", "n", "null_", "nan", "Inf", "off",
    ]  # fmt: skip


def test_an_unknown_builtin_group_lists_the_known_ones(tmp_path: Path) -> None:
    text = "name: a/b\nbuiltins: [git_operations, file_operation, {group: web}]\n"
    known = "the groups are file_operations, git_operations"
    assert wrong(tmp_path, text) == [
        f"2:28 SK111 unknown builtin group `file_operation`; {known}",
        f"2:52 SK111 unknown builtin group `web`; {known}",
    ]
    assert hints(tmp_path, text) == ["did you mean `file_operations`?", None]


def test_two_inline_tools_with_one_key_are_told(tmp_path: Path) -> None:
    text = """
        name: a/b
        inline_tools:
          - {name: cut, description: one}
          - {name: _anon_2}
          - {description: two}
          - {name: cut, description: three}
    """
    assert wrong(tmp_path, text) == [
        "5:5 SK110 two inline tools have the key `_anon_2`, which is made for one without a name",
        "6:12 SK110 two inline tools have the key `cut`",
    ]


def test_a_variable_is_kept_as_it_is_written_and_no_environment_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PLACE", "never-read")
    catalog = load(
        tmp_path,
        {
            "v.yaml": """
                name: a/v
                description: In ${PLACE}
                tools: ["${PLACE}"]
                mcp_servers:
                  - {name: s, command: "${PLACE}/run", args: ["${PLACE}"], tools: ["${PLACE}"]}
                agent_skills: ["${PLACE}"]
            """
        },
    )
    skill = catalog["a/v"]
    assert skill.description == "In ${PLACE}"
    assert (skill.mcp_servers[0].command, skill.mcp_servers[0].args) == (
        "${PLACE}/run",
        ("${PLACE}",),
    )
    assert names(catalog.resolve("a/v")) == ["${PLACE}", "mcp:s/${PLACE}", "agent_skill:${PLACE}"]


def test_plain_data_that_does_not_fit_raises_all_that_is_wrong_with_it() -> None:
    with pytest.raises(CatalogError) as caught:
        Skill.from_config({"name": "x/app", "tols": [], "includes": 7, "tools": [1]})
    assert sorted(each.message for each in caught.value.diagnostics) == [
        "`includes`: expected a list, found a number",
        "`tools[0]`: expected text or a mapping, found a number",
        "unknown field `tols` in the skill",
    ]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1: 2}, object(), b"x", {"a"}])
def test_plain_data_that_json_does_not_have_is_refused(value: object) -> None:
    with pytest.raises(CatalogError):
        Skill.from_config({"name": "x/app", "tools": ["t"], "overrides": {"t": {"v": value}}})
