"""The rules: what is wrong with skills that read well one by one, once they are together.

A rule is a module: its docstring explains it, `CODE` names it, `check` finds it. Rules do not know
each other, and none resolves every skill, which would be quadratic.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from cleveragents_skills.diagnostics import Code, Diagnostic
from cleveragents_skills.policy import Policy
from cleveragents_skills.rules import (
    agent_skill_clash,
    agent_skill_invalid,
    agent_skill_missing,
    agent_skill_outside,
    contradicted_by_server,
    destructive_without_approval,
    duplicate_include,
    duplicate_tool,
    filter_without_effect,
    include_cycle,
    mcp_name_collision,
    mcp_name_refused,
    mcp_server_clash,
    mcp_tool_not_offered,
    misspelt_capability,
    names_differ_by_case,
    other_spelling,
    override_lowers_power,
    override_without_effect,
    plain_text_secret,
    redundant_include,
    reference_clash,
    replaced_tool,
    too_many_tools,
    unknown_include,
    unlisted_server,
)
from cleveragents_skills.scope import Scope


class Rule(Protocol):
    """What a rule's module offers."""

    CODE: Code

    def check(self, scope: Scope) -> Iterable[Diagnostic]:
        """Give what the rule finds, in any order."""
        ...


RULES: tuple[Rule, ...] = (
    unknown_include,
    include_cycle,
    reference_clash,
    agent_skill_clash,
    mcp_server_clash,
    agent_skill_outside,
    agent_skill_missing,
    agent_skill_invalid,
    override_without_effect,
    override_lowers_power,
    names_differ_by_case,
    misspelt_capability,
    duplicate_include,
    redundant_include,
    duplicate_tool,
    replaced_tool,
    other_spelling,
    unlisted_server,
    filter_without_effect,
    mcp_name_refused,
    mcp_name_collision,
    plain_text_secret,
    destructive_without_approval,
    too_many_tools,
    mcp_tool_not_offered,
    contradicted_by_server,
)

OPTIONS: Mapping[str, Mapping[str, Any]] = {
    rule.CODE.id: rule.OPTIONS for rule in (unlisted_server, mcp_name_refused, plain_text_secret)
}
"""What can be set for a rule beside its severity, with its default, by code."""


_CODES: Mapping[str, Code] = {rule.CODE.id: rule.CODE for rule in RULES}


def is_looked_for(code: str, policy: Policy) -> bool:
    """Say whether findings of a code may be there under a policy."""
    known = _CODES.get(code)
    return policy.severity_of(known) is not None if known else policy.looks_for(code)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give everything that the rules asked for find. Never raises for what skills say."""
    for rule in RULES:
        if scope.policy.severity_of(rule.CODE) is not None:
            yield from rule.check(scope)
