"""The classes of the model by themselves, and `Skill.from_config`."""

from __future__ import annotations

from typing import Any

import pytest
from attrs.exceptions import FrozenInstanceError

import cleveragents_skills
from cleveragents_skills import (
    Capability,
    CatalogError,
    ResolvedToolEntry,
    Skill,
    SkillAgentSource,
    SkillBuiltinGroup,
    SkillInclude,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillResolver,
    SkillToolFilter,
    SkillToolRef,
)

EVERYTHING: dict[str, Any] = {
    "name": "local/all",
    "description": "Everything",
    "includes": ["local/b", {"name": "local/c", "overrides": {"x": {"note": 1}}}],
    "tools": ["plain", {"name": "rich", "writes": True, "extra": [1, {"a": None}], "override": {}}],
    "builtins": ["git_operations", {"group": "file_operations"}],
    "inline_tools": [
        {"description": "Anonymous", "capability": {"read_only": True}, "timeout": 2.5},
        {"name": "named", "source": "custom", "code": "pass", "input_schema": {"type": "object"}},
    ],
    "mcp_servers": [
        {
            "name": "m",
            "command": "run",
            "args": ["-x"],
            "env": {"A": "b"},
            "tools": ["one", {"name": "two", "annotations": {"readOnlyHint": True}}, "three"],
            "tool_filter": {"exclude": ["one"]},
            "overrides": {"two": {"unsafe": True}},
        },
        {"server": "open", "transport": "sse", "url": "https://h/", "headers": {"H": "v"}},
    ],
    "agent_skills": ["skills/a", {"path": "skills/b", "name": "b", "sandbox_policy": "full"}],
    "overrides": {"plain": {"limit": 3}},
}

EXPECTED = Skill(
    name="local/all",
    description="Everything",
    includes=[SkillInclude("local/b"), SkillInclude("local/c", None, {"x": {"note": 1}})],
    tools=[
        SkillToolRef("plain"),
        SkillToolRef("rich", {"writes": True, "extra": [1, {"a": None}]}),
    ],
    builtins=[SkillBuiltinGroup("git_operations"), SkillBuiltinGroup("file_operations")],
    inline_tools=[
        SkillInlineTool(
            description="Anonymous", timeout=2.5, capability=Capability(read_only=True)
        ),
        SkillInlineTool(
            name="named", source="custom", code="pass", input_schema={"type": "object"}
        ),
    ],
    mcp_servers=[
        SkillMcpSource(
            "m",
            "stdio",
            "run",
            ("-x",),
            {"A": "b"},
            tools=(SkillMcpTool("two", None, Capability(read_only=True)), SkillMcpTool("three")),
            tool_filter=SkillToolFilter(exclude=("one",)),
            overrides={"two": {"unsafe": True}},
        ),
        SkillMcpSource("open", "sse", url="https://h/", headers={"H": "v"}),
    ],
    agent_skills=[SkillAgentSource("skills/a"), SkillAgentSource("skills/b", "b", "full")],
    overrides={"plain": {"limit": 3}},
)


def test_from_config_gives_every_field_in_every_form() -> None:
    assert Skill.from_config(EVERYTHING) == EXPECTED


def test_the_builtin_groups_stand_for_thirteen_references() -> None:
    skill = Skill.from_config({"name": "local/b", "builtins": EVERYTHING["builtins"]})

    names = [entry.name for entry in SkillResolver().resolve_tools(skill, {})]

    assert names == [
        "builtin/git_status",
        "builtin/git_diff",
        "builtin/git_log",
        "builtin/git_blame",
        "builtin/read_file",
        "builtin/write_file",
        "builtin/edit_file",
        "builtin/delete_file",
        "builtin/move_file",
        "builtin/copy_file",
        "builtin/create_directory",
        "builtin/list_directory",
        "builtin/delete_directory",
    ]


