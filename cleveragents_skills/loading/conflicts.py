"""What fields of one mapping say against each other, as schemas that reject it."""

from __future__ import annotations

from typing import Any, get_args, get_type_hints

from cleveragents_skills.capability import Capability
from cleveragents_skills.loading.words import CONTRADICTIONS
from cleveragents_skills.model import Transport

Schema = dict[str, Any]
_NULL: Schema = {"type": "null"}


def has(key: str, value: Schema | None = None) -> Schema:
    """Give the schema of mappings in which a key is there with this value, or any but null."""
    return {"required": [key], "properties": {key: value or {"not": _NULL}}}


def one_of_both(key: str, *others: str) -> Schema:
    """Give the schema by which no other of these keys stands beside `key`, null aside."""
    return {"if": has(key), "then": {"properties": dict.fromkeys(others, _NULL)}}


def transport_conflicts() -> list[Schema]:
    """Give the schemas by which a server has one of `command` and `url`, and its transport."""
    local, *remote = get_args(Transport)
    started = {"url": _NULL, "transport": {"enum": [local, None]}}
    called = {"transport": {"enum": [*remote, None]}}
    return [
        {
            "if": has("command"),
            "then": {"properties": started},
            "else": {"required": ["url"], "properties": {"url": {"not": _NULL}, **called}},
        }
    ]


def capability_conflicts(*, annotations: bool = False) -> list[Schema]:
    """Give the schemas by which nothing and its opposite are said of one tool."""
    words = [word for word, kind in get_type_hints(Capability).items() if kind == bool | None]
    pairs = [
        *CONTRADICTIONS,
        *(((word, True), (word, False)) for word in words),
    ]
    return [
        {"not": {"allOf": [_says(*said, annotations=annotations) for said in pair]}}
        for pair in pairs
    ]


def _says(word: str, value: bool, *, annotations: bool) -> Schema:  # noqa: FBT001 (a word's value)
    """Give the schema of mappings that say a word: flat, under `capability`, or by a hint."""
    flat = has(word, {"const": value})
    ways = [flat, has("capability", {"type": "object", **flat})]
    if annotations:
        hints = _hints(word, value=value)
        ways.extend(has("annotations", {"type": "object", **hint}) for hint in hints)
    return {"anyOf": ways}


def _hints(word: str, *, value: bool) -> list[Schema]:
    """Give the schemas of annotations that say a word."""
    writes = has("readOnlyHint", {"const": False})
    if word in ("read_only", "writes") and value:
        return [writes if word == "writes" else has("readOnlyHint", {"const": True})]
    if word == "destructive":
        return [{"allOf": [writes, has("destructiveHint", {"const": value})]}]
    hint = {"idempotent": "idempotentHint", "open_world": "openWorldHint"}.get(word)
    return [has(hint, {"const": value})] if hint else []
