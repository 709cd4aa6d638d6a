"""The answer of `skills tree`: what a skill includes, or what includes it, as a tree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from attrs import frozen

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.include_tree import Branch
from cleveragents_skills.report import (
    Block,
    Cell,
    Column,
    Headline,
    Report,
    Table,
    Tone,
    Tree,
    TreeLine,
)
from cleveragents_skills.views.include_places import IncludePlaces
from cleveragents_skills.views.shapes import counted, diagnostics_shape, file_text

_MARKS = {"above": "^", "below": "v", "cycle": "@", "deeper": "..."}
_LEGEND = {
    "above": "shown above",
    "below": "shown below, nearer to the top",
    "cycle": "closes a cycle",
    "deeper": "what hangs below is deeper than --depth",
}
_WORDS = {"above": "shown_above", "below": "shown_below", "cycle": "closes_cycle"}
"""What JSON has for a mark, where that is another word."""
_NOTES = {"agent_skill": "agent skill", "server": "server without a tool list"}
_TONES: dict[str, Tone] = {"cycle": "risk", "broken": "risk", "unknown": "risk"}


@frozen
class TreeAnswer:
    """The lines of a tree, the root first. `names` are those of all its skills.

    Some of them are on no line if a `depth` was given. With `inverted` a line includes the one it
    hangs on.
    """

    lines: Sequence[Branch]
    names: Collection[str]
    inverted: bool
    depth: int | None


def tree_report(
    answer: TreeAnswer, catalog: Catalog, diagnostics: tuple[Diagnostic, ...], exit_code: int
) -> Report:
    """Give the report of a tree; `diagnostics` are those about what it stands for."""
    return Report(
        command="tree",
        document=lambda: {
            "skill": answer.lines[0].name,
            "inverted": answer.inverted,
            "depth": answer.depth,
            "branches": list(_shapes(answer, catalog)),
            "not_shown": _not_shown(answer),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: _blocks(answer, catalog),
        names=lambda: dict.fromkeys(
            each.name for each in answer.lines if not each.leaf and each.name in catalog.known
        ),
        remarks=diagnostics,
        exit_code=exit_code,
    )


def _not_shown(answer: TreeAnswer) -> int:
    """Give how many skills of the tree are on none of its lines."""
    return len(answer.names) - len({each.name for each in answer.lines if each.leaf is None})


def _state(name: str, catalog: Catalog) -> str:
    """Give why a skill cannot be used, if it cannot."""
    if name in catalog:
        return ""
    return "broken" if name in catalog.known else "unknown"


def _mark(branch: Branch, catalog: Catalog) -> str:
    """Give the mark of a line; for what is missing it is why."""
    return _state(branch.name, catalog) if branch.mark == "missing" else branch.mark


def _shapes(answer: TreeAnswer, catalog: Catalog) -> Iterator[dict[str, Any]]:
    places = IncludePlaces(catalog)
    for branch in answer.lines:
        mark = _mark(branch, catalog)
        yield {
            "name": branch.name,
            "kind": branch.leaf.kind if branch.leaf else "skill",
            "depth": branch.depth,
            "parent": branch.parent,
            "mark": _WORDS.get(mark, mark) or None,
            "location": _place(branch, answer, catalog, places),
        }


def _place(
    branch: Branch, answer: TreeAnswer, catalog: Catalog, places: IncludePlaces
) -> dict[str, Any] | None:
    """Give where a line is from: the include, the tool, or for the root its name."""
    if branch.parent is None:
        root = catalog.get(branch.name)
        return location_to_dict(root.locate("name") if root else None)
    parent = answer.lines[branch.parent].name
    if branch.leaf:
        return location_to_dict(catalog[parent].locate(*branch.leaf.path))
    pair = (branch.name, parent) if answer.inverted else (parent, branch.name)
    return places.shape(*pair)


def _blocks(answer: TreeAnswer, catalog: Catalog) -> Iterator[Block]:
    root = answer.lines[0]
    skill = catalog.get(root.name)
    yield Headline(root.name, _said(answer, catalog), file_text(skill.locate() if skill else None))
    yield Tree(tuple(_line(each, catalog) for each in answer.lines[1:]))
    used = {each.mark for each in answer.lines}
    rows = [(_MARKS[mark], words) for mark, words in _LEGEND.items() if mark in used]
    if "deeper" in used:
        rows[-1] = (_MARKS["deeper"], _depth_words(answer))
    yield Table(
        (Column(), Column(words=True)),
        tuple((Cell(mark, "strong"), Cell(words)) for mark, words in rows),
    )


def _said(answer: TreeAnswer, catalog: Catalog) -> str:
    """Give what is to be said of the root: how much hangs below it, or why nothing does."""
    root = answer.lines[0].name
    if not answer.inverted and _state(root, catalog):
        return ": cannot be used, so what it includes is not known"
    states = Counter(_state(name, catalog) for name in answer.names if name != root)
    counts = [counted(states[""], "skill") if states[""] else "no skill"]
    counts += [f"{states[each]:,} {each}" for each in ("broken", "unknown") if states[each]]
    if answer.inverted:
        return f": {counts[0]} include{'' if states[''] > 1 else 's'} it"
    return f": includes {', '.join(counts)}"


def _depth_words(answer: TreeAnswer) -> str:
    """Give what a limited depth leaves out."""
    left_out = _not_shown(answer)
    verb = "is" if left_out == 1 else "are"
    return f"{_LEGEND['deeper']} {answer.depth}: {counted(left_out, 'skill')} {verb} not shown"


def _line(branch: Branch, catalog: Catalog) -> TreeLine:
    if branch.leaf:
        note = _NOTES.get(branch.leaf.kind, branch.leaf.kind)
        return TreeLine(branch.depth, Cell(branch.name, "faint", code=True), note)
    mark = _mark(branch, catalog)
    name = Cell(branch.name, _TONES.get(mark, ""), code=True)
    return TreeLine(branch.depth, name, _MARKS.get(mark, mark))
