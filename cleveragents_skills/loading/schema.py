"""The JSON Schema of a skill file, made of the tables and classes by which files are read.

It says all that a schema can say of one document. It never rejects what can be read, but cannot
see everything: that two inline tools have one name, say, or which groups a config adds.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints

from cleveragents_skills.capability import CAPABILITY_FIELDS, Capability
from cleveragents_skills.loading import codes, described, fields
from cleveragents_skills.loading.conflicts import (
    Schema,
    capability_conflicts,
    has,
    one_of_both,
    transport_conflicts,
)
from cleveragents_skills.loading.fields import Fields
from cleveragents_skills.loading.patterns import PART_NAME, PATH, SKILL_NAME, TOOL_NAME
from cleveragents_skills.loading.words import PROTECTED
from cleveragents_skills.model import (
    BUILTIN_GROUPS,
    Skill,
    SkillAgentSource,
    SkillBuiltinGroup,
    SkillInclude,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillToolFilter,
    SkillToolRef,
)

VISIBLE = frozenset(
    (
        codes.NOT_A_MAPPING,
        codes.MISSING_FIELD,
        codes.UNKNOWN_FIELD,
        codes.TWO_SPELLINGS,
        codes.WRONG_TYPE,
        codes.INVALID_NAME,
        codes.INVALID_VALUE,
        codes.CONTRADICTORY_CAPABILITY,
        codes.TRANSPORT_CONFLICT,
        codes.PROTECTED_FIELD,
    )
)
"""The codes of what the schema rejects."""

_TEXT: Schema = {"type": "string"}
_SCALARS: Mapping[Any, Schema] = {
    str: _TEXT,
    bool: {"type": "boolean"},
    float: {"type": "number", "exclusiveMinimum": 0},
}
_NOT_EMPTY: Schema = {"type": "string", "minLength": 1}

_KINDS: Mapping[str, tuple[Fields, type]] = {
    "skill": (fields.SKILL, Skill),
    "include": (fields.INCLUDE, SkillInclude),
    "tool": (fields.TOOL_REF, SkillToolRef),
    "builtin_group": (fields.BUILTIN_GROUP, SkillBuiltinGroup),
    "inline_tool": (fields.INLINE_TOOL, SkillInlineTool),
    "mcp_server": (fields.MCP_SERVER, SkillMcpSource),
    "mcp_tool": (fields.MCP_TOOL, SkillMcpTool),
    "tool_filter": (fields.TOOL_FILTER, SkillToolFilter),
    "agent_skill": (fields.AGENT_SKILL, SkillAgentSource),
    "tool_override": (fields.TOOL_OVERRIDE, NoneType),
    "annotations": (fields.ANNOTATIONS, NoneType),
}
"""Each kind of mapping, with the class whose types its values have unless `_VALUES` says more."""
_NAMES = {kind: name for name, (_, kind) in _KINDS.items()}


def _ref(kind: str) -> Schema:
    return {"$ref": f"#/$defs/{kind}"}


_OVERRIDES: Schema = {
    "type": "object",
    "additionalProperties": {"anyOf": [_ref("override"), {"type": "null"}]},
}
_VALUES: Mapping[tuple[str, str], Schema] = {
    ("skill", "name"): SKILL_NAME,
    ("include", "name"): SKILL_NAME,
    ("include", "tool_overrides"): {"type": "array", "items": _ref("tool_override")},
    ("tool", "name"): TOOL_NAME,
    ("tool", "description"): _TEXT,
    ("tool_override", "tool"): _TEXT,
    ("builtin_group", "group"): {"type": "string", "examples": [*BUILTIN_GROUPS]},
    ("inline_tool", "name"): TOOL_NAME,
    ("mcp_server", "name"): PART_NAME,
    ("mcp_server", "command"): _NOT_EMPTY,
    ("mcp_server", "url"): _NOT_EMPTY,
    ("mcp_tool", "name"): PART_NAME,
    ("mcp_tool", "annotations"): _ref("annotations"),
    ("tool_filter", "include"): {"type": "array", "items": PART_NAME},
    ("agent_skill", "path"): PATH,
    ("annotations", "title"): _TEXT,
    **{
        ("annotations", hint): {"type": "boolean"}
        for hint in fields.ANNOTATIONS.names
        if hint.endswith("Hint")
    },
    **{(kind, "overrides"): _OVERRIDES for kind in ("skill", "include", "mcp_server")},
    **{(kind, "override"): _ref("override") for kind in ("tool", "tool_override")},
    **{(kind, "capability"): _ref("capability") for kind in ("inline_tool", "mcp_tool")},
}
"""What a type does not say: patterns, and forms in which a file has something else than a class."""
_RULES: Mapping[str, list[Schema]] = {
    "include": [one_of_both("overrides", "tool_overrides")],
    "tool": [
        *({"not": has(key)} for key in PROTECTED if key not in fields.TOOL_REF.names),
        _ref("one_power"),
    ],
    "inline_tool": [_ref("one_power")],
    "mcp_server": transport_conflicts(),
    "mcp_tool": [_ref("one_power_with_hints")],
}


def skill_schema() -> Schema:
    """Give the JSON Schema (draft 2020-12) of one document of a skill file."""
    document = {
        name: _described(_or_null({"type": "object"}), described.FIELDS["document"][name])
        for name in fields.DOCUMENT.names
    }
    document["skill"] = {**_ref("skill"), "description": document["skill"]["description"]}
    flat = _mapping("skill")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Skill",
        "description": "A skill: the tools that an agent gets, and what is known about them.",
        "type": "object",
        "properties": {**flat["properties"], **document},
        "additionalProperties": False,
        "if": {"required": ["skill"]},
        "then": {"propertyNames": {"enum": [*document]}},
        "else": {key: flat[key] for key in ("required", "allOf")},
        "$defs": {
            **{kind: _shorthand(kind) for kind in _KINDS},
            "override": _override(),
            "one_power": {"allOf": capability_conflicts()},
            "one_power_with_hints": {"allOf": capability_conflicts(annotations=True)},
            "capability": {
                "type": "object",
                "properties": _capability(),
                "additionalProperties": False,
            },
        },
    }


def _shorthand(kind: str) -> Schema:
    """Give the schema of a kind of mapping, or of the text that may stand for it."""
    spec, _ = _KINDS[kind]
    mapping = _mapping(kind)
    if spec.shorthand is None:
        return mapping
    return {"anyOf": [_value(kind, spec.shorthand), mapping]}


def _mapping(kind: str) -> Schema:
    """Give the schema of a kind of mapping: its fields in all spellings, and what rules them."""
    spec, _ = _KINDS[kind]
    written: dict[str, list[str]] = {}
    for key, name in spec.spellings.items():
        written.setdefault(name, []).append(key)
    values = {
        key: _field(kind, name, required=name in spec.required and len(written[name]) == 1)
        for key, name in spec.spellings.items()
    }
    if spec is fields.TOOL_REF:
        values.update(_capability(), capability=_field("override", "capability"))
    rules = [*_RULES.get(kind, [])]
    for name, keys in written.items():
        if name in spec.required and len(keys) > 1:
            rules.append({"anyOf": [has(key) for key in keys]})
        rules.extend(one_of_both(key, *keys[at + 1 :]) for at, key in enumerate(keys[:-1]))
    required = [name for name in spec.required if len(written[name]) == 1]
    return {
        "type": "object",
        "properties": values,
        **({"required": required} if required else {}),
        **({} if spec.open else {"additionalProperties": False}),
        **({"allOf": rules} if rules else {}),
    }


def _field(kind: str, name: str, *, required: bool = False) -> Schema:
    """Give the schema of a field, which may be null unless it is required, with its description."""
    if name in CAPABILITY_FIELDS:
        return _capability()[name]
    value = _ref("capability") if kind == "override" else _value(kind, name)
    return _described(value if required else _or_null(value), described.FIELDS[kind][name])


def _value(kind: str, name: str) -> Schema:
    """Give the schema of what a field may hold, null aside."""
    known = _VALUES.get((kind, name))
    _, holds = _KINDS[kind]
    return known if known is not None else _of_type(get_type_hints(holds)[name])


def _of_type(kind: Any) -> Schema:
    """Give the schema of a type of the model; None is left to the field that has it."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is UnionType or NoneType in inner:
        options = [_of_type(each) for each in inner if each is not NoneType]
        return options[0] if len(options) == 1 else {"anyOf": options}
    if origin is Literal:
        return {"enum": [*inner]}
    if origin is tuple:
        return {"type": "array", "items": _of_type(inner[0])}
    if inner:
        values = {} if inner[1] is Any else {"additionalProperties": _of_type(inner[1])}
        return {"type": "object", **values}
    return _SCALARS[kind] if kind in _SCALARS else _ref(_NAMES[kind])


def _capability() -> dict[str, Schema]:
    """Give the schema of each capability field."""
    types = get_type_hints(Capability)
    return {
        word: _described(_or_null(_of_type(types[word])), described.CAPABILITY[word])
        for word in CAPABILITY_FIELDS
    }


def _override() -> Schema:
    """Give the schema of a mapping of override metadata."""
    return {
        "type": "object",
        "properties": {**_capability(), "capability": _field("override", "capability")},
        "propertyNames": {"not": {"enum": [*PROTECTED]}},
        "allOf": [_ref("one_power")],
    }


def _or_null(value: Schema) -> Schema:
    """Give the schema of a value that may be absent, which null stands for."""
    if "enum" in value:
        return {**value, "enum": [*value["enum"], None]}
    if "type" in value:
        return {**value, "type": [value["type"], "null"]}
    options = value.get("anyOf", [value])
    return {"anyOf": [*options, {"type": "null"}]}


def _described(value: Schema, text: str) -> Schema:
    return {"description": text, **value}
