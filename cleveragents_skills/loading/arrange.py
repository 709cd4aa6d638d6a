"""What each class's fields may look like in a file, and the rules that span its fields.

Each function gets the fields as written and gives those the class has, adding what breaks a rule
to the problems. Types are not checked here but where cattrs structures a field, so a value of the
wrong type passes through untouched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from attrs import evolve

from cleveragents_skills.loading import codes
from cleveragents_skills.loading.builder import INVALID
from cleveragents_skills.loading.fields import ANNOTATIONS, TOOL_OVERRIDE, take_fields
from cleveragents_skills.loading.misfits import Misfit, Path, under, wrong_type
from cleveragents_skills.loading.words import (
    contradictions,
    override_problems,
    plain_data,
    read_words,
)
from cleveragents_skills.model import (
    CAPABILITY_FIELDS,
    UNKNOWN_CAPABILITY,
    Capability,
    SkillMcpSource,
    SkillMcpTool,
)
from cleveragents_skills.naming import (
    did_you_mean,
    full_name,
    is_part_name,
    is_skill_name,
    is_tool_name,
)

Taken = dict[str, Any]
Problems = list[Exception]
Arrange = Callable[[Taken, Problems], Taken]

_WORDS = ("capability", *CAPABILITY_FIELDS)
_SKILL_NAME = "it must be `namespace/name`, each part of letters, digits, `-` and `_`"
_TOOL_NAME = "it must not be empty, nor hold white space or control characters"
_PART_NAME = "it must not be empty, nor hold white space, control characters or `/`"


def nothing(taken: Taken, _: Problems) -> Taken:
    """Give the fields as they are."""
    return taken


def skill(taken: Taken, problems: Problems) -> Taken:
    """Check the name and that no two inline tools have one key; read the overrides."""
    _check(taken, "name", is_skill_name, _SKILL_NAME, problems)
    _check_inline_keys(taken.get("inline_tools"), problems)
    return _with_overrides(taken, problems)


def include(taken: Taken, problems: Problems) -> Taken:
    """Check the name; make one mapping of either form of the overrides."""
    name = taken["name"]
    if type(name) is str and not is_skill_name(name):
        hint = f"write `{full_name(name)}`" if is_skill_name(full_name(name)) else None
        message = f"invalid name `{name}` at `{{path}}`: {_SKILL_NAME}"
        problems.append(Misfit(codes.INVALID_NAME, message, ("name",), hint))
    listed = taken.pop("tool_overrides", None)
    if listed is None:
        return _with_overrides(taken, problems)
    if "overrides" in taken:
        message = "`overrides` and `tool_overrides` are two forms of one field"
        problems.append(
            Misfit(codes.TWO_SPELLINGS, message, ("tool_overrides",), "keep one", at_key=True)
        )
    return {**taken, "overrides": _listed_overrides(listed, problems)}


def tool_ref(taken: Taken, problems: Problems) -> Taken:
    """Set apart the name, the override, and what stands beside them."""
    name, layer = taken.pop("name"), taken.pop("override", {})
    _check({"name": name}, "name", is_tool_name, _TOOL_NAME, problems)
    if type(taken.get("description", "")) is not str:
        problems.append(wrong_type("text", taken["description"], ("description",)))
    return {
        "name": name,
        "metadata": _layer(taken, (), problems) if taken else taken,
        "override": _layer(layer, ("override",), problems) if layer else {},
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
    return _with_capability(taken, problems)


def mcp_tool(taken: Taken, problems: Problems) -> Taken:
    """Check the name; make one capability of the fields and the annotations."""
    _check(taken, "name", is_part_name, _PART_NAME, problems)
    return _with_capability(taken, problems)


def mcp_server(taken: Taken, problems: Problems) -> Taken:
    """Check the name; find the transport; read the overrides."""
    _check(taken, "name", is_part_name, _PART_NAME, problems)
    command, url = "command" in taken, "url" in taken
    transport = taken.get("transport")
    if command and url:
        message = "the server has both `command` and `url`"
        also = ("`command` is here", ("command",))
        problem = Misfit(
            codes.TRANSPORT_CONFLICT, message, ("url",), "keep one", at_key=True, also=also
        )
        problems.append(problem)
    elif not command and not url:
        message = "the server {path} has neither `command` nor `url`"
        hint = "`command` starts it here, `url` is where it runs"
        problems.append(Misfit(codes.TRANSPORT_CONFLICT, message, (), hint))
    elif transport in ("stdio", "sse", "streamable-http") and (transport == "stdio") != command:
        message = f"the transport `{transport}` goes with `{'command' if url else 'url'}`"
        problems.append(Misfit(codes.TRANSPORT_CONFLICT, message, ("transport",)))
    if transport is None:
        taken["transport"] = "stdio" if command else "streamable-http"
    return _with_overrides(taken, problems)


def explicit_tools(server: SkillMcpSource) -> SkillMcpSource:
    """Give the server with its explicit tool list: its tools, the filter applied, with places."""
    kept = server.tool_filter and server.tool_filter.include
    if server.tools is not None:
        tools = tuple(
            evolve(tool, path=("tools", index))
            for index, tool in enumerate(server.tools)
            if kept is None or tool.name in kept
        )
    elif kept is not None:
        tools = tuple(
            SkillMcpTool(name, path=("tool_filter", "include", index))
            for index, name in enumerate(kept)
        )
    else:
        return server
    removed = frozenset((server.tool_filter and server.tool_filter.exclude) or ())
    return evolve(server, tools=tuple(tool for tool in tools if tool.name not in removed))


def agent_skill(taken: Taken, problems: Problems) -> Taken:
    """Check that the path is one."""
    path = taken["path"]
    if type(path) is str and not (path.strip() and path.isprintable()):
        message = "an agent skill's path must not be empty or hold control characters"
        problems.append(Misfit(codes.INVALID_NAME, message, ("path",)))
    return taken


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
        message = f"invalid name `{value}` at `{{path}}`: {words}"
        problems.append(Misfit(codes.INVALID_NAME, message, (name,)))


def _check_inline_keys(items: Any, problems: Problems) -> None:
    """Add the finding that two inline tools have one key."""
    first: dict[str, int] = {}
    for index, item in enumerate(items if type(items) is list else ()):
        name = item.get("name") if type(item) is dict else None
        key = f"_anon_{index}" if name is None else name
        if type(key) is not str:
            continue
        if key in first:
            message = f"two inline tools have the name `{key}`"
            also = ("the first is here", ("inline_tools", first[key], "name"))
            path: Path = ("inline_tools", index, "name")
            problems.append(Misfit(codes.DUPLICATE_ITEM, message, path, "rename one", also=also))
        first.setdefault(key, index)


def _with_capability(taken: Taken, problems: Problems) -> Taken:
    """Put `capability` in the place of the flat and nested fields and of annotations."""
    annotations = taken.pop("annotations", None)
    if annotations is None and taken.keys().isdisjoint(_WORDS):
        return {**taken, "capability": UNKNOWN_CAPABILITY}
    words, found = read_words(taken)
    hints, places = _hints(annotations, found) if annotations is not None else ({}, {})
    if not found:
        for word in words:
            places.setdefault(word, (word,) if word in taken else ("capability", word))
        if not hints.items() <= {**hints, **words}.items():
            word = next(word for word, value in hints.items() if words.get(word, value) != value)
            message = f"the annotations say another `{word}` than the tool itself"
            found.append(Misfit(codes.CONTRADICTORY_CAPABILITY, message, places[word]))
        else:
            words = {**hints, **words}
            found.extend(contradictions(words, places) if hints else ())
    problems.extend(found)
    rest = {name: value for name, value in taken.items() if name not in _WORDS}
    return {**rest, "capability": UNKNOWN_CAPABILITY if found else Capability(**words)}


def _hints(value: Any, problems: Problems) -> tuple[dict[str, bool], dict[str, Path]]:
    """Give the capability words that MCP annotations map to, and where they stand.

    `readOnlyHint: false` is `writes: true`; `destructiveHint` counts only beside that.
    """
    words: dict[str, bool] = {}
    places: dict[str, Path] = {}
    try:
        hints, found = take_fields(value, ANNOTATIONS)
    except ValueError as problem:
        problems.append(under(problem, "annotations"))
        return words, places
    problems.extend(under(problem, "annotations") for problem in found)
    for hint, each in hints.items():
        expected = str if hint == "title" else bool
        if type(each) is not expected:
            words_for = "text" if hint == "title" else "a boolean"
            problems.append(wrong_type(words_for, each, ("annotations", hint)))
    read_only = hints.get("readOnlyHint")
    mapped = {
        "read_only": ("readOnlyHint", True if read_only is True else None),
        "writes": ("readOnlyHint", True if read_only is False else None),
        "destructive": (
            "destructiveHint",
            hints.get("destructiveHint") if read_only is False else None,
        ),
        "idempotent": ("idempotentHint", hints.get("idempotentHint")),
        "open_world": ("openWorldHint", hints.get("openWorldHint")),
    }
    for word, (hint, each) in mapped.items():
        if type(each) is bool:
            words[word] = each
            places[word] = ("annotations", hint)
    return words, places


def _with_overrides(taken: Taken, problems: Problems) -> Taken:
    """Read the mapping of overrides under `overrides`."""
    value = taken.get("overrides")
    if value is None:
        return taken
    if type(value) is not dict:
        problems.append(wrong_type("a mapping of tool name to a mapping", value, ("overrides",)))
        return {**taken, "overrides": {}}
    read = {
        tool: _layer(layer, ("overrides", tool), problems)
        for tool, layer in value.items()
        if layer is not None
    }
    return {**taken, "overrides": read}


def _listed_overrides(value: Any, problems: Problems) -> Mapping[str, Any]:
    """Read the list form of an include's overrides."""
    read: dict[str, Any] = {}
    first: dict[str, int] = {}
    if type(value) is not list:
        problems.append(wrong_type("a list", value, ("tool_overrides",)))
        return read
    for index, item in enumerate(value):
        for tool, layer in _listed_override(item, ("tool_overrides", index), problems):
            if tool in first:
                message = f"the tool `{tool}` is overridden twice in one include"
                also = ("the first is here", ("tool_overrides", first[tool], "tool"))
                path: Path = ("tool_overrides", index, "tool")
                problems.append(
                    Misfit(codes.DUPLICATE_ITEM, message, path, "make it one", also=also)
                )
            first.setdefault(tool, index)
            read[tool] = layer
    return read


def _listed_override(
    item: Any, path: Path, problems: Problems
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    try:
        taken, found = take_fields(item, TOOL_OVERRIDE)
    except ValueError as problem:
        problems.append(under(problem, *path))
        return
    problems.extend(under(problem, *path) for problem in found)
    tool, layer = taken["tool"], taken["override"]
    if type(tool) is not str:
        problems.append(wrong_type("text", tool, (*path, "tool")))
    read = _layer(layer, (*path, "override"), problems)
    if type(tool) is str:
        yield tool, read


def _layer(value: Any, path: Path, problems: Problems) -> Mapping[str, Any]:
    """Read one mapping of override metadata."""
    if value is INVALID:
        return {}
    if type(value) is not dict:
        problems.append(wrong_type("a mapping", value, path))
        return {}
    found = list(override_problems(value))
    try:
        value = plain_data(value)
    except Misfit as misfit:
        found.append(misfit)
    problems.extend(under(problem, *path) for problem in found)
    return value
