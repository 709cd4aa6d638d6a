"""Text: for a person at a terminal, drawn with Rich; complete and plain when piped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.console import Console
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from cleveragents_skills.report import (
    Block,
    Cell,
    Headline,
    Listing,
    Output,
    Page,
    Paragraph,
    Report,
    Table,
    Tone,
)
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.findings import draw_finding, wrapped

STYLES: dict[Tone, str] = {
    "": "",
    "strong": "bold",
    "faint": "dim",
    "good": "green",
    "risk": "yellow",
    "open": "magenta",
}
_GAP = 2
_INDENT = 6
"""How far what moved below a row is set in."""
_ENDLESS = 1_000_000
"""The width of a line that may be as long as it needs."""


def render(report: Report, out: Output) -> None:
    """Write the blocks, then the findings, then the closing line."""
    console = new_console(out)
    for index, block in enumerate(report.blocks()):
        if index and isinstance(block, Headline | Page):
            console.print()
        _block(console, block, out)
    for index, finding in enumerate(report.findings):
        if index:
            console.print()
        draw_finding(console, finding, report.excerpt, out)
    if report.closing:
        if report.findings:
            console.print()
        closing = Text(report.closing, "bold" if report.findings else "")
        if report.more:
            closing.append(f". More: {report.more}", "not bold")
        console.print(closing, soft_wrap=True)


def _block(console: Console, block: Block, out: Output) -> None:
    """Draw one block."""
    if isinstance(block, Headline):
        _headline(console, block, out)
    elif isinstance(block, Paragraph):
        wrapped(console, Text(visible(block.text), STYLES[block.tone]), out)
    elif isinstance(block, Page):
        _page(console, block, out)
    elif isinstance(block, Listing):
        _lines(console, block.text)
    elif block.rows:
        _table(console, block, out)


def new_console(out: Output) -> Console:
    """Give a console that decides nothing by itself: no markup, no emoji codes, no cutting."""
    return Console(
        file=out.stream,
        force_terminal=out.color,
        color_system="standard" if out.color else None,
        no_color=not out.color,
        width=_ENDLESS,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )


def _headline(console: Console, block: Headline, out: Output) -> None:
    line = Text(visible(block.subject), "bold")
    line.append(visible(block.rest), "not bold")
    place = Text(visible(block.place), "dim")
    if not block.place:
        pass
    elif out.width is not None and line.cell_len + 2 + place.cell_len > out.width:
        line = Text("\n").join((line, Text("  ") + place))
    else:
        gap = max(2, (out.width or 0) - line.cell_len - place.cell_len)
        line = Text.assemble(line, " " * gap, place)
    console.print(line, soft_wrap=True)


def _page(console: Console, page: Page, out: Output) -> None:
    """Draw a page; where a paragraph is too wide, it breaks anew, and what is set in stays."""
    for index, part in enumerate(re.split(r"\n{2,}", page.text)):
        if index:
            console.print()
        fits = out.width is None or all(cell_len(line) <= out.width for line in part.splitlines())
        if fits or part.startswith(" "):
            _lines(console, part)
        else:
            for item in re.split(r"\n(?=- )", part):
                wrapped(console, Text(visible(" ".join(item.splitlines()))), out)


def _lines(console: Console, text: str) -> None:
    """Draw lines as they are."""
    for line in text.splitlines():
        console.print(Text(visible(line)), soft_wrap=True)


def _table(console: Console, table: Table, out: Output) -> None:
    """Draw the table; where it is too wide, columns move below their row, one after another.

    In a list (a table without titles) a row that has room keeps them on its line.
    """
    folds = sorted({column.fold for column in table.columns if column.fold})
    folded: list[int] = []
    drawn = _drawn(table, folded)
    if not folds:
        _plain_table(console, drawn, out)
        return
    while out.width is not None and folds and _width(console, drawn) > out.width:
        folded.append(folds.pop(0))
        drawn = _drawn(table, folded)
    lines = [_trimmed(line) for line in console.render_lines(drawn, pad=False)]
    titles = len(lines) - len(table.rows)
    for line in lines[:titles]:
        console.print(_Line(line))
    for line, row in zip(lines[titles:], table.rows, strict=True):
        cells = zip(row, table.columns, strict=True)
        moved = [_cell(cell) for cell, column in cells if column.fold in folded and cell.text]
        room = (out.width or 0) - sum(segment.cell_length for segment in line)
        below = Text(" " * _GAP).join(moved)
        if moved and not titles and room - below.cell_len >= _GAP:
            gap = Segment(" " * (room - below.cell_len))
            console.print(_Line((*line, gap, *below.render(console))))
            continue
        console.print(_Line(line))
        if moved and below.cell_len + _INDENT <= (out.width or 0):
            moved = [below]
        for part in moved:
            indent = _INDENT if titles else max(_INDENT, (out.width or 0) - part.cell_len)
            wrapped(console, Text(" " * indent) + part, out)


def _plain_table(console: Console, drawn: RichTable, out: Output) -> None:
    """Draw a table none of whose columns move: the words of its last one wrap within it."""
    options = console.options
    if out.width is not None and Measurement.get(console, options, drawn).minimum <= out.width:
        options = options.update_width(out.width)
    for line in console.render_lines(drawn, options, pad=False):
        console.print(_Line(_trimmed(line)))


def _width(console: Console, drawn: RichTable) -> int:
    return Measurement.get(console, console.options, drawn).maximum


class _Line:
    """A line of segments that is printed as it is."""

    def __init__(self, segments: Iterable[Segment]) -> None:
        self.segments = [*segments, Segment.line()]

    def __rich_console__(self, *_: object) -> Iterable[Segment]:
        return self.segments


def _trimmed(line: list[Segment]) -> list[Segment]:
    """Give the line without white space at its end."""
    while line and not line[-1].text.strip():
        line.pop()
    if line:
        line[-1] = Segment(line[-1].text.rstrip(), line[-1].style)
    return line


def _drawn(table: Table, folded: Sequence[int]) -> RichTable:
    """Give the table for Rich, one line a row, without the columns of these folds."""
    kept = [i for i, column in enumerate(table.columns) if column.fold not in folded]
    titled = any(column.title for column in table.columns)
    drawn = RichTable(box=None, padding=(0, _GAP, 0, 0), pad_edge=False, show_header=titled)
    rows = [[_cell(row[index]) for index in kept] for row in table.rows]
    for row in rows:
        row[0] = Text(" " * table.indent) + row[0]
    for at, index in enumerate(kept):
        column = table.columns[index]
        widest = max((row[at].cell_len for row in rows), default=0)
        drawn.add_column(
            Text(" " * table.indent * (at == 0) + column.title, "dim"),
            justify="right" if column.right else "left",
            no_wrap=not column.words,
            overflow="fold",
            # What is not made of words is never cut, nor broken.
            min_width=None if column.words else widest,
        )
    for row in rows:
        drawn.add_row(*row)
    return drawn


def _cell(cell: Cell) -> Text:
    return Text(visible(cell.text), STYLES[cell.tone])
