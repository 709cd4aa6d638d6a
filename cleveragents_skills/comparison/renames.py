"""Skills that are the same but for their name."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.snapshot import SkillSnapshot, ToolSnapshot


def renames(
    before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot]
) -> dict[str, str]:
    """Give the new name of each skill that is the same but for its name."""
    gone = {name for name in before if name not in after and not before[name].problem}
    new = (name for name in after if name not in before and not after[name].problem)
    candidates: dict[SkillSnapshot, list[str]] = {}
    for name in sorted(new, reverse=True) if gone else ():
        candidates.setdefault(as_renamed(after[name], {name: ""}), []).append(name)
    renamed: dict[str, str] = {}
    included = {
        name: [each for each in before[name].includes if each in before] for name in sorted(before)
    }
    # What a skill gives bears the names of what it reaches, so those come first.
    order = IncludeGraph(included).order if candidates else ()
    for name in (each for component in order for each in component if each in gone):
        skill = before[name]
        renamed[name] = ""
        alike = candidates.get(as_renamed(skill, renamed))
        if alike and (skill.tools or skill.servers or skill.includes):
            renamed[name] = alike.pop()
        else:
            del renamed[name]
    return renamed


def as_renamed(skill: SkillSnapshot, names: Mapping[str, str]) -> SkillSnapshot:
    """Give the snapshot as it would be, had skills had other names."""
    if names.keys().isdisjoint({skill.name, *skill.includes, *(t.source for t in skill.tools)}):
        return skill
    return evolve(
        skill,
        name=names.get(skill.name, skill.name),
        includes=tuple(names.get(each, each) for each in skill.includes),
        tools=tuple(
            evolve(
                tool,
                name=_inner_name(tool, names) if tool.kind == "inline" else tool.name,
                source=names.get(tool.source, tool.source),
            )
            for tool in skill.tools
        ),
    )


def _inner_name(tool: ToolSnapshot, names: Mapping[str, str]) -> str:
    return names.get(tool.source, tool.source) + tool.name.removeprefix(tool.source)
