"""What the hints of a tool say, and which of them got less safe."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cleveragents_skills.capability import HINTS

_SAFE = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}
"""The value of each hint that promises more. MCP takes the other one where the hint is absent."""


def shown(hints: Mapping[str, bool]) -> str:
    """Give hints on one line, as JSON has their values."""
    return ", ".join(f"{hint}: {_word(hints[hint])}" for hint in HINTS if hint in hints)


def less_safe(was: Mapping[str, bool], now: Mapping[str, bool]) -> Iterator[str]:
    """Give what got less safe: a hint that promised something and does so no more."""
    for hint, safe in _SAFE.items():
        if was.get(hint) is safe and now.get(hint) is not safe:
            yield f"{hint} was {_word(safe)} and is {_word(now.get(hint))}"


def otherwise(was: Mapping[str, bool], now: Mapping[str, bool]) -> Iterator[str]:
    """Give the other hints that changed."""
    for hint, safe in _SAFE.items():
        if was.get(hint) is not now.get(hint) and was.get(hint) is not safe:
            yield f"{hint} was {_word(was.get(hint))} and is {_word(now.get(hint))}"


def _word(value: bool | None) -> str:  # noqa: FBT001 (the value of a hint)
    return "absent" if value is None else str(value).lower()
