"""What each class's fields may look like in a file, and the rules that span its fields.

Each function gets the fields as written and gives those the class has, adding what breaks a rule
to the problems. Types are not checked here but where cattrs structures a field, so a value of the
wrong type passes through untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from attrs import evolve

from cleveragents_skills.loading import codes
from cleveragents_skills.loading.declared import with_capability
from cleveragents_skills.loading.fields import UnknownField
from cleveragents_skills.loading.layers import listed_overrides, override_layer, with_overrides
from cleveragents_skills.loading.misfits import HERE, Misfit, Path, Problems, wrong_type
from cleveragents_skills.model import (
    SkillMcpSource,
    SkillMcpTool,
    SkillToolFilter,
)
from cleveragents_skills.naming import (
    did_you_mean,
    full_name,
    is_part_name,
    is_skill_name,
    is_tool_name,
)

Taken = dict[str, Any]
Arrange = Callable[[Taken, Problems], Taken]

_NO_FILTER = SkillToolFilter()
_TRANSPORTS = ("stdio", "sse", "streamable-http")
_SKILL_NAME = "it must be `namespace/name`, each part of letters, digits, `-` and `_`"
_TOOL_NAME = "it must not be empty, nor hold white space or invisible characters"
_PART_NAME = "it must not be empty, nor hold white space, invisible characters or `/`"


def skill(taken: Taken, problems: Problems) -> Taken:
    """Check the name and that no two inline tools have one key; read the overrides."""
    _check(taken, "name", is_skill_name, _SKILL_NAME, problems)
    _check_inline_keys(taken.get("inline_tools"), problems)
    return with_overrides(taken, problems)


def include(taken: Taken, problems: Problems) -> Taken:
    """Check the name; make one mapping of either form of the overrides."""
    _check(taken, "name", is_skill_name, _SKILL_NAME, problems)
    listed = taken.pop("tool_overrides", None)
    if listed is None:
        return with_overrides(taken, problems)
    if "overrides" in taken:
        message = "`overrides` and `tool_overrides` are two forms of one field"
        problems.append(
            Misfit(
                codes.TWO_SPELLINGS,
                message,
                ("tool_overrides",),
                "keep one",
                at_key=True,
                also=("`overrides` is here", ("overrides",)),
            )
        )
    return {**taken, "overrides": listed_overrides(listed, problems)}


def tool_ref(taken: Taken, problems: Problems) -> Taken:
    """Set apart the name, the override, and what stands beside them."""
    _check(taken, "name", is_tool_name, _TOOL_NAME, problems)
    name, layer = taken.pop("name"), taken.pop("override", None)
    if type(taken.get("description", "")) is not str:
        problems.append(wrong_type("text", taken["description"], ("description",)))
    return {
        "name": name,
        "metadata": override_layer(taken, (), problems) if taken else taken,
        "override": {} if layer is None else override_layer(layer, ("override",), problems),
    }


def builtin_group(groups: Mapping[str, tuple[str, ...]]) -> Arrange:
    """Give the function that looks the group up."""

    def look_up(taken: Taken, problems: Problems) -> Taken:
        name = taken["group"]
        if type(name) is not str:
            problems.append(wrong_type("text", name, ("group",)))
        elif name not in groups:
            message = f"unknown builtin group `{name}`; the groups are {', '.join(groups)}"
            hint = did_you_mean(name, groups)
            problems.append(Misfit(codes.UNKNOWN_GROUP, message, ("group",), hint))
        known = type(name) is str and name in groups
        return {"name": str(name), "tools": groups[name] if known else ()}

    return look_up


def inline_tool(taken: Taken, problems: Problems) -> Taken:
    """Check the name; make one capability of the flat and the nested fields."""
    _check(taken, "name", is_tool_name, _TOOL_NAME, problems)
    return with_capability(taken, problems)


def mcp_tool(taken: Taken, problems: Problems) -> Taken:
    """Check the name; make one capability of the fields and the annotations."""
    _check(taken, "name", is_part_name, _PART_NAME, problems)
    return with_capability(taken, problems)


def mcp_server(taken: Taken, problems: Problems) -> Taken:
    """Check the name; find the transport; read the overrides."""
    _check(taken, "name", is_part_name, _PART_NAME, problems)
    command, url = "command" in taken, "url" in taken
    for name in ("command", "url"):
        if taken.get(name) == "":
            message = f"`{name}` of {HERE} is empty"
            problems.append(Misfit(codes.INVALID_VALUE, message, (name,)))
    transport = taken.get("transport")
    if command and url:
        message = "the server has both `command` and `url`"
        also = ("`command` is here", ("command",))
        problem = Misfit(
            codes.TRANSPORT_CONFLICT, message, ("url",), "keep one", at_key=True, also=also
        )
        problems.append(problem)
    elif not command and not url and not _slip_of(("command", "url"), problems):
        message = f"the server {HERE} has neither `command` nor `url`"
        hint = "`command` starts it here, `url` is where it runs"
        problems.append(Misfit(codes.TRANSPORT_CONFLICT, message, (), hint))
    elif (
        command != url
        and transport in ("stdio", "sse", "streamable-http")
        and (transport == "stdio") != command
    ):
        wanted, given = ("command", "url") if url else ("url", "command")
        message = f"the transport `{transport}` goes with `{wanted}`, not with `{given}`"
        also = (f"`{given}` is here", (given,))
        hint = f"leave `transport` out: `{given}` tells it"
        problems.append(Misfit(codes.TRANSPORT_CONFLICT, message, ("transport",), hint, also=also))
    if transport is None:
        taken["transport"] = "stdio" if command else "streamable-http"
    return with_overrides(taken, problems)


def explicit_tools(server: SkillMcpSource) -> SkillMcpSource:
    """Give the server with its explicit tool list: its tools, the filter applied, with places."""
    chosen = server.tool_filter or _NO_FILTER
    if server.tools is None and chosen.include is None:
        return server
    listed = None if server.tools is None else tuple([tool.name for tool in server.tools])
    kept = chosen.include
    wanted = frozenset(kept or ())
    if server.tools is not None:
        tools = tuple(
            [
                SkillMcpTool(tool.name, tool.description, tool.capability, ("tools", index))
                for index, tool in enumerate(server.tools)
                if kept is None or tool.name in wanted
            ]
        )
    else:
        tools = tuple(
            SkillMcpTool(name, path=("tool_filter", "include", index))
            for index, name in enumerate(kept or ())
        )
    if chosen.exclude:
        removed = frozenset(chosen.exclude)
        tools = tuple(tool for tool in tools if tool.name not in removed)
    return evolve(server, tools=tools, listed=listed)


def tool_filter(taken: Taken, problems: Problems) -> Taken:
    """Check the names that make tools."""
    kept = taken.get("include")
    for index, name in enumerate(kept if type(kept) is list else ()):
        if type(name) is str and not is_part_name(name):
            message = f"invalid name `{name}` at {HERE}: {_PART_NAME}"
            problems.append(Misfit(codes.INVALID_NAME, message, ("include", index)))
    return taken


def agent_skill(taken: Taken, problems: Problems) -> Taken:
    """Check that the path is one."""
    path = taken["path"]
    if type(path) is str and not (path.strip() and path.isprintable()):
        message = "an agent skill's path must not be empty or hold control characters"
        problems.append(Misfit(codes.INVALID_NAME, message, ("path",)))
    return taken


def _slip_of(names: Collection[str], problems: Problems) -> bool:
    """Say whether one of these fields is there, misspelt: that is reported already."""
    return any(isinstance(each, UnknownField) and each.means in names for each in problems)


def _check(
    taken: Mapping[str, Any],
    name: str,
    rule: Callable[[str], bool],
    words: str,
    problems: Problems,
) -> None:
    """Add the finding that a name breaks its rule."""
    value = taken.get(name)
    if type(value) is str and not rule(value):
        message = f"invalid name `{value}` at {HERE}: {words}"
        full = full_name(value)
        hint = f"write `{full}`" if words is _SKILL_NAME and is_skill_name(full) else None
        problems.append(Misfit(codes.INVALID_NAME, message, (name,), hint))


def _check_inline_keys(items: Any, problems: Problems) -> None:
    """Add the finding that two inline tools have one key."""
    first: dict[str, int] = {}
    for index, item in enumerate(items if type(items) is list else ()):
        name = item.get("name") if type(item) is dict else None
        key = f"_anon_{index}" if name is None else name
        if type(key) is not str:
            continue
        if key in first:
            message = f"two inline tools have the key `{key}`"
            if key.startswith("_anon_"):
                message += ", which is made for one without a name"
            also = ("the first is here", ("inline_tools", first[key], "name"))
            path: Path = ("inline_tools", index, "name")
            hint = "give each a name of its own"
            problems.append(Misfit(codes.DUPLICATE_ITEM, message, path, hint, also=also))
        first.setdefault(key, index)
