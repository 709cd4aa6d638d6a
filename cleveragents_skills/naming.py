"""The rules for names, and the nearest known name for one that is not known."""

from __future__ import annotations

import re
from collections.abc import Collection

SKILL_NAME = re.compile(r"[A-Za-z0-9_-]+/[A-Za-z0-9_-]+")
# White space (Z* and the white space among Cc), controls (Cc) and format characters (Cf).
_PLAIN = re.compile(r"[!-~]+")
NEAREST_BUDGET = 20_000
"""Up to this many known names are compared; above it no suggestion is worth the wait."""
_LONGEST_SLIP = 200
_ALIKE = 0.65
"""The least likeness, from 0 to 1, of which a suggestion is made."""


def is_skill_name(text: str) -> bool:
    """Say whether `text` is `namespace/name`, each part of `[A-Za-z0-9_-]+`."""
    return SKILL_NAME.fullmatch(text) is not None


def is_tool_name(text: str) -> bool:
    """Say whether `text` may name a tool: not empty, no white space, control, format character."""
    if _PLAIN.fullmatch(text):
        return True
    return bool(text) and not any(_hidden(char) for char in text)


def is_part_name(text: str) -> bool:
    """Say whether `text` may name a server or a tool of one: a tool name without `/`."""
    return "/" not in text and is_tool_name(text)


def _hidden(char: str) -> bool:
    from unicodedata import category  # noqa: PLC0415 (needed for non-ASCII names only)

    kind = category(char)
    return kind in ("Cc", "Cf", "Cs") or kind[0] == "Z"


def full_name(name: str) -> str:
    """Give the skill name meant by `name`: without a namespace it is in `local/`."""
    return name if "/" in name else f"local/{name}"


def nearest(
    name: str, known: Collection[str], most: int = 3, alike: float = _ALIKE
) -> tuple[str, ...]:
    """Give the known names that look like `name`, the nearest first.

    Names with a `/` are alike if what follows the last one is, in one namespace, or if that part
    is the same in another; `alike`, from 0 to 1, is how much they must be. Linear in `known` with
    a large constant, so above `NEAREST_BUDGET` names nothing is compared.
    """
    if len(known) > NEAREST_BUDGET or len(name) > _LONGEST_SLIP:
        return ()
    from difflib import get_close_matches  # noqa: PLC0415 (needed for mistakes only)

    space, _, last = name.casefold().rpartition("/")
    near: dict[str, list[str]] = {}
    same: list[str] = []
    for each in sorted(known):
        if each == name:
            continue
        other_space, _, other = each.casefold().rpartition("/")
        if other == last:
            same.append(each)
        elif other_space == space:
            near.setdefault(other, []).append(each)
    close = get_close_matches(last, near, n=most, cutoff=alike)
    for other in close:
        # Of those that differ in case only, the one whose case is most alike.
        near[other].sort(key=lambda each: -sum(map(str.__eq__, each, name)))
    return (*same, *(each for other in close for each in near[other]))[:most]


def did_you_mean(name: str, known: Collection[str]) -> str | None:
    """Give a question that offers the nearest known name, or None where nothing is near."""
    close = nearest(name, known, most=1)
    return f"did you mean `{close[0]}`?" if close else None
