"""Comments that keep findings quiet: `# skills: ignore[SK310] reason`."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator, Sequence

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import ScalarEvent, StreamEndEvent

from cleveragents_skills.loading import parser
from cleveragents_skills.loading.problems import Place
from cleveragents_skills.loading.registry import id_of_name
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.policy import UNREADABLE
from cleveragents_skills.suppression import IgnoreComment, Mistake

_COMMENT = r"(?:(?<=\s)|^)#\s*skills:\s*ignore\b(?:\s{0,20}\[([^\[\]]{0,1000})\])?"


def ignore_comments(file: SkillFile, known: Collection[str]) -> Iterator[IgnoreComment]:
    """Give the comments of a file that ignore findings; `known` are the codes there are.

    A comment behind a line is about that line, one alone about the next line with content. A `#`
    inside a scalar begins no comment. Nothing is given for a file that is not YAML.
    """
    found = [
        (index, match)
        for index, line in enumerate(file.lines)
        if "ignore" in line
        for match in re.finditer(_COMMENT, line)
    ]
    if not found:
        return
    scalars = _scalars(file.text)
    following = _lines_after_comments(file)
    for index, match in found:
        if _within(scalars, index, match.start()):
            continue
        width = len(file.lines[index].rstrip()) - match.start()
        place = (index, match.start(), index, match.start() + width)
        codes, mistakes = _codes(match.group(1), known)
        line = following.get(index, index)
        yield IgnoreComment(file.location(place), line + 1, codes, mistakes)


def _codes(
    listed: str | None, known: Collection[str]
) -> tuple[tuple[str, ...], tuple[Mistake, ...]]:
    """Give the codes that a comment ignores, and what is wrong with the others."""
    if not (listed or "").strip():
        return (), (Mistake("the comment names no code: write `# skills: ignore[CODE] reason`"),)
    codes, mistakes = [], []
    for given in re.split(r"[,\s]+", (listed or "").strip(", \t")):
        code = given.upper()
        if code.startswith(UNREADABLE) and code in known:
            message = f"{code} cannot be ignored: a file that is not read hides its skills"
            mistakes.append(Mistake(message, given))
        elif code in known:
            codes.append(code)
        else:
            mistakes.append(Mistake(f"`{given}` is no code", given, id_of_name(given)))
    return tuple(dict.fromkeys(codes)), tuple(mistakes)


def _lines_after_comments(file: SkillFile) -> dict[int, int]:
    """Give for each line that is a comment alone the next one that is not, nor blank."""
    following: dict[int, int] = {}
    after = None
    for index in range(len(file.lines) - 1, -1, -1):
        text = file.lines[index].strip()
        if text.startswith("#"):
            following[index] = index if after is None else after
        elif text:
            after = index
    return following


def _scalars(text: str) -> list[Place]:
    """Give the places of all scalars, what the builder drops included."""
    try:
        return list(_scalar_places(text, parser.new_events))
    except YAMLError:
        return list(_scalar_places(text, parser.pure_events))


def _scalar_places(text: str, new_events: Callable[[str], parser.NextEvent]) -> Iterator[Place]:
    stand_ins = parser.stand_ins(text)
    next_event = new_events(text.translate(stand_ins) if stand_ins else text)
    while type(event := next_event()) is not StreamEndEvent:
        if type(event) is ScalarEvent:
            start, end = event.start_mark, event.end_mark
            line, column = start.line, start.column
            if event.style in ("|", ">"):
                # What follows the `|` on its line is a comment, not the text.
                line, column = line + 1, 0
            yield (line, column, end.line, end.column)


def _within(scalars: Sequence[Place], line: int, column: int) -> bool:
    """Say whether a position is inside one of the scalars, which are in order."""
    before = bisect_right(scalars, (line, column), key=lambda place: place[:2])
    return before > 0 and (line, column) < scalars[before - 1][2:]
