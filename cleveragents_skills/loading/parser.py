"""YAML text to parser events. The one module that knows there are two parsers.

Where ruamel.yaml's C part (libyaml) is installed it is used, for its speed; else ruamel's own
parser. Both give the same events. At a syntax error they stop at different places.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, NamedTuple

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError

try:
    # cyaml knows under which names the C part may be installed, and hands it on without a type.
    from ruamel.yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:
    CParser = None

Event = Any
"""One of the classes of `ruamel.yaml.events`."""
NextEvent = Callable[[], Event]

# YAML 1.2 breaks lines at CR and LF only. Both parsers still know the line breaks of 1.1, so these
# travel through them under stand-ins, which a text that holds them must not contain.
_PRIVATE = (range(0xE000, 0xF900), range(0xF0000, 0xFFFFE), range(0x100000, 0x10FFFE))
_SECOND_OPINION = 128 * 1024
_NOT_BREAKS = "\x85\u2028\u2029"


class SyntaxProblem(NamedTuple):
    """The text is not YAML: what is wrong and where, lines and columns from 0."""

    message: str
    line: int
    column: int
    context: str | None = None
    context_line: int = 0
    context_column: int = 0


def native_events(text: str) -> NextEvent:
    """Give a function that gives the next event of libyaml."""
    return CParser(text).get_event  # type: ignore[no-any-return] # likewise


def pure_events(text: str) -> NextEvent:
    """Give a function that gives the next event of ruamel's own parser."""
    return _generator(text).__next__


def _generator(text: str) -> Iterator[Event]:
    yaml = YAML(typ="safe", pure=True)
    yield from yaml.parse(text)


new_events: Callable[[str], NextEvent] = pure_events if CParser is None else native_events


def has_second_opinion(text: str) -> bool:
    """Say whether ruamel's own parser is to be asked about a text that libyaml refuses.

    libyaml refuses some YAML 1.2, such as `{url: https://example.com}`. The other one takes some
    15 seconds for a mebibyte, so a text of more than 128 KiB is not worth asking about.
    """
    return CParser is not None and len(text) <= _SECOND_OPINION


def stand_ins(text: str) -> dict[int, str]:
    """Give what must stand in for characters that YAML 1.1 took for line breaks; mostly nothing."""
    found = [char for char in _NOT_BREAKS if char in text]
    if not found:
        return {}
    used = set(text)
    free = (chr(code) for code in chain(*_PRIVATE) if chr(code) not in used)
    return {ord(char): next(free, char) for char in found}


def problem_of(error: YAMLError) -> SyntaxProblem:
    """Give what a parser says is wrong, in one line, with its place."""
    if not isinstance(error, MarkedYAMLError):
        return SyntaxProblem(" ".join(str(error).split()), 0, 0)
    mark = error.problem_mark or error.context_mark
    context = error.context_mark
    if mark is None:
        return SyntaxProblem(error.problem or "not YAML", 0, 0)
    message = error.problem or error.context or "not YAML"
    if context is None or (context.line, context.column) == (mark.line, mark.column):
        return SyntaxProblem(message, mark.line, mark.column)
    return SyntaxProblem(
        message, mark.line, mark.column, error.context, context.line, context.column
    )
