"""What of a file's text must not be shown, by line and column."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from cleveragents_skills.loading.document import Sensitive
from cleveragents_skills.loading.problems import LINE_BREAK, Place
from cleveragents_skills.masking import (
    MASK,
    Span,
    joined,
    mask_arguments,
    mask_url,
    token_spans,
)

Columns = Mapping[int, list[Span]]
"""The columns of a line that are hidden, in order and apart, with what stands there instead."""
_COMMENT = re.compile(r"(?<=\s)#(?=\s*\S)")
_SECRET_KEY = re.compile(r"(?:^|[{,\s])[\"']?(?:env|headers)[\"']?[ \t]*:", re.MULTILINE)


def names_secrets(text: str) -> bool:
    """Say whether a text has a field that may hold a secret, as far as that is seen unparsed."""
    return _SECRET_KEY.search(text) is not None


def hidden_columns(
    lines: Sequence[str], sensitive: Sequence[Sensitive], tokens: Columns
) -> Columns:
    """Give what must not be shown of a file that parses."""
    hidden = {index: list(spans) for index, spans in tokens.items()}
    named = set()
    for place, shown in _masked(sensitive):
        for index, begin, end in _by_line(place, lines):
            hidden.setdefault(index, []).append((begin, end, shown))
            named.add(index)
    for index, text in enumerate(lines):
        if "#" in text and (index in named or _SECRET_KEY.search(text)):
            # What stood there before may stand in a comment now.
            found = hidden.get(index, [])
            comment = _COMMENT.search(text, max((end for _, end, _ in found), default=0))
            if comment:
                hidden[index] = [*found, (comment.end(), len(text), f" {MASK}")]
    return {index: list(joined(spans)) for index, spans in hidden.items()}


def token_columns(text: str, lines: Sequence[str]) -> Columns:
    """Give where tokens stand in a text, also those that go over several lines."""
    columns: dict[int, list[Span]] = {}
    spans = list(token_spans(text))
    if spans:
        starts = [0, *(found.end() for found in LINE_BREAK.finditer(text))]
        for start, stop, shown in spans:
            first, last = bisect_right(starts, start) - 1, bisect_right(starts, stop) - 1
            place = (first, start - starts[first], last, stop - starts[last])
            for index, begin, end in _by_line(place, lines):
                columns.setdefault(index, []).append((begin, end, shown))
    return columns


def _by_line(place: Place, lines: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    """Give each line that a place covers, and from which to which column."""
    line, column, end_line, end_column = place
    for each in range(line, min(end_line + 1, len(lines))):
        begin = column if each == line else 0
        end = end_column if each == end_line else len(lines[each])
        if begin < end:
            yield each, begin, end


def _masked(sensitive: Sequence[Sensitive]) -> Iterator[tuple[Place, str]]:
    """Give the places of values that may be secret, with what may be shown of them."""
    for _, group in groupby(sensitive, key=lambda each: (each.field, each.group)):
        together = list(group)
        texts = [each.text for each in together]
        if together[0].field == "url":
            shown = [mask_url(text) for text in texts]
        elif together[0].field != "args":
            shown = [MASK] * len(texts)
        elif len(texts) == 1 and " " in texts[0]:
            # Text where a list belongs is taken apart as a shell would.
            words = texts[0].split()
            shown = texts if mask_arguments(words) == tuple(words) else [MASK]
        else:
            pairs = zip(texts, mask_arguments(texts), strict=True)
            shown = [text if text == other else MASK for text, other in pairs]
        for each, instead in zip(together, shown, strict=True):
            if instead != each.text:
                yield each.place, instead
