"""A contract: what a team says in its config that some skills may give."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import Attribute, asdict, field, frozen

from cleveragents_skills.diagnostics import Location


def _is_said(field: Attribute[Any], _: Any) -> bool:
    return field.name not in ("location", "places")


@frozen
class Contract:
    """What skills whose names fit `skills` may give; each clause that is set has to hold.

    `allow_tools` and `only_included_by` are None where they are not set: an empty list allows
    nothing. `guidance` is said to whoever breaks it. `location` is where it stands in the config.
    """

    skills: tuple[str, ...]
    name: str | None = None
    read_only: bool = False
    no_unknown: bool = False
    no_unlisted_servers: bool = False
    forbid_tools: tuple[str, ...] = ()
    allow_tools: tuple[str, ...] | None = None
    forbid_servers: tuple[str, ...] = ()
    forbid_includes: tuple[str, ...] = ()
    only_included_by: tuple[str, ...] | None = None
    max_tools: int | None = None
    requires_approval_for: str | None = None
    guidance: str | None = None
    exceptions: tuple[str, ...] = ()
    location: Location | None = field(default=None, eq=False)
    places: Mapping[str, Location] = field(factory=dict, eq=False)
    """Where each exception stands, if it is written as it is."""

    @property
    def title(self) -> str:
        """Its name, or else the skills that it is for, in backquotes."""
        return f"`{self.name or ', '.join(self.skills)}`"

    def clauses(self) -> dict[str, Any]:
        """Give what is set, by the names that a config has for it."""
        known = asdict(self, recurse=False, filter=_is_said)
        unset = asdict(Contract(()), recurse=False)
        return {
            name.replace("_", "-"): value for name, value in known.items() if value != unset[name]
        }
