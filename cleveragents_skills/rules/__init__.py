"""The rules: what is wrong with skills that read well one by one, once they are together.

A rule is a module: its docstring explains it, `CODE` names it, `check` finds it. It is given the
usable skills by name, and every name that some file defines. Rules do not know each
other, and none resolves every skill, which would be quadratic.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Protocol

from cleveragents_skills.diagnostics import Code, Diagnostic
from cleveragents_skills.model import Skill
from cleveragents_skills.rules import (
    agent_skill_clash,
    agent_skill_outside,
    include_cycle,
    mcp_server_clash,
    misspelt_capability,
    names_differ_by_case,
    override_lowers_power,
    override_without_effect,
    reference_clash,
    unknown_include,
)


class Rule(Protocol):
    """What a rule's module offers."""

    CODE: Code

    def check(self, skills: Mapping[str, Skill], known: Collection[str]) -> Iterable[Diagnostic]:
        """Give what the rule finds, in any order."""
        ...


RULES: tuple[Rule, ...] = (
    unknown_include,
    include_cycle,
    reference_clash,
    agent_skill_clash,
    mcp_server_clash,
    agent_skill_outside,
    override_without_effect,
    override_lowers_power,
    names_differ_by_case,
    misspelt_capability,
)


def check(skills: Mapping[str, Skill], known: Collection[str]) -> Iterator[Diagnostic]:
    """Give everything the rules find. Never raises for what the skills say."""
    for rule in RULES:
        yield from rule.check(skills, known)
