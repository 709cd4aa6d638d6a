"""Rows of cells in columns; where a terminal is too narrow, a cell goes below its row."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import frozen
from rich.text import Text

from cleveragents_skills.report import Cell, Column, Table
from cleveragents_skills.reporters.lines import drawn, indent_of, parts_of
from cleveragents_skills.reporters.wrapping import widest

GAP = 2
_SET_IN = 2
"""How far what goes below is set in, from where the cell before it begins."""
_BELOW = 4
"""How far a column is set in if most of it goes below."""
_ENOUGH = 24
"""How many columns words are given, if they take as many."""


@frozen
class _Part:
    """A cell that shows something, and its column; nothing follows the last one of a row."""

    text: Text
    column: int
    to_right: bool
    is_last: bool
    may_break: bool

    @property
    def least(self) -> int:
        """How many columns it cannot do without."""
        text = self.text.plain
        return indent_of(text) + widest(text) if self.may_break else self.text.cell_len

    @property
    def wanted(self) -> int:
        """How many columns it is to have."""
        return max(self.least, min(self.text.cell_len, _ENOUGH))


def rows_of(table: Table, kept: Sequence[int], width: int) -> list[list[Text]]:
    """Give the lines of each row with these of its columns, those of the titles first.

    Where the width is too little, words break and cells go below their row; no name breaks.
    """
    columns = [table.columns[index] for index in kept]
    rows = [list(_parts(columns, [row[index] for index in kept])) for row in table.rows]
    if any(column.title for column in columns):
        titles = list(_parts(columns, [Cell(column.title) for column in columns]))
        for title in titles:
            title.text.stylize("bold dim")
        rows.insert(0, titles)
    by_column = [
        [part for row in rows for part in row if part.column == i] for i in range(len(kept))
    ]
    # What nothing follows may be wider than its column, unless it is set to the right.
    sizes = [
        max((part.text.cell_len for part in parts if part.to_right or not part.is_last), default=0)
        for parts in by_column
    ]
    begins = [table.indent]
    for column, parts, size in zip(columns[1:], by_column[1:], sizes, strict=False):
        begin = begins[-1] + size + GAP
        too_wide = [part for part in parts if begin + part.least > width and not column.words]
        begins.append(table.indent + _BELOW if len(too_wide) * 2 > len(parts) else begin)
    if columns[-1].words:
        begins[-1] = _beginning_of_words(rows, begins, width)
    return [_lines(row, sizes, begins, width) for row in rows]


def _parts(columns: Sequence[Column], row: Sequence[Cell]) -> Iterator[_Part]:
    """Give the cells of a row that show something."""
    last = max((index for index, cell in enumerate(row) if cell.text), default=0)
    for index, (column, cell) in enumerate(zip(columns, row, strict=True)):
        if cell.text:
            may_break = index == last and (column.words or not cell.code)
            yield _Part(drawn(cell), index, column.right, index == last, may_break)


def _beginning_of_words(rows: Sequence[Sequence[_Part]], begins: Sequence[int], width: int) -> int:
    """Give where the last column, one of words, begins so that they have room.

    Beside a name that leaves too little they will not stand, but below it.
    """
    pairs = [row[-2:] for row in rows if len(row) > 1 and row[-1].column == len(begins) - 1]
    enough = min(_ENOUGH, max((words.text.cell_len for _, words in pairs), default=0))
    if begins[-1] + enough <= width:
        return begins[-1]
    ends = (begins[name.column] + name.text.cell_len + GAP for name, _ in pairs)
    return max((end for end in ends if end + enough <= width), default=begins[-2] + _SET_IN)


def _lines(
    row: Sequence[_Part], sizes: Sequence[int], begins: Sequence[int], width: int
) -> list[Text]:
    """Give the lines of a row: one, if there is room for it."""
    lines = [Text()]
    before = 0
    for part in row:
        begin = begins[part.column]
        if part.to_right:
            begin += sizes[part.column] - part.text.cell_len
        used, needed = lines[-1].cell_len, part.least
        if used and (used + GAP > begin or begin + needed > width):
            lines.append(Text())
            begin, needed = min(begin, before + _SET_IN), part.wanted
        if begin + needed > width:
            begin = min(begin, max(_SET_IN, width - part.wanted))
        before = begin
        first, *others = parts_of(part.text, width - begin) if part.may_break else (part.text,)
        lines[-1].append(" " * (begin - lines[-1].cell_len))
        lines[-1].append_text(first)
        lines += [Text(" " * begin) + each for each in others]
    return lines
