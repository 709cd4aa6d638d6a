"""Lines with styles, for a console."""

from __future__ import annotations

from rich.console import Console  # noqa: TC002 (one way to import a library)
from rich.text import Text

from cleveragents_skills.report import Cell, Output, Tone
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.reporters.wrapping import breaks

ENDLESS = 1_000_000
"""The width of a line that may be as long as it needs."""
STYLES: dict[Tone, str] = {
    "": "",
    "strong": "bold",
    "faint": "dim",
    "good": "green",
    "risk": "yellow",
    "open": "magenta",
}


def drawn(cell: Cell) -> Text:
    """Give the text of a cell with its style."""
    return Text(visible(cell.text), STYLES[cell.tone])


def print_line(console: Console, line: Text) -> None:
    """Print a line as it is. Without colour its text is all of it, which is quicker."""
    if console.color_system is None:
        console.file.write(f"{line.plain}\n")
    else:
        console.print(line, soft_wrap=True)


def print_words(console: Console, line: Text, out: Output) -> None:
    """Print a line of words; on a terminal it breaks between words, with the same indent."""
    for part in parts_of(line, out.width or ENDLESS):
        print_line(console, part)


def parts_of(line: Text, width: int) -> list[Text]:
    """Give a line of words as lines of this width, with the same indent."""
    if line.cell_len <= width:
        return [line]
    indent = indent_of(line.plain)
    words = line[indent:]
    parts = []
    for part in words.divide(breaks(words.plain, width - indent)):
        part.rstrip()
        parts.append(Text(" " * indent) + part)
    return parts


def indent_of(text: str) -> int:
    """Give how far a text is set in."""
    return len(text) - len(text.lstrip())
