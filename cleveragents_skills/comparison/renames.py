"""Skills that are the same but for their name."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import evolve

from cleveragents_skills.snapshot import SkillSnapshot, ToolSnapshot


def renames(
    before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot]
) -> dict[str, str]:
    """Give the new name of each skill that is the same but for its name."""
    gone = {name for name in before if name not in after and not before[name].problem}
    new = {name for name in after if name not in before and not after[name].problem}
    renamed: dict[str, str] = {}
    while gone and new:
        candidates: dict[SkillSnapshot, list[str]] = {}
        for name in sorted(new, reverse=True):
            candidates.setdefault(as_renamed(after[name], {name: ""}), []).append(name)
        found = {}
        for name in sorted(gone):
            alike = candidates.get(as_renamed(before[name], {**renamed, name: ""}))
            if alike and (before[name].tools or before[name].includes):
                found[name] = alike.pop()
        if not found:
            break
        renamed |= found
        gone -= found.keys()
        new -= set(found.values())
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
