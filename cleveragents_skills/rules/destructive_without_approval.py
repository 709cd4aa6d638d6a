"""A destructive tool asks for no approval.

Why it matters: what it deletes or overwrites is gone, and nobody was asked. Not looked for unless
its full id is selected or given a severity, since not every team has its tools ask.

Bad:

    name: local/app
    inline_tools:
      - name: drop_table
        destructive: true

Good:

    name: local/app
    inline_tools:
      - name: drop_table
        destructive: true
        human_approval_required: true

Each tool is looked at where it is declared, with what that skill says of it. An approval that only
an include adds is in force there alone, so it does not count.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.capability import Capability, laid_over
from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import (
    Declaration,
    Skill,
    SkillInlineTool,
    SkillMcpTool,
    SkillToolRef,
)
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK340",
    "destructive-without-approval",
    Severity.WARNING,
    "a destructive tool asks for no approval",
    on=False,
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each tool that is destructive and asks for no approval."""
    for skill in scope.skills.values():
        for each in skill.declarations:
            capability = _capability(skill, each)
            if capability.destructive and not capability.human_approval_required:
                message = f"`{each.name}` is destructive and asks for no approval"
                hint = "set `human_approval_required: true`"
                yield Diagnostic(CODE, message, skill.locate(*each.path), hint, skill.name)


def _capability(skill: Skill, each: Declaration) -> Capability:
    """Give what the tool can do as far as its own skill says."""
    layers: list[Mapping[str, Any]] = []
    declared = Capability()
    if isinstance(each.item, SkillToolRef):
        layers = [each.item.metadata, each.item.override, skill.overrides.get(each.name, {})]
    elif isinstance(each.item, SkillInlineTool | SkillMcpTool):
        declared = each.item.capability
        if each.server:
            layers = [each.server.overrides.get(each.item.name or "", {})]
    return laid_over(declared, layers)
