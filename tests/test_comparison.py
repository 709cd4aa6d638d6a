"""What differs between two catalogs: each kind of change alone, causes, renames, and laws."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from random_catalogs import catalogs, sparse_catalogs
from writing import agent_skill, load

from cleveragents_skills import Skill
from cleveragents_skills.changes import compare, snapshots
from cleveragents_skills.comparison import Change, Comparison, compare_snapshots
from cleveragents_skills.comparison.settings import Gate, setting_changes
from cleveragents_skills.contract import Contract
from cleveragents_skills.diagnostics import Code, Severity
from cleveragents_skills.policy import Policy
from cleveragents_skills.snapshot import SkillSnapshot

Told = tuple[str, str, str, str, str]
Catalog = dict[str, Skill]


def of(*configs: Mapping[str, Any]) -> Catalog:
    """Give the catalog of these skills; a name without a namespace is in `l`."""
    skills = [Skill.from_config(each) for each in configs]
    return {skill.name: skill for skill in skills}


def told(found: Comparison) -> list[Told]:
    """Give each change as (effect, skill, name, what, through)."""
    return [
        (each.effect, each.skill, each.name, " ".join(each.what), " ".join(each.through))
        for each in found.changes
    ]


def compared(before: Iterable[Mapping[str, Any]], after: Iterable[Mapping[str, Any]]) -> list[Told]:
    """Give what is told of two catalogs."""
    return told(compare(of(*before), of(*after)))


def inline(**said: Any) -> dict[str, Any]:
    """Give a skill with one inline tool."""
    return {"name": "l/a", "inline_tools": [{"name": "t", "code": "do()", **said}]}


def tool(**said: Any) -> dict[str, Any]:
    """Give a skill with one tool reference."""
    return {"name": "l/a", "tools": [{"name": "t", **said}]}


def server(**said: Any) -> dict[str, Any]:
    """Give a skill with one MCP server."""
    return {"name": "l/a", "mcp_servers": [{"name": "m", "command": "run", "tools": [], **said}]}


def agent(**said: Any) -> dict[str, Any]:
    """Give a skill with one agent skill."""
    return {"name": "l/a", "agent_skills": [{"path": "p", **said}]}


def anonymous(*codes: str) -> dict[str, Any]:
    """Give a skill with inline tools that have no name."""
    return {"name": "l/a", "inline_tools": [{"code": code, "writes": True} for code in codes]}


READS, WRITES = {"read_only": True}, {"writes": True}
ASKS = {"human_approval_required": True}
EMPTY = {"name": "l/a"}
ENTRY = "l/a/t"

# What is told of the tool `l/a/t`, or of the thing that is named: before, after, effect, what.
ALONE: Mapping[str, tuple[dict[str, Any], dict[str, Any], list[tuple[str, str, str]]]] = {
    # A tool that is new, gone, or another.
    "a new write tool": (EMPTY, inline(**WRITES), [("widened", ENTRY, "added")]),
    "a new unknown tool": (EMPTY, inline(), [("widened", ENTRY, "added")]),
    "a new read-only tool": (EMPTY, inline(**READS), [("other", ENTRY, "added")]),
    "a new read-only tool that is unsafe": (
        EMPTY,
        inline(**READS, unsafe=True),
        [("widened", ENTRY, "added")],
    ),
    "a new read-only tool with a side effect": (
        EMPTY,
        inline(**READS, side_effects=["mail"]),
        [("widened", ENTRY, "added")],
    ),
    "a write tool gone": (inline(**WRITES), EMPTY, [("narrowed", ENTRY, "removed")]),
    "another tool in its place": (
        tool(),
        {"name": "l/a", "tools": ["u"]},
        [("widened", "u", "added"), ("narrowed", "t", "removed")],
    ),
    "another code": (inline(), inline(code="other()"), [("other", ENTRY, "code")]),
    "another description": (inline(), inline(description="x"), [("other", ENTRY, "description")]),
    "another timeout": (inline(timeout=1), inline(timeout=2), [("other", ENTRY, "timeout")]),
    "another schema": (
        inline(input_schema={"type": "object"}),
        inline(input_schema={"type": "object", "required": []}),
        [("other", ENTRY, "input_schema")],
    ),
    "one that is inline no more": (
        {"name": "l/a", "inline_tools": [{"name": "t", **WRITES}]},
        {"name": "l/b", "tools": [{"name": ENTRY, **WRITES}]},
        [("widened", "l/b", "added"), ("narrowed", "l/a", "removed")],
    ),
    # What it can do.
    "read-only turned into write": (
        inline(**READS),
        inline(**WRITES),
        [("widened", ENTRY, "access")],
    ),
    "read-only turned into unknown": (inline(**READS), inline(), [("widened", ENTRY, "access")]),
    "unknown turned into write": (inline(), inline(**WRITES), [("other", ENTRY, "access")]),
    "write turned into unknown": (inline(**WRITES), inline(), [("other", ENTRY, "access")]),
    "write turned into read-only": (
        inline(**WRITES),
        inline(**READS),
        [("narrowed", ENTRY, "access")],
    ),
    "unknown turned into read-only": (inline(), inline(**READS), [("narrowed", ENTRY, "access")]),
    "read-only by an override only": (
        tool(),
        tool(**READS),
        [("claimed", "t", "access overrides.read_only")],
    ),
    "an override that lowers what another one said": (
        tool(**WRITES),
        tool(**WRITES, override=READS),
        [("claimed", "t", "access overrides.read_only")],
    ),
    "a declaration that becomes an override": (
        inline(**READS),
        {**inline(), "name": "l/a"},
        [("widened", ENTRY, "access")],
    ),
    "approval gone": (
        inline(**WRITES, **ASKS),
        inline(**WRITES),
        [("widened", ENTRY, "approval")],
    ),
    "approval asked for": (inline(), inline(**ASKS), [("narrowed", ENTRY, "approval")]),
    "destructive": (
        inline(**WRITES),
        inline(destructive=True),
        [("widened", ENTRY, "destructive")],
    ),
    "destructive no more": (
        inline(destructive=True),
        inline(**WRITES),
        [("narrowed", ENTRY, "destructive")],
    ),
    "unsafe": (inline(**READS), inline(**READS, unsafe=True), [("widened", ENTRY, "unsafe")]),
    "unsafe, and unknown before": (inline(), inline(unsafe=True), [("other", ENTRY, "unsafe")]),
    "open to the world": (
        inline(**READS),
        inline(**READS, open_world=True),
        [("widened", ENTRY, "open_world")],
    ),
    "another side effect": (
        inline(**WRITES, side_effects=["mail"]),
        inline(**WRITES, side_effects=["mail", "money"]),
        [("widened", ENTRY, "effect")],
    ),
    "a side effect less": (
        inline(**WRITES, side_effects=["mail", "money"]),
        inline(**WRITES, side_effects=["mail"]),
        [("narrowed", ENTRY, "effect")],
    ),
    "side effects in another order": (
        inline(**WRITES, side_effects=["mail", "money"]),
        inline(**WRITES, side_effects=["money", "mail"]),
        [("other", ENTRY, "capability.side_effects")],
    ),
    "idempotent no more": (inline(idempotent=True), inline(), [("other", ENTRY, "idempotent")]),
    "known not to be what was unknown": (
        inline(),
        inline(idempotent=False),
        [("other", ENTRY, "capability.idempotent")],
    ),
    "another checkpoint scope, and another code": (
        inline(checkpoint_scope="a"),
        inline(checkpoint_scope="b", code="other()"),
        [("other", ENTRY, "code capability.checkpoint_scope")],
    ),
    "a write scope gone": (
        inline(**WRITES, write_scope="docs/"),
        inline(**WRITES),
        [("widened", ENTRY, "scope")],
    ),
    "a write scope more": (
        inline(**WRITES, write_scope=["docs/"]),
        inline(**WRITES, write_scope=["docs/", "src/"]),
        [("widened", ENTRY, "scope")],
    ),
    "a write scope less": (
        inline(**WRITES, write_scope=["docs/", "src/"]),
        inline(**WRITES, write_scope=["docs/"]),
        [("narrowed", ENTRY, "scope")],
    ),
    "a write scope at last": (
        inline(**WRITES),
        inline(**WRITES, write_scope="docs/"),
        [("narrowed", ENTRY, "scope")],
    ),
    "overrides of another value, one more, one less": (
        tool(x=1, y=1),
        tool(x=2, z=1),
        [("other", "t", "overrides.x overrides.y overrides.z")],
    ),
    "1 that becomes true": (tool(x=[1]), tool(x=[True]), [("other", "t", "overrides.x")]),
    "1 that becomes 1.0": (tool(x={"y": 1}), tool(x={"y": 1.0}), [("other", "t", "overrides.x")]),
    # Servers.
    "a new server": (EMPTY, server(), [("widened", "m", "added")]),
    "a server gone": (server(), EMPTY, [("narrowed", "m", "removed")]),
    "another command": (server(), server(command="sh"), [("widened", "m", "command")]),
    "another argument": (server(), server(args=["-x"]), [("widened", "m", "command")]),
    "a URL in place of a command": (
        server(),
        {"name": "l/a", "mcp_servers": [{"name": "m", "url": "https://m.example", "tools": []}]},
        [("widened", "m", "url")],
    ),
    "a tool list gone": (
        server(tools=[{"name": "x", **WRITES}]),
        server(tools=None),
        [("widened", "m", "tool list"), ("other", "mcp:m/x", "removed")],
    ),
    "a tool list at last": (
        server(tools=None),
        server(tools=[{"name": "x", **WRITES}]),
        [("narrowed", "m", "tool list"), ("other", "mcp:m/x", "added")],
    ),
    "a tool list at last, of another command": (
        server(tools=None),
        server(command="sh"),
        [("widened", "m", "command tool list")],
    ),
    "a tool of a server": (
        server(),
        server(tools=["x"]),
        [("widened", "mcp:m/x", "added")],
    ),
    "a description of a tool of a server": (
        server(tools=[{"name": "x", "description": "one"}]),
        server(tools=[{"name": "x", "description": "two"}]),
        [],
    ),
    # Agent skills.
    "a new agent skill": (EMPTY, agent(), [("widened", "agent_skill:p", "added")]),
    "a sandbox gone": (
        agent(sandbox_policy="restricted"),
        agent(sandbox_policy="none"),
        [("widened", "agent_skill:p", "sandbox")],
    ),
    "a sandbox no more said": (
        agent(sandbox_policy="full"),
        agent(),
        [("widened", "agent_skill:p", "sandbox")],
    ),
    "a sandbox at last": (
        agent(),
        agent(sandbox_policy="restricted"),
        [("narrowed", "agent_skill:p", "sandbox")],
    ),
    # Skills.
    "a new empty skill": (
        {"name": "l/z"},
        {"name": "l/a"},
        [("narrowed", "l/z", "removed"), ("other", "l/a", "added")],
    ),
    "another description of the skill": (EMPTY, {**EMPTY, "description": "x"}, []),
    "a skill that is included in vain": (EMPTY, {**EMPTY, "includes": ["l/empty"]}, []),
    "an unknown include": (
        inline(),
        {**inline(), "includes": ["l/none"]},
        [("widened", "l/a", "unresolved")],
    ),
    "an unknown include no more": (
        {**inline(), "includes": ["l/none"]},
        inline(),
        [("widened", "l/a", "resolved")],
    ),
    "an unknown include no more, and nothing gained": (
        {**inline(**READS), "includes": ["l/none"]},
        inline(**READS),
        [("other", "l/a", "resolved")],
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", ALONE)
def test_one_change_is_told_as_what_it_is(case: str) -> None:
    before, after, expected = ALONE[case]
    empty = {"name": "l/empty"}
    actual = [(each[0], each[2], each[3]) for each in compared([before, empty], [after, empty])]
    assert expected == actual


@pytest.mark.parametrize("case", ALONE)
def test_what_is_there_on_both_sides_is_no_change(case: str) -> None:
    before, after, _ = ALONE[case]
    empty = {"name": "l/empty"}
    assert (compared([before, empty], [before, empty]), compared([after], [after])) == ([], [])


# A skill that is new, by what it gives.
NEW: Mapping[str, tuple[dict[str, Any], str]] = {
    "nothing": ({}, "other"),
    "a read-only tool": ({"inline_tools": [READS]}, "other"),
    "a write tool": ({"inline_tools": [WRITES]}, "widened"),
    "an unknown tool": ({"tools": ["t"]}, "widened"),
    "a server with a list": (server(tools=[{"name": "x", **READS}]), "widened"),
    "a server without one": (server(tools=None), "widened"),
    "an agent skill": (agent(), "widened"),
    "nobody knows what": ({"includes": ["l/none"]}, "widened"),
}


@pytest.mark.parametrize("gives", NEW)
def test_a_new_skill_is_weighed_by_what_it_gives(gives: str) -> None:
    said, effect = NEW[gives]
    assert [(effect, "l/new", "l/new", "added", "")] == compared([], [{**said, "name": "l/new"}])


def test_a_skill_that_is_gone_narrows_whatever_was_wrong_with_it() -> None:
    broken = {"name": "l/a", "includes": ["l/none"]}
    assert compared([broken], []) == [("narrowed", "l/a", "l/a", "removed", "")]


# Causes, and whom they reach.

SHARED = {"name": "l/s", "tools": ["t"]}
WIDER = {"name": "l/s", "tools": ["t", "u"]}


def skill(name: str, *includes: str, **said: Any) -> dict[str, Any]:
    """Give a skill that includes others."""
    return {"name": f"l/{name}", "includes": [f"l/{each}" for each in includes], **said}


def test_a_change_is_told_where_it_is_made_with_all_that_include_it_once() -> None:
    diamond = [skill("x", "s"), skill("y", "s"), skill("z", "x", "y")]
    expected = [("widened", "l/s", "u", "added", "l/x l/y l/z")]
    assert expected == compared([SHARED, *diamond], [WIDER, *diamond])


def test_a_skill_that_gets_the_same_from_two_is_named_with_both() -> None:
    users = [skill("x", "s"), skill("y", "s"), skill("z", "x", "y")]
    apart = [{**users[0], "includes": []}, {**users[1], "includes": []}, users[2]]
    expected = [
        ("narrowed", "l/x", "t", "removed", "l/z"),
        ("narrowed", "l/y", "t", "removed", "l/z"),
    ]
    assert expected == compared([SHARED, *users], [SHARED, *apart])


def test_a_skill_that_newly_includes_is_the_cause() -> None:
    users = [skill("x", "y"), skill("z", "x")]
    expected = [("widened", "l/x", "t", "added", "l/z")]
    actual = compared(
        [SHARED, skill("y"), *users], [SHARED, skill("y"), skill("x", "y", "s"), users[1]]
    )
    assert expected == actual


def test_a_skill_that_newly_includes_what_changes_as_well_tells_its_own() -> None:
    before, after = [SHARED, skill("x"), skill("y", "s")], [WIDER, skill("x", "s"), skill("y", "s")]
    expected = [
        ("widened", "l/s", "u", "added", "l/x l/y"),
        ("widened", "l/x", "t", "added", ""),
    ]
    assert sorted(expected) == sorted(compared(before, after))


def test_an_include_that_lays_more_over_a_tool_tells_its_own_change() -> None:
    laid = {"name": "l/s", "overrides": {"t": {"note": 1}}}
    users = [{"name": "l/x", "includes": [laid]}, skill("y", "s")]
    before = {"name": "l/s", "tools": [{"name": "t", **READS}]}
    after = {"name": "l/s", "tools": [{"name": "t", **WRITES}]}
    expected = [
        ("widened", "l/s", "t", "access overrides.read_only overrides.writes", "l/y"),
        ("widened", "l/x", "t", "access overrides.read_only overrides.writes", ""),
    ]
    assert expected == compared([before, *users], [after, *users])


def test_a_cycle_is_told_at_what_closes_it() -> None:
    before = [skill("a", tools=["t"]), skill("b", "a"), skill("c", "b"), skill("d", "c")]
    after = [skill("a", "c", tools=["t"]), *before[1:]]
    expected = [("widened", "l/a", "l/a", "unresolved", "l/b l/c l/d")]
    assert expected == compared(before, after)
    back = [(effect, name, what) for effect, name, _, what, _ in compared(after, before)]
    assert back == [("widened", "l/a", "resolved")]


def test_two_that_cannot_be_resolved_any_more_for_reasons_of_their_own_are_told_apart() -> None:
    before = [skill("a"), skill("b"), skill("c", "a", "b")]
    after = [skill("a", "none"), skill("b", "nil"), before[2]]
    expected = [
        ("widened", "l/a", "l/a", "unresolved", "l/c"),
        ("widened", "l/b", "l/b", "unresolved", "l/c"),
    ]
    assert expected == compared(before, after)


def test_powers_that_come_back_are_not_hidden_behind_an_include_that_has_none() -> None:
    user = skill("x", "s", tools=["t"])
    expected = [
        ("widened", "l/x", "l/x", "resolved", ""),
        ("other", "l/s", "l/s", "resolved", ""),
    ]
    assert expected == compared([skill("s", "none"), user], [skill("s"), user])


def test_what_neither_side_can_resolve_is_named_and_the_rest_compared() -> None:
    before = of(skill("a", "none"), skill("b", "a"), SHARED, skill("still", "nil"))
    after = of(skill("a", "nil", tools=["t"]), skill("b", "a"), WIDER, skill("still", "nil"))
    found = compare(before, after)
    expected = [("widened", "l/s", "u", "added", "")], ("l/a", "l/b"), ("l/s",)
    assert expected == (told(found), found.unresolved, found.touched)


# Renames.

BASE = {"name": "l/base", "inline_tools": [{"code": "x()"}, {"name": "n"}]}


def renamed(config: Mapping[str, Any], **names: str) -> dict[str, Any]:
    """Give a skill with other names for it and for what it includes."""
    includes = [names.get(each[2:], each) for each in config.get("includes", [])]
    return {**config, "name": names.get(config["name"][2:], config["name"]), "includes": includes}


def test_a_skill_that_is_the_same_but_for_its_name_is_renamed() -> None:
    user = skill("user", "base")
    actual = compared([BASE, user], [renamed(each, base="l/new") for each in (BASE, user)])
    assert actual == [("other", "l/new", "l/new", "renamed", "")]


def test_a_namespace_can_be_renamed_whole() -> None:
    chain = [
        BASE,
        skill("b", "base"),
        skill("c", "b", "base"),
        skill("stays", "c"),
        skill("d", "stays"),
    ]
    names = {each: f"m/{each}" for each in ("base", "b", "c", "d")}
    expected = [("other", name, name, "renamed", "") for name in ("m/b", "m/base", "m/c", "m/d")]
    assert expected == compared(chain, [renamed(each, **names) for each in chain])


def test_names_that_move_on_are_told_as_what_they_are() -> None:
    one, two = {"name": "l/a", "tools": ["t"]}, {"name": "l/b", "tools": ["u"]}
    expected = [
        ("widened", "l/c", "l/c", "added", ""),
        ("widened", "l/b", "t", "added", ""),
        ("narrowed", "l/a", "l/a", "removed", ""),
        ("narrowed", "l/b", "u", "removed", ""),
    ]
    assert expected == compared([one, two], [{**one, "name": "l/b"}, {**two, "name": "l/c"}])


def test_a_rename_with_a_change_is_a_skill_gone_and_a_new_one() -> None:
    expected = [
        ("widened", "l/new", "l/new", "added", ""),
        ("narrowed", "l/s", "l/s", "removed", ""),
    ]
    assert expected == compared([SHARED], [{**WIDER, "name": "l/new"}])


def test_a_skill_with_nothing_but_a_server_is_renamed_and_an_empty_one_is_not() -> None:
    before = [{**server(tools=None), "name": "l/one"}, {"name": "l/two"}]
    after = [{**server(tools=None), "name": "l/uno"}, {"name": "l/due"}]
    expected = [
        ("narrowed", "l/two", "l/two", "removed", ""),
        ("other", "l/due", "l/due", "added", ""),
        ("other", "l/uno", "l/uno", "renamed", ""),
    ]
    assert expected == compared(before, after)


def test_skills_that_are_alike_are_renamed_in_the_order_of_their_names() -> None:
    one = {"name": "l/one", "tools": ["t"]}
    found = compare(
        of(one, {**one, "name": "l/two"}), of({**one, "name": "l/x"}, {**one, "name": "l/y"})
    )
    expected = [("l/one", "l/x"), ("l/two", "l/y")]
    assert expected == [(each.before, each.after) for each in found.changes]


def test_a_change_of_one_that_includes_what_is_renamed_is_told_alone() -> None:
    user = skill("user", "base")
    after = [renamed(BASE, base="l/new"), {**renamed(user, base="l/new"), "tools": ["t"]}]
    expected = [
        ("widened", "l/user", "t", "added", ""),
        ("other", "l/new", "l/new", "renamed", ""),
    ]
    assert expected == compared([BASE, user], after)


# Tools without a name.

ANONYMOUS: Mapping[str, tuple[str, str, list[tuple[str, str]]]] = {
    "one before all": ("ab", "nab", [("0", "added")]),
    "one between": ("ab", "anb", [("1", "added")]),
    "one behind": ("ab", "abn", [("2", "added")]),
    "the first gone": ("abc", "bc", [("0", "removed")]),
    "the one between gone": ("abc", "ac", [("1", "removed")]),
    "two swapped": ("ab", "ba", [("0", "moved")]),
    "changed in its place": ("abc", "axc", [("1", "code")]),
    "two that are equal": ("aa", "aa", []),
    "one of two that are equal gone": ("aab", "ab", [("1", "removed")]),
    "one more that is equal": ("ab", "aab", [("1", "added")]),
    "all others": ("ab", "xy", [("0", "code"), ("1", "code")]),
}


@pytest.mark.parametrize("case", ANONYMOUS)
def test_tools_without_a_name_are_known_by_their_content(case: str) -> None:
    before, after, expected = ANONYMOUS[case]
    actual = compared([anonymous(*before), skill("u", "a")], [anonymous(*after), skill("u", "a")])
    assert [(f"l/a/_anon_{at}", what, "l/u") for at, what in expected] == [
        (name, what, through) for _, _, name, what, through in actual
    ]


# Places.

PLACES: Mapping[str, tuple[str, str, list[str]]] = {
    "one to the end": ("abcde", "bcdea", ["a"]),
    "one to the front": ("abcde", "eabcd", ["e"]),
    "two that change places": ("abcde", "ebcda", ["a", "e"]),
    "one before it gone": ("abc", "bc", []),
    "one before it new": ("bc", "abc", []),
    "the other way round": ("abc", "cba", ["b", "c"]),
}


@pytest.mark.parametrize("case", PLACES)
def test_the_fewest_tools_are_moved(case: str) -> None:
    before, after, expected = PLACES[case]
    one, other = ({"name": "l/a", "tools": [*each]} for each in (before, after))
    assert expected == sorted(
        name for _, _, name, what, _ in compared([one], [other]) if what == "moved"
    )


def test_a_tool_that_is_moved_and_another_is_told_as_both() -> None:
    before = {"name": "l/a", "tools": [{"name": "t", **READS}, "b", "c"]}
    after = {"name": "l/a", "tools": ["b", "c", {"name": "t", **WRITES}]}
    expected = [
        ("widened", "t", "access overrides.read_only overrides.writes"),
        ("other", "t", "moved"),
    ]
    assert expected == [(each[0], each[2], each[3]) for each in compared([before], [after])]


def test_a_tool_that_comes_from_another_skill_is_replaced() -> None:
    before = [SHARED, {"name": "l/r", "tools": ["t"]}, skill("a", "s", "r")]
    after = [*before[:2], skill("a", "r", "s")]
    assert compared(before, after) == [("other", "l/a", "t", "source", "")]


# Agent skills, as files tell of them.


def test_the_tools_that_an_agent_skill_allows_are_compared(tmp_path: Path) -> None:
    def catalog(name: str, allowed: str) -> Mapping[str, Skill]:
        front = agent_skill("p").replace("description", f"{allowed}description", 1)
        files = {"a.yaml": "name: l/a\nagent_skills: [p]\n", "p/SKILL.md": front}
        return load(tmp_path / name, files)

    one = catalog("one", "allowed-tools: Read, Bash(git log)\n")
    more = catalog("more", "allowed-tools: [Read, Bash(git log), Write]\n")
    none = catalog("none", "")
    expected = ["widened", "other", "widened", "other"]
    pairs = [(one, more), (more, one), (none, one), (one, none)]
    found = [compare(*pair).changes for pair in pairs]
    assert expected == [each.effect for (each,) in found]
    assert {("agent_skill:p", ("allows", "SKILL.md"))} == {
        (each.name, each.what) for (each,) in found
    }


def test_places_comments_keys_and_files_do_not_count(tmp_path: Path) -> None:
    one = load(
        tmp_path / "one",
        {
            "a.yaml": "name: l/a\ntools:\n  - {name: t, writes: true, note: 1}\n",
            "b.yaml": "name: l/b\n",
        },
    )
    other = load(
        tmp_path / "other",
        {
            "x/y.yaml": "name: l/b\n---\n# moved\ntoolRefs:\n"
            "  - note: 1\n    writes: true\n    name: t\nname: l/a\n"
        },
    )
    found = compare(one, other)
    assert (told(found), found.compared) == ([], 2)


# Settings.

RULE = Code("SK900", "rule", Severity.WARNING, "a rule")
GATE = Gate(Policy(), "error", ("*.yaml",), (), {}, {})
LOOSER: Mapping[str, tuple[Gate, Gate, str]] = {
    "a rule off": (GATE, GATE._replace(policy=Policy(ignore=("SK900",))), "SK900 rule"),
    "a rule that weighs less": (
        GATE._replace(policy=Policy(severities={"SK900": Severity.ERROR})),
        GATE,
        "SK900 rule",
    ),
    "fail-on": (GATE._replace(fail_on="warning"), GATE, "fail-on"),
    "more tools": (GATE, GATE._replace(policy=Policy(max_tools=500)), "max-tools"),
    "files left out": (GATE, GATE._replace(exclude=("x/*",)), "exclude: x/*"),
    "files not looked for": (GATE._replace(files=("*.yaml", "*.yml")), GATE, "files: *.yml"),
    "a new comment": (GATE, GATE._replace(ignores={("SK1", "a.yaml"): 1}), "ignore[SK1]"),
    "one more comment in a file": (
        GATE._replace(ignores={("SK1", "a.yaml"): 1}),
        GATE._replace(ignores={("SK1", "a.yaml"): 2}),
        "ignore[SK1] a.yaml",
    ),
    "an option that allows more": (
        GATE,
        GATE._replace(policy=Policy(options={"SK900": {"allow": ("x",)}})),
        "SK900 allow: x",
    ),
    "an option that is higher": (
        GATE._replace(policy=Policy(options={"SK900": {"max-length": 64}})),
        GATE._replace(policy=Policy(options={"SK900": {"max-length": 99}})),
        "SK900 max-length",
    ),
    **{
        f"a contract: {what}": (
            GATE._replace(policy=Policy(contracts=(Contract(("l/*",), "c", **was),))),
            GATE._replace(policy=Policy(contracts=(Contract(("l/*",), "c", **now),))),
            f"contract `c`: {clause}",
        )
        for what, clause, was, now in (
            ("a clause gone", "read-only", {"read_only": True}, {}),
            ("more exceptions", "exceptions", {}, {"exceptions": ("l/a",)}),
            (
                "less forbidden",
                "forbid-tools",
                {"forbid_tools": ("a", "b")},
                {"forbid_tools": ("a",)},
            ),
            ("more allowed", "allow-tools", {"allow_tools": ()}, {"allow_tools": ("a",)}),
            ("nothing left that is allowed alone", "allow-tools", {"allow_tools": ()}, {}),
            ("more tools", "max-tools", {"max_tools": 1}, {"max_tools": 2}),
        )
    },
    "a contract gone": (
        GATE._replace(policy=Policy(contracts=(Contract(("l/*",), "c", read_only=True),))),
        GATE,
        "contract `c`",
    ),
    "a baseline that lists more": (
        GATE._replace(known={"f1": "SK1 in a.yaml"}),
        GATE._replace(known={"f1": "SK1 in a.yaml", "f2": "SK1 in a.yaml"}),
        "baseline: SK1 in a.yaml",
    ),
}


@pytest.mark.parametrize("case", LOOSER)
def test_looser_settings_widen_and_the_way_back_narrows(case: str) -> None:
    before, after, name = LOOSER[case]
    expected: Any = [("widened", name)], [("narrowed", name)], []
    actual = (
        [(each.effect, each.name) for each in setting_changes(before, after, [RULE])],
        [(each.effect, each.name) for each in setting_changes(after, before, [RULE])],
        [*setting_changes(after, after, [RULE])],
    )
    assert expected == actual


def test_a_comment_that_goes_with_its_file_is_not_new_and_one_in_its_place_is() -> None:
    before = GATE._replace(ignores={("SK1", "a.yaml"): 1, ("SK1", "old.yaml"): 1})
    moved = GATE._replace(ignores={("SK1", "a.yaml"): 1, ("SK1", "new.yaml"): 1})
    swapped = GATE._replace(ignores={("SK2", "a.yaml"): 1, ("SK1", "old.yaml"): 2})
    expected: Any = (
        [],
        [
            ("narrowed", "ignore[SK1] a.yaml"),
            ("widened", "ignore[SK1] old.yaml"),
            ("widened", "ignore[SK2] a.yaml"),
        ],
    )
    actual = (
        [*setting_changes(before, moved, [])],
        [(each.effect, each.name) for each in setting_changes(before, swapped, [])],
    )
    assert expected == actual


# Laws, on random catalogs.


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Catalog, Catalog]:
    """Two catalogs of which some skills are alike: each includes only some before it."""
    one, other = draw(catalogs()), draw(catalogs())
    kept = draw(st.sets(st.sampled_from(sorted(one))))
    mixed = {**other, **{name: one[name] for name in kept}}
    return one, mixed


def gives(found: SkillSnapshot | None) -> object:
    """Give what is compared of a snapshot."""
    if found is None or found.problem:
        return found and "problem"
    servers = {(each.name, each.transport, each.launch, each.tools) for each in found.servers}
    return found.tools, servers


def backwards(skills: Catalog) -> Catalog:
    """Give the same skills in another order, with the keys of their overrides in another one."""

    def turned(data: Any) -> Any:
        return (
            {key: turned(data[key]) for key in reversed(data)} if isinstance(data, dict) else data
        )

    return {
        name: evolve(
            skills[name],
            includes=[evolve(i, overrides=turned(i.overrides)) for i in skills[name].includes],
            overrides=turned(skills[name].overrides),
        )
        for name in reversed(skills)
    }


@given(catalogs(empty=True))
@settings(max_examples=50)
def test_a_catalog_is_the_same_as_itself_in_any_order(skills: Catalog) -> None:
    every = snapshots(skills), snapshots(backwards(skills))
    assert (
        told(compare(skills, backwards(skills))),
        compare_snapshots(*every, len(skills)).changes,
    ) == ([], ())


@given(pairs())
def test_every_skill_that_gives_anything_else_is_touched_and_no_other(
    pair: tuple[Catalog, Catalog],
) -> None:
    before, after = (snapshots(each) for each in pair)
    expected = {
        name
        for name in before.keys() | after.keys()
        if gives(before.get(name)) != gives(after.get(name))
    }
    found = compare(*pair)
    assert expected == {*found.touched}
    assert len(before.keys() | after.keys()) == found.compared


@given(pairs())
def test_the_way_back_touches_the_same(pair: tuple[Catalog, Catalog]) -> None:
    def things(found: Comparison) -> set[tuple[str, str, str]]:
        turned = {"added": "removed", "resolved": "unresolved"}
        return {
            (name, each.name, " ".join(turned.get(what, what) for what in sorted(each.what)))
            for each in found.changes
            if not is_moved(each) and "_anon_" not in each.name
            for name in (each.skill, *each.through)
        }

    there, back = compare(*pair), compare(pair[1], pair[0])
    assert there.touched == back.touched
    assert things(there) == things(back)


def is_moved(change: Change) -> bool:
    """Say whether it is the place of a tool that changed."""
    return change.what == ("moved",)


@given(pairs())
def test_every_difference_is_told_once(pair: tuple[Catalog, Catalog]) -> None:
    before, after = (snapshots(each) for each in pair)
    expected = set()
    for name in before.keys() & after.keys():
        if before[name].problem or after[name].problem:
            continue
        one, other = ({t.name: t for t in each[name].tools} for each in (before, after))
        expected |= {
            (name, key)
            for key in one.keys() | other.keys()
            if one.get(key) != other.get(key) and "_anon_" not in key
        }
    found = [
        each
        for each in compare(*pair).changes
        if each.subject == "tool" and not is_moved(each) and "_anon_" not in each.name
    ]
    covered = [(name, each) for each in found for name in (each.skill, *each.through)]
    assert expected == {(name, each.name) for name, each in covered}
    assert len({(each.skill, each.name) for each in found}) == len(found)
    causes = {(each.skill, each.name) for each in found}
    by_two = [key for key, n in Counter((name, c.name) for name, c in covered).items() if n > 1]
    for name, key in by_two:
        # Only what comes by several includes is named more than once, and the same each time.
        assert (name, key) not in causes
        assert (
            len({(c.before, c.after) for each, c in covered if (each, c.name) == (name, key)}) == 1
        )


@given(pairs())
def test_whom_a_change_reaches_includes_the_skill_that_causes_it(
    pair: tuple[Catalog, Catalog],
) -> None:
    for change in compare(*pair).changes:
        for name in change.through:
            assert change.skill in reached(name, pair[1] if name in pair[1] else pair[0])


def reached(name: str, skills: Catalog) -> set[str]:
    """Give all that a skill includes, directly or not."""
    found: set[str] = set()
    for include in skills[name].includes if name in skills else ():
        found |= {include.name, *reached(include.name, skills)}
    return found


@given(sparse_catalogs(), st.data())
def test_to_take_away_what_stands_there_once_never_widens(
    skills: Catalog, data: st.DataObject
) -> None:
    name = data.draw(st.sampled_from(sorted(skills)))
    own = f"own{name[-1]}"
    less = {**skills, name: evolve(skills[name], tools=[], mcp_servers=[])}
    if "shared" in {tool.name for tool in skills[name].tools}:
        less[name] = evolve(skills[name], tools=[t for t in skills[name].tools if t.name != own])
    found = compare(skills, less)
    assert [each for each in found.changes if each.effect in ("widened", "claimed")] == []
    expected = own in {tool.name for tool in skills[name].tools}
    assert expected == any(each.name == own and each.skill == name for each in found.changes)


@given(catalogs(), st.data())
def test_a_skill_that_nobody_includes_goes_alone(skills: Catalog, data: st.DataObject) -> None:
    included = {include.name for each in skills.values() for include in each.includes}
    name = data.draw(st.sampled_from(sorted(skills.keys() - included)))
    without = {key: each for key, each in skills.items() if key != name}
    assert [("narrowed", name, name, "removed", "")] == told(compare(skills, without))
    ((effect, *rest),) = told(compare(without, skills))
    assert [name, name, "added", ""] == rest
    assert effect in ("widened", "other")


@given(catalogs())
def test_renaming_all_skills_is_nothing_but_renames(skills: Catalog) -> None:
    def other(text: str) -> str:
        return f"m{text[1:]}" if text.startswith("l/s") else text

    def overrides(laid: Mapping[str, Any]) -> dict[str, Any]:
        return {other(key): value for key, value in laid.items()}

    moved = {
        other(name): evolve(
            each,
            name=other(name),
            includes=[
                evolve(i, name=other(i.name), overrides=overrides(i.overrides))
                for i in each.includes
            ],
            overrides=overrides(each.overrides),
        )
        for name, each in skills.items()
    }
    found = compare(skills, moved)
    empty = {
        name
        for name, each in snapshots(skills).items()
        if each.problem or (gives(each) == ((), set()) and not each.includes)
    }
    if not empty:
        assert {("renamed",)} == {each.what for each in found.changes}
        assert len(skills) == len(found.changes)
