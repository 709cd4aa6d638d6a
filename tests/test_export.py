"""`skills export NAME --to TARGET`: files of other programs, true to what these document."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run, terminal
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from ruamel.yaml import YAML
from writing import load, write

from cleveragents_skills import Skill, SkillResolver
from cleveragents_skills.exporting import TARGETS, export
from cleveragents_skills.exporting.exported import Export

PROJECT = Path(__file__).parent.parent
DEMO = sorted(
    run("list", "--format", "names", cwd=PROJECT).out.split(),
)

# What the pages of the targets say of these files, in the words of JSON Schema.
_RULE = {
    "type": "string",
    "pattern": r"^(mcp__[A-Za-z0-9_-]+|Agent|Bash|Edit|Glob|Grep|LSP|Monitor|NotebookEdit|"
    r"PowerShell|Read|Skill|Task(Create|Get|List|Output|Stop|Update)|TodoWrite|ToolSearch|"
    r"WebFetch|WebSearch|Write)$",
}
_RULES = {"type": "array", "items": _RULE, "uniqueItems": True}
_TEXTS = {"type": "object", "additionalProperties": {"type": "string"}}
SCHEMAS: Mapping[str, Any] = {
    "claude-settings": {
        "type": "object",
        "required": ["permissions"],
        "additionalProperties": False,
        "properties": {
            "$schema": {"const": "https://json.schemastore.org/claude-code-settings.json"},
            "permissions": {
                "type": "object",
                "additionalProperties": False,
                "properties": {"allow": _RULES, "ask": _RULES, "deny": _RULES},
            },
        },
    },
    "claude-agent": {
        "type": "object",
        "required": ["name", "description", "tools"],
        "additionalProperties": False,
        "properties": {
            "name": {"type": "string", "pattern": "^[^:-][^:]*$", "maxLength": 256},
            "description": {"type": "string", "minLength": 1},
            "tools": _RULES,
            "disallowedTools": _RULES,
            "mcpServers": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        },
    },
    "vscode-toolset": {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "propertyNames": {"pattern": r"^[\w-]+$"},
        "additionalProperties": {
            "type": "object",
            "required": ["tools"],
            "additionalProperties": False,
            "properties": {
                "tools": {
                    "type": "array",
                    "uniqueItems": True,
                    "items": {"type": "string", "pattern": r"^[\w-]+/([\w-]+|\*)$"},
                },
                "description": {"type": "string"},
            },
        },
    },
    "mcp-json": {
        "type": "object",
        "required": ["mcpServers"],
        "additionalProperties": False,
        "properties": {
            "mcpServers": {
                "type": "object",
                "additionalProperties": {
                    "oneOf": [
                        {
                            "type": "object",
                            "required": ["type", "command"],
                            "additionalProperties": False,
                            "properties": {
                                "type": {"const": "stdio"},
                                "command": {"type": "string"},
                                "args": {"type": "array", "items": {"type": "string"}},
                                "env": _TEXTS,
                            },
                        },
                        {
                            "type": "object",
                            "required": ["type", "url"],
                            "additionalProperties": False,
                            "properties": {
                                "type": {"enum": ["http", "sse"]},
                                "url": {"type": "string"},
                                "headers": _TEXTS,
                            },
                        },
                    ]
                },
            }
        },
    },
}


def read(target: str, text: str) -> Any:
    """Read a file as its program does: JSON, or the YAML between the marks at the top."""
    if target != "claude-agent":
        return json.loads(text)
    found = re.fullmatch(r"---\n(.*\n)---\n", text, re.DOTALL)
    assert found
    return YAML(typ="safe", pure=True).load(found.group(1))


def exported(folder: Path, text: str, target: str, name: str = "local/a") -> Export:
    return export(load(folder, {"a.yaml": text}).resolve(name), target)


def written(folder: Path, text: str, target: str, name: str = "local/a") -> Any:
    """Give what a program reads from an export of a skill."""
    return read(target, exported(folder, text, target, name).text)


def warnings(folder: Path, text: str, target: str) -> list[str]:
    return list(exported(folder, text, target).warnings)


EVERYTHING = """
name: local/a
description: "Look & see: \\"all\\" of it"
tools:
  - {name: local/read, read_only: true}
  - {name: Read, read_only: true}
  - Bash
