"""What a comparison consists of: changes, and what they let an agent do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from attrs import frozen

from cleveragents_skills.snapshot import ServerSnapshot, SkillSnapshot, ToolSnapshot

Effect = Literal["widened", "claimed", "narrowed", "other"]
Subject = Literal["skill", "tool", "server", "setting"]
EFFECTS: tuple[Effect, ...] = ("widened", "claimed", "narrowed", "other")


@frozen
class Change:
    """One thing that is not as it was.

    `skill` is where it is told, `through` the skills that get it by including that one. `what` says
    which sides of the thing differ (`added`, `access`, `code`, `overrides.timeout`); `effect`
    whether an agent can do more (`widened`), less (`narrowed`), or is only said to be able to do
    less, by an override (`claimed`).
    """

    subject: Subject
    skill: str
    name: str
    effect: Effect
    what: tuple[str, ...]
    before: ToolSnapshot | ServerSnapshot | SkillSnapshot | str | None = None
    after: ToolSnapshot | ServerSnapshot | SkillSnapshot | str | None = None
    through: tuple[str, ...] = ()


@frozen
class Comparison:
    """All that differs between two snapshots of a catalog.

    `changes` has what widens first. `before` and `after` hold the snapshots of the skills that
    differ, by name; `compared` is how many skills there are on either side. Those that are
    `unresolved` on both sides may differ, and nobody knows in what.
    """

    changes: tuple[Change, ...]
    before: Mapping[str, SkillSnapshot]
    after: Mapping[str, SkillSnapshot]
    compared: int
    unresolved: tuple[str, ...] = ()

    def of(self, *effects: Effect) -> tuple[Change, ...]:
        """Give the changes that have one of these effects."""
        return tuple(each for each in self.changes if each.effect in effects)

    @property
    def touched(self) -> tuple[str, ...]:
        """The skills that something changed for, those through includes too, by name."""
        names = {name for each in self.changes for name in (each.skill, *each.through)}
        return tuple(sorted(names & (self.before.keys() | self.after.keys())))
