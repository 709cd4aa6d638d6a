"""A plain look at text for skill names, where the text is not readable as YAML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_NAME = r"([\"']?)([A-Za-z0-9_-]+/[A-Za-z0-9_-]+)\1[ \t]*(?:[,}#].*)?$"
_TOP_NAME = rf"^(?:---[ \t]+)?(?:\{{[ \t]*)?[\"']?name[\"']?[ \t]*:[ \t]+{_NAME}"
_INNER_NAME = rf"^[ \t]+[\"']?name[\"']?[ \t]*:[ \t]+{_NAME}"
_INDENT = re.compile(r"[ \t]*")
_WRAPPER = re.compile(r"^(?:---[ \t]+)?skill:[ \t]*(?:#.*)?$")


def scanned_names(lines: Sequence[str], start: int) -> Iterator[tuple[str, int]]:
    """Give the skill names a plain look at the text finds, one a document, and their lines from 0.

    For files that are not readable as YAML: the top-level `name:`, or the first one under `skill:`.
    """
    named = False
    # How far the fields below `skill:` are set in: -1 outside of it, 0 before the first of them.
    inner = -1
    for index in range(start, len(lines)):
        line = lines[index]
        if line.startswith("---"):
            named, inner = False, -1
        if named or not line.strip():
            continue
        indent = len(_INDENT.match(line).group())  # type: ignore[union-attr] # it always matches
        if _WRAPPER.match(line):
            inner = 0
            continue
        if not indent and not line.startswith("#"):
            inner = -1
        elif inner == 0:
            inner = indent or -1
        found = re.match(_TOP_NAME, line) or (indent == inner and re.match(_INNER_NAME, line))
        if found:
            named = True
            yield found.group(2), index
