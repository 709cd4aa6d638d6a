"""The rule of resolution written as plain recursion over every include path: right, and slow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from attrs import define, field

from cleveragents_skills import Skill


@define
class Expected:
    """An entry as the recursion builds it."""

    name: str
    source: str
    path: tuple[str | int, ...]
    layers: list[Mapping[str, Any]] = field(factory=list)

    def merged(self) -> dict[str, Any]:
        """The layers laid one over the other, `capability` one level deeper."""
        merged: dict[str, Any] = {}
        for layer in self.layers:
            for key, value in layer.items():
                if key == "capability" and key in merged:
                    merged[key] = {**merged[key], **value}
                else:
                    merged[key] = value
        return merged


def expected_entries(skill: Skill, lookup: Mapping[str, Skill]) -> list[Expected]:
    """Every include in full, then the skill's own; first place, last entry."""
    everything: list[Expected] = []
    for include in skill.includes:
        for entry in expected_entries(lookup[include.name], lookup):
            if include.overrides.get(entry.name):
                entry.layers.append(include.overrides[entry.name])
            everything.append(entry)
    for each in skill.declarations:
        layers: list[Mapping[str, Any]] = []
        if each.kind == "tool":
            reference = next((r for r in skill.tools if r is each.item), None)
            if reference is not None:
                layers += [reference.metadata, reference.override]
            layers.append(skill.overrides.get(each.name, {}))
        elif each.server is not None:
            tool = each.name.removeprefix(f"mcp:{each.server.name}/")
            layers.append(each.server.overrides.get(tool, {}))
        everything.append(Expected(each.name, skill.name, each.path, [la for la in layers if la]))
    placed: dict[str, Expected] = {}
    for entry in everything:
        placed[entry.name] = entry
    return list(placed.values())


class Occurrence(NamedTuple):
    """A declaration as the recursion meets it on one include path.

    `includes` are the indices of the includes that lead to `skill`, from the root down;
    `position` says which of that skill's declarations it is.
    """

    name: str
    includes: tuple[int, ...]
    skill: str
    position: int
    path: tuple[str | int, ...]


def occurrences(skill: Skill, lookup: Mapping[str, Skill]) -> list[Occurrence]:
    """Every declaration on every include path, in the order of the recursion."""
    everything: list[Occurrence] = []
    for index, include in enumerate(skill.includes):
        everything.extend(
            each._replace(includes=(index, *each.includes))
            for each in occurrences(lookup[include.name], lookup)
        )
    for position, declared in enumerate(skill.declarations):
        everything.append(Occurrence(declared.name, (), skill.name, position, declared.path))
    return everything
