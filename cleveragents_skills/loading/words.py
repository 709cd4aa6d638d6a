"""Overrides and capability fields: free metadata in which some words have a meaning."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import isfinite
from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.loading.builder import MAX_DEPTH, MAX_NODES
from cleveragents_skills.loading.codes import (
    BAD_KEY,
    BAD_NUMBER,
    CONTRADICTORY_CAPABILITY,
    PROTECTED_FIELD,
    TOO_DEEP,
    TOO_MANY_NODES,
    UNKNOWN_FIELD,
)
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.misfits import HERE, Misfit, Path, wrong_type
from cleveragents_skills.loading.scalars import MAX_DIGITS, TOO_LARGE, DateText
from cleveragents_skills.naming import did_you_mean

_FIELDS = frozenset(CAPABILITY_FIELDS)
_WORDS = frozenset(("capability", *CAPABILITY_FIELDS))
_PLAIN = frozenset((str, bool, type(None)))
_TEXT = frozenset((str,))
_SMALL = 60
_BIG = 10**18
_TEXT_LIST = "text or a list of text"
_EXPECTED = {
    **dict.fromkeys(CAPABILITY_FIELDS, "a boolean"),
    "side_effects": "a list of text or a boolean",
    "checkpoint_scope": "text",
    "write_scope": _TEXT_LIST,
}
PROTECTED = ("name", "source", "code", "input_schema", "output_schema")
"""What an override must not set."""
CONTRADICTIONS = (
    (("read_only", True), ("writes", True)),
    (("read_only", True), ("destructive", True)),
    (("writes", False), ("destructive", True)),
)
"""Two words that one declaration must not say together."""
_WHY = (
    "a tool that writes is not read-only",
    "a tool that destroys is not read-only",
    "a tool that destroys writes",
)


def plain_data(value: Any) -> Any:
    """Give a copy of free data that holds JSON's types only; dates are their text.

    Raises `Misfit` at the first thing JSON does not have.
    """
    if type(value) in _PLAIN:
        return value
    holder: list[Any] = [None]
    if _copied(value, holder):
        return holder[0]
    stack: list[tuple[Any, Any, Any, Path]] = [(value, holder, 0, ())]
    nodes = 0
    while stack:
        each, above, key, path = stack.pop()
        nodes += 1
        if nodes > MAX_NODES:
            raise Misfit(TOO_MANY_NODES, f"{HERE} has more than {MAX_NODES:,} nodes")
        if len(path) > MAX_DEPTH:
            message = f"{HERE} is nested more than {MAX_DEPTH} levels deep"
            raise Misfit(TOO_DEEP, message, path[:1])
        if isinstance(each, Mapping):
            copy: dict[str, Any] = {}
            above[key] = copy
            for name, below in each.items():
                if not isinstance(name, str):
                    raise Misfit(BAD_KEY, f"a key in {HERE} is not text", path)
                copy[str(name)] = None
                stack.append((below, copy, str(name), (*path, str(name))))
        elif isinstance(each, list | tuple):
            above[key] = [None] * len(each)
            stack.extend((below, above[key], i, (*path, i)) for i, below in enumerate(each))
        else:
            above[key] = _plain_scalar(each, path)
    return holder[0]


def _copied(value: Any, holder: list[Any]) -> bool:
    """Put a copy of data into `holder`, unless it is large, deep, or holds anything unusual."""
    left, stack = _SMALL, [(value, holder, 0)]
    while stack:
        each, above, key = stack.pop()
        kind = type(each)
        if kind is dict:
            copy = above[key] = each.copy()
            if set(map(type, copy)) - _TEXT:
                return False
            inner = copy.items()
        elif kind is list:
            copy = above[key] = each.copy()
            inner = enumerate(copy)
        else:
            return False
        left -= 1 + len(copy)
        if left < 0:
            return False
        for name, below in inner:
            if type(below) not in _PLAIN and not _is_small(below):
                stack.append((below, copy, name))
    return True


def _plain_scalar(value: Any, path: Path) -> Any:
    if value is None or value is INVALID or type(value) in (str, bool):
        return value
    if type(value) is int:
        if abs(value) >= TOO_LARGE:
            raise Misfit(BAD_NUMBER, f"{HERE} has more than {MAX_DIGITS:,} digits", path)
        return value
    if type(value) is DateText:
        return str(value)
    if type(value) is float:
        if isfinite(value):
            return value
        raise Misfit(BAD_NUMBER, f"{HERE} is infinite or not a number", path)
    raise wrong_type("plain data", value, path)


Flags = tuple[tuple[str, bool], ...]
"""Words or hints with their values, all of them booleans."""


def flags_of(mapping: Any) -> Flags | None:
    """Give a mapping as flags if it is one of flags only, as nearly all are; null has none."""
    if mapping is None:
        return ()
    if type(mapping) is not dict:
        return None
    for value in mapping.values():
        if type(value) is not bool:
            return None
    return tuple(mapping.items())


def is_right(layer: Mapping[str, Any]) -> bool:
    """Say whether a mapping of overrides is one of flat values, and sure to be right."""
    words: list[tuple[str, bool]] = []
    for key, value in layer.items():
        kind = type(value)
        if type(key) is not str or key in PROTECTED:
            return False
        if key in _WORDS:
            if kind is not bool:
                return False
            words.append((key, value))
        elif kind is not str and kind is not bool and not _is_small(value):
            return False
    return not words or _agree(tuple(words))


def _is_small(value: Any) -> bool:
    return type(value) is int and -_BIG < value < _BIG


@lru_cache(maxsize=1024)
def _agree(words: Flags) -> bool:
    return not read_words(dict(words))[1]


def override_problems(layer: Mapping[str, Any]) -> Iterator[Exception]:
    """Give what is wrong with one mapping of overrides."""
    for key in () if layer.keys().isdisjoint(PROTECTED) else PROTECTED:
        if key in layer:
            message = f"`{key}` cannot be overridden, as {HERE} does"
            yield Misfit(PROTECTED_FIELD, message, (key,), "remove it", at_key=True)
    yield from read_words(layer)[1]


def read_words(mapping: Mapping[str, Any]) -> tuple[dict[str, Any], list[Exception]]:
    """Give the capability words of a mapping, flat and nested, and what is wrong with them.

    `destructive: true` brings `writes: true` with it.
    """
    words: dict[str, Any] = {}
    places: dict[str, Path] = {}
    problems: list[Exception] = []
    if _WORDS.isdisjoint(mapping):
        return words, problems
    for word, value, path in _written(mapping, problems):
        try:
            read = _word(word, value, path)
        except ValueError as problem:
            problems.append(problem)
            continue
        if word in words and words[word] != read:
            message = f"`{word}` is said twice of one tool, with different values"
            also = ("the other value is here", places[word])
            problems.append(Misfit(CONTRADICTORY_CAPABILITY, message, path, "keep one", also=also))
        words[word] = read
        places[word] = path
    problems.extend(contradictions(words, places))
    if words.get("destructive") is True:
        words["writes"] = True
    return words, problems


def contradictions(words: Mapping[str, Any], places: Mapping[str, Path]) -> Iterator[Misfit]:
    """Give the findings that one declaration says a thing and its opposite."""
    if len(words) == 1:
        return
    for (one, other), hint in zip(CONTRADICTIONS, _WHY, strict=True):
        if words.get(one[0]) is one[1] and words.get(other[0]) is other[1]:
            said = [_as_written(name, places[name], value) for name, value in (one, other)]
            message = f"{said[0]} and {said[1]} contradict each other"
            also = (f"{said[0]} is here", places[one[0]])
            yield Misfit(CONTRADICTORY_CAPABILITY, message, places[other[0]], hint, also=also)
            return


def _as_written(word: str, path: Path, value: bool) -> str:  # noqa: FBT001 (a word's value)
    """Give a capability word as it stands in the file: by its name, or as an annotation."""
    if path[-1] == "readOnlyHint":
        word, value = "readOnlyHint", word == "read_only"
    elif path[0] == "annotations":
        word = str(path[-1])
    return f"`{word}: {str(value).lower()}`"


def _written(
    mapping: Mapping[str, Any], problems: list[Exception]
) -> Iterator[tuple[str, Any, Path]]:
    """Give each capability word that is written, with its value and where."""
    for word in CAPABILITY_FIELDS:
        if mapping.get(word) is not None:
            yield word, mapping[word], (word,)
    nested = mapping.get("capability")
    if nested is None:
        return
    if type(nested) is not dict:
        problems.append(wrong_type("a mapping", nested, ("capability",)))
        return
    for word, value in nested.items():
        if word not in _FIELDS:
            hint = did_you_mean(word, _FIELDS) or f"the fields here are {', '.join(_EXPECTED)}"
            message = f"unknown field `{word}` in `capability`"
            path = ("capability", word)
            problems.append(Misfit(UNKNOWN_FIELD, message, path, hint, at_key=True))
        elif value is not None:
            yield word, value, ("capability", word)


def _word(word: str, value: Any, path: Path) -> Any:
    """Give the value of a capability word as `Capability` holds it, or raise."""
    expected = _EXPECTED[word]
    if type(value) is bool and "boolean" in expected:
        return value
    if type(value) is str and expected in ("text", _TEXT_LIST):
        return value
    if type(value) is list and "list" in expected:
        for index, each in enumerate(value):
            if type(each) is not str:
                raise wrong_type("text", each, (*path, index))
        return tuple(value)
    raise wrong_type(expected, value, path)
