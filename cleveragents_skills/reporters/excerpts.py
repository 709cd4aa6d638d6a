"""How a source line looks in text: with marks under what is meant, and no wider than there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate

from rich.cells import cell_len
from rich.console import Console  # noqa: TC002 (one way to import a library)
from rich.text import Text

from cleveragents_skills.diagnostics import Excerpt
from cleveragents_skills.report import Output
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.lines import ENDLESS, parts_of, print_line

_STYLES = {"^": "bold red", "-": "bold blue"}
_FEWEST = 10
"""How many columns of a line are shown, however narrow the terminal is."""
_BEFORE = 4
"""The part of a line, one of as many, that what stands before may take from what is meant."""


def draw_excerpt(  # noqa: PLR0913 (what a line is drawn with)
    console: Console, shown: Excerpt, margin: int, out: Output, *, mark: str, label: str = ""
) -> None:
    """Draw a source line, below it marks under what is meant, and behind them the label."""
    room = ENDLESS if out.width is None else max(out.width - margin - 3, _FEWEST)
    number = Text(f"{shown.line:>{margin}} | ", "blue")
    gutter = Text(f"{'':>{margin}} | ", "blue")
    if not shown.width:
        for part in parts_of(Text(visible(shown.text), "dim"), room):
            print_line(console, number + part)
            number = gutter
        return
    before, meant, after = _shown(shown, room, "…" if out.unicode else "...")
    print_line(console, number + Text(before + meant + after))
    under = " " * cell_len(before) + mark * max(cell_len(meant), 1)
    said = visible(label)
    if said and cell_len(under) + 1 + cell_len(said) <= room:
        under, said = f"{under} {said}", ""
    print_line(console, gutter + Text(under, _STYLES[mark]))
    if said:
        indent = min(cell_len(before), max(room - cell_len(said), 0))
        for part in parts_of(Text(" " * indent + said, _STYLES[mark]), room):
            print_line(console, gutter + part)


def _shown(shown: Excerpt, room: int, dots: str) -> tuple[str, str, str]:
    """Give what stands before what is meant, that itself, and what stands after it."""
    text = shown.text.replace("\t", " ")
    start, end = shown.column - 1, shown.column - 1 + shown.width
    before, meant, after = text[:start], text[start:end], text[end:]
    whole = visible(before), visible(meant), visible(after)
    if sum(map(cell_len, whole)) <= room:
        return whole
    return _cropped(
        room, dots, *([visible(char) for char in part] for part in (before, meant, after))
    )


def _cropped(
    room: int, dots: str, before: Sequence[str], meant: Sequence[str], after: Sequence[str]
) -> tuple[str, str, str]:
    """Give the three parts of a line so that they have room; dots stand for what is left out.

    What is meant comes first, a little of what stands before it excepted; what stands around it
    shares the rest.
    """
    least = min(_size(before), room // _BEFORE)
    if _size(meant) > room - least - len(dots) * bool(after):
        meant, after = _first(meant, room - least - len(dots)), [dots]
    left = room - _size(meant)
    for_before = max(left - _size(after), left // 2, least)
    if _size(before) > for_before:
        before = [dots, *_first(before[::-1], for_before - len(dots))[::-1]]
    if _size(after) > left - _size(before):
        after = [*_first(after, left - _size(before) - len(dots)), dots]
    return "".join(before), "".join(meant), "".join(after)


def _size(characters: Iterable[str]) -> int:
    """Give how many columns they take."""
    return sum(map(cell_len, characters))


def _first(characters: Sequence[str], width: int) -> list[str]:
    """Give those at the beginning that have room."""
    sizes = accumulate(map(cell_len, characters))
    return [each for each, size in zip(characters, sizes, strict=True) if size <= width]
