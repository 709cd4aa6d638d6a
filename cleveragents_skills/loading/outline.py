"""What stands where in a text, as it is written: in which style, and aliases not followed."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator

from attrs import define, field
from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    MappingEndEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from cleveragents_skills.loading import parser

Spot = tuple[int, int]
"""A line and a column, from 0."""


@define
class Written:
    """A scalar, an alias, a list, or a mapping, whose `below` are keys and values in turn.

    `end` is where its text ends: for a collection without brackets, the text of its last part.
    `anchor` is the name it has, or for an alias the name it stands for.
    """

    kind: str
    start: Spot
    end: Spot
    value: str = ""
    anchor: str | None = None
    flow: bool = False
    below: list[Written] = field(factory=list)


Step = tuple[Written, int]
"""A collection, and which of its parts is meant."""


def outline(text: str) -> list[Written]:
    """Give the documents of a text that reads as YAML."""
    try:
        return list(_documents(text, parser.new_events))
    except YAMLError:
        return list(_documents(text, parser.pure_events))


def _documents(text: str, new_events: Callable[[str], parser.NextEvent]) -> Iterator[Written]:
    stand_ins = parser.stand_ins(text)
    next_event = new_events(text.translate(stand_ins) if stand_ins else text)
    stack: list[Written] = []
    while type(event := next_event()) is not StreamEndEvent:
        if type(event) is DocumentStartEvent:
            stack = [_written(event, "document")]
        elif isinstance(event, CollectionStartEvent):
            kind = "list" if type(event) is SequenceStartEvent else "mapping"
            collection = _written(event, kind)
            collection.flow = bool(event.flow_style)
            stack[-1].below.append(collection)
            stack.append(collection)
        elif isinstance(event, SequenceEndEvent | MappingEndEvent):
            done = stack.pop()
            if done.flow:
                done.end = (event.end_mark.line, event.end_mark.column)
            elif done.below:
                done.end = done.below[-1].end
        elif type(event) is ScalarEvent:
            scalar = _written(event, "scalar")
            scalar.value = event.value
            stack[-1].below.append(scalar)
        elif type(event) is AliasEvent:
            stack[-1].below.append(_written(event, "alias"))
        elif stack and stack[0].below:
            yield stack.pop().below[0]


def _written(event: parser.Event, kind: str) -> Written:
    start, end = event.start_mark, event.end_mark
    anchor = getattr(event, "anchor", None)
    return Written(kind, (start.line, start.column), (end.line, end.column), anchor=anchor)


def steps_to(root: Written, spot: Spot) -> list[Step]:
    """Give the steps from the root to the innermost part that begins at the spot or before it."""
    steps: list[Step] = []
    current = root
    while current.below:
        index = bisect_right(current.below, spot, key=_start) - 1
        if index < 0:
            break
        steps.append((current, index))
        current = current.below[index]
    return steps


def _start(part: Written) -> Spot:
    return part.start


def everything(root: Written) -> Iterator[Written]:
    """Give a part and all parts below it."""
    stack = [root]
    while stack:
        current = stack.pop()
        yield current
        stack.extend(current.below)
