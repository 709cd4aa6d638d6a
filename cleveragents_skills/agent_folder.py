"""What lies in the folder of an agent skill."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cleveragents_skills.diagnostics import Location, Source


class FrontMatter(NamedTuple):
    """What a `SKILL.md` says of itself, in the YAML between its first two lines of `---`.

    `fields` is None where it cannot be read; `problem` then says why, as (message, place, hint).
    """

    source: Source
    fields: Mapping[str, Any] | None = None
    problem: tuple[str, Location, str | None] | None = None


class AgentSkillFolder(NamedTuple):
    """What lies in the folder of an agent skill; `front_matter` is None without a `SKILL.md`."""

    name: str
    exists: bool
    front_matter: FrontMatter | None = None
