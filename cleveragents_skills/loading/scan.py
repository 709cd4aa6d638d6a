"""A plain look at text for skill names, where the text is not readable as YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_NAME = r"([\"']?)([A-Za-z0-9_-]+/[A-Za-z0-9_-]+)\1[ \t]*(?:[,}#].*)?$"
_TOP_NAME = re.compile(rf"^(?:---[ \t]+)?(?:\{{[ \t]*)?[\"']?name[\"']?[ \t]*:[ \t]+{_NAME}")
_INNER_NAME = re.compile(rf"^[ \t]+name[ \t]*:[ \t]+{_NAME}")
_WRAPPER = re.compile(r"^(?:---[ \t]+)?skill:[ \t]*(?:#.*)?$")


def scanned_names(lines: Sequence[str], start: int) -> Iterator[tuple[str, int]]:
    """Give the skill names a plain look at the text finds, one a document, and their lines from 0.

    For files that are not readable as YAML: the top-level `name:`, or the first one under `skill:`.
    """
    named, wrapped = False, False
    for index in range(start, len(lines)):
        line = lines[index]
        if line.startswith("---"):
            named, wrapped = False, False
        if named:
            continue
        if _WRAPPER.match(line):
            wrapped = True
            continue
        found = _TOP_NAME.match(line) or (wrapped and _INNER_NAME.match(line))
        if found:
            named = True
            yield found.group(2), index
