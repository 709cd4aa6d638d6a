"""The lines of a lock: words with a space between, below a line that says what it is.

White space, `%`, `'` and what is not printed stand in a word as the escapes of a URL; an empty word
is `''`. A line that begins with `#` is for people, one that begins with `=` only sums up; neither
is read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

_ESCAPES = re.compile(r"(?:%[0-9A-F]{2})+")
_SHOWN = 100
"""So much of a line that is wrong is told."""
Take = Callable[[str, Sequence[str], int], None]
"""Takes in the first word of a line, the others as texts, and the number of the line."""


class LockError(ValueError):
    """The text is no lock; `line` counts from 1."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f"line {line}: {problem}")
        self.problem = problem
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problem, self.line)


def word(text: str) -> str:
    """Give a text as one word."""
    if not text:
        return "''"
    return "".join(
        char if char.isprintable() and char not in " %'" else _escape(char) for char in text
    )


def _escape(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def text_of(word: str) -> str:
    """Give the text that a word stands for. Raises `ValueError` for what is no word."""
    if word == "''":
        return ""
    if not {"%", "'"}.isdisjoint(_ESCAPES.sub("", word)):
        raise ValueError
    return _ESCAPES.sub(
        lambda found: bytes.fromhex(found.group().replace("%", "")).decode(
            "utf-8", "surrogatepass"
        ),
        word,
    )


def begins_as(text: str, head: str) -> bool:
    """Say whether a text is meant as a lock with this first word, of whatever version."""
    lines = (line for line in text.split("\n", 20)[:20] if line and not line.startswith("#"))
    return next(lines, "").startswith(f"{head} ")


def read_lines(text: str, head: str, version: int, take: Take) -> None:
    """Give every line to `take`, which raises `ValueError` or `LookupError` for what is none.

    Raises `LockError` for that, and where the first line is not `head` with the version.
    """
    begun = False
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        kind, *words = line.split() or [""]
        if kind in ("", "=") or line.startswith("#"):
            continue
        if not begun:
            _expect(line.strip(), number, head, version)
            begun = True
            continue
        try:
            take(kind, [*map(text_of, words)], number)
        except (ValueError, LookupError):
            raise _no_such_line(line.strip(), number) from None
    if not begun:
        raise LockError(f"expected `{head} {version}`", 1)


def _expect(line: str, number: int, head: str, version: int) -> None:
    if line == f"{head} {version}":
        return
    other = re.fullmatch(rf"{head} (\d+)", line)
    if other:
        known = f"its version {other[1]} is not known here, only {version} is"
        raise LockError(known, number)
    raise _no_such_line(line, number)


def _no_such_line(line: str, number: int) -> LockError:
    return LockError(f"a lock has no such line: `{line[:_SHOWN]}`", number)
