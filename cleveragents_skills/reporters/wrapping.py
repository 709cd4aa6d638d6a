"""Lines of words on a terminal: they break between words, and never within a name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

_PART = re.compile(r"(?:`[^`]*`|\S)+\s*")
"""What stays together: a word, and what stands between backticks, with the spacing behind it."""
_WORD = re.compile(r"\S+\s*")


def cells(text: str) -> int:
    """Give how many columns a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # noqa: PLC0415 (it takes a while, and is seldom needed)

    return cell_len(text)


def widest(text: str) -> int:
    """Give how many columns its longest word takes, less than which is too little for the text."""
    return max(map(cells, text.split()), default=0)


def breaks(text: str, width: int, hanging: int = 0) -> list[int]:
    """Give where the lines after the first one begin, which are set in; words stay whole."""
    found: list[int] = []
    used = 0
    for start, part in _parts(text, width - hanging):
        if used and used + cells(part.rstrip()) > width:
            found.append(start)
            used = hanging
        used += cells(part)
    return found


def broken(text: str, width: int | None, hanging: int = 0) -> str:
    """Give a text in lines of this width; those after the first one are set in."""
    if width is None or cells(text) <= width:
        return text
    bounds = (0, *breaks(text, width, hanging), len(text))
    return f"\n{' ' * hanging}".join(text[begin:end].rstrip() for begin, end in pairwise(bounds))


def _parts(text: str, width: int) -> Iterator[tuple[int, str]]:
    """Give what stays together, and where it begins; what is too wide for that, word by word."""
    for part in _PART.finditer(text):
        fits = cells(part.group().rstrip()) <= width
        for each in (part,) if fits else _WORD.finditer(text, *part.span()):
            yield each.start(), each.group()
