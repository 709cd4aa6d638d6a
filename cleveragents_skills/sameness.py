"""Whether plain data is the same, and what stands for it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_DIGITS = 12


def same_data(one: Any, other: Any) -> bool:
    """Say whether plain data is the same. Unlike for Python, `true` is not 1, and 1 is not 1.0."""
    pairs = [(one, other)]
    for here, there in pairs:
        if isinstance(here, Mapping) and isinstance(there, Mapping):
            if here.keys() != there.keys():
                return False
            pairs += ((here[key], there[key]) for key in here)
        elif isinstance(here, list | tuple) and isinstance(there, list | tuple):
            if len(here) != len(there):
                return False
            pairs += zip(here, there, strict=True)
        elif type(here) is not type(there) or here != there:
            return False
    return True


def digest_of(value: Any) -> str:
    """Give a short digest of plain data, in which the order of keys does not count."""
    import hashlib  # noqa: PLC0415 (few commands need it)
    import json  # noqa: PLC0415 (likewise)

    text = json.dumps(value, sort_keys=True, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:_DIGITS]
