"""Two skills have names that differ only in upper and lower case.

Why it matters: both exist, and an include gets exactly the one it names. A reader, or a file system
that does not tell the cases apart, takes one for the other.

Bad: `local/deploy` and `local/Deploy` in one catalog.

Good: `local/deploy` and `local/deploy-all`.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK301", "names-differ-by-case", Severity.WARNING, "two skill names differ only in case"
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each name that has an equal but for case before it in the order."""
    first: dict[str, Skill] = {}
    for name in sorted(scope.skills):
        skill = scope.skills[name]
        other = first.setdefault(name.lower(), skill)
        if other is skill:
            continue
        related: tuple[Related, ...] = ()
        if other.source:
            related = (Related(f"`{other.name}` is here", other.source.locate("name")),)
        place = skill.source.locate("name") if skill.source else None
        message = f"`{name}` and `{other.name}` differ only in case"
        yield Diagnostic(CODE, message, place, "rename one", name, related)
