"""The quick way from text to plain data, for files written line by line without anything unusual.

Most files of a catalog are block mappings and lists whose scalars stand on one line each, with now
and then a short flow collection or a block of code; and of most files nobody asks for places. Such
a file is read by one pattern a line, several times as fast as any parser gives its events. Whatever
is not certain to be plain, and all that is wrong, is the business of the builder.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from cleveragents_skills.loading.builder import MAX_NODES
from cleveragents_skills.loading.document import BuiltFile, Document, Node
from cleveragents_skills.loading.lines import DEEPEST, HEAD, KEY, NOTHING, VALUE, Unusual
from cleveragents_skills.loading.lines import shape as shape_of

_NOWHERE: Node = ((0, 0, 0, 0), None)
# Tabs may be indentation, and some of these are line breaks to YAML 1.1 and to no pattern here.
_UNUSUAL = "[\x00-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]"
_USUAL = bytes(range(0x20, 0x7F)) + b"\r\n"
"""What is not unusual in ASCII, where that is quicker to tell."""
_NEXT = re.compile(r"^---[ ]*+\n", re.MULTILINE)
_EMPTY = re.compile(r"(?:[ ]*+(?:#.*+)?\n)*+")


def build_plain(text: str) -> BuiltFile | None:
    """Give the documents of a text without any places, or None if the builder has to look.

    What it gives is what the builder gives. Linear in the text.
    """
    if text.encode().translate(None, _USUAL) if text.isascii() else re.search(_UNUSUAL, text):
        return None
    if "\r" in text:
        text = text.replace("\r\n", "\n")
        if "\r" in text:
            return None
    texts = [text]
    if "---" in text:
        first, *others = _NEXT.split(text)
        texts = others if others and _EMPTY.fullmatch(first) else [first, *others]
    try:
        documents = [_document(each) for each in texts]
    except ValueError:
        return None
    if len(text) > MAX_NODES and _nodes(documents) > MAX_NODES:
        return None
    return without_places(documents)


def without_places(documents: Iterable[Any]) -> BuiltFile:
    """Give the file that holds this data, of which no places are known."""
    return BuiltFile([Document(data, _NOWHERE, ()) for data in documents])


def _document(text: str) -> dict[str, Any]:  # noqa: C901, PLR0912, PLR0915 (one tight loop)
    """Give the mapping that a text is; raise `ValueError` at the first thing that is unusual."""
    root: dict[str, Any] = {}
    # The collection that is open, whether it is a list, the column of its items, and those around.
    into: Any = root
    listed = False
    column = 0
    around: list[tuple[Any, bool, int]] = []
    waiting: str | None = None  # the key whose value may stand on the lines below it
    block: _Block | None = None  # the text of several lines that is being read
    below: Any
    for line in text.split("\n"):
        if block is not None:
            if block.takes(line):
                continue
            block.put(into)
            block = None
        if not line:
            continue
        kind, here, item, key, value = shape_of(line)
        if kind is NOTHING:
            continue
        if waiting is not None:
            if here > column or (item and here == column):
                around.append((into, listed, column))
                into[waiting] = below = [] if item else {}
                into, listed, column = below, item > 0, here
            waiting = None
        while here < column or (listed and not item and here == column):
            if not around:
                raise Unusual
            into, listed, column = around.pop()
        if here != column or listed is not (item > 0):
            raise Unusual
        if key is None:
            if kind is VALUE:
                into.append(value)
                continue
        elif item:
            around.append((into, listed, column))
            below = {}
            into.append(below)
            into, listed, column = below, False, item
        elif key in into:
            raise Unusual
        if len(around) > DEEPEST:
            raise Unusual
        if kind is HEAD:
            block = _Block(key, column, value)
            continue
        if kind is KEY:
            waiting = key
        into[key] = value
    if block is not None:
        if not text.endswith("\n"):
            raise Unusual
        block.put(into)
    if not root:
        raise Unusual
    return root


class _Block:
    """A block scalar: its key, if it has one, and its lines."""

    def __init__(self, key: str | None, outer: int, head: str) -> None:
        self.key = key
        self.outer = outer
        self.folded = head[0] == ">"
        self.end = "" if head.endswith("-") else "\n"
        self.inner = 0  # the indentation of its lines, once there is one
        self.lines: list[str] = []

    def takes(self, line: str) -> bool:
        """Say whether a line is one of it, and keep the line then."""
        here = len(line) - len(line.lstrip(" "))
        if here == len(line):
            if here > self.inner:
                raise Unusual
        elif not self.inner:
            if here <= self.outer:
                return False
            if self.lines:
                raise Unusual
            self.inner = here
        elif here < self.inner:
            return False
        self.lines.append(line[self.inner :])
        return True

    def put(self, into: Any) -> None:
        """Put the text that the lines are where it belongs."""
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        if not self.lines or (self.folded and any(line[:1] in ("", " ") for line in self.lines)):
            raise Unusual
        text = (" " if self.folded else "\n").join(self.lines) + self.end
        if self.key is None:
            into.append(text)
        else:
            into[self.key] = text


def _nodes(value: Any) -> int:
    """Give the number of nodes of some data, keys counted."""
    count, left = 0, [value]
    while left:
        each = left.pop()
        count += 1
        if type(each) is dict:
            count += len(each)
            left.extend(each.values())
        elif type(each) is list:
            left.extend(each)
    return count
