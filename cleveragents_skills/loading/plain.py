"""The quick way from parser events to plain data, for files without anything unusual.

Most files have no anchor, no tag, no second key of one name and no mistake, and nobody asks for
places in them. All others are the business of the builder.
"""

from __future__ import annotations

from typing import Any

from ruamel.yaml.error import YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from cleveragents_skills.loading import parser
from cleveragents_skills.loading.builder import MAX_DEPTH, MAX_NODES
from cleveragents_skills.loading.document import BuiltFile, Document, Node
from cleveragents_skills.loading.problems import Stop, check_characters
from cleveragents_skills.loading.scalars import MERGE, plain_value

_NOWHERE: Node = ((0, 0, 0, 0), None)


class _Unusual(ValueError):  # noqa: N818 (it never leaves this module)
    """The builder has to look."""


def build_plain(text: str) -> BuiltFile | None:
    """Give the documents of a text without any places, or None if the builder has to look."""
    try:
        check_characters(text)
        if parser.stand_ins(text):
            return None
        documents = _documents(parser.new_events(text))
    except (Stop, YAMLError, ValueError, OverflowError):
        return None
    return BuiltFile([Document(data, _NOWHERE, ()) for data in documents])


def _documents(next_event: parser.NextEvent) -> list[Any]:  # noqa: C901, PLR0912 (one tight loop)
    """Give the data of each document; raise `_Unusual` at the first thing that is."""
    documents: list[Any] = []
    # The collection that is open, its key that waits for a value, and those around it.
    into: Any = documents
    key: str | None = None
    around: list[tuple[Any, str | None]] = []
    left = MAX_NODES
    while True:
        event = next_event()
        kind = type(event)
        if kind is ScalarEvent:
            value = event.value
            if event.implicit[0]:
                value = plain_value(value)
            elif event.ctag is not None or (event.style == '"' and not value.isascii()):
                raise _Unusual
        elif kind is MappingStartEvent:
            value = {}
        elif kind is SequenceStartEvent:
            value = []
        elif kind is MappingEndEvent or kind is SequenceEndEvent:
            into, key = around.pop()
            continue
        elif kind is StreamEndEvent:
            return documents
        elif kind is AliasEvent:
            raise _Unusual
        else:
            continue
        left -= 1
        # What `tag` gives as text stands in `ctag`; this is asked of every node.
        if event.anchor is not None or event.ctag is not None or value is MERGE or left < 0:
            raise _Unusual
        if type(into) is list:
            into.append(value)
        elif key is not None:
            into[key] = value
            key = None
        elif type(value) is str and value not in into:
            key = value
            continue
        else:
            raise _Unusual
        if kind is not ScalarEvent:
            around.append((into, key))
            into, key = value, None
            if len(around) > MAX_DEPTH:
                raise _Unusual
