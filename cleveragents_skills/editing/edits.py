"""From a finding to the change of its file that mends it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from copy import copy
from itertools import pairwise
from typing import Any

from attrs import frozen

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.editing.removal import NotMendable, Span, Text, removal
from cleveragents_skills.loading.fields import MCP_SERVER, OTHER_SPELLINGS
from cleveragents_skills.loading.outline import Step, Written, everything, outline, steps_to
from cleveragents_skills.loading.source import SkillFile

_KEYS: Mapping[str, str] = {**OTHER_SPELLINGS, **MCP_SERVER.others}
"""Every other spelling of a field, with the field."""
_LISTS: Mapping[str, tuple[str, ...]] = {
    "SK310": ("includes",),
    "SK311": ("includes",),
    "SK312": ("tools", "agent_skills", "include"),
}
"""The codes for which an item is removed, with the lists in which that may be."""
_SHARED = "an alias or a merge key uses what stands there"


@frozen(eq=False)
class Edit:
    """A change of a file: what is put where, and what that does to its data.

    The value at `path` of the document goes; or, if there is a `name`, the key there gets it.
    """

    finding: Diagnostic
    spans: tuple[Span, ...]
    document: int
    path: tuple[str | int, ...]
    name: str | None = None

    @property
    def part(self) -> tuple[str, str, int, int]:
        """The part of a file that it touches: root, path, and from where to where."""
        place = self.finding.location
        root, path = (place.catalog, place.file) if place else ("", "")
        return root, path, self.spans[0][0], self.spans[-1][1]


@frozen(eq=False)
class Draft:
    """A file in which findings are to be mended: its documents, and which anchors each uses."""

    text: Text
    documents: Sequence[Written]
    used: Sequence[frozenset[str | None]]

    @classmethod
    def of(cls, file: SkillFile) -> Draft:
        """Give the draft of a file; without documents if it does not read to its end."""
        roots = () if file.built.fatal else outline(file.text)
        used = [
            frozenset(each.anchor for each in everything(root) if each.kind == "alias")
            for root in roots
        ]
        return cls(Text(file.text), roots, used)

    def edit(self, finding: Diagnostic) -> Edit:
        """Give the change that mends the finding, or raise `NotMendable`."""
        where = finding.location
        if where is None or where.line is None or where.column is None or not self.documents:
            raise NotMendable("its file does not read to its end")
        spot = (where.line - 1, where.column - 1)
        number = max(bisect_right(self.documents, spot, key=lambda each: each.start) - 1, 0)
        steps = steps_to(self.documents[number], spot)
        spans, path, name = _MAKERS[finding.code.id](self.text, steps, finding)
        _refuse_shared(steps[: len(path)], self.used[number])
        return Edit(finding, tuple(spans), number, path, name)


_Made = tuple[list[Span], tuple[str | int, ...], str | None]


def _removed(text: Text, steps: Sequence[Step], finding: Diagnostic) -> _Made:
    """Give the change that removes the item in which the finding stands."""
    lists = [number for number, (above, _) in enumerate(steps) if above.kind == "list"]
    path = _path(steps[: lists[-1] + 1]) if lists else ()
    *_, field, _ = ("", "", *path)
    if _KEYS.get(str(field), field) not in _LISTS[finding.code.id]:
        raise NotMendable(_SHARED)
    above, index = steps[lists[-1]]
    return removal(text, above.below, index, flow=above.flow), path, None


def _respelt(text: Text, steps: Sequence[Step], _: Diagnostic) -> _Made:
    """Give the change that writes a key as this format does."""
    above, index = steps[-1]
    key = above.below[index]
    start, end = text.offset(key.start), text.offset(key.end)
    written = text.whole[start:end]
    if above.kind != "mapping" or index % 2 or key.value not in _KEYS:
        raise NotMendable(_SHARED)
    quote = written[:1] if written[:1] in ("'", '"') else ""
    if written != f"{quote}{key.value}{quote}":
        raise NotMendable("the key has an anchor or an escape")
    name = _KEYS[key.value]
    return [(start, end, f"{quote}{name}{quote}")], (*_path(steps[:-1]), key.value), name


_MAKERS: Mapping[str, Callable[[Text, Sequence[Step], Diagnostic], _Made]] = {
    **dict.fromkeys(_LISTS, _removed),
    "SK314": _respelt,
}
CODES = frozenset(_MAKERS)
"""The ids of the codes whose findings can be mended."""


def _path(steps: Sequence[Step]) -> tuple[str | int, ...]:
    """Give the steps as a path of the data."""
    path: list[str | int] = []
    for above, index in steps:
        if above.kind == "list":
            path.append(index)
            continue
        key = above.below[index - index % 2]
        if key.kind != "scalar" or key.value == "<<":
            raise NotMendable(_SHARED)
        path.append(key.value)
    return tuple(path)


def _refuse_shared(steps: Sequence[Step], used: Collection[str | None]) -> None:
    """Raise `NotMendable` if an alias stands for what is edited, or for what holds it."""
    above, index = steps[-1]
    item = above.below[index]
    parts = (*(each for each, _ in steps), *everything(item))
    anchors = {each.anchor for each in parts if each.anchor and each.kind != "alias"}
    if item.kind == "alias" or not anchors.isdisjoint(used):
        raise NotMendable(_SHARED)


def overlap(edits: Iterable[Edit]) -> bool:
    """Say whether two edits of one file touch the same part of it."""
    parts = sorted(edit.part for edit in edits)
    return any(one[:2] == other[:2] and one[3] > other[2] for one, other in pairwise(parts))


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Give the text with all edits, none of which overlap."""
    parts = []
    at = 0
    for start, end, instead in sorted(span for edit in edits for span in edit.spans):
        parts += [text[at:start], instead]
        at = end
    return "".join((*parts, text[at:]))


def expected(documents: Sequence[Any], edits: Iterable[Edit]) -> list[Any] | None:
    """Give the data of the documents as it is to be after the edits, None if there is no telling.

    What is changed is copied, so that what an alias brings elsewhere stays as it was.
    """
    data = list(documents)
    copied: set[tuple[str | int, ...]] = set()
    # From the end, and keys last, the inner ones first: so every path leads where it is meant to.
    backwards = sorted(edits, key=lambda each: (each.document, each.path), reverse=True)
    for edit in sorted(backwards, key=lambda each: each.name is not None):
        holder: Any = data
        way: tuple[str | int, ...] = (edit.document, *edit.path[:-1])
        for depth, step in enumerate(way, 1):
            if not _has(holder, step):
                return None
            if way[:depth] not in copied:
                copied.add(way[:depth])
                holder[step] = copy(holder[step])
            holder = holder[step]
        last = edit.path[-1]
        if not _has(holder, last):
            return None
        value = holder.pop(last)
        if edit.name is not None:
            holder[edit.name] = value
    return data


def _has(holder: Any, step: str | int) -> bool:
    """Say whether there is such an item or key."""
    if isinstance(holder, list):
        return isinstance(step, int) and step < len(holder)
    return isinstance(holder, dict) and step in holder
