"""The resolution of a skill: its entries in order, what else it holds, and why there is none."""

# mypy: allow-untyped-decorators
# (Behave ships no types.)

from __future__ import annotations

from typing import TYPE_CHECKING

from behave import then, when

from cleveragents_skills import ResolvedToolEntry, SkillResolver
from features.expectations import documents, same, same_data, same_rows

if TYPE_CHECKING:
    from behave.runner import Context

_KNOWN = {None: "unknown", True: "yes", False: "no"}
_ENTRY = {
    "tool": lambda each: each.name,
    "from": lambda each: each.source_skill,
    "kind": lambda each: each.kind,
    "inline": lambda each: "yes" if each.is_inline else "no",
    "access": lambda each: each.access,
    "by override": lambda each: "yes" if each.by_override else "no",
    "read-only": lambda each: _KNOWN[each.capability.read_only],
    "writes": lambda each: _KNOWN[each.capability.writes],
    "destructive": lambda each: _KNOWN[each.capability.destructive],
    "replaces": lambda each: ", ".join(origin.skill for origin in each.shadowed),
    "server": lambda each: each.server or "",
    "its tool": lambda each: each.tool_name or "",
    "sandbox": lambda each: each.sandbox_policy or "",
}
_SERVER = {
    "server": lambda each: each.name,
    "transport": lambda each: each.transport,
    "tools": lambda each: "unlisted" if each.tools is None else ", ".join(each.tools),
}


@when('"{name}" is resolved')
def skill_is_resolved(context: Context, name: str) -> None:
    context.resolution = SkillResolver().resolve_tools(context.skills[name], context.skills)


@then("the tools in order are")
def tools_in_order(context: Context) -> None:
    same_rows(context.table, _ENTRY, context.resolution)


@then('the overrides of "{tool}" are')
def overrides_of_tool(context: Context, tool: str) -> None:
    same_data(context.text, _entry(context, tool).overrides)


@then('what is known of "{tool}" is')
def capability_of_tool(context: Context, tool: str) -> None:
    capability = _entry(context, tool).capability.to_dict()
    known = {word: value for word, value in capability.items() if value is not None}
    same_data(context.text, known)


@then('the inline tool "{tool}" is defined as')
def inline_tool_is_defined(context: Context, tool: str) -> None:
    inline = _entry(context, tool).inline_tool
    assert inline is not None
    said = {word: value for word, value in inline.to_dict().items() if value is not None}
    same_data(context.text, said)


@then('the folder of "{tool}" is "{path}"')
def folder_of_agent_skill(context: Context, tool: str, path: str) -> None:
    same((context.folder / path).as_posix(), _entry(context, tool).folder)


@then("the skills reached came by")
def skills_came_by(context: Context) -> None:
    same_data(context.text, context.resolution.parents)


@then("the MCP servers reached are")
def servers_reached(context: Context) -> None:
    same_rows(context.table, _SERVER, context.resolution.mcp_servers)


@then('resolving "{name}" raises {kind} with the message')
def resolving_raises(context: Context, name: str, kind: str) -> None:
    try:
        skill_is_resolved(context, name)
    except ValueError as error:
        context.error = error
    same((kind, context.text), (type(context.error).__name__, str(context.error)))


@then("the error says")
def error_says(context: Context) -> None:
    expected = documents(context.text)[0]
    same_data(context.text, {word: getattr(context.error, word) for word in expected})


def _entry(context: Context, tool: str) -> ResolvedToolEntry:
    entry: ResolvedToolEntry
    (entry,) = (each for each in context.resolution if each.name == tool)
    return entry
