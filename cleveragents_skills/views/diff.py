"""The answer of `skills diff`: what a change does to the tools and powers of each skill."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from typing import Any

from attrs import field, frozen

from cleveragents_skills.comparison import Change, Comparison, Effect
from cleveragents_skills.diagnostics import Code, Diagnostic, Severity, location_to_dict
from cleveragents_skills.report import (
    Block,
    Column,
    Headline,
    Paragraph,
    Report,
    Table,
    Tone,
)
from cleveragents_skills.snapshot import SkillSnapshot
from cleveragents_skills.views.diff_rows import reached, rows_of, summaries, unresolved
from cleveragents_skills.views.differences import (
    counts_shape,
    in_words,
    place_of,
    shortened,
    side_shape,
)
from cleveragents_skills.views.shapes import counted

MARKER = "<!-- cleveragents-skills:diff -->"
"""Stands first in Markdown, so that the comment of an earlier run can be found."""
_MOST = 60_000
_COMMIT = re.compile(r"[0-9a-f]{7,} \(")
"""How a commit is called that has another name too; that stands in backquotes behind it."""
_GROUPS: tuple[tuple[Effect, str, Tone], ...] = (
    ("widened", "widened", "risk"),
    ("claimed", "claimed, not declared", "open"),
    ("narrowed", "narrowed", "good"),
    ("other", "changed", ""),
)


@frozen(eq=False, repr=False)
class DiffAnswer:
    """A comparison, what was compared, and which of the changes a lock accepts."""

    comparison: Comparison
    base: str
    head: str
    accepted: Collection[int] = field(factory=frozenset)
    """The ids of the changes."""

    def counts(self, change: Change) -> bool:
        """Say whether nobody has accepted a change."""
        return id(change) not in self.accepted


def diff_report(answer: DiffAnswer, *, failed: bool, as_findings: bool) -> Report:
    """Give the report of a comparison; `failed` says that a gate is hit.

    The answer may be what widens `as_findings`, for formats that mark places.
    """
    return Report(
        command="diff",
        document=lambda: _document(answer),
        blocks=lambda: _blocks(answer),
        exit_code=1 if failed else 0,
        marker=MARKER,
        most=_MOST,
        findings=tuple(_widening(answer, failed=failed)) if as_findings else (),
        closing=f"{_title(answer)}: {_compared(answer)}" if as_findings else "",
        notes=(_gate_words(answer),) if failed else (),
    )


def _gate_words(answer: DiffAnswer) -> str:
    """Give why a gate is hit, and the way through for what is meant."""
    found = answer.comparison
    wide = [each for each in found.of("widened", "claimed") if answer.counts(each)]
    count = len(wide or [each for each in found.changes if answer.counts(each)])
    words = "that nobody has accepted" if answer.accepted else "that `--fail-on` names"
    said = f"error: {counted(count, 'change')} {words}"
    if all(each.subject == "setting" for each in wide):
        return said
    return f"{said}; once reviewed, `skills lock` and `--accept-locked` let it pass"


def _document(answer: DiffAnswer) -> dict[str, Any]:
    found = answer.comparison
    return {
        "base": answer.base,
        "head": answer.head,
        "compared": found.compared,
        "changes": [_change_shape(each, answer) for each in found.changes],
        "skills": [
            {
                "skill": name,
                "before": _counts(found.before.get(name)),
                "after": _counts(found.after.get(name)),
            }
            for name in found.touched
        ],
        "unresolved": list(found.unresolved),
        "diagnostics": [],
    }


def _counts(skill: SkillSnapshot | None) -> dict[str, Any] | None:
    return None if skill is None or skill.problem else counts_shape(skill)


def _change_shape(change: Change, answer: DiffAnswer) -> dict[str, Any]:
    return {
        "effect": change.effect,
        "subject": change.subject,
        "skill": change.skill or None,
        "name": change.name,
        "what": list(change.what),
        "before": side_shape(change.before),
        "after": side_shape(change.after),
        "through": list(change.through),
        "accepted": not answer.counts(change),
        "location": location_to_dict(place_of(change, answer.comparison)),
    }


def _title(answer: DiffAnswer) -> str:
    found = answer.comparison
    if not found.changes:
        return "no skill gives anything else"
    wide = found.of("widened", "claimed")
    causes = {each.skill for each in wide if each.skill}
    through = {name for each in wide for name in each.through} - causes
    said = f"{counted(len(causes), 'skill')} widened" if causes else "no skill widened"
    if through:
        said += f", {len(through):,} more through {'it' if len(causes) == 1 else 'them'}"
    if any(each.subject == "setting" for each in wide):
        said += ", the check loosened"
    return said


def _compared(answer: DiffAnswer) -> str:
    found = answer.comparison
    unchanged = found.compared - len(found.touched) - len(found.unresolved)
    said = f"{counted(found.compared, 'skill')} compared"
    return f"{said}, {unchanged:,} unchanged" if found.changes else said


def _sides(answer: DiffAnswer) -> Paragraph:
    """Give what was compared. A name that holds a backquote cannot stand in two of them."""
    titles = (answer.base, answer.head)
    given = [title for title in titles if not _is_ours(title)]
    odd = any("`" in title for title in given)
    shown = (f"`{shortened(each)}`" if each in given and not odd else each for each in titles)
    return Paragraph(f"{' -> '.join(shown)}: {_compared(answer)}", code=odd)


def _is_ours(title: str) -> bool:
    return title == "the work tree" or _COMMIT.match(title) is not None


def _blocks(answer: DiffAnswer) -> Iterator[Block]:
    yield Headline("", f"Skill powers: {_title(answer)}")
    yield _sides(answer)
    yield from unresolved(answer.comparison.unresolved)
    for effect, title, tone in _GROUPS:
        changes = sorted(answer.comparison.of(effect), key=lambda each: not answer.counts(each))
        if changes:
            columns = (
                Column(title),
                Column("what"),
                Column("before", fold=2),
                Column("now", fold=2, lead="-> "),
                Column("where", fold=1),
            )
            aside = counted(len(changes), "other change") if effect == "other" else ""
            yield Paragraph("")
            yield Table(
                columns,
                tuple(rows_of(changes, answer.comparison, tone, answer.accepted)),
                aside=aside,
            )
    yield from reached(answer.comparison.changes)
    yield from summaries(answer.comparison)
    accepted = len(answer.accepted)
    if accepted:
        are = "is" if accepted == 1 else "are"
        yield Paragraph("")
        yield Paragraph(
            f"{counted(accepted, 'change')} marked `+` {are} accepted: the lock says so."
        )


def _widening(answer: DiffAnswer, *, failed: bool) -> Iterator[Diagnostic]:
    """Give what widens and nobody has accepted, as findings."""
    severity = Severity.ERROR if failed else Severity.WARNING
    for effect in ("widened", "claimed"):
        code = Code("diff", effect, severity, "a skill gives more power than before")
        found = (each for each in answer.comparison.changes if each.effect == effect)
        yield from marks(filter(answer.counts, found), code, answer.comparison)


def marks(changes: Iterable[Change], code: Code, found: Comparison) -> Iterator[Diagnostic]:
    """Give changes of a comparison as findings of this code."""
    for change in changes:
        before, after = in_words(change, None)
        skill = f" of `{change.skill}`" if change.subject in ("tool", "server") else ""
        reach = counted(len(change.through), "more skill") if change.through else ""
        words = " -> ".join(filter(None, (before, after)))
        message = f"`{change.name}`{skill}: {words}" + f", in {reach} too" * bool(reach)
        yield Diagnostic(code, message, place_of(change, found), None, change.skill or None)
