"""Which skills a file can define, told from its text without parsing it.

A command about one skill need not parse files that define others. Where the text is not of the
plainest kind, nothing is told, and the file has to be parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

_KEY = r"[A-Za-z_]+:(?=[ ]|$)"
_PLAIN = re.compile(rf"-[ ]|---[ ]*$|{_KEY}")
_BEGINNING = re.compile(r"^---[ ]*\n", re.MULTILINE)
_SET_IN = re.compile(r"(?:[ ]*+(?:#.*+)?\n)*+[ ]+[^ #\n]")
"""The beginning of a document that is set in, as a whole."""
_NAME = re.compile(r"[ ]+([\"']?)([A-Za-z0-9_-]+/[A-Za-z0-9_-]+)\1[ ]*(?:[ ]#.*)?")
_WRAPPER = re.compile(r"^skill:(.*)$", re.MULTILINE)
_NOTHING = re.compile(r"[ ]*(?:[ ]#.*)?")
_INNER_KEY = re.compile(_KEY)


def possible_names(text: str) -> frozenset[str] | None:
    """Give all names that skills of the file may have, or None if only parsing can tell.

    Whatever the builder finds in the text, or the scan of a text that is not YAML, is among them.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n")
    if "\r" in text:
        return None
    values: list[str] = []
    for line in text.split("\n"):
        if not line or line[0] in " #":
            continue
        if line.startswith("name:"):
            values.append(line[5:])
        elif not _is_plain(line):
            return None
    begins = (each.end() for each in _BEGINNING.finditer(text)) if "---" in text else ()
    if any(_SET_IN.match(text, at) for at in (0, *begins)):
        return None
    for wrapper in _WRAPPER.finditer(text) if "skill:" in text else ():
        inner = _inner_names(wrapper.group(1), text[wrapper.end() + 1 :])
        if inner is None:
            return None
        values += inner
    names = [_NAME.fullmatch(value) for value in values]
    return frozenset(found.group(2) for found in names if found) if all(names) else None


@lru_cache(maxsize=256)
def _is_plain(line: str) -> bool:
    """Say whether a line that is not set in begins an item, a document, or the value of a key."""
    return _PLAIN.match(line) is not None


def _inner_names(rest: str, below: str) -> list[str] | None:
    """Give what stands behind `name:` below a `skill:`, or None if that is not plain."""
    if not _NOTHING.fullmatch(rest):
        return None
    values: list[str] = []
    depth = 0
    for indent, line in _set_in(below):
        depth = depth or indent
        if indent < depth:
            return None
        if indent == depth:
            if line.startswith("name:"):
                values.append(line.removeprefix("name:"))
            elif not _INNER_KEY.match(line) and not line.startswith("- "):
                return None
    return values


def _set_in(text: str) -> Iterator[tuple[int, str]]:
    """Give the first lines that are set in, each with how far; comments and blank ones left out."""
    for line in text.split("\n"):
        bare = line.lstrip(" ")
        if not bare or bare.startswith("#"):
            continue
        if bare == line:
            return
        yield len(line) - len(bare), bare
