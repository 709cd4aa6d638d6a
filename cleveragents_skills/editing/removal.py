"""Which characters of a file go when an item of a list goes, and nothing else.

An item that stands on lines of its own takes these lines with it, a comment behind it too. One that
shares its line takes one comma and the spacing with it. Comments on lines of their own stay.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from attrs import frozen

from cleveragents_skills.loading.outline import Spot, Written
from cleveragents_skills.loading.problems import LINE_BREAK

Span = tuple[int, int, str]
"""From which character to which, and what is put there."""

_BLANK = " \t"
_DASH = re.compile(r" *-[ \t]+")
_LONE_DASH = re.compile(r" *-[ \t]*(?:[ \t]#.*)?")
_NOTHING = re.compile(r"[ \t]*(?:#.*)?")
_COMMA = re.compile(r"[ \t]*,[ \t]*")
_REST = re.compile(r"[ \t]*(?:(?<=[ \t])#.*)?")
_REST_WITH_COMMA = re.compile(r"[ \t]*,[ \t]*(?:(?<=[ \t])#.*)?")
_GAP = re.compile(r"[ \t\r\n]*,[ \t\r\n]*")
_SPACE_AND_COMMENTS = r"(?:[ \t\r\n]++|(?<=[ \t\r\n])#[^\r\n]*+)*+"
_GAP_WITH_COMMENTS = re.compile(f"{_SPACE_AND_COMMENTS}(,){_SPACE_AND_COMMENTS}")


class NotMendable(Exception):  # noqa: N818 (an answer; never leaves editing)
    """Says why a finding is not mended."""


@frozen(eq=False)
class Text:
    """The text of a file, and where its lines begin."""

    whole: str

    @cached_property
    def starts(self) -> list[int]:
        """Where each line begins, and at last where the text ends."""
        found = [0, *(each.end() for each in LINE_BREAK.finditer(self.whole))]
        return found if found[-1] == len(self.whole) else [*found, len(self.whole)]

    def offset(self, spot: Spot) -> int:
        """Give the number of a character from its line and column."""
        line, column = spot
        return min(self.starts[min(line, len(self.starts) - 1)] + column, len(self.whole))

    def line_of(self, offset: int) -> int:
        """Give the line in which a character stands."""
        return bisect_right(self.starts, offset) - 1

    def line(self, number: int) -> str:
        """Give a line without its line break."""
        if number + 1 >= len(self.starts):
            return ""
        return self.whole[self.starts[number] : self.starts[number + 1]].rstrip("\r\n")

    def lines(self, first: int, last: int) -> Span:
        """Give the span of whole lines; without a line break at their end, the one before goes."""
        start, end = self.starts[first], self.starts[min(last + 1, len(self.starts) - 1)]
        if first and end == len(self.whole) and self.whole[end - 1 : end] not in ("\r", "\n"):
            before = self.whole[self.starts[first - 1] : start]
            start -= len(before) - len(before.rstrip("\r\n"))
        return start, end, ""


def removal(text: Text, items: Sequence[Written], index: int, *, flow: bool) -> list[Span]:
    """Give the spans that go with the item, or raise `NotMendable`."""
    if len(items) == 1:
        raise NotMendable("it is the only item of its list")
    if flow:
        return _from_brackets(text, items, index)
    return [_from_dashes(text, items[index])]


def _from_dashes(text: Text, item: Written) -> Span:
    """Give the lines of an item that begins with a dash."""
    first, column = item.start
    before = text.line(first)[:column]
    if not before.strip(_BLANK):
        first -= 1
        while first > 0 and _NOTHING.fullmatch(text.line(first)):
            first -= 1
        if not _LONE_DASH.fullmatch(text.line(first)):
            raise NotMendable("what stands before it cannot be told apart from it")
    elif not _DASH.fullmatch(before):
        raise NotMendable("something else begins on its line")
    return text.lines(first, _last_line(text, item))


def _last_line(text: Text, item: Written) -> int:
    """Give the last line of an item, where nothing but a comment may follow."""
    last, column = item.end
    if text.line(last)[:column].strip(_BLANK):
        if not _REST.fullmatch(text.line(last)[column:]):
            raise NotMendable("something else stands on its line")
        return last
    # A text of several lines ends where the next thing begins.
    while last > item.start[0] and not text.line(last)[:column].strip(_BLANK):
        last -= 1
        column = len(text.line(last))
    return last


def _from_brackets(text: Text, items: Sequence[Written], index: int) -> list[Span]:
    """Give the spans of an item of a list in brackets: with one comma, as it is set."""
    item = items[index]
    last = index == len(items) - 1
    alone = _lines_alone(text, items, index)
    if alone is not None:
        return alone
    start, end = text.offset(item.start), text.offset(item.end)
    after = "" if last else text.whole[end : text.offset(items[index + 1].start)]
    if _GAP.fullmatch(after) and (index == 0 or not LINE_BREAK.search(after)):
        return [(start, end + len(after), "")]
    if index:
        before = text.offset(items[index - 1].end)
        if _GAP.fullmatch(text.whole[before:start]):
            return [(before, end, "")]
    raise NotMendable("a comment stands between it and the next comma")


def _lines_alone(text: Text, items: Sequence[Written], index: int) -> list[Span] | None:
    """Give the lines of an item that has lines of its own, None if it has not."""
    (first, column), (last, end) = items[index].start, items[index].end
    before, rest = text.line(first)[:column], text.line(last)[end:]
    if index and _COMMA.fullmatch(before) and _REST.fullmatch(rest):
        return [text.lines(first, last)]
    if before.strip(_BLANK):
        return None
    if _REST_WITH_COMMA.fullmatch(rest):
        return [text.lines(first, last)]
    if index != len(items) - 1 or not _REST.fullmatch(rest):
        return None
    gap = text.offset(items[index - 1].end), text.offset(items[index].start)
    comma = _GAP_WITH_COMMENTS.fullmatch(text.whole, *gap)
    if comma is None or text.line_of(comma.start(1)) >= first:
        return None
    return [(comma.start(1), comma.end(1), ""), text.lines(first, last)]
