"""An include names a skill that is not in the catalog.

Why it matters: the agent would lose every tool that the missing skill was meant to bring, so the
including skill, and every skill that includes it, cannot be resolved.

Bad:

    name: local/app
    includes:
      - local/bsae

Good:

    name: local/app
    includes:
      - local/base

An include of a skill whose own file is broken is not reported: the broken file is.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK201",
    "unknown-include",
    Severity.ERROR,
    "an include names no skill of the catalog",
    stops=True,
)
_MOST_HINTS = 50
"""A nearest name costs a look at every name, and so many gaps have another cause than slips."""


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each include of a name that nothing defines."""
    hints: dict[str, str | None] = {}
    for skill in scope.skills.values():
        for index, include in enumerate(skill.includes):
            name = include.name
            if name in scope.known:
                continue
            if name not in hints and len(hints) < _MOST_HINTS:
                hints[name] = did_you_mean(name, scope.known)
            place = skill.source.locate("includes", index, "name") if skill.source else None
            message = f"`{skill.name}` includes the unknown skill `{name}`"
            hint = hints.get(name) or _way_out(name, skill, scope)
            yield Diagnostic(CODE, message, place, hint, skill.name)


def _way_out(name: str, skill: Skill, scope: Scope) -> str:
    """Give what to do where no name is near. A skill file would make plain folders be no skills."""
    if skill.name in scope.plain_folders:
        return "correct the name, or add a folder with a `SKILL.md` of that name"
    return f"correct the name, or add it: `skills new {name}`"
