"""Plain scalars to values, typed as ruamel.yaml's resolver does for YAML 1.2."""

from __future__ import annotations

import re
from functools import lru_cache
from math import isfinite
from typing import Any

from ruamel.yaml.resolver import VersionedResolver

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading.codes import BAD_NUMBER, UNSUPPORTED_TAG

CORE = "tag:yaml.org,2002:"
ONLY_CORE = "only those of the YAML core schema"
MAX_DIGITS = 4300
TOO_LARGE = 10**MAX_DIGITS
_TABLE = VersionedResolver(version=(1, 2), loadumper=None).versioned_resolver
# `1_000` and `0b1` are of YAML 1.1. The resolver lets them pass; in the core schema they are text.
_NOT_CORE = re.compile("_|0b", re.IGNORECASE)
_BOOLEANS = {"true": True, "false": False}


class DateText(str):
    """The text of a date: text in free data, and not the text meant where text is wanted."""

    __slots__ = ()


class _Merge:
    """The plain key `<<`."""

    def __repr__(self) -> str:
        return "<<"


MERGE = _Merge()


class ScalarProblem(ValueError):  # noqa: N818 (a finding in the making)
    """A scalar has no value: the code and message of the finding."""

    def __init__(self, code: Code, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@lru_cache(maxsize=4096)
def plain_value(text: str) -> Any:
    """Give the value of an untagged plain scalar; raise `ScalarProblem` if it has none."""
    for tag, pattern in _TABLE.get(text[:1], ()):
        if pattern.match(text):
            return _construct(tag, text)
    return text


def tagged_value(tag: str, text: str) -> Any:
    """Give the value of a scalar with an explicit tag; raise `ScalarProblem` if it has none."""
    if tag in ("!", CORE + "str"):
        return text
    kind = tag.removeprefix(CORE)
    if tag == kind or kind not in ("null", "bool", "int", "float"):
        message = f"the tag `{shown_tag(tag)}` is not supported: {ONLY_CORE}"
        raise ScalarProblem(UNSUPPORTED_TAG, message)
    value = plain_value(text)
    if kind == "float" and type(value) is int:
        value = float(value)
    wanted = {"null": type(None), "bool": bool, "int": int, "float": float}[kind]
    if type(value) is not wanted:
        raise ScalarProblem(UNSUPPORTED_TAG, f"the value does not fit its tag `!!{kind}`")
    return value


def shown_tag(tag: str) -> str:
    """Give a tag as an author writes it."""
    return f"!!{tag.removeprefix(CORE)}" if tag.startswith(CORE) else tag


def _construct(tag: str, text: str) -> Any:
    kind = tag.removeprefix(CORE)
    if kind == "null":
        return None
    if kind == "bool":
        return _BOOLEANS[text.lower()]
    if kind in ("int", "float"):
        number = _integer if kind == "int" else _float
        return text if _NOT_CORE.search(text) else number(text)
    if kind == "timestamp":
        return DateText(text)
    return MERGE if kind == "merge" else text


def _integer(text: str) -> int | str:
    digits = text.lower()
    sign, digits = (digits[0], digits[1:]) if digits[0] in "+-" else ("", digits)
    base = {"0x": 16, "0o": 8}.get(digits[:2], 10)
    too_long = base == 10 and len(digits.lstrip("0")) > MAX_DIGITS  # noqa: PLR2004
    try:
        value = 0 if too_long else int(sign + digits, 10 if base == 10 else 0)  # noqa: PLR2004
    except ValueError:
        return text
    if too_long or abs(value) >= TOO_LARGE:
        message = f"the number has more than {MAX_DIGITS:,} digits"
        raise ScalarProblem(BAD_NUMBER, message)
    return value


def _float(text: str) -> float | str:
    digits = text.lower()
    try:
        value = float(digits.replace(".inf", "inf").replace(".nan", "nan"))
    except ValueError:
        return text
    if not isfinite(value):
        what = "is too large"
        if "." in digits[:2] and not any(char.isdigit() for char in digits):
            what = "is not a number" if "nan" in digits else "is infinite"
        raise ScalarProblem(BAD_NUMBER, f"`{text}` {what}")
    return value
