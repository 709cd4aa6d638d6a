"""Writes data as YAML in the many ways in which people write it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import cycle
from typing import Any

from hypothesis import strategies as st

_PLAIN = re.compile(r"[A-Za-z_][\w./-]*", re.ASCII)
_LITERAL = re.compile(r"(?:[!-~][ -~]*\n)+(?:[!-~][ -~]*)?")
_WORDS = ("true", "false", "null")
_HIDDEN = re.compile("[^ -~\xa0-\ud7ff\ue000-\U0010ffff]|[\ufeff\u2028\u2029\ufffe\uffff]")

CHOICES = st.lists(st.integers(0, 11), min_size=1, max_size=12)
"""What a writer chooses where there is a choice, over and over; zeros are the plainest style."""


def written(documents: Sequence[Any], choices: Sequence[int]) -> str:
    """Give the text of a file with these documents."""
    return Writer(choices).file(documents)


class Writer:
    """Writes documents; what it chooses depends on `choices` alone."""

    def __init__(self, choices: Sequence[int]) -> None:
        self._choices = cycle(choices)
        self._anchors: dict[str, str] = {}
        self._ends_in_a_literal = False

    def choose(self, *ways: Any) -> Any:
        """Give one of several ways."""
        return ways[next(self._choices) % len(ways)]

    def rarely(self, times: int) -> bool:
        """Say yes once in so many times."""
        return next(self._choices) % times == times - 1

    def file(self, documents: Sequence[Any]) -> str:
        """Give the text of a file."""
        lines: list[str] = []
        for index, document in enumerate(documents):
            self._anchors = {}
            if index or self.rarely(3):
                lines.append("---" + self._comment())
            lines += self._below(document, "")
        end = self.choose("\n", "\n", "\r\n")
        last = end if self._ends_in_a_literal else self.choose(end, end, "")
        return str(end.join(lines) + last)

    def _comment(self) -> str:
        return str(self.choose("", "", "", "  # a note: [x", " #"))

    def _below(self, value: Any, indent: str) -> Iterator[str]:
        """Give the lines of a mapping or a list, neither of them empty."""
        if self.rarely(4):
            yield self.choose("", f"{indent}# a line: 'x", "  # set in anywhere")
        if isinstance(value, dict):
            for key, each in value.items():
                yield from self._item(f"{indent}{self._text(key)}:", each, indent)
        else:
            for each in value:
                yield from self._item(f"{indent}-", each, indent)

    def _item(self, start: str, value: Any, indent: str) -> Iterator[str]:
        """Give the lines of a value behind its key or dash."""
        self._ends_in_a_literal = False
        same = json.dumps(value)
        if same in self._anchors and self.rarely(2):
            yield f"{start} *{self._anchors[same]}{self._comment()}"
            return
        if same not in self._anchors and self.rarely(4):
            self._anchors[same] = f"a{len(self._anchors)}"
            start += f" &{self._anchors[same]}"
        if isinstance(value, str) and _LITERAL.fullmatch(value) and not self.rarely(2):
            self._ends_in_a_literal = True
            yield f"{start} |{'' if value.endswith(chr(10)) else '-'}{self._comment()}"
            yield from (f"{indent}  {line}" for line in value.removesuffix("\n").split("\n"))
            return
        if not value or not isinstance(value, dict | list) or self.rarely(3):
            yield f"{start} {self._flow(value)}{self._comment()}"
            return
        step = self.choose("  ", "    ")
        if isinstance(value, list) and start.endswith(":"):
            step = self.choose("", "  ")
        lines = list(self._below(value, indent + step))
        first = lines[0][len(indent + step) :]
        dashed = start == f"{indent}-" and lines[0].startswith(indent + step)
        if dashed and first and not first.startswith("#") and not self.rarely(2):
            yield start + " " * (len(step) - 1) + first
            yield from lines[1:]
        else:
            yield start + self._comment()
            yield from lines

    def _flow(self, value: Any) -> str:
        """Give a value on one line."""
        if isinstance(value, dict):
            items = [f"{self._text(key)}: {self._flow(each)}" for key, each in value.items()]
            return f"{{{self.choose('', ' ')}{', '.join(items)}}}"
        if isinstance(value, list):
            return f"[{self.choose(', ', ',  ').join(map(self._flow, value))}]"
        if isinstance(value, str):
            return self._text(value)
        plain = json.dumps(value)
        if value is None:
            return str(self.choose(plain, "~", "Null"))
        if isinstance(value, bool):
            return str(self.choose(plain, plain.title(), plain.upper()))
        return plain

    def _text(self, text: str) -> str:
        """Give a text plain or in quotes, as it may be and as is chosen."""
        hidden = _HIDDEN.search(text)
        ways = [quoted(text)]
        if not hidden:
            ways.insert(0, "'" + text.replace("'", "''") + "'")
        if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
            ways = [text, text, *ways]
        return str(self.choose(*ways))


def quoted(text: str) -> str:
    """Give a text in double quotes, with what is not shown as an escape."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + _HIDDEN.sub(lambda found: f"\\U{ord(found.group()):08x}", plain) + '"'
