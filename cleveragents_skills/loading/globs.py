"""Which paths a glob matches."""

from __future__ import annotations

import re
from collections.abc import Iterable

_GLOB_PART = re.compile(r"\*|\?|\[!?\]?[^\]]*\]|.", re.DOTALL)


def glob_pattern(globs: Iterable[str], *, any_case: bool = False) -> re.Pattern[str]:
    """Give the pattern that matches POSIX paths as any of the globs does.

    `**` stands for any number of folders, `*`, `?` and `[…]` never match a `/`. With `any_case`
    the suffix of a path may be in any case.
    """
    parts = []
    for glob in globs:
        segments = [
            "(?:[^/]+/)*" if segment == "**" else _segment(segment) + "/"
            for segment in glob.removeprefix("./").rstrip("/").split("/")
        ]
        if glob.endswith("**"):
            segments[-1] = ".*/"
        whole = "".join(segments).removesuffix("/")
        stem, dot, suffix = whole.rpartition("\\.")
        parts.append(
            f"{stem}{dot}(?i:{suffix})" if any_case and dot and "/" not in suffix else whole
        )
    return re.compile("|".join(f"(?:{part})" for part in parts) or "(?!)", re.DOTALL)


def _segment(segment: str) -> str:
    """Give one segment of a glob as a regular expression that stays within a segment.

    What stands between two stars is found where it comes first, and never looked for again, so
    that many stars cost no more than one.
    """
    chunks = [""]
    for part in _GLOB_PART.findall(segment):
        if part == "*":
            chunks.append("")
        else:
            chunks[-1] += _glob_part(part)
    first, *between = chunks
    if not between:
        return first
    last = between.pop()
    return first + "".join(f"(?>[^/]*?{chunk})" for chunk in between if chunk) + "[^/]*" + last


def _glob_part(part: str) -> str:
    """Give `?`, a set of characters, or a character of a glob as a regular expression."""
    if part == "?":
        return "[^/]"
    if part[0] == "[" and len(part) > 1:
        negated = "^" if part[1] == "!" else ""
        listed = re.sub(r"([\\\[&|~^])", r"\\\1", part[1 + len(negated) : -1])
        try:
            re.compile(f"[{negated}{listed}]")
        except re.error:
            return re.escape(part)
        return f"(?!/)[{negated}{listed}]"
    return re.escape(part)
