"""Keywords that resolve skills through the library's public API."""

from __future__ import annotations

from collections.abc import Mapping

from ruamel.yaml import YAML

from cleveragents_skills import Resolution, ResolvedToolEntry, Skill, SkillResolver

# Robot Framework takes what is named here for keywords, and nothing that is imported.
__all__ = ["entry_of", "error_of_resolving", "names_of", "resolve_skill", "skills"]


def skills(*written: str) -> dict[str, Skill]:
    """Give the skills by name, each written as a YAML mapping."""
    yaml = YAML(typ="safe", pure=True)
    read = [Skill.from_config(yaml.load(each)) for each in written]
    return {skill.name: skill for skill in read}


def resolve_skill(name: str, lookup: Mapping[str, Skill]) -> Resolution:
    """Give the resolution of the skill called `name`."""
    return SkillResolver().resolve_tools(lookup[name], lookup)


def names_of(resolution: Resolution) -> list[str]:
    """Give the names of the tools, in order."""
    return [entry.name for entry in resolution]


def entry_of(resolution: Resolution, tool: str) -> ResolvedToolEntry:
    """Give the entry of a tool; there must be exactly one."""
    (entry,) = (each for each in resolution if each.name == tool)
    return entry


def error_of_resolving(name: str, lookup: Mapping[str, Skill]) -> ValueError:
    """Give the error that keeps the skill from being resolved; without one, fail."""
    try:
        resolution = resolve_skill(name, lookup)
    except ValueError as error:
        return error
    raise AssertionError(f"`{name}` was resolved to {names_of(resolution)}")
