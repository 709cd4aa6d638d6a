"""What lies in the folder of an agent skill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from cleveragents_skills.diagnostics import Location, Source


@frozen
class FrontMatter:
    """What a `SKILL.md` says of itself, in the YAML between its first two lines of `---`.

    `fields` is None where it cannot be read; `problem` then says why, as (message, place, hint).
    """

    source: Source = field(eq=False, repr=False)
    fields: Mapping[str, Any] | None = None
    problem: tuple[str, Location, str | None] | None = None


@frozen
class AgentSkillFolder:
    """What lies in the folder of an agent skill; `front_matter` is None without a `SKILL.md`."""

    name: str
    exists: bool
    front_matter: FrontMatter | None = None
