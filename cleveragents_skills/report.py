"""What a command has to say, before it has a look: `Report`, and where it goes: `Output`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal, NamedTuple, TextIO

from attrs import field, frozen

from cleveragents_skills.diagnostics import Code, Diagnostic, Excerpt, Location

Tone = Literal["", "strong", "faint", "good", "risk", "open"]


class Cell(NamedTuple):
    """Text in a table. `code` marks text that comes from a catalog, `tone` how it is meant."""

    text: str
    tone: Tone = ""
    code: bool = False


class Column(NamedTuple):
    """A column of a table. Where there is no room, the one with the lowest `fold` above 0 moves.

    It moves to a line of its own below the row, behind its `lead`. `words` says that the text may
    break between words.
    """

    title: str = ""
    right: bool = False
    fold: int = 0
    words: bool = False
    lead: str = ""


class Table(NamedTuple):
    """Rows of cells. Without any column title there is no header.

    `aside` sums up what need not be seen at first, where a format can fold it.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    indent: int = 0
    aside: str = ""


class Headline(NamedTuple):
    """What an answer is about, and the file it stands in."""

    subject: str
    rest: str = ""
    place: str = ""


class Paragraph(NamedTuple):
    """A line of text; `code` marks text that comes from a catalog."""

    text: str
    tone: Tone = ""
    code: bool = False


class Page(NamedTuple):
    """An explanation in Markdown of our own, which reads as plain text too."""

    text: str


class Listing(NamedTuple):
    """Lines of a file, which are shown as they are."""

    text: str


class TreeLine(NamedTuple):
    """A line of a tree, `depth` levels below what the tree is about: a name, and what it is."""

    depth: int
    name: Cell
    note: str = ""


class Tree(NamedTuple):
    """Lines from top to bottom: each hangs on the last one above it that is less deep."""

    lines: tuple[TreeLine, ...]


class Node(NamedTuple):
    """A skill in a graph. `state` says why it cannot be used, `about` is its description."""

    name: str
    state: Literal["", "broken", "unknown"] = ""
    about: str = ""


class Edge(NamedTuple):
    """The include of one skill by another. With `in_cycle` it is a step of a circle."""

    start: str
    end: str
    in_cycle: bool = False


class Graph(NamedTuple):
    """Skills with the includes among them."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]


Block = Table | Headline | Paragraph | Page | Listing | Tree | Graph


def _nothing(_: Location) -> Excerpt | None:
    return None


def _no_page(_: Code) -> str:
    return ""


@frozen(eq=False, repr=False)
class Failure:
    """Why an answer could not be made.

    `code` is the id of a diagnostic's code, or one of `unknown-skill`, `no-catalog`,
    `empty-catalog`, `bad-config`, `usage`, `internal`. `path` is set for a cycle. `findings` are
    the diagnostics behind it.
    """

    code: str
    message: str
    exit_code: int
    hint: str | None = None
    location: Location | None = None
    path: tuple[str, ...] | None = None
    findings: tuple[Diagnostic, ...] = ()


@frozen(eq=False, repr=False)
class Report:
    """The answer of one command, in every form a format may need.

    `document` gives the JSON fields, `blocks` what a person reads, `names` one name a line; each
    is made when a format asks. `findings` are diagnostics that are the answer itself (`check`),
    `remarks` those beside it, `notes` further lines there. `closing` is the last line, `more` the
    command that tells a person more. `caveat` is what the names alone would not say. `excerpt`
    gives the source line of a place, `page` the explanation of a code in Markdown. With `bare` the
    document is of a format that is not ours, and nothing is put before its fields. `fail_on` is the
    severity from which on findings fail the command.
    """

    command: str
    document: Callable[[], Mapping[str, Any]]
    blocks: Callable[[], Iterable[Block]] = tuple
    names: Callable[[], Iterable[str]] = tuple
    findings: tuple[Diagnostic, ...] = ()
    remarks: tuple[Diagnostic, ...] = ()
    notes: tuple[str, ...] = ()
    closing: str = ""
    more: str = ""
    caveat: str = ""
    failure: Failure | None = None
    exit_code: int = 0
    fail_on: str = "error"
    excerpt: Callable[[Location], Excerpt | None] = _nothing
    page: Callable[[Code], str] = _no_page
    bare: bool = False
    marker: str = ""
    """Stands before everything in Markdown."""
    most: int = 0
    """So many characters may Markdown have; 0 is any number."""


@frozen(eq=False, repr=False)
class Output:
    """Where a report goes. `width` is None where lines may be as long as they need.

    `here` and `work_tree` are absolute folders: the current one, and the root of the git work tree.
    With `in_workflow` it is a log in which GitHub looks for commands, and none is to be found.
    """

    stream: TextIO
    width: int | None = None
    color: bool = False
    unicode: bool = True
    here: str = "."
    work_tree: str = field(default=".")
    in_workflow: bool = False
