"""The tables of `skills diff`: changes, whom they reach, and the numbers before and after."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from attrs import evolve

from cleveragents_skills.comparison import Change, Comparison
from cleveragents_skills.report import Block, Cell, Column, Paragraph, Table, Tone
from cleveragents_skills.snapshot import SkillSnapshot
from cleveragents_skills.views.differences import ABSENT, in_words, place_of, positions_in
from cleveragents_skills.views.shapes import place_text

_NAMED = 10
"""So many skills that nobody can resolve are named."""
_NAMED_IN_FULL = 4
"""From so many on, codes that weigh something else alike share a row."""
_CODE_AND_NAME = re.compile(r"SK\d{3} [a-z-]+")


def unresolved(names: Sequence[str]) -> Iterator[Block]:
    """Tell which skills neither side resolves, the first of them by name."""
    if names:
        shown = ", ".join(f"`{name}`" for name in names[:_NAMED])
        more = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
        yield Paragraph(
            f"Neither side resolves these, so nobody knows what changed: {shown}{more}."
        )


def rows_of(
    changes: Sequence[Change], found: Comparison, tone: Tone, accepted: Collection[int]
) -> Iterator[tuple[Cell, ...]]:
    """Give a row for each change; codes that weigh something else alike share one."""
    alike: dict[tuple[object, object], list[str]] = {}
    for change in changes:
        if _is_code(change):
            alike.setdefault((change.before, change.after), []).append(change.name)
    for change in changes:
        names = alike.get((change.before, change.after)) if _is_code(change) else None
        if names is None or len(names) < _NAMED_IN_FULL:
            yield _row(change, found, tone, accepted)
        elif change.name == names[0]:
            first = ", ".join(name.partition(" ")[0] for name in names[: _NAMED_IN_FULL - 1])
            codes = f"{first} and {len(names) - _NAMED_IN_FULL + 1:,} more codes"
            yield _row(evolve(change, name=codes), found, tone, accepted)


def _is_code(change: Change) -> bool:
    """Say whether it is the weight of a code that changed."""
    return change.subject == "setting" and bool(_CODE_AND_NAME.fullmatch(change.name))


def _row(
    change: Change, found: Comparison, tone: Tone, accepted: Collection[int]
) -> tuple[Cell, ...]:
    places = positions_in(change, found.before.get(change.skill), found.after.get(change.skill))
    before, after = in_words(change, places)
    mark = "+ " if id(change) in accepted else ""
    subject = {"server": "server ", "skill": "the skill", "setting": ""}.get(change.subject, "")
    name = "" if change.subject == "skill" else change.name
    more = f" (+{len(change.through):,})" if change.through else ""
    return (
        Cell(mark + (change.skill or "config"), "strong", code=True),
        Cell(f"{subject}{name}{more}", code=bool(name or more)),
        Cell(before, "faint", code=before != ABSENT),
        Cell(after, tone, code=after != ABSENT),
        Cell(place_text(place_of(change, found)), "faint", code=True),
    )


def reached(changes: Sequence[Change]) -> Iterator[Block]:
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


def summaries(found: Comparison) -> Iterator[Block]:
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
