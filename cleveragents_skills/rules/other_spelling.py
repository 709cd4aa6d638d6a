"""A field is written in another spelling than the one of this format.

Why it matters: all spellings mean the same, but a catalog that has one of them everywhere is easier
to search and to read. Not looked for unless its full id is selected or given a severity.

Bad:

    name: local/app
    toolRefs:
      - run_tests

Good:

    name: local/app
    tools:
      - run_tests

`skills check --select SK314 --fix` writes all of them as they are written here.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK314", "other-spelling", Severity.WARNING, "a field has another accepted spelling", on=False
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each field that has another spelling. Builds every file again."""
    for skill in scope.skills.values():
        for path, name in skill.source.other_spellings() if skill.source else ():
            message = f"`{path[-1]}` is another spelling of `{name}`"
            yield Diagnostic(CODE, message, skill.locate_key(*path), f"write `{name}`", skill.name)
