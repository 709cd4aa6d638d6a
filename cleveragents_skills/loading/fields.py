"""Which fields exist where, in which spellings, and how they are taken out of a mapping."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.loading.codes import MISSING_FIELD, TWO_SPELLINGS, UNKNOWN_FIELD
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.misfits import HERE, Misfit, wrong_type
from cleveragents_skills.naming import nearest


@frozen(eq=False, repr=False)
class Fields:
    """The fields of one kind of mapping.

    `spellings` gives every accepted key with the field it means. `shorthand` is the field that a
    plain text stands for. With `open` set, other keys are metadata. `where` says in messages where
    these fields stand.
    """

    names: tuple[str, ...]
    required: tuple[str, ...] = ()
    others: Mapping[str, str] = field(factory=dict)
    shorthand: str | None = None
    open: bool = False
    where: str = f"in {HERE}"
    spellings: Mapping[str, str] = field()

    @spellings.default
    def _spellings(self) -> Mapping[str, str]:
        return {**{name: name for name in self.names}, **self.others}

    def are_plain(self, value: Mapping[str, Any]) -> bool:
        """Say whether a mapping has what is required, by the names of the fields, and no nulls."""
        known = value.keys().isdisjoint(self.others) if self.open else value.keys() <= self._names
        if not known or None in value.values():
            return False
        for name in self.required:  # noqa: SIM110 (asked of every mapping of every file)
            if name not in value:
                return False
        return True

    @cached_property
    def _names(self) -> frozenset[str]:
        return frozenset(self.names)


_MOST_HINTS = 50
"""Of so many unknown fields in one place it is said which field is near."""

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

DOCUMENT = Fields(("skill", "cleveragents"), required=("skill",), where="beside `skill:`")
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
        return {fields.shorthand: value}, []
    if type(value) is dict and fields.are_plain(value):
        return value.copy(), []
    if type(value) is not dict:
        raise wrong_type("text or a mapping" if fields.shorthand else "a mapping", value)
    problems: list[Exception] = []
    written = _by_name(value, fields, problems)
    taken = {name: value[key] for name, key in written.items()}
    unknown = {each.means for each in problems if isinstance(each, UnknownField)}
    for name in fields.required:
        if name not in taken:
            taken[name] = INVALID
            if name not in unknown:
                problems.append(_missing(name, value, fields))
    return taken, problems


def _by_name(value: Mapping[str, Any], fields: Fields, problems: list[Exception]) -> dict[str, str]:
    """Give for each field that is written the key it is written as."""
    written: dict[str, str] = {}
    for key, each in value.items():
        name = fields.spellings.get(key, key if fields.open else None)
        if name is None:
            near = len(problems) < _MOST_HINTS
            problems.append(UnknownField(key, fields, value, look=near))
        elif each is None:
            continue
        elif name in written:
            first = written[name]
            message = f"`{first}` and `{key}` are two spellings of one field"
            also = (f"`{first}` is here", (first,))
            problem = Misfit(TWO_SPELLINGS, message, (key,), "keep one", at_key=True, also=also)
            problems.append(problem)
        else:
            written[name] = key
    return written


class UnknownField(Misfit):
    """A field that does not exist here; `means` is the field it is a slip of, if one is near."""

    def __init__(
        self, key: str, fields: Fields, value: Mapping[str, Any], *, look: bool = True
    ) -> None:
        known = [*fields.spellings, *(["skill"] if fields is SKILL else [])]
        near = nearest(key, known, most=1) if look else ()
        means = fields.spellings.get(near[0]) if near else None
        there = [each for each in value if means and fields.spellings.get(each) == means]
        self.means = None if there else means
        if fields is DOCUMENT and key in SKILL.spellings:
            hint = "move it under `skill:`"
        elif there:
            hint = f"did you mean `{there[0]}`, which is here already? Make them one"
        elif near:
            hint = f"did you mean `{near[0]}`?"
        else:
            hint = f"the fields here are {', '.join(fields.names)}"
        message = f"unknown field `{key}` {fields.where}"
        super().__init__(UNKNOWN_FIELD, message, (key,), hint, at_key=True)


def _missing(name: str, value: Mapping[str, Any], fields: Fields) -> Misfit:
    message = f"the field `{name}` is missing {fields.where}"
    key = next((each for each in value if fields.spellings.get(each) == name), None)
    if key is not None:
        where = "" if fields is DOCUMENT else f" {fields.where}"
        message = f"the field `{key}`{where} has no value"
        return Misfit(MISSING_FIELD, message, (key,), at_key=True)
    return Misfit(MISSING_FIELD, message)
