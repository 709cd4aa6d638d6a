"""Comments that keep findings quiet: `# skills: ignore[SK310] reason`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import ScalarEvent, StreamEndEvent

from cleveragents_skills.loading import parser
from cleveragents_skills.loading.problems import Place
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.policy import UNREADABLE
from cleveragents_skills.suppression import IgnoreComment

_COMMENT = re.compile(r"(?:(?<=\s)|^)#\s*skills:\s*ignore\b(?:\s*\[([^\]]*)\])?")


def ignore_comments(file: SkillFile, known: Collection[str]) -> Iterator[IgnoreComment]:
    """Give the comments of a file that ignore findings; `known` are the codes there are.

    A comment behind a line is about that line, one alone about the next line with content. A `#`
    inside a scalar begins no comment. Nothing is given for a file that is not YAML.
    """
    found = [
        (index, match)
        for index, line in enumerate(file.lines)
        for match in (_COMMENT.search(line),)
        if match
    ]
    if not found:
        return
    scalars = _scalars(file.text)
    for index, match in found:
        if any(_holds(place, index, match.start()) for place in scalars):
            continue
        width = len(file.lines[index].rstrip()) - match.start()
        place = (index, match.start(), index, match.start() + width)
        codes, mistakes = _codes(match.group(1), known)
        alone = not file.lines[index][: match.start()].strip()
        line = _next_line(file, index) if alone else index
        yield IgnoreComment(file.location(place), line + 1, codes, mistakes)


def _codes(listed: str | None, known: Collection[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give the codes that a comment ignores, and what is wrong with the others."""
    if not (listed or "").strip():
        return (), ("the comment names no code: write `# skills: ignore[CODE] reason`",)
    codes, mistakes = [], []
    for code in re.split(r"[,\s]+", (listed or "").strip(", \t")):
        if code.startswith(UNREADABLE) and code in known:
            mistakes.append(f"{code} cannot be ignored: a file that is not read hides its skills")
        elif code in known:
            codes.append(code)
        else:
            mistakes.append(f"`{code}` is no code")
    return tuple(dict.fromkeys(codes)), tuple(mistakes)


def _next_line(file: SkillFile, index: int) -> int:
    """Give the next line that is neither blank nor a comment alone."""
    for later in range(index + 1, len(file.lines)):
        text = file.lines[later].strip()
        if text and not text.startswith("#"):
            return later
    return index


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


def _holds(place: Place, line: int, column: int) -> bool:
    return place[:2] <= (line, column) < place[2:]
