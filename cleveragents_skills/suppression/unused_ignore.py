"""A comment ignores a finding that is not there.

Why it matters: `# skills: ignore[SK310] reason` behind a line, or alone above it, keeps the
findings of these codes on that line quiet. Once there are none, the comment would only hide the
next one. A comment that names no code, an unknown one, or one of `SK0xx` ignores nothing.

Bad:

    name: local/app
    includes:
      - local/base    # skills: ignore[SK310] listed twice on purpose

Good:

    name: local/app
    includes:
      - local/base
      - local/base    # skills: ignore[SK310] listed twice on purpose
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from cleveragents_skills.diagnostics import Code, Diagnostic, Location, Severity

CODE = Code(
    "SK391", "unused-ignore", Severity.WARNING, "a comment ignores a finding that is not there"
)


class Mistake(NamedTuple):
    """What a comment says in vain: what is wrong with `code`, and perhaps what to write for it."""

    message: str
    code: str = ""
    meant: str | None = None


class IgnoreComment(NamedTuple):
    """A comment that keeps findings quiet: those of `codes` on the line `line` (from 1)."""

    location: Location
    line: int
    codes: tuple[str, ...]
    mistakes: tuple[Mistake, ...] = ()


def without_ignored(
    diagnostics: Sequence[Diagnostic], comments: Iterable[IgnoreComment]
) -> tuple[list[Diagnostic], list[tuple[IgnoreComment, str]]]:
    """Give the diagnostics that no comment ignores, and each code that ignores none."""
    unused: dict[tuple[str, str, int, str], IgnoreComment] = {}
    for comment in comments:
        for code in comment.codes:
            place = comment.location
            unused[place.catalog, place.file, comment.line, code] = comment
    used: set[tuple[str, str, int, str]] = set()
    kept = []
    for diagnostic in diagnostics:
        where = diagnostic.location
        key = (where.catalog, where.file, where.line or 0, diagnostic.code.id) if where else None
        if key in unused:
            used.add(key)
        else:
            kept.append(diagnostic)
    return kept, [(comment, key[3]) for key, comment in unused.items() if key not in used]


def unused_ignores(
    comments: Iterable[IgnoreComment], unused: Iterable[tuple[IgnoreComment, str]]
) -> Iterator[Diagnostic]:
    """Give a finding for each thing that a comment says in vain."""
    for comment in comments:
        for message, code, meant in comment.mistakes:
            hint = f"write `{meant}`" if meant else _hint(comment, code)
            yield Diagnostic(CODE, message, comment.location, hint)
    for comment, code in unused:
        message = f"there is no {code} here that this could ignore"
        yield Diagnostic(CODE, message, comment.location, _hint(comment, code))


def _hint(comment: IgnoreComment, code: str) -> str:
    """Give the way out; the comment may ignore something else for good reason."""
    others = len(comment.codes) + len(comment.mistakes) > 1
    return f"remove `{code}` from the comment" if others else "remove the comment"
