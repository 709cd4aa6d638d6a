"""Where a skill includes another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import define, field

from cleveragents_skills.diagnostics import location_to_dict
from cleveragents_skills.model import Skill


@define(eq=False, repr=False)
class IncludePlaces:
    """The places of the includes of some skills, each skill looked through once."""

    skills: Mapping[str, Skill]
    indices: dict[str, dict[str, int]] = field(factory=dict)

    def shape(self, includer: str, included: str) -> dict[str, Any] | None:
        """Give the place of an include that is there, as JSON has it; of several the first."""
        skill = self.skills[includer]
        if includer not in self.indices:
            found = self.indices[includer] = {}
            for index, include in enumerate(skill.includes):
                found.setdefault(include.name, index)
        index = self.indices[includer][included]
        return location_to_dict(skill.locate("includes", index, "name"))
