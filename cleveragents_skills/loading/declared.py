"""Capabilities as they are declared: flat, under `capability:`, and by MCP annotations."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from cleveragents_skills.capability import (
    CAPABILITY_FIELDS,
    UNKNOWN_CAPABILITY,
    Capability,
    hinted_words,
)
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.fields import ANNOTATIONS, take_fields
from cleveragents_skills.loading.misfits import Misfit, Path, Problems, under, wrong_type
from cleveragents_skills.loading.words import Flags, contradictions, flags_of, read_words

_WORDS = frozenset(("capability", *CAPABILITY_FIELDS))


def with_capability(taken: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """Put `capability` in the place of the flat and nested fields and of annotations."""
    annotations = taken.pop("annotations", None)
    if annotations is None and taken.keys().isdisjoint(_WORDS):
        return {**taken, "capability": UNKNOWN_CAPABILITY}
    rest: dict[str, Any] = {}
    said: dict[str, Any] = {}
    for name, value in taken.items():
        (said if name in _WORDS else rest)[name] = value
    flags, hints = flags_of(said), flags_of(annotations)
    known = None if flags is None or hints is None else _declared(flags, hints)
    rest["capability"] = known or _read(said, annotations, problems)
    return rest


@lru_cache(maxsize=1024)
def _declared(words: Flags, hints: Flags) -> Capability | None:
    """Give the capability that flags declare, or None if they are not right.

    Most tools of a catalog say one of few things.
    """
    problems: Problems = []
    capability = _read(dict(words), dict(hints) or None, problems)
    return None if problems else capability


def _read(written: Mapping[str, Any], annotations: Any, problems: Problems) -> Capability:
    """Give the capability that flat and nested fields and annotations declare together."""
    words, found = read_words(written)
    if annotations is not None:
        hints, hinted = _hints(annotations, found)
        said: dict[str, Path] = {
            word: (word,) if word in written else ("capability", word) for word in words
        }
        for word in hints:
            if words.get(word, hints[word]) != hints[word]:
                message = f"the annotations say another `{word}` than the tool itself"
                found.append(
                    Misfit(
                        codes.CONTRADICTORY_CAPABILITY,
                        message,
                        hinted[word],
                        "keep one",
                        also=("the tool says it here", said[word]),
                    )
                )
        if not found:
            words = {**hints, **words}
            found.extend(contradictions(words, {**hinted, **said}))
    problems.extend(found)
    return UNKNOWN_CAPABILITY if found else Capability(**words)


def _hints(value: Any, problems: Problems) -> tuple[dict[str, bool], dict[str, Path]]:
    """Give the capability words that MCP annotations map to, and where they stand."""
    words: dict[str, bool] = {}
    places: dict[str, Path] = {}
    try:
        hints, found = take_fields(value, ANNOTATIONS)
    except ValueError as problem:
        problems.append(under(problem, "annotations"))
        return words, places
    problems.extend(under(problem, "annotations") for problem in found)
    for hint, each in hints.items():
        expected = str if hint == "title" else bool
        if type(each) is not expected:
            words_for = "text" if hint == "title" else "a boolean"
            problems.append(wrong_type(words_for, each, ("annotations", hint)))
    for word, (hint, each) in hinted_words(hints).items():
        if type(each) is bool:
            words[word] = each
            places[word] = ("annotations", hint)
    return words, places
