"""Which fields exist where, in which spellings, and how they are taken out of a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.loading.codes import MISSING_FIELD, TWO_SPELLINGS, UNKNOWN_FIELD
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.misfits import Misfit, wrong_type
from cleveragents_skills.naming import did_you_mean


@frozen
class Fields:
    """The fields of one kind of mapping.

    `spellings` gives every accepted key with the field it means. `shorthand` is the field that a
    plain text stands for. With `open` set, other keys are metadata.
    """

    names: tuple[str, ...]
    required: tuple[str, ...] = ()
    others: Mapping[str, str] = field(factory=dict)
    shorthand: str | None = None
    open: bool = False
    spellings: Mapping[str, str] = field()

    @spellings.default
    def _spellings(self) -> Mapping[str, str]:
        return {**{name: name for name in self.names}, **self.others}


OTHER_SPELLINGS: Mapping[str, str] = {
    "tool_refs": "tools",
    "toolRefs": "tools",
    "anonymous_tools": "inline_tools",
    "inlineTools": "inline_tools",
    "anonymousTools": "inline_tools",
    "mcpServers": "mcp_servers",
    "agent_skill_folders": "agent_skills",
    "agent_skills_dirs": "agent_skills",
    "agentSkills": "agent_skills",
    "agentSkillFolders": "agent_skills",
    "agentSkillsDirs": "agent_skills",
}

DOCUMENT = Fields(("skill", "cleveragents"), required=("skill",))
SKILL = Fields(
    (
        "name",
        "description",
        "includes",
        "tools",
        "builtins",
        "inline_tools",
        "mcp_servers",
        "agent_skills",
        "overrides",
    ),
    required=("name",),
    others=OTHER_SPELLINGS,
)
INCLUDE = Fields(
    ("name", "description", "overrides", "tool_overrides"), ("name",), shorthand="name"
)
TOOL_OVERRIDE = Fields(("tool", "override"), ("tool", "override"))
TOOL_REF = Fields(("name", "description", "override"), ("name",), shorthand="name", open=True)
BUILTIN_GROUP = Fields(("group",), ("group",), shorthand="group")
INLINE_TOOL = Fields(
    (
        "name",
        "description",
        "source",
        "code",
        "input_schema",
        "output_schema",
        "timeout",
        "capability",
        *CAPABILITY_FIELDS,
    )
)
MCP_TOOL = Fields(
    ("name", "description", "annotations", "capability", *CAPABILITY_FIELDS),
    ("name",),
    shorthand="name",
)
MCP_SERVER = Fields(
    (
        "name",
        "transport",
        "command",
        "args",
        "env",
        "url",
        "headers",
        "tools",
        "tool_filter",
        "overrides",
    ),
    ("name",),
    others={"server": "name"},
)
TOOL_FILTER = Fields(("include", "exclude"))
AGENT_SKILL = Fields(("path", "name", "sandbox_policy"), ("path",), shorthand="path")
ANNOTATIONS = Fields(
    ("title", "readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
)


def take_fields(value: Any, fields: Fields) -> tuple[dict[str, Any], list[Exception]]:
    """Give the fields of a mapping under their names, and what does not fit.

    Null is absent. A required field that is missing is there as `INVALID`, so that whatever reads
    it makes no second finding. Raises `Misfit` if the value is no mapping at all.
    """
    if type(value) is str and fields.shorthand:
        value = {fields.shorthand: value}
    if type(value) is not dict:
        raise wrong_type("text or a mapping" if fields.shorthand else "a mapping", value)
    problems: list[Exception] = []
    written = _by_name(value, fields, problems)
    taken = {name: value[key] for name, key in written.items() if value[key] is not None}
    for name in fields.required:
        if name not in taken:
            taken[name] = INVALID
            problems.append(_missing(name, written))
    return taken, problems


def _by_name(value: Mapping[str, Any], fields: Fields, problems: list[Exception]) -> dict[str, str]:
    """Give for each field that is written the key it is written as."""
    written: dict[str, str] = {}
    for key in value:
        name = fields.spellings.get(key, key if fields.open else None)
        if name is None:
            problems.append(_unknown(key, fields, value))
        elif name in written:
            first = written[name]
            message = f"`{first}` and `{key}` are two spellings of one field"
            also = (f"`{first}` is here", (first,))
            problem = Misfit(TWO_SPELLINGS, message, (key,), "keep one", at_key=True, also=also)
            problems.append(problem)
        else:
            written[name] = key
    return written


def _missing(name: str, written: Mapping[str, str]) -> Misfit:
    message = f"the field `{name}` is missing in {{path}}"
    if name in written:
        return Misfit(MISSING_FIELD, message, (), "it is there, but has no value")
    return Misfit(MISSING_FIELD, message)


def _unknown(key: str, fields: Fields, value: Mapping[str, Any]) -> Misfit:
    absent = [name for name in fields.spellings if name not in value]
    hint = did_you_mean(key, absent) or f"the fields here are {', '.join(fields.names)}"
    return Misfit(UNKNOWN_FIELD, f"unknown field `{key}` in {{path}}", (key,), hint, at_key=True)
