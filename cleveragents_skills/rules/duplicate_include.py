"""A skill includes another one twice.

Why it matters: a tool keeps the place of its first appearance and takes the entry of its last, so
the second include can bring an entry back that a skill between the two had replaced, and overrides
on the first are gone. Whoever reads the list does not expect either.

Bad:

    name: local/app
    includes:
      - local/base
      - local/base

Good:

    name: local/app
    includes:
      - local/base

`skills check --fix` removes the second one where no skill gets other tools without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.scope import Scope

CODE = Code("SK310", "duplicate-include", Severity.WARNING, "a skill includes another one twice")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each include of a skill that is included before it."""
    for skill in scope.skills.values():
        first: dict[str, int] = {}
        for index, include in enumerate(skill.includes):
            before = first.setdefault(include.name, index)
            if before == index:
                continue
            place = skill.locate("includes", index, "name")
            there = skill.locate("includes", before, "name")
            related = (Related("the first time is here", there),)
            message = f"`{skill.name}` includes `{include.name}` twice"
            yield Diagnostic(CODE, message, place, "remove one of the two", skill.name, related)
