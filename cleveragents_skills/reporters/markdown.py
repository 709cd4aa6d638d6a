"""Markdown: tables and lists; text from catalogs stands in code spans, escaped."""

from __future__ import annotations

import re
import sys

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.report import (
    Block,
    Cell,
    Column,
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
from cleveragents_skills.reporters.branches import tree_text
from cleveragents_skills.reporters.escape import spot, visible
from cleveragents_skills.reporters.flowchart import flowchart

_FOR_THE_REST = 2000
"""Characters kept for what is not left out: headings, titles of tables, how much is left out."""
_LONGEST = 1000
"""So much of a cell is shown where there is not room for everything."""
_LIVE = r"(\S*(?:[@#]|://|www\.|GH-\d)\S*)"
"""A word that a site may make a link of, or tell somebody about."""


def render(report: Report, out: Output) -> None:
    """Write the blocks, then the findings as a table, then the closing line.

    Where the report may have so many characters only, rows are left out from the end, and counted.
    """
    parts = [report.marker] if report.marker else []
    room = report.most - _FOR_THE_REST if report.most else sys.maxsize
    longest = _LONGEST if report.most else sys.maxsize
    for block in report.blocks():
        drawn = _block(block, out, room, longest)
        room -= len(drawn)
        if drawn:
            parts.append(drawn)
    if report.findings:
        parts.append(_findings(report.findings))
    if report.closing:
        parts.append(_plain(report.closing))
    out.stream.write("\n\n".join(parts) + "\n" if parts else "")


def _block(block: Block, out: Output, room: int, longest: int) -> str:
    """Give a block; a table without rows is nothing, and of one too large for the room a part.

    A cell that is longer than `longest` is cut.
    """
    drawn = ""
    if isinstance(block, Headline):
        place = f"\n\n{code(block.place)}" if block.place else ""
        drawn = f"### {code(block.subject)}{_plain(block.rest)}{place}"
    elif isinstance(block, Paragraph):
        drawn = code(block.text.strip()) if block.code else _plain(block.text)
    elif isinstance(block, Page):
        drawn = block.text
    elif isinstance(block, Listing):
        drawn = _listing(block.text)
    elif isinstance(block, Tree):
        drawn = _listing(tree_text(block, unicode=out.unicode))
    elif isinstance(block, Graph):
        drawn = f"```mermaid\n{flowchart(block)}\n```"
    elif block.rows:
        titled = any(column.title for column in block.columns)
        drawn = _table(block, room, longest) if titled else _list(block)
        if block.aside:
            summary = f"<details><summary>{_plain(block.aside)}</summary>"
            drawn = f"{summary}\n\n{drawn}\n\n</details>"
    return drawn


def code(text: str) -> str:
    """Give a code span that shows exactly `text`."""
    shown = visible(text)
    fence = "`" * (max(map(len, re.findall(r"`+", shown)), default=0) + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") or not shown.strip() else ""
    return f"{fence}{pad}{shown}{pad}{fence}" if shown else ""


def _listing(text: str) -> str:
    """Give a fenced block that shows exactly these lines."""
    lines = [visible(line) for line in text.splitlines()]
    fence = "`" * max(3, 1 + max(map(len, re.findall(r"`+", text)), default=0))
    return "\n".join((fence, *lines, fence))


def _plain(text: str) -> str:
    """Give words of our own, with quoted names kept as code spans and the rest escaped.

    A name may hold a backquote itself, so a quote ends only where a word of ours may follow.
    """
    pieces = re.split(r"(?<![\w`])`(.+?)`(?=[\s.,:;?!)]|$)", visible(text))
    return "".join(code(each) if at % 2 else _words(each) for at, each in enumerate(pieces))


def _words(text: str) -> str:
    """Give words escaped. What a site would make a link of, or call somebody by, is code."""
    pieces = re.split(_LIVE, text.replace(" -> ", " → "))
    return "".join(
        code(each) if at % 2 else re.sub(r"([\\`*_\[\]<>&~])", r"\\\1", each)
        for at, each in enumerate(pieces)
    )


def _in_table(cell: str) -> str:
    return cell.replace("|", "\\|")


def _cell(cell: Cell, column: Column, longest: int) -> str:
    text = cell.text if cell.code else cell.text.strip()
    draw = code if cell.code else _plain
    if len(text) <= longest:
        return draw(text)
    kept = text[:longest]
    if not column.words:
        return f"{draw(kept)} and {len(text) - longest:,} more characters"
    names = kept.split(", ")[:-1] or [kept]
    left = text.count(", ") + 1 - len(names)
    return f"{draw(', '.join(names))} and {left:,} more"


def _table(table: Table, room: int, longest: int) -> str:
    titles = [_plain(column.title) for column in table.columns]
    rules = ["---:" if column.right else "---" for column in table.columns]
    lines = [f"| {' | '.join(row)} |" for row in (titles, rules)]
    for index, row in enumerate(table.rows):
        cells = zip(row, table.columns, strict=True)
        drawn = (_in_table(_cell(cell, column, longest)) for cell, column in cells)
        line = f"| {' | '.join(drawn)} |"
        room -= len(line) + 1
        if room < 0:
            left = len(table.rows) - index
            lines += ["", f"{left:,} more row{'' if left == 1 else 's'} left out here."]
            break
        lines.append(line)
    return "\n".join(lines)


def _list(table: Table) -> str:
    """Give a table without titles as a list; a row that goes on with the one above is below it."""
    lines = []
    level = 0
    for row in table.rows:
        title = row[0].text
        if title:
            level = (len(title) - len(title.lstrip())) // 2
        indent = "  " * (level if title else level + 1)
        drawn = (_cell(cell, Column(), sys.maxsize) for cell in row)
        lines.append(f"{indent}- {' '.join(filter(None, drawn))}")
    return "\n".join(lines)


def _findings(findings: tuple[Diagnostic, ...]) -> str:
    rows = ["| Severity | Code | Finding | Where |", "|---|---|---|---|"]
    for each in findings:
        hint = f"<br>{_plain(each.hint)}" if each.hint else ""
        where = code(spot(each.location))
        cells = (str(each.severity), each.code.id, _plain(each.message) + hint, where)
        rows.append(f"| {' | '.join(map(_in_table, cells))} |")
    return "\n".join(rows)
