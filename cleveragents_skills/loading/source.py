"""Where a skill stands in its file: places of fields, and excerpts that hide secrets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from cleveragents_skills.diagnostics import Excerpt, Location
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.document import BuiltFile, Node
from cleveragents_skills.loading.fields import MCP_SERVER, OTHER_SPELLINGS, SKILL
from cleveragents_skills.loading.hidden import (
    Columns,
    hidden_columns,
    names_secrets,
    token_columns,
)
from cleveragents_skills.loading.misfits import WHOLE
from cleveragents_skills.loading.problems import LINE_BREAK, Place
from cleveragents_skills.masking import joined, secret_spans

_SPELLINGS: dict[str, list[str]] = {"name": ["server", "group"], "overrides": ["tool_overrides"]}
for _other, _name in OTHER_SPELLINGS.items():
    _SPELLINGS.setdefault(_name, []).append(_other)
_MAX_EXCERPT = 160
_MOST_LOOKED_AT = 4000
_NOT_SHOWN = "(not shown, since the file has `env` or `headers`, which may hold secrets)"
_OTHER = rf"\b(?:{'|'.join((*OTHER_SPELLINGS, *MCP_SERVER.others))})\b"
"""A text with none of these words has no other spelling, unless an escape hides one in quotes."""


@frozen(eq=False, repr=False)
class SkillFile:
    """The text of a skill file. Places are found by building it again, when first asked for.

    Few files of a catalog have findings, so most never keep more than their text.
    """

    catalog: str
    file: str
    text: str = field(repr=False)

    @cached_property
    def built(self) -> BuiltFile:
        """The documents of the file, with the place of every node."""
        return build(self.text)

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the file."""
        return LINE_BREAK.split(self.text)

    def location(self, place: Place | None) -> Location:
        """Give a place of this file; None is the file as a whole."""
        if place is None:
            return Location(self.catalog, self.file)
        line, column, end_line, end_column = place
        if line >= len(self.lines):
            line = len(self.lines) - 1
            column = len(self.lines[line])
            return Location(self.catalog, self.file, line + 1, column + 1)
        width = end_column - column if end_line == line else len(self.lines[line].rstrip()) - column
        return Location(self.catalog, self.file, line + 1, column + 1, max(width, 1))

    def excerpt(self, location: Location) -> Excerpt | None:
        """Give the line of a place with secrets masked, or None where it must not be shown."""
        if location.line is None or location.column is None or location.line > len(self.lines):
            return None
        index = location.line - 1
        text, start, width = self.lines[index], location.column - 1, location.width
        fatal = self.built.fatal is not None
        if fatal and self._names_secrets:
            return Excerpt(location.line, _NOT_SHOWN, 1, 0)
        hidden = (self._tokens if fatal else self._hidden).get(index, [])
        if len(text) > _MOST_LOOKED_AT:
            # Only what is near is shown, so only that is looked through.
            first = max(0, start - _MOST_LOOKED_AT // 2)
            text, start = text[first : first + _MOST_LOOKED_AT], start - first
            hidden = [(max(b - first, 0), e - first, shown) for b, e, shown in hidden if e > first]
            hidden = [each for each in hidden if each[0] < len(text)]
        if fatal:
            hidden = list(joined([*hidden, *secret_spans(text)]))
        for begin, end, shown in reversed(hidden):
            text = text[:begin] + shown + text[end:]
            if end <= start:
                start += begin + len(shown) - end
            elif begin <= start:
                start, width = begin, max(len(shown), 1)
            elif begin < start + width:
                width += begin + len(shown) - end
        return _window(location.line, text, start, width) if text.strip() else None

    def masked_lines(self) -> list[str]:
        """Give all lines with secrets masked."""
        shown = []
        for index, line in enumerate(self.lines):
            text = line
            for begin, end, instead in reversed(self._hidden.get(index, ())):
                text = text[:begin] + instead + text[end:]
            shown.append(text)
        return shown

    @cached_property
    def _names_secrets(self) -> bool:
        return names_secrets(self.text)

    @cached_property
    def _tokens(self) -> Columns:
        return token_columns(self.text, self.lines)

    @cached_property
    def _hidden(self) -> Columns:
        """Give by line which columns must not be shown, and what stands there instead."""
        return hidden_columns(self.lines, self.built.sensitive, self._tokens)


def _window(line: int, text: str, start: int, width: int) -> Excerpt:
    """Give the part of a line around a column (from 0); `…` stands for what is left out."""
    first = max(0, start - _MAX_EXCERPT // 2) if len(text) > _MAX_EXCERPT else 0
    before, after = "…" * (first > 0), "…" * (first + _MAX_EXCERPT < len(text))
    cut = text[first : first + _MAX_EXCERPT]
    return Excerpt(line, before + cut + after, start - first + 1 + len(before), width)


@frozen(eq=False, repr=False)
class DocumentSource:
    """Finds the fields of one document of a file: what `Skill.source` is for a skill on disk."""

    file: SkillFile
    index: int

    def locate(self, *path: str | int) -> Location:
        """Give the place of a field's value, or of the nearest thing around it."""
        return self.file.location(self._find(path)[1])

    def locate_key(self, *path: str | int) -> Location:
        """Give the place of the key that names the field, or of the nearest thing around it."""
        return self.file.location(self._find(path)[0])

    def data(self) -> Mapping[str, Any]:
        """Give the skill's own data as it is written, its fields by their names."""
        value = self.file.built.documents[self.index].data
        fields = value["skill"] if _is_wrapped(value) else value
        names = SKILL.spellings
        return {names[key]: each for key, each in fields.items() if key in names}

    def other_spellings(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Give the path of each key that is another spelling of a field, and the field's name."""
        if "\\" not in self.file.text and not re.search(_OTHER, self.file.text):
            return
        value = self.file.built.documents[self.index].data
        fields = value["skill"] if _is_wrapped(value) else value
        for key, each in fields.items():
            name = SKILL.spellings.get(key)
            if name and name != key:
                yield (key,), name
            if name == "mcp_servers":
                servers = enumerate(each if type(each) is list else ())
                yield from (
                    ((key, index, other), MCP_SERVER.others[other])
                    for index, server in servers
                    for other in server
                    if other in MCP_SERVER.others
                )

    def _find(self, path: tuple[str | int, ...]) -> tuple[Place, Place]:
        """Give the places of the key and of the value that the path leads to."""
        document = self.file.built.documents[self.index]
        value, node = document.data, document.node
        key = node[0]
        if path[:1] == (WHOLE,):
            path = path[1:]
        elif _is_wrapped(value):
            path = ("skill", *path)
        for step in path:
            found = _step(value, node, step)
            if found is None:
                break
            value, key, node = found
        return key, node[0]


def _is_wrapped(value: Any) -> bool:
    return isinstance(value, dict) and "skill" in value


def _step(value: Any, node: Node, step: str | int) -> tuple[Any, Place, Node] | None:
    """Give the value one step further, the place of its key and its node."""
    if isinstance(value, dict) and isinstance(step, str):
        for key in (step, *_SPELLINGS.get(step, ())):
            if key in value:
                place, below = node[1][key]
                return value[key], place, below
    elif isinstance(value, list):
        if isinstance(step, int) and step < len(value):
            return value[step], node[1][step][0], node[1][step]
        for index, item in enumerate(value):
            if isinstance(item, dict) and item.get("tool") == step:
                below = node[1][index][1]
                if "override" in below:
                    return item["override"], below["tool"][1][0], below["override"][1]
                return item["tool"], below["tool"][1][0], below["tool"][1]
    return None
