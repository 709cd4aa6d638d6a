"""Text: for a person at a terminal, drawn with Rich; complete and plain when piped."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

from cleveragents_skills.report import (
    Block,
    Graph,
    Headline,
    Listing,
    Output,
    Page,
    Paragraph,
    Report,
    Table,
    Tree,
)
from cleveragents_skills.reporters.branches import FURTHER_IN, drawn_branches
from cleveragents_skills.reporters.edge_list import edge_table
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.findings import draw_finding
from cleveragents_skills.reporters.lines import ENDLESS, STYLES, drawn, print_line, print_words
from cleveragents_skills.reporters.rows import GAP, rows_of

_INDENT = 6
"""How far what moved below a row is set in."""


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
        print_words(console, closing, out)


def _block(console: Console, block: Block, out: Output) -> None:
    """Draw one block."""
    if isinstance(block, Headline):
        _headline(console, block, out)
    elif isinstance(block, Paragraph):
        print_words(console, Text(visible(block.text), STYLES[block.tone]), out)
    elif isinstance(block, Page):
        _page(console, block, out)
    elif isinstance(block, Listing):
        _lines(console, block.text)
    elif isinstance(block, Tree):
        _tree(console, block, out)
    elif isinstance(block, Graph):
        _table(console, edge_table(block), out)
    elif block.rows:
        _table(console, block, out)


def new_console(out: Output) -> Console:
    """Give a console that decides nothing by itself: no markup, no emoji codes, no cutting."""
    return Console(
        file=out.stream,
        force_terminal=out.color,
        color_system="standard" if out.color else None,
        no_color=not out.color,
        width=ENDLESS,
        markup=False,
        emoji=False,
        highlight=False,
        legacy_windows=False,
    )


def _headline(console: Console, block: Headline, out: Output) -> None:
    line = Text(visible(block.subject), "bold")
    line.append(visible(block.rest), "not bold")
    place = Text(visible(block.place), "dim")
    if block.place and (out.width is None or line.cell_len + 2 + place.cell_len <= out.width):
        gap = max(2, (out.width or 0) - line.cell_len - place.cell_len)
        line = Text.assemble(line, " " * gap, place)
        place = Text()
    print_words(console, line, out)
    if place:
        print_line(console, Text("  ") + place)


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
                print_words(console, Text(visible(" ".join(item.splitlines()))), out)


def _tree(console: Console, tree: Tree, out: Output) -> None:
    """Draw the lines of a tree; where levels are left out, say what stands for them."""
    folded = False
    for branch in drawn_branches(tree, out.width, out.unicode):
        line = Text(branch.levels + branch.guides, "dim") + drawn(branch.name)
        if branch.note:
            line.append(f"  {visible(branch.note)}", "dim")
        print_line(console, line)
        folded = folded or bool(branch.levels)
    if folded:
        print_words(console, Text(FURTHER_IN), out)


def _lines(console: Console, text: str) -> None:
    """Draw lines as they are."""
    for line in text.splitlines():
        console.print(Text(visible(line)), soft_wrap=True)


def _table(console: Console, table: Table, out: Output) -> None:
    """Draw the table; where it is too wide, columns move below their row, one after another.

    In a list (a table without titles) a row that has room keeps them on its line.
    """
    width = out.width or ENDLESS
    folds = sorted({column.fold for column in table.columns if column.fold})
    folded: list[int] = []
    kept = list(range(len(table.columns)))
    rows = rows_of(table, kept, ENDLESS if folds else width)
    while folds and any(line.cell_len > width for row in rows for line in row):
        folded.append(folds.pop(0))
        kept = [index for index in kept if table.columns[index].fold not in folded]
        rows = rows_of(table, kept, ENDLESS if folds else width)
    titles = len(rows) - len(table.rows)
    for lines in rows[:titles]:
        _print_lines(console, lines)
    for lines, row in zip(rows[titles:], table.rows, strict=True):
        cells = zip(row, table.columns, strict=True)
        moved = [
            Text(column.lead) + drawn(cell)
            for cell, column in cells
            if column.fold in folded and cell.text
        ]
        room = width - lines[-1].cell_len
        below = Text(" " * GAP).join(moved)
        if moved and not titles and room - below.cell_len >= GAP:
            lines[-1] += Text(" " * (room - below.cell_len)) + below
            moved = []
        _print_lines(console, lines)
        if moved and below.cell_len + _INDENT <= width:
            moved = [below]
        for part in moved:
            indent = _INDENT if titles else max(_INDENT, width - part.cell_len)
            print_words(console, Text(" " * indent) + part, out)


def _print_lines(console: Console, lines: Iterable[Text]) -> None:
    for line in lines:
        line.rstrip()
        print_line(console, line)