def test_from_config_leaves_the_callers_data_alone_and_keeps_no_hold_of_it() -> None:
    config = {"name": "local/a", "overrides": {"x": {"list": [1]}}, "tools": ["x"]}

    skill = Skill.from_config(config)
    config["overrides"]["x"]["list"].append(2)  # type: ignore[index] # the point of the test

    assert skill.overrides == {"x": {"list": [1]}}


def test_from_config_tells_everything_that_does_not_fit() -> None:
    with pytest.raises(CatalogError) as caught:
        Skill.from_config({"nam": "x", "tools": "y", "includes": [7]})

    assert [(d.code.id, d.message) for d in caught.value.diagnostics] == [
        ("SK104", "unknown field `nam` in the skill"),
        ("SK106", "`includes[0]`: expected text or a mapping, found a number"),
        ("SK106", "`tools`: expected a list, found text"),
    ]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({1, 2}, "`overrides.t.k`: expected plain data, found a Python `set`"),
        (float("nan"), "`overrides.t.k` is infinite or not a number"),
        ({1: 2}, "a key in `overrides.t.k` is not text"),
    ],
)
def test_from_config_takes_plain_data_only(value: object, message: str) -> None:
    with pytest.raises(CatalogError) as caught:
        Skill.from_config({"name": "local/a", "tools": ["t"], "overrides": {"t": {"k": value}}})

    assert [each.message for each in caught.value.diagnostics] == [message]


def test_from_config_ends_on_data_that_holds_itself() -> None:
    data: dict[str, Any] = {"name": "local/a"}
    data["overrides"] = data

    with pytest.raises(CatalogError, match="nested more than 64 levels deep"):
        Skill.from_config(data)


def test_nothing_changes_after_it_is_built() -> None:
    skill = Skill("local/a", tools=[SkillToolRef("x")])

    with pytest.raises(FrozenInstanceError):
        skill.name = "local/b"  # type: ignore[misc] # the point of the test
    assert skill.tools == (SkillToolRef("x"),)


def test_repr_shows_no_secret() -> None:
    server = SkillMcpSource(
        "m",
        "sse",
        args=("--token", "secret-1"),
        env={"A": "secret-2"},
        url="https://secret-3@h/?q=secret-4",
        headers={"H": "secret-5"},
    )
    resolution = SkillResolver().resolve_tools(Skill("local/a", mcp_servers=[server]), {})

    assert "secret" not in repr(server)
    assert "secret" not in repr(resolution)
    assert "url='https://***@h/?q=***'" in repr(server)


def test_an_entry_made_by_hand_needs_the_five_fields_only() -> None:
    tool = SkillInlineTool(capability=Capability(writes=True))
    entry = ResolvedToolEntry("local/a/_anon_0", "local/a", True, tool, {})  # noqa: FBT003

    summary = SkillResolver().compute_capability_summary(Skill("local/a"), [entry])

    assert (entry.kind, entry.access, entry.location) == ("inline", "write", None)
    assert (summary.total_tools, summary.write_tools) == (1, 1)


def test_a_plain_list_counts_the_servers_it_and_the_skill_show() -> None:
    unlisted = SkillMcpSource("open", "stdio", "run")
    listed = SkillMcpSource("m", "stdio", "run", tools=(SkillMcpTool("one"),))
    skill = Skill("local/a", mcp_servers=[unlisted, listed])
    resolver = SkillResolver()
    entries = list(resolver.resolve_tools(skill, {}))

    summary = resolver.compute_capability_summary(skill, entries)

    assert summary == resolver.resolve_tools(skill, {}).summary
    assert (summary.mcp_sources, summary.unlisted_mcp_servers) == (2, ("open",))


def test_every_public_name_is_there_and_no_other_is() -> None:
    for name in cleveragents_skills.__all__:
        assert getattr(cleveragents_skills, name) is not None
    assert dir(cleveragents_skills) == cleveragents_skills.__all__
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = cleveragents_skills.nothing
