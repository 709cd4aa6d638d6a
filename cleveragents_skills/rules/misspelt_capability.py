"""An override has a key that is almost a capability field.

Why it matters: any key may stand in an override, so a slip in `human_approval_required` is kept as
metadata that nothing heeds, and the approval is not in force.

Bad:

    name: local/app
    tools:
      - name: deploy
        human_aproval_required: true

Good:

    name: local/app
    tools:
      - name: deploy
        human_approval_required: true
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import nearest
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK302",
    "misspelt-capability",
    Severity.WARNING,
    "a key of an override is almost a capability field",
)
_ALIKE = 0.8
"""Metadata may have any key, so only a slip of one or two letters is taken for one."""


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each key that is almost a capability field."""
    meant: dict[str, str | None] = dict.fromkeys((*CAPABILITY_FIELDS, "capability"))
    for skill in scope.skills.values():
        for path, layer in _layers(skill):
            for key in layer:
                if key not in meant:
                    near = nearest(key, CAPABILITY_FIELDS, most=1, alike=_ALIKE)
                    meant[key] = near[0] if near else None
                field = meant[key]
                if field:
                    place = skill.source.locate_key(*path, key) if skill.source else None
                    message = f"`{key}` is metadata that nothing heeds, and almost `{field}`"
                    hint = f"did you mean `{field}`?"
                    yield Diagnostic(CODE, message, place, hint, skill.name)


def _layers(skill: Skill) -> Iterator[tuple[tuple[str | int, ...], Mapping[str, Any]]]:
    """Give every mapping of overrides of a skill, and where it stands."""
    for index, reference in enumerate(skill.tools):
        if reference.metadata:
            yield ("tools", index), reference.metadata
        if reference.override:
            yield ("tools", index, "override"), reference.override
    for tool, values in skill.overrides.items():
        yield ("overrides", tool), values
    for index, include in enumerate(skill.includes):
        for tool, values in include.overrides.items():
            yield ("includes", index, "overrides", tool), values
    for index, server in enumerate(skill.mcp_servers):
        for tool, values in server.overrides.items():
            yield ("mcp_servers", index, "overrides", tool), values
