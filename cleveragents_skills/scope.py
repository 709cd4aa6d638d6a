"""What the rules look at: the usable skills, and what several rules need to know of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from cleveragents_skills.agent_folder import AgentSkillFolder
from cleveragents_skills.diagnostics import Code
from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.model import Skill
from cleveragents_skills.policy import Policy


def _not_looked_for(_: str) -> AgentSkillFolder | None:
    return None


@frozen(eq=False, repr=False)
class Scope:
    """The usable skills by name, every name that some file defines, and what is asked for.

    `agent_folder` gives what lies in the folder of an agent skill, None where nobody has looked.
    `plain_folders` gives the folder of each skill that is a plain one with a `SKILL.md`.
    """

    skills: Mapping[str, Skill]
    known: Collection[str] = ()
    policy: Policy = field(factory=Policy)
    agent_folder: Callable[[str], AgentSkillFolder | None] = _not_looked_for
    plain_folders: Mapping[str, str] = field(factory=dict)

    @cached_property
    def graph(self) -> IncludeGraph:
        """The include graph, made once for all rules."""
        return IncludeGraph.of(self.skills)

    @cached_property
    def times(self) -> Mapping[str, int]:
        """How many skills declare each tool."""
        times: Counter[str] = Counter()
        for skill in self.skills.values():
            times.update({each.name for each in skill.declarations})
        return times

    def option(self, code: Code, defaults: Mapping[str, Any], name: str) -> Any:
        """Give what a rule's option is set to, else its default."""
        return self.policy.options.get(code.id, {}).get(name, defaults[name])
