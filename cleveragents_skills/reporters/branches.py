"""The lines of a tree with the guides before them, however deep and narrow it is.

Guides for every level would be as wide as the tree is deep. So each so many levels the guides begin
at the left again, behind how many levels are left out there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cleveragents_skills.report import Cell, Tree, TreeLine
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.wrapping import cells

FURTHER_IN = "[n] stands for n levels more"
_GUIDES = ("├─ ", "└─ ", "│  ", "   ")
_ASCII_GUIDES = ("|- ", "`- ", "|  ", "   ")
_MOST = 32
"""How many levels have guides at most."""
_LEAST = 4
"""How many have them though there are names that leave no room for them."""


class DrawnBranch(NamedTuple):
    """What stands for levels that are left out, the guides, and the line itself."""

    levels: str
    guides: str
    name: Cell
    note: str


def drawn_branches(tree: Tree, width: int | None, unicode: bool) -> Iterator[DrawnBranch]:  # noqa: FBT001 (as it is in `Output`)
    """Give the lines from top to bottom; they fit a width where their names do."""
    tee, corner, bar, blank = _GUIDES if unicode else _ASCII_GUIDES
    levels = _levels(tree, width)
    last = _last_ones(tree.lines)
    above: list[str] = []
    for line, is_last in zip(tree.lines, last, strict=True):
        outer = line.depth - 1
        del above[outer:]
        left_out = outer - outer % levels
        said = f"[{left_out}] " if left_out else ""
        own = corner if is_last else tee
        guides = "".join(above[left_out:]) + own
        if width is not None and cells(said + guides) + _size(line) > width and outer:
            said, guides = f"[{outer}] ", own
        yield DrawnBranch(said, guides, line.name, line.note)
        above.append(blank if is_last else bar)


def tree_text(tree: Tree, *, unicode: bool) -> str:
    """Give the lines as text."""
    drawn = drawn_branches(tree, None, unicode)
    return "\n".join(
        f"{each.levels}{each.guides}{visible(each.name.text)}  {visible(each.note)}".rstrip()
        for each in drawn
    )


def _levels(tree: Tree, width: int | None) -> int:
    """Give after how many levels the guides begin anew."""
    deepest = max((line.depth for line in tree.lines), default=0)
    unit = len(_GUIDES[0])
    if width is None or all(line.depth * unit + _size(line) <= width for line in tree.lines):
        return _MOST
    room = width - len(f"[{deepest}] ")
    sizes = (_size(line) for line in tree.lines)
    widest = max((size for size in sizes if size + _LEAST * unit <= room), default=0)
    return min(_MOST, (room - widest) // unit) if widest else _LEAST


def _size(line: TreeLine) -> int:
    """Give how many columns a line takes behind its guides."""
    return cells(visible(line.name.text)) + (2 + cells(visible(line.note)) if line.note else 0)


def _last_ones(lines: Sequence[TreeLine]) -> list[bool]:
    """Say of each line whether it is the last one that hangs where it hangs."""
    found = []
    below: list[int] = []
    for line in reversed(lines):
        while below and below[-1] > line.depth:
            below.pop()
        is_last = not below or below[-1] != line.depth
        found.append(is_last)
        if is_last:
            below.append(line.depth)
    return found[::-1]
