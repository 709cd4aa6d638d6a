"""Overrides as they are written: by tool name, or in the list form of an include."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.fields import TOOL_OVERRIDE, take_fields
from cleveragents_skills.loading.misfits import Misfit, Path, Problems, under, wrong_type
from cleveragents_skills.loading.words import is_right, override_problems, plain_data

_WORDS = frozenset(("capability", *CAPABILITY_FIELDS))


def with_overrides(taken: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """Read the mapping of overrides under `overrides`."""
    value = taken.get("overrides")
    if value is None:
        return taken
    if type(value) is not dict:
        problems.append(wrong_type("a mapping of tool name to a mapping", value, ("overrides",)))
        return {**taken, "overrides": {}}
    read = {
        tool: override_layer(layer, ("overrides", tool), problems)
        for tool, layer in value.items()
        if layer is not None
    }
    return {**taken, "overrides": read}


def listed_overrides(value: Any, problems: Problems) -> Mapping[str, Any]:
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
    read = override_layer(layer, (*path, "override"), problems)
    if type(tool) is str:
        yield tool, read


def override_layer(value: Any, path: Path, problems: Problems) -> Mapping[str, Any]:
    """Read one mapping of override metadata."""
    if value is INVALID:
        return {}
    if type(value) is not dict:
        problems.append(wrong_type("a mapping", value, path))
        return {}
    if is_right(value):
        return value.copy()
    value = _without_nulls(value)
    found = list(override_problems(value))
    layer: Mapping[str, Any] = {}
    try:
        layer = plain_data(value)
    except Misfit as misfit:
        found.append(misfit)
    problems.extend(under(problem, *path) for problem in found)
    return layer


def _without_nulls(layer: dict[str, Any]) -> dict[str, Any]:
    """Give a layer without capability words that are null: such a word is not said at all."""
    if None not in layer.values() and "capability" not in layer:
        return layer
    kept = {key: each for key, each in layer.items() if each is not None or key not in _WORDS}
    nested = kept.get("capability")
    if type(nested) is dict:
        kept["capability"] = {key: each for key, each in nested.items() if each is not None}
    return kept
