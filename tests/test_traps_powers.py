"""What powers a skill gives: counting, classes, what is declared and what is only claimed."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import run
from writing import findings, load, names, write

from cleveragents_skills import SkillCapabilitySummary, SkillResolver


def counts(summary: SkillCapabilitySummary) -> dict[str, int]:
    """Give the counts of a summary that are not zero."""
    fields = (
        "total_tools",
        "read_only_tools",
        "write_tools",
        "unknown_tools",
        "checkpointable_tools",
        "destructive_tools",
        "unsafe_tools",
        "approval_tools",
        "by_override_tools",
        "mcp_sources",
        "agent_skill_sources",
    )
    values = {name: getattr(summary, name) for name in fields}
    return {name: value for name, value in values.items() if value}


def summed(folder: Path, text: str) -> SkillCapabilitySummary:
    """Give the summary of the one skill `a/b`, which must have no finding."""
    catalog = load(folder, {"f.yaml": f"name: a/b\n{text}\n"})
    assert findings(catalog) == []
    return catalog.resolve("a/b").summary


def test_inline_tools_are_counted_by_what_they_declare(tmp_path: Path) -> None:
    summary = summed(
        tmp_path,
        "inline_tools:\n"
        "- {description: Look, capability: {read_only: true}}\n"
        "- {description: Keep, capability: {writes: true, checkpointable: true}}\n"
        "- {description: Plain}\n",
    )
    assert counts(summary) == {
        "total_tools": 3,
        "read_only_tools": 1,
        "write_tools": 1,
        "unknown_tools": 1,
        "checkpointable_tools": 1,
    }
    assert {key: found for key, found in summary.names.items() if found} == {
        "read_only": ("a/b/_anon_0",),
        "write": ("a/b/_anon_1",),
        "unknown": ("a/b/_anon_2",),
        "checkpointable": ("a/b/_anon_1",),
    }


def test_what_comes_through_a_diamond_counts_once(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "well.yaml": "name: d/well\n"
            "inline_tools: [{name: draw, writes: true, side_effects: [wet]}]\n"
            "mcp_servers: [{name: pump, command: p, tools: [on]}, {name: tap, command: t}]\n",
            "l.yaml": "name: d/l\nincludes: [d/well]\n",
            "r.yaml": "name: d/r\nincludes: [d/well]\n",
            "top.yaml": "name: d/top\nincludes: [d/l, d/r, d/well]\n",
        },
    )
    summary = catalog.resolve("d/top").summary
    assert counts(summary) == {
        "total_tools": 2,
        "write_tools": 1,
        "unknown_tools": 1,
        "mcp_sources": 2,
    }
    assert (summary.side_effects, summary.unlisted_mcp_servers) == (("wet",), ("tap",))


@pytest.mark.parametrize(
    "capability",
    ["writes: true", "capability: {writes: true}", "writes: true, capability: {writes: true}"],
)
def test_a_capability_counts_flat_and_nested_alike(tmp_path: Path, capability: str) -> None:
    summary = summed(tmp_path, f"inline_tools: [{{name: t, {capability}}}]")
    assert counts(summary) == {"total_tools": 1, "write_tools": 1}


@pytest.mark.parametrize(
    ("capability", "expected"),
    [
        ("writes: true, capability: {writes: false}",
         ("2:61 SK109 `writes` is said twice of one tool, with different"
         " values")),
        ("read_only: true, writes: true",
         "2:51 SK109 `read_only: true` and `writes: true` contradict each other"),
        ("read_only: true, capability: {destructive: true}",
         "2:69 SK109 `read_only: true` and `destructive: true` contradict each other"),
        ("writes: false, destructive: true",
         "2:54 SK109 `writes: false` and `destructive: true` contradict each other"),
    ],
)  # fmt: skip
def test_a_declaration_that_contradicts_itself_is_told(
    tmp_path: Path, capability: str, expected: str
) -> None:
    catalog = load(tmp_path, {"f.yaml": f"name: a/b\ninline_tools: [{{name: t, {capability}}}]\n"})
    assert findings(catalog) == [f"f.yaml:{expected}"]


def test_destructive_implies_writes(tmp_path: Path) -> None:
    summary = summed(tmp_path, "inline_tools: [{name: t, destructive: true}]")
    assert counts(summary) == {"total_tools": 1, "write_tools": 1, "destructive_tools": 1}


@pytest.mark.parametrize(
    "said",
    [
        "",
        "read_only: false",
        "writes: false",
        "destructive: false",
        "read_only: false, writes: false",
        "idempotent: true",
    ],
)
def test_absent_and_false_are_no_class(tmp_path: Path, said: str) -> None:
    summary = summed(tmp_path, f"inline_tools: [{{name: t, {said}}}]")
    assert counts(summary) == {"total_tools": 1, "unknown_tools": 1}


@pytest.mark.parametrize(
    ("said", "has", "effects"),
    [
        ("", False, ()),
        ("side_effects: false", False, ()),
        ("side_effects: []", False, ()),
        ("side_effects: true", True, ()),
        ("side_effects: [network, disk, network]", True, ("disk", "network")),
    ],
)
def test_side_effects_are_those_that_are_declared(
    tmp_path: Path, said: str, *, has: bool, effects: tuple[str, ...]
) -> None:
    summary = summed(tmp_path, f"inline_tools: [{{name: t, {said}}}]")
    assert (summary.has_side_effects, summary.side_effects) == (has, effects)


def test_side_effects_of_several_tools_are_one_sorted_list(tmp_path: Path) -> None:
    summary = summed(
        tmp_path,
        "inline_tools:\n"
        "- {name: t, side_effects: [net, disk]}\n"
        "- {name: u, side_effects: [disk, bus]}",
    )
    assert summary.side_effects == ("bus", "disk", "net")
    assert summary.names["side_effects"] == ("a/b/t", "a/b/u")


def test_every_kind_of_entry_counts_as_a_tool(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "f.yaml": """
                name: a/b
                tools: [{name: r, read_only: true}, {name: w, writes: true}, {name: u}]
                builtins: [git_operations]
                inline_tools: [{name: i, unsafe: true, human_approval_required: true}]
                mcp_servers:
                  - name: s
                    command: c
                    tools: [{name: m, destructive: true}, n]
                agent_skills: [one, two]
            """,
            "one/SKILL.md": "",
            "two/SKILL.md": "",
        },
    )
    summary = catalog.resolve("a/b").summary
    assert counts(summary) == {
        "total_tools": 12,
        "read_only_tools": 1,
        "write_tools": 2,
        "unknown_tools": 9,
        "destructive_tools": 1,
        "unsafe_tools": 1,
        "approval_tools": 1,
        "by_override_tools": 2,
        "mcp_sources": 1,
        "agent_skill_sources": 2,
    }


LAYERS: Mapping[str, str] = {
    "nothing": "",
    "r": "read_only: true",
    "w": "writes: true",
    "d": "destructive: true",
    "nr": "read_only: false",
    "nw": "writes: false",
}


@pytest.mark.parametrize(
    ("said", "access", "by_override"),
    [
        (("nothing", "r", "nothing"), "read_only", True),
        (("nothing", "w", "nothing"), "write", True),
        (("nothing", "w", "r"), "read_only", True),
        (("nothing", "r", "w"), "write", True),
        (("nothing", "r", "d"), "write", True),
        (("nothing", "d", "r"), "read_only", True),
        (("nothing", "w", "nw"), "unknown", False),
        (("nothing", "r", "nr"), "unknown", False),
        (("nothing", "w", "nr"), "write", True),
        (("r", "nothing", "nothing"), "read_only", False),
        (("r", "r", "nothing"), "read_only", False),
        (("r", "w", "nothing"), "write", True),
        (("r", "d", "nothing"), "write", True),
        (("r", "nr", "nothing"), "unknown", True),
        (("r", "w", "r"), "read_only", False),
        (("w", "nothing", "nothing"), "write", False),
        (("w", "r", "nothing"), "write", False),
        (("w", "nw", "r"), "write", False),
        (("d", "nw", "r"), "write", False),
    ],
)
def test_the_outermost_word_holds_and_a_declared_power_stays(
    tmp_path: Path, said: tuple[str, str, str], *, access: str, by_override: bool
) -> None:
    declared, inner, outer = (LAYERS[each] for each in said)
    catalog = load(
        tmp_path,
        {
            "in.yaml": f"name: c/in\ninline_tools: [{{name: t, {declared}}}]\n",
            "mid.yaml": "name: c/mid\nincludes: [{name: c/in, overrides: {c/in/t: "
            f"{{note: x, {inner}}}}}}}]\n",
            "out.yaml": "name: c/out\nincludes: [{name: c/mid, overrides: {c/in/t: "
            f"{{note: y, capability: {{{outer}}}}}}}}}]\n",
        },
    )
    (entry,) = catalog.resolve("c/out")
    assert (entry.access, entry.by_override) == (access, by_override)


def test_an_override_may_add_a_power_and_side_effects_but_take_none_away(tmp_path: Path) -> None:
    catalog = load(
        tmp_path,
        {
            "in.yaml": "name: c/in\ninline_tools: [{name: t, unsafe: true, side_effects: [net]}]\n",
            "out.yaml": "name: c/out\nincludes: [{name: c/in, overrides: {c/in/t: "
            "{unsafe: false, side_effects: [disk], checkpointable: true}}}]\n",
        },
    )
    (entry,) = catalog.resolve("c/out")
    assert entry.capability.unsafe is True
    assert entry.capability.side_effects == ("net", "disk")
    assert entry.capability.checkpointable is True
    assert entry.overrides == {"unsafe": False, "side_effects": ["disk"], "checkpointable": True}


CLAIMED = {
    "in.yaml": """
        name: c/in
        tools: [{name: peek, read_only: true}]
        inline_tools: [{name: look, read_only: true}]
    """
}


def test_a_class_that_rests_on_an_override_is_marked_in_text(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", CLAIMED)
    done = run("resolve", "c/in", cwd=tmp_path)
    assert done.out == (
        "c/in: 2 tools from 1 skill  catalogs/in.yaml\n"
        "#     tool       kind    access      from\n"
        "1  *  peek       tool    read-only*  c/in\n"
        "2     c/in/look  inline  read-only   c/in\n"
        "*  override  1  read_only: true  catalogs/in.yaml:2:9\n"
        "2 read-only (1*), 0 write, 0 unknown  * only by override\n"
    )


def test_a_class_that_rests_on_an_override_is_marked_in_markdown_and_json(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", CLAIMED)
    markdown = run("resolve", "c/in", "--format", "markdown", cwd=tmp_path)
    document = json.loads(run("resolve", "c/in", "--json", cwd=tmp_path).out)
    assert markdown.out.splitlines()[-1] == (
        "2 read-only (1\\*), 0 write, 0 unknown  \\* only by override"
    )
    assert [(each["name"], each["by_override"]) for each in document["tools"]] == [
        ("peek", True),
        ("c/in/look", False),
    ]
    assert document["summary"]["by_override_tools"] == 1


def test_a_class_that_rests_on_an_override_is_marked_in_every_summary(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", CLAIMED)
    text = run("summary", "c/in", cwd=tmp_path)
    document = json.loads(run("summary", "c/in", "--json", cwd=tmp_path).out)
    assert text.out == (
        "c/in  catalogs/in.yaml\n"
        "  Tools         2\n"
        "    read-only   2  peek  only by override\n"
        "    write       0\n"
        "    unknown     0\n"
        "  Side effects  0  none declared\n"
        "  MCP servers   0\n"
        "  Agent skills  0\n"
    )
    assert document["skills"][0]["summary"]["names"]["by_override"] == ["peek"]


def test_the_json_of_a_summary_has_every_field(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "f.yaml": """
                name: a/b
                tools: [{name: t, writes: true}]
                mcp_servers: [{name: s, command: c}] # skills: ignore[SK320]
                inline_tools: [{side_effects: [mail]}]
            """
        },
    )
    done = run("summary", "a/b", "--json", cwd=tmp_path)
    expected: dict[str, Any] = {
        "schema_version": 1,
        "command": "summary",
        "skills": [
            {
                "skill": "a/b",
                "summary": {
                    "total_tools": 2,
                    "read_only_tools": 0,
                    "write_tools": 1,
                    "unknown_tools": 1,
                    "checkpointable_tools": 0,
                    "destructive_tools": 0,
                    "unsafe_tools": 0,
                    "approval_tools": 0,
                    "by_override_tools": 1,
                    "from_config_tools": 0,
                    "learned_tools": 0,
                    "has_side_effects": True,
                    "side_effects": ["mail"],
                    "mcp_sources": 1,
                    "unlisted_mcp_servers": ["s"],
                    "agent_skill_sources": 0,
                    "names": {
                        "read_only": [],
                        "write": ["t"],
                        "unknown": ["a/b/_anon_0"],
                        "checkpointable": [],
                        "destructive": [],
                        "unsafe": [],
                        "approval": [],
                        "by_override": ["t"],
                        "from_config": [],
                        "learned": [],
                        "side_effects": ["a/b/_anon_0"],
                    },
                },
                "agent_skills": [],
                "error": None,
            }
        ],
        "diagnostics": [],
    }
    assert done.code == 0
    assert json.loads(done.out) == expected
    assert list(json.loads(done.out)) == list(expected)


def test_a_summary_of_a_plain_list_counts_what_the_list_and_the_skill_show(
    tmp_path: Path,
) -> None:
    catalog = load(
        tmp_path,
        {
            "in.yaml": "name: c/in\nmcp_servers: [{name: far, command: f}]\n",
            "out.yaml": "name: c/out\nincludes: [c/in]\ninline_tools: [{writes: true}]\n"
            "mcp_servers: [{name: near, command: n}, {name: s, command: c, tools: [t]}]\n",
        },
    )
    resolver = SkillResolver()
    entries = resolver.resolve_tools(catalog["c/out"], catalog)
    whole = resolver.compute_capability_summary(catalog["c/out"], entries)
    plain = resolver.compute_capability_summary(catalog["c/out"], list(entries))
    assert names(entries) == ["c/out/_anon_0", "mcp:s/t"]
    assert (whole.mcp_sources, whole.unlisted_mcp_servers) == (3, ("far", "near"))
    assert (plain.mcp_sources, plain.unlisted_mcp_servers) == (2, ("near",))
    assert (plain.total_tools, plain.write_tools, plain.unknown_tools) == (2, 1, 1)


def test_a_tool_that_destroys_without_approval_is_marked_until_it_asks(tmp_path: Path) -> None:
    write(
        tmp_path / "catalogs",
        {
            "in.yaml": "name: c/in\ninline_tools: [{name: burn, destructive: true}]\n",
            "out.yaml": "name: c/out\nincludes: [{name: c/in, overrides:"
            " {c/in/burn: {human_approval_required: true}}}]\n",
        },
    )
    bare = run("resolve", "c/in", cwd=tmp_path)
    asked = run("resolve", "c/out", cwd=tmp_path)
    assert bare.out == (
        "c/in: 1 tool from 1 skill  catalogs/in.yaml\n"
        "#     tool       kind    access  from\n"
        "1  !  c/in/burn  inline  write   c/in\n"
        "!  destructive  1  and asks for no approval  catalogs/in.yaml:2:16\n"
        "0 read-only, 1 write, 0 unknown\n"
    )
    assert asked.out == (
        "c/out: 1 tool from 2 skills  catalogs/out.yaml\n"
        "#      tool       kind    access  from\n"
        "1  *?  c/in/burn  inline  write   c/in\n"
        "*  override  1  human_approval_required: true  catalogs/out.yaml:2:48\n"
        "?  approval     1 asks a person first\n"
        "0 read-only, 1 write, 0 unknown\n"
    )
