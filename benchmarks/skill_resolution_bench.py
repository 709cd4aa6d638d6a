"""Building, resolving, summing up and writing out skills, by shape and size: time and memory."""

from __future__ import annotations

import json

from benchmarks.shapes import ROOT, SHAPES
from cleveragents_skills import Skill, SkillResolver

_SHAPES = tuple(SHAPES)
_NAMES = ("shape", "skills")


class Construction:
    """Skills made as objects, and from plain data."""

    params = (_SHAPES, (1_000, 10_000))
    param_names = _NAMES

    def time_objects(self, shape: str, size: int) -> None:
        SHAPES[shape](size)

    def peakmem_objects(self, shape: str, size: int) -> None:
        SHAPES[shape](size)


class FromConfig:
    """One skill of plain data with so many tools."""

    params = (10, 1_000)
    param_names = ("tools",)

    def setup(self, tools: int) -> None:
        self.config = {
            "name": "local/app",
            "tool_refs": [{"name": f"tool_{at}", "read_only": True} for at in range(tools)],
            "inline_tools": [{"description": "Greet", "writes": True} for _ in range(tools)],
        }
        # The first call imports what the others have at hand.
        Skill.from_config(self.config)

    def time_from_config(self, tools: int) -> None:
        del tools
        Skill.from_config(self.config)


class Resolution:
    """The resolution of the skill that reaches all the others, its capability summary included."""

    params = (_SHAPES, (1_000, 10_000, 100_000))
    param_names = _NAMES

    def setup(self, shape: str, size: int) -> None:
        self.skills = SHAPES[shape](size)

    def time_resolve(self, shape: str, size: int) -> None:
        del shape, size
        SkillResolver().resolve_tools(self.skills[ROOT], self.skills)

    def peakmem_resolve(self, shape: str, size: int) -> None:
        del shape, size
        SkillResolver().resolve_tools(self.skills[ROOT], self.skills)


class Serialisation:
    """The entries of a resolution as plain data, and as JSON."""

    params = (_SHAPES, (1_000, 10_000))
    param_names = _NAMES

    def setup(self, shape: str, size: int) -> None:
        skills = SHAPES[shape](size)
        self.resolution = SkillResolver().resolve_tools(skills[ROOT], skills)

    def time_to_dict(self, shape: str, size: int) -> None:
        del shape, size
        for entry in self.resolution:
            entry.to_dict()

    def time_json(self, shape: str, size: int) -> None:
        del shape, size
        json.dumps([entry.to_dict() for entry in self.resolution])

    def peakmem_json(self, shape: str, size: int) -> None:
        del shape, size
        json.dumps([entry.to_dict() for entry in self.resolution])


class Summary:
    """What powers the entries of a resolution give."""

    params = (_SHAPES, (1_000, 10_000))
    param_names = _NAMES

    def setup(self, shape: str, size: int) -> None:
        skills = SHAPES[shape](size)
        self.skill = skills[ROOT]
        self.entries = list(SkillResolver().resolve_tools(self.skill, skills))

    def time_summarise(self, shape: str, size: int) -> None:
        del shape, size
        SkillResolver().compute_capability_summary(self.skill, self.entries)

    def peakmem_summarise(self, shape: str, size: int) -> None:
        del shape, size
        SkillResolver().compute_capability_summary(self.skill, self.entries)
