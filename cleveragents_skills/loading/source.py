"""Where a skill stands in its file: places of fields, and excerpts that hide secrets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

from attrs import field, frozen

from cleveragents_skills.diagnostics import Excerpt, Location
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.document import BuiltFile, Document, Node
from cleveragents_skills.loading.fields import OTHER_SPELLINGS, SKILL
from cleveragents_skills.loading.problems import LINE_BREAK, Place
from cleveragents_skills.masking import MASK, mask_arguments, mask_url

_SPELLINGS: dict[str, list[str]] = {"name": ["server", "group"], "overrides": ["tool_overrides"]}
for _other, _name in OTHER_SPELLINGS.items():
    _SPELLINGS.setdefault(_name, []).append(_other)
_MAX_EXCERPT = 160


@frozen(eq=False)
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
        if self.built.fatal and self._names_secrets:
            return None
        for begin, end, shown in sorted(self._hidden.get(index, ()), reverse=True):
            text = text[:begin] + shown + text[end:]
            if begin < start:
                start = max(start + begin + len(shown) - end, begin)
            elif begin == start:
                width = max(len(shown), 1)
        first = max(0, start - _MAX_EXCERPT // 2) if len(text) > _MAX_EXCERPT else 0
        return Excerpt(location.line, text[first : first + _MAX_EXCERPT], start - first + 1, width)

    @cached_property
    def _names_secrets(self) -> bool:
        return any(key in self.text for key in ("env", "headers"))

    @cached_property
    def _hidden(self) -> dict[int, list[tuple[int, int, str]]]:
        """Give by line which columns an excerpt must not show, and what stands there instead."""
        hidden: dict[int, list[tuple[int, int, str]]] = {}
        for document in self.built.documents:
            for place, shown in dict(_secrets(document)).items():
                line, column, end_line, end_column = place
                for each in range(line, min(end_line + 1, len(self.lines))):
                    begin = column if each == line else 0
                    end = end_column if each == end_line else len(self.lines[each])
                    hidden.setdefault(each, []).append((begin, end, shown))
        return hidden


def _secrets(document: Document) -> Iterator[tuple[Place, str]]:
    """Give the places of values that may be secret, with what may be shown of them."""
    stack: list[tuple[Any, Node, bool]] = [(document.data, document.node, False)]
    seen: set[tuple[int, bool]] = set()
    while stack:
        value, (place, below), secret = stack.pop()
        if isinstance(value, dict | list):
            if (id(value), secret) in seen:
                continue
            seen.add((id(value), secret))
        if isinstance(value, dict):
            for key, each in value.items():
                node = below[key][1]
                yield from _masked_field(key, each, node)
                stack.append((each, node, secret or key in ("env", "headers")))
        elif isinstance(value, list):
            stack.extend((each, node, secret) for each, node in zip(value, below, strict=True))
        elif secret and value is not None:
            yield place, MASK


def _masked_field(key: str, value: Any, node: Node) -> Iterator[tuple[Place, str]]:
    """Give what a `url` or `args` shows instead of what is written."""
    if key == "url" and isinstance(value, str) and mask_url(value) != value:
        yield node[0], mask_url(value)
    elif key == "args" and isinstance(value, list):
        texts = [each if isinstance(each, str) else "" for each in value]
        for text, shown, (place, _) in zip(texts, mask_arguments(texts), node[1], strict=True):
            if shown != text:
                yield place, MASK


@frozen(eq=False)
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
        return {SKILL.spellings[key]: each for key, each in fields.items()}

    def _find(self, path: tuple[str | int, ...]) -> tuple[Place, Place]:
        """Give the places of the key and of the value that the path leads to."""
        document = self.file.built.documents[self.index]
        value, node = document.data, document.node
        key = node[0]
        if _is_wrapped(value) and path[:1] not in (("skill",), ("cleveragents",)):
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
                below = node[1][index][1]["tool"][1]
                return item["tool"], below[0], below
    return None