inline_tools:
  - {name: count}
mcp_servers:
  - name: git
    command: git-mcp
    args: [--repository, .]
    env: {LEVEL: "${LEVEL}"}
    tools:
      - {name: commit, writes: true}
      - {name: log, read_only: true}
      - push
      - {name: drop, destructive: true, human_approval_required: true}
      - {name: fetch, read_only: true, side_effects: [network]}
    overrides: {log: {limit: 5}}
  - name: web
    url: https://web.example/mcp
    headers: {Authorization: "Bearer ${WEB_TOKEN}"}
    tool_filter: {exclude: [shell]}
  - name: old
    transport: sse
    url: https://old.example/sse
    tools: [{name: look, read_only: true}]
agent_skills: [review]
"""
_REVIEW = "---\nname: review\ndescription: Shows it.\n---\nLook.\n"
FILES: Mapping[str, Any] = {
    "claude-settings": {
        "$schema": "https://json.schemastore.org/claude-code-settings.json",
        "permissions": {
            "allow": ["Read", "mcp__git__log", "mcp__old__look"],
            "ask": [
                "Bash",
                "mcp__git__commit",
                "mcp__git__push",
                "mcp__git__drop",
                "mcp__git__fetch",
                "mcp__web",
            ],
            "deny": ["mcp__web__shell"],
        },
    },
    "claude-agent": {
        "name": "a",
        "description": 'Look & see: "all" of it',
        "tools": [
            "Read",
            "Bash",
            "mcp__git__commit",
            "mcp__git__log",
            "mcp__git__push",
            "mcp__git__drop",
            "mcp__git__fetch",
            "mcp__old__look",
            "mcp__web",
        ],
        "disallowedTools": ["mcp__web__shell"],
        "mcpServers": ["git", "web", "old"],
    },
    "vscode-toolset": {
        "a": {
            "tools": [
                "git/commit",
                "git/log",
                "git/push",
                "git/drop",
                "git/fetch",
                "old/look",
                "web/*",
            ],
            "description": 'Look & see: "all" of it',
        }
    },
    "mcp-json": {
        "mcpServers": {
            "git": {
                "type": "stdio",
                "command": "git-mcp",
                "args": ["--repository", "."],
                "env": {"LEVEL": "${LEVEL}"},
            },
            "web": {
                "type": "http",
                "url": "https://web.example/mcp",
                "headers": {"Authorization": "Bearer ${WEB_TOKEN}"},
            },
            "old": {"type": "sse", "url": "https://old.example/sse"},
        }
    },
}
_UNKNOWN_TOOL = "1 tool reference is left out, as Claude Code knows no tool of that name"
_OPEN = "1 server has no tool list, so everything there is meant, whatever it does: `web`"
WARNINGS: Mapping[str, list[str]] = {
    "claude-settings": [
        f"{_UNKNOWN_TOOL}: `local/read`",
        (
            "1 inline tool is left out, as Claude Code cannot be given the definition of a tool:"
            " `local/a/count`"
        ),
        (
            "1 agent skill is left out, as Claude Code looks for agent skills in folders of its"
            " own: `agent_skill:review`"
        ),
        _OPEN,
        "1 tool is asked about, as it writes: `mcp:git/commit`",
        "2 tools are asked about, as nothing says that they are read-only: `Bash`, `mcp:git/push`",
        "1 tool is asked about, as it is unsafe or has side effects: `mcp:git/fetch`",
        "permissions have no order: that of the skill is lost",
        "a permission has no place for what is laid over tools: `mcp:git/log` (limit)",
        "permissions hide nothing, so an agent may still ask for other tools of `git`, `old`",
        "settings define no server: `skills export --to mcp-json` writes `git`, `web`, `old`",
    ],
    "claude-agent": [
        "a skill does not say what an agent is told to do: write that below the last line",
        f"{_UNKNOWN_TOOL}: `local/read`",
        (
            "1 inline tool is left out, as Claude Code cannot be given the definition of a tool:"
            " `local/a/count`"
        ),
        (
            "1 agent skill is left out, as Claude Code looks for agent skills in folders of its"
            " own: `agent_skill:review`"
        ),
        _OPEN,
        "the file of an agent does not say that a tool writes: `mcp:git/commit`, `mcp:git/drop`",
        (
            "the file of an agent does not say that a tool is not known to be read-only: `Bash`,"
            " `mcp:git/push`"
        ),
        "the file of an agent does not say that a person has to approve a tool: `mcp:git/drop`",
        "the file of an agent has no place for what is laid over tools: `mcp:git/log` (limit)",
        (
            "the servers are referred to by name: `skills export --to mcp-json` writes `git`,"
            " `web`, `old`"
        ),
    ],
    "vscode-toolset": [
        (
            "3 tool references are left out, as VS Code knows no tool of that name: `local/read`,"
            " `Read`, `Bash`"
        ),
        (
            "1 inline tool is left out, as VS Code cannot be given the definition of a tool:"
            " `local/a/count`"
        ),
        (
            "1 agent skill is left out, as VS Code looks for agent skills in folders of its own:"
            " `agent_skill:review`"
        ),
        _OPEN,
        "what a filter excludes from these servers cannot be said: `web/shell`",
        "a tool set does not say that a tool writes: `mcp:git/commit`, `mcp:git/drop`",
        "a tool set does not say that a tool is not known to be read-only: `mcp:git/push`",
        "a tool set does not say that a person has to approve a tool: `mcp:git/drop`",
        "a tool set has no place for what is laid over tools: `mcp:git/log` (limit)",
        (
            "a tool set defines no server: VS Code needs these under the same names: `git`, `web`,"
            " `old`"
        ),
    ],
    "mcp-json": [
        (
            "5 tools are left out, as no MCP server offers them: `local/read`, `Read`, `Bash`,"
            " `local/a/count`, `agent_skill:review`"
        ),
        (
            "an agent gets every tool of a server, in the order of the server, and not just those"
            " that are listed: `git` (5), `old` (1)"
        ),
        _OPEN,
        "what a filter excludes from these servers cannot be said: `web/shell`",
        "an .mcp.json does not say that a tool writes: `mcp:git/commit`, `mcp:git/drop`",
        "an .mcp.json does not say that a tool is not known to be read-only: `mcp:git/push`",
        "an .mcp.json does not say that a person has to approve a tool: `mcp:git/drop`",
        "an .mcp.json has no place for what is laid over tools: `mcp:git/log` (limit)",
    ],
}


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give a folder with a skill that has one of everything."""
    files = {"catalogs/a.yaml": EVERYTHING, "catalogs/review/SKILL.md": _REVIEW}
    return write(tmp_path_factory.mktemp("everything"), files)


