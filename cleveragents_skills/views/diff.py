"""The answer of `skills diff`: what a change does to the tools and powers of each skill."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any

from attrs import field, frozen

from cleveragents_skills.comparison import Change, Comparison, Effect
from cleveragents_skills.diagnostics import Code, Diagnostic, Severity, location_to_dict
from cleveragents_skills.report import (
    Block,
    Cell,
    Column,
    Headline,
    Paragraph,
    Report,
    Table,
    Tone,
)
from cleveragents_skills.snapshot import SkillSnapshot
from cleveragents_skills.views.differences import (
    counts_shape,
    in_words,
    place_of,
    positions_in,
    side_shape,
)
from cleveragents_skills.views.shapes import counted, place_text

MARKER = "<!-- cleveragents-skills:diff -->"
"""Stands first in Markdown, so that the comment of an earlier run can be found."""
_MOST = 60_000
_GROUPS: tuple[tuple[Effect, str, Tone], ...] = (
    ("widened", "widened", "risk"),
    ("claimed", "claimed only by an override", "open"),
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
        closing=_title(answer) if as_findings else "",
    )


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
        "location": location_to_dict(place_of(change)),
    }


def _title(answer: DiffAnswer) -> str:
    found = answer.comparison
    unchanged = found.compared - len(found.touched)
    compared = f"{counted(found.compared, 'skill')} compared, {unchanged:,} unchanged"
    if not found.changes:
        return f"no skill gives anything else: {counted(found.compared, 'skill')} compared"
    wide = found.of("widened", "claimed")
    causes = {each.skill for each in wide if each.skill}
    through = {name for each in wide for name in each.through} - causes
    said = f"{counted(len(causes), 'skill')} widened" if causes else "no skill widened"
    if through:
        said += f", {len(through):,} more through {'it' if len(causes) == 1 else 'them'}"
    if any(each.subject == "setting" for each in wide):
        said += ", the check loosened"
    return f"{said}; {compared}"


def _blocks(answer: DiffAnswer) -> Iterator[Block]:
    yield Headline("", f"Skill powers: {_title(answer)}")
    yield Paragraph(f"{answer.base} -> {answer.head}")
    for effect, title, tone in _GROUPS:
        changes = answer.comparison.of(effect)
        if changes:
            columns = (
                Column(title),
                Column("what"),
                Column("before", fold=2),
                Column("now", fold=2),
                Column("where", fold=1),
            )
            yield Paragraph("")
            yield Table(columns, tuple(_row(each, answer, tone) for each in changes))
    yield from _reached(answer.comparison.changes)
    yield from _summaries(answer.comparison)
    accepted = len(answer.accepted)
    if accepted:
        are = "is" if accepted == 1 else "are"
        yield Paragraph(
            f"{counted(accepted, 'change')} marked `+` {are} accepted: the lock says so."
        )


def _row(change: Change, answer: DiffAnswer, tone: Tone) -> tuple[Cell, ...]:
    found = answer.comparison
    places = positions_in(change, found.before.get(change.skill), found.after.get(change.skill))
    before, after = in_words(change, places)
    mark = "" if answer.counts(change) else "+ "
    subject = {"server": "server ", "skill": "the skill", "setting": ""}.get(change.subject, "")
    name = "" if change.subject == "skill" else change.name
    more = f" (+{len(change.through):,})" if change.through else ""
    return (
        Cell(mark + (change.skill or "config"), "strong", code=True),
        Cell(f"{subject}{name}{more}", code=True),
        Cell(before, "faint", code=True),
        Cell(after, tone, code=True),
        Cell(place_text(place_of(change)), "faint", code=True),
    )


def _reached(changes: Sequence[Change]) -> Iterator[Block]:
    """Give for each skill that changes who gets that through includes, each set of them once."""
    sets: dict[tuple[str, tuple[str, ...]], list[Change]] = {}
    for change in changes:
        if change.through:
            sets.setdefault((change.skill, change.through), []).append(change)
    by_skill: dict[str, int] = {}
    for skill, _ in sets:
        by_skill[skill] = by_skill.get(skill, 0) + 1
    rows = []
    for (skill, through), found in sets.items():
        what = skill
        if by_skill[skill] > 1:
            what = f"{skill}: {', '.join(dict.fromkeys(each.name for each in found))}"
        rows.append((Cell(what, "strong", code=True), Cell(", ".join(through), code=True)))
    if rows:
        columns = (Column("changes in"), Column("reach, through includes (+)", words=True))
        yield Paragraph("")
        yield Table(columns, tuple(rows))


def _summaries(found: Comparison) -> Iterator[Block]:
    """Give the counts of each skill that changed, before and after."""
    rows = []
    for name in found.touched:
        before, after = found.before.get(name), found.after.get(name)
        pairs = [(_numbers(before)[at], _numbers(after)[at]) for at in range(4)]
        cells = [Cell(one if one == other else f"{one} -> {other}") for one, other in pairs]
        rows.append((Cell(name, "strong", code=True), *cells))
    if rows:
        yield Paragraph("")
        titles = ("tools", "read-only", "write", "unknown")
        yield Table((Column("skill"), *map(Column, titles)), tuple(rows))


def _numbers(skill: SkillSnapshot | None) -> tuple[str, str, str, str]:
    if skill is None or skill.problem:
        return ("-", "-", "-", "-")
    least = "at least " if skill.unlisted else ""
    counts = (skill.count("read_only"), skill.count("write"), skill.count("unknown"))
    one, two, three = (f"{count:,}" for count in counts)
    return f"{least}{len(skill.tools):,}", one, two, three


def _widening(answer: DiffAnswer, *, failed: bool) -> Iterator[Diagnostic]:
    """Give what widens and nobody has accepted, as findings."""
    severity = Severity.ERROR if failed else Severity.WARNING
    for effect in ("widened", "claimed"):
        code = Code("diff", effect, severity, "a skill gives more power than before")
        found = (each for each in answer.comparison.changes if each.effect == effect)
        yield from marks(filter(answer.counts, found), code)


def marks(changes: Iterable[Change], code: Code) -> Iterator[Diagnostic]:
    """Give changes as findings of this code."""
    for change in changes:
        before, after = in_words(change, None)
        skill = f" of `{change.skill}`" if change.subject in ("tool", "server") else ""
        reach = counted(len(change.through), "more skill") if change.through else ""
        words = " -> ".join(filter(None, (before, after)))
        message = f"`{change.name}`{skill}: {words}" + f", in {reach} too" * bool(reach)
        yield Diagnostic(code, message, place_of(change), None, change.skill or None)
