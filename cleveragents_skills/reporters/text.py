"""Text: for a person at a terminal, drawn with Rich; complete and plain when piped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.measure import Measurement
from rich.segment import Segment
from rich.table import Table as RichTable
from rich.text import Text

from cleveragents_skills.report import (
    Cell,
    Headline,
    Output,
    Paragraph,
    Report,
    Table,
    Tone,
)
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.findings import draw_finding

STYLES: dict[Tone, str] = {
    "": "",
    "strong": "bold",
    "faint": "dim",
    "good": "green",
    "risk": "yellow",
    "open": "magenta",
}
_GAP = 2
_ENDLESS = 1_000_000
"""The width of a line that may be as long as it needs."""


def render(report: Report, out: Output) -> None:
    """Write the blocks, then the findings, then the closing line."""
    console = new_console(out)
    for index, block in enumerate(report.blocks()):
        if isinstance(block, Headline):
            if index:
                console.print()
            _headline(console, block, out)
        elif isinstance(block, Paragraph):
            console.print(Text(visible(block.text), STYLES[block.tone]), soft_wrap=True)
        elif block.rows:
            _table(console, block, out)
    for index, finding in enumerate(report.findings):
        if index:
            console.print()
        draw_finding(console, finding, report.excerpt, out)
    if report.closing:
        if report.findings:
            console.print()
        console.print(Text(report.closing, "bold" if report.findings else ""), soft_wrap=True)


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


def _table(console: Console, table: Table, out: Output) -> None:
    """Draw the table; where it is too wide, columns move to a second line, one after another."""
    folds = sorted({column.fold for column in table.columns if column.fold})
    drawn = _drawn(table, (), None)
    for count in range(1, len(folds) + 1):
        if out.width is None or _width(console, drawn) <= out.width:
            break
        drawn = _drawn(table, folds[:count], out.width)
    for line in console.render_lines(drawn, pad=False):
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


def _drawn(table: Table, folded: Sequence[int], width: int | None) -> RichTable:
    """Give the table for Rich, the columns of these folds moved below the main one.

    In a list (a table without titles) a row that has room for both keeps them on one line.
    """
    kept = [i for i, column in enumerate(table.columns) if column.fold not in folded]
    moved = [i for i in range(len(table.columns)) if i not in kept]
    main = next((i for i in kept if table.columns[i].main), kept[0])
    titled = any(column.title for column in table.columns)
    drawn = RichTable(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=titled)
    for index in kept:
        column = table.columns[index]
        drawn.add_column(
            Text(" " * table.indent * (index == kept[0]) + column.title, "dim"),
            justify="right" if column.right else "left",
            no_wrap=True,
            overflow="fold",
        )
    room = 0 if titled or width is None else width - _taken(table, kept, main)
    for row in table.rows:
        cells = {i: _cell(row[i]) for i in kept}
        cells[kept[0]] = Text(" " * table.indent) + cells[kept[0]]
        below = Text("  ").join(_cell(row[i]) for i in moved if row[i].text)
        gap = room - cells[main].cell_len - below.cell_len
        if below and gap >= _GAP:
            cells[main] = Text.assemble(cells[main], " " * gap, below)
        elif below:
            cells[main] = Text.assemble(cells[main], "\n  ", below)
        drawn.add_row(*cells.values())
    return drawn


def _taken(table: Table, kept: Sequence[int], main: int) -> int:
    """Give the width of all columns that stay but the main one."""
    others = [i for i in kept if i != main]
    return sum(max(_cell(row[i]).cell_len for row in table.rows) + _GAP for i in others)


def _cell(cell: Cell) -> Text:
    return Text(visible(cell.text), STYLES[cell.tone])