def test_a_target_is_one_module_and_one_entry() -> None:
    folder = PROJECT / "cleveragents_skills" / "exporting"
    others = {"__init__", "claude_code", "exported", "names", "told"}
    expected = sorted({each.stem for each in folder.glob("*.py")} - others)
    actual = sorted(TARGETS.values())
    assert expected == actual
    assert sorted(TARGETS) == sorted(FILES) == sorted(SCHEMAS)


@pytest.mark.parametrize("target", TARGETS)
def test_the_file_is_the_answer_and_what_it_cannot_say_is_told_beside_it(
    target: str, everything: Path
) -> None:
    done = run("export", "a", "--to", target, cwd=everything)
    told = [line.removeprefix("warning: ") for line in done.err.splitlines()]
    told = [line for line in told if " SK" not in line]
    assert FILES[target] == read(target, done.out)
    assert WARNINGS[target] == told
    assert done.code == 0


@pytest.mark.parametrize("target", TARGETS)
def test_a_file_of_the_demo_catalog_is_what_the_page_of_its_program_says(target: str) -> None:
    for name in DEMO:
        done = run("export", name, "--to", target, "-q", cwd=PROJECT)
        assert (done.code, done.err) == (0, ""), name
        Draft202012Validator(SCHEMAS[target]).validate(read(target, done.out))


@pytest.mark.parametrize("target", TARGETS)
def test_json_has_the_file_and_the_warnings(target: str, everything: Path) -> None:
    text = run("export", "a", "--to", target, "-q", cwd=everything)
    done = run("export", "a", "--to", target, "--json", cwd=everything)
    document = json.loads(done.out)
    assert list(document) == [
        *("schema_version", "command", "skill", "target", "text", "warnings", "diagnostics"),
    ]
    assert (document["skill"], document["target"]) == ("local/a", target)
    assert Completed(0, document["text"], "") == text
    assert document["warnings"] == WARNINGS[target]
    assert done.err == ""


@pytest.mark.parametrize("target", TARGETS)
def test_on_a_narrow_terminal_the_file_is_the_same(target: str, everything: Path) -> None:
    plain = run("export", "a", "--to", target, "-q", cwd=everything).out
    assert terminal(everything, "export", "a", "--to", target, "-q", columns=30) == (0, plain)


def test_the_file_of_an_agent_reads_like_one(everything: Path) -> None:
    text = """\
name: local/a
description: Reads
mcp_servers: [{name: git, command: git-mcp, tools: [{name: log, read_only: true}]}]
"""
    expected = """\
---
name: a
description: Reads
tools:
  - mcp__git__log
mcpServers:
  - git
---
"""
    assert expected == exported(everything / "small", text, "claude-agent").text


def test_a_skill_that_cannot_be_resolved_has_no_file(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: local/a\nincludes: [local/b]\n"})
    done = run("export", "a", "--to", "mcp-json", cwd=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert "`local/a` includes the unknown skill `local/b`" in done.err


def test_a_file_that_is_not_reached_does_not_matter(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", {"a.yaml": "name: local/a\n", "b.yaml": "name: [\n"})
    done = run("export", "a", "--to", "mcp-json", cwd=tmp_path)
    assert Completed(0, '{\n  "mcpServers": {}\n}\n', "") == done


def test_an_unknown_target_is_told_with_those_there_are(tmp_path: Path) -> None:
    done = run("export", "a", "--to", "cursor", cwd=tmp_path)
    expected = (
        "error: nothing is exported to `cursor`\n"
        "help: one of claude-settings, claude-agent, vscode-toolset, mcp-json\n"
    )
    assert Completed(2, "", expected) == done


def test_the_targets_are_completed(tmp_path: Path) -> None:
    asked = {"COMP_WORDS": "skills export a --to cl", "COMP_CWORD": "4"}
    done = run(cwd=tmp_path, env={**asked, "_SKILLS_COMPLETE": "complete_bash"})
    assert done.out.split() == ["claude-settings", "claude-agent"]


# Permissions.

ACCESS: Mapping[str, str] = {
    "read_only: true": "allow",
    "annotations: {readOnlyHint: true}": "allow",
    "read_only: true, idempotent: true": "allow",
    "idempotent: true": "ask",
    "read_only: false": "ask",
    "writes: true": "ask",
    "writes: false": "ask",
    "destructive: true": "ask",
    "read_only: true, unsafe: true": "ask",
    "read_only: true, side_effects: true": "ask",
    "read_only: true, human_approval_required: true": "ask",
    "writes: true, human_approval_required: false": "ask",
}


@pytest.mark.parametrize("said", ACCESS)
def test_only_what_is_known_to_be_read_only_is_allowed(said: str, tmp_path: Path) -> None:
    text = f"""
name: local/a
mcp_servers: [{{name: s, command: s, tools: [{{name: t, {said}}}]}}]
"""
    permissions = written(tmp_path, text, "claude-settings")["permissions"]
    expected = {"allow": [], "ask": [], ACCESS[said]: ["mcp__s__t"]}
    assert expected == permissions


def test_what_no_order_is_lost_of_is_no_warning(tmp_path: Path) -> None:
    text = """
name: local/a
mcp_servers:
  - {name: s, command: s, tools: [{name: a, read_only: true}, {name: b, writes: true}]}
"""
    told = warnings(tmp_path, text, "claude-settings")
    assert [each for each in told if "order" in each] == []


def test_a_tool_with_a_wildcard_for_a_name_allows_nothing(tmp_path: Path) -> None:
    text = """
name: local/a
mcp_servers:
  - {name: s, command: s, tools: [{name: "*", read_only: true}, {name: "a.b", read_only: true}]}
  - {name: "s.*", command: s}
"""
    reason = "agents accept letters, digits, `_` and `-` in a name"
    told = f"3 MCP tools are left out, as {reason}: `mcp:s/*`, `mcp:s/a.b`, `mcp:s.*/*`"
    settings_file = exported(tmp_path, text, "claude-settings")
    assert json.loads(settings_file.text)["permissions"] == {"allow": [], "ask": []}
    assert told in settings_file.warnings
    for target in ("vscode-toolset", "claude-agent"):
        made = exported(tmp_path, text, target)
        data = read(target, made.text)
        assert (data["a"] if target == "vscode-toolset" else data)["tools"] == []
        assert told in made.warnings


def test_two_tools_that_have_one_name_for_agents_are_asked_about_if_one_is(tmp_path: Path) -> None:
    text = """
name: local/a
mcp_servers:
  - {name: a, command: a, tools: [{name: b__c, writes: true}]}
  - {name: a__b, command: b, tools: [{name: c, read_only: true}]}
"""
    permissions = written(tmp_path, text, "claude-settings")["permissions"]
    assert permissions == {"allow": [], "ask": ["mcp__a__b__c"]}


def test_what_one_definition_lists_is_not_denied_by_the_filter_of_another(tmp_path: Path) -> None:
    text = """
name: local/b
mcp_servers: [{name: s, command: s, tools: [{name: x, read_only: true}]}]
---
name: local/a
includes: [local/b]
mcp_servers: [{name: s, command: s, tool_filter: {exclude: [x, y]}}]
"""
    permissions = written(tmp_path, text, "claude-settings")["permissions"]
    assert permissions == {
        "allow": ["mcp__s__x"],
        "ask": ["mcp__s"],
        "deny": ["mcp__s__y"],
    }


# Limits.


def test_a_name_of_64_characters_is_fine_and_a_longer_one_is_told(tmp_path: Path) -> None:
    fits, long = "t" * (64 - len("mcp__s__")), "u" * (65 - len("mcp__s__"))
    text = f"""
name: local/a
mcp_servers: [{{name: s, command: s, tools: [{fits}, {long}]}}]
"""
    expected = (
        "1 MCP tool has a name of more than 64 characters, which agents may cut or refuse:"
        f" `mcp__s__{long}`"
    )
    for target in ("claude-settings", "claude-agent", "vscode-toolset"):
        told = [each for each in warnings(tmp_path, text, target) if "64" in each]
        assert [expected] == told


@pytest.mark.parametrize(
    ("number", "extra", "expected"),
    [
        (128, "", []),
        (129, "", ["VS Code takes 128 tools in a request, and these are 129"]),
        (
            128,
            ", {name: o, command: o}",
            ["VS Code takes 128 tools in a request, and these are at least 129"],
        ),
    ],
)
def test_more_than_128_tools_are_told_for_vs_code(
    number: int, extra: str, expected: list[str], tmp_path: Path
) -> None:
    tools = ", ".join(f"t{index}" for index in range(number))
    text = f"name: local/a\nmcp_servers: [{{name: s, command: s, tools: [{tools}]}}{extra}]\n"
    told = [each for each in warnings(tmp_path, text, "vscode-toolset") if "takes 128" in each]
    assert expected == told


# What is left when nothing fits.


def test_an_agent_without_tools_does_not_get_all_of_them(tmp_path: Path) -> None:
    made = exported(tmp_path, "name: team/a\ntools: [x/y]\n", "claude-agent", "team/a")
    assert read("claude-agent", made.text) == {
        "name": "team-a",
        "description": "Has the tools of the skill team/a.",
        "tools": [],
    }
    assert list(made.warnings) == [
        "no tool is left, and Claude Code does not start an agent that has none",
        "the skill has no description, and by that an agent is chosen: write one",
        "a skill does not say what an agent is told to do: write that below the last line",
        "1 tool reference is left out, as Claude Code knows no tool of that name: `x/y`",
    ]


def test_a_server_with_an_empty_tool_list_gives_nothing_but_itself(tmp_path: Path) -> None:
    text = "name: local/a\nmcp_servers: [{name: s, command: s, tools: []}]\n"
    settings_file = written(tmp_path, text, "claude-settings")
    agent = written(tmp_path, text, "claude-agent")
    tool_set = exported(tmp_path, text, "vscode-toolset")
    assert settings_file["permissions"] == {"allow": [], "ask": []}
    assert (agent["tools"], "mcpServers" in agent) == ([], False)
    assert json.loads(tool_set.text) == {"a": {"tools": []}}
    assert tool_set.warnings[0] == "no tool is left, and VS Code refuses a tool set that has none"


NAMES: Mapping[str, str] = {
    "local/a": "a",
    "team/a_B": "team-a_B",
    "local/-a": "local--a",
    "-/-": "skill",
    "-x/y": "x-y",
}


@pytest.mark.parametrize("name", NAMES)
def test_an_agent_is_called_like_the_skill_as_far_as_it_can(name: str, tmp_path: Path) -> None:
    assert written(tmp_path, f"name: {name}\n", "claude-agent", name)["name"] == NAMES[name]


def test_an_agent_with_a_name_that_is_too_long_is_told(tmp_path: Path) -> None:
    name = f"local/{'a' * 257}"
    made = exported(tmp_path, f"name: {name}\n", "claude-agent", name)
    assert "Claude Code skips an agent whose name has more than 256 characters" in made.warnings


# Servers.


def test_definitions_that_differ_are_told_and_the_last_is_written(tmp_path: Path) -> None:
    text = """
name: local/b
mcp_servers: [{name: s, url: "https://s.example", headers: {A: "${A}"}, tools: [x]}]
---
name: local/a
includes: [local/b]
mcp_servers: [{name: s, url: "https://s.example", headers: {B: "${B}"}, tools: [x]}]
"""
    made = exported(tmp_path, text, "mcp-json")
    assert json.loads(made.text)["mcpServers"]["s"]["headers"] == {"B": "${B}"}
    expected = (
        "the definitions of the server `s` differ in headers: the one that comes last is written"
    )
    assert expected in made.warnings


def test_what_a_server_of_its_kind_cannot_have_is_told(tmp_path: Path) -> None:
    text = """
name: local/a
mcp_servers:
  - {name: s, command: s, headers: {A: open}, tools: []}
  - {name: h, url: "https://h.example", env: {B: "${B}"}, args: [x], tools: []}
"""
    made = exported(tmp_path, text, "mcp-json")
    assert json.loads(made.text) == {
        "mcpServers": {
            "s": {"type": "stdio", "command": "s"},
            "h": {"type": "http", "url": "https://h.example"},
        }
    }
    assert list(made.warnings)[:3] == [
        "a server of type stdio has no `headers`: `s`",
        "a server of type http has no `env`: `h`",
        "a server of type http has no `args`: `h`",
    ]


# Text.

ODD = "“é” 日本 \U0001f600 \u202e \u200b \x9b \U000e0041 \x7f"


@pytest.mark.parametrize("env", [{}, {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}])
@pytest.mark.parametrize("target", ["claude-agent", "vscode-toolset"])
def test_any_text_comes_through_and_commands_no_terminal(
    target: str, env: Mapping[str, str], tmp_path: Path
) -> None:
    told = ODD.encode("ascii", "backslashreplace").decode().replace("\x7f", "\\x7f")
    text = f'name: local/a\ndescription: "{told}"\n'
    write(tmp_path / "catalogs", {"a.yaml": text})
    done = run("export", "a", "--to", target, "-q", cwd=tmp_path, env=env)
    data = read(target, done.out)
    assert (data["a"] if target == "vscode-toolset" else data)["description"] == ODD
    assert [char for char in done.out if not char.isprintable() and char != "\n"] == []
    assert done.out.isascii() == bool(env)


# Secrets.

_SECRETS = st.text("abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789", min_size=8).map(
    lambda text: f"zq{text}"
)
_SERVERS = st.lists(
    st.builds(
        lambda *given: given,
        st.booleans(),
        st.sampled_from(["TOKEN", "LEVEL", "x", "A-B"]),
        _SECRETS,
        st.sampled_from(
            ["{}", "Bearer {}", "${{A}} {}", "{}${{TOKEN}}", "x${{V:-{}}}", "${{V:-{}}}"]
        ),
        st.sampled_from(
            [
                "https://{}@h.example/mcp",
                "https://u:{}@h.example/mcp",
                "https://h.example/mcp?key={}&v=${{V}}",
                "https://h.example/ghp_{}AAAAAAAAAAAAAAAAAAAAAAAA",
            ]
        ),
        st.sampled_from(
            [["--token", "{}"], ["--api-key={}"], ["-H", "Authorization: Bearer {}"], ["KEY={}"]]
        ),
    ),
    min_size=1,
    max_size=3,
)


def _server(index: int, drawn: Any) -> tuple[dict[str, Any], str]:
    """Give a server with a secret everywhere."""
    is_remote, key, secret, value, url, args = drawn
    name, texts = f"s-{index}", {key: value.format(secret)}
    if is_remote:
        return {"name": name, "url": url.format(secret), "headers": texts}, secret
    arguments = [each.format(secret) for each in args]
    return {"name": name, "command": "run", "args": arguments, "env": texts}, secret


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(_SERVERS)
def test_no_secret_is_in_any_export(drawn: list[Any]) -> None:
    servers, secrets = zip(*(_server(*each) for each in enumerate(drawn)), strict=True)
    skill = Skill.from_config({"name": "local/a", "mcp_servers": list(servers)})
    resolution = SkillResolver().resolve_tools(skill, {"local/a": skill})
    for target in TARGETS:
        made = export(resolution, target)
        said = "\n".join((made.text, *made.warnings))
        assert [each for each in secrets if each in said] == []
        Draft202012Validator(SCHEMAS[target]).validate(read(target, made.text))


LITERALS = """
name: local/a
mcp_servers:
  - name: my-git
    command: git-mcp
    args: [--token, hunter2hunter2, "--key=abc123def", "${PLAIN}"]
    env: {TOKEN: first, LEVEL: debug, KEPT: "${OTHER}", AGAIN: "${FALL:-back}"}
    tools: []
  - name: web
    url: https://user:pass@web.example/mcp?key=abc&v=${V}
    headers: {Authorization: Bearer secret, X-Key: "${A} and more"}
    tools: []
  - {name: other, command: x, env: {TOKEN: second, OTHER: third, LEVEL: debug}, tools: []}
"""


def test_literal_values_become_variables_each_its_own(tmp_path: Path) -> None:
    made = exported(tmp_path, LITERALS, "mcp-json")
    told = "in place of text that may be a secret: set that where the agent runs"
    assert json.loads(made.text)["mcpServers"] == {
        "my-git": {
            "type": "stdio",
            "command": "git-mcp",
            "args": ["--token", "${MY_GIT_TOKEN}", "--key=${MY_GIT_KEY}", "${PLAIN}"],
            "env": {
                "TOKEN": "${TOKEN}",
                "LEVEL": "${LEVEL}",
                "KEPT": "${OTHER}",
                "AGAIN": "${FALL}",
            },
        },
        "web": {
            "type": "http",
            "url": "https://${WEB_URL}@web.example/mcp?key=${WEB_KEY}&v=${V}",
            "headers": {
                "Authorization": "Bearer ${WEB_AUTHORIZATION}",
                "X-Key": "${WEB_X_KEY}",
            },
        },
        "other": {
            "type": "stdio",
            "command": "x",
            "env": {
                "TOKEN": "${OTHER_TOKEN}",
                "OTHER": "${OTHER_OTHER}",
                "LEVEL": "${LEVEL}",
            },
        },
    }
    assert [each for each in made.warnings if "secret" in each] == [
        f"`args[1]` of the server `my-git` is written with `${{MY_GIT_TOKEN}}` {told}",
        f"`args[2]` of the server `my-git` is written with `${{MY_GIT_KEY}}` {told}",
        f"`env.TOKEN` of the server `my-git` is written with `${{TOKEN}}` {told}",
        f"`env.LEVEL` of the server `my-git` is written with `${{LEVEL}}` {told}",
        f"`env.AGAIN` of the server `my-git` is written with `${{FALL}}` {told}",
        f"`url` of the server `web` is written with `${{WEB_URL}}` and `${{WEB_KEY}}` {told}",
        (
            f"`headers.Authorization` of the server `web` is written with `${{WEB_AUTHORIZATION}}`"
            f" {told}"
        ),
        f"`headers.X-Key` of the server `web` is written with `${{WEB_X_KEY}}` {told}",
        f"`env.TOKEN` of the server `other` is written with `${{OTHER_TOKEN}}` {told}",
        f"`env.OTHER` of the server `other` is written with `${{OTHER_OTHER}}` {told}",
        f"`env.LEVEL` of the server `other` is written with `${{LEVEL}}` {told}",
    ]
