"""Capabilities as they are declared: flat, under `capability:`, and by MCP annotations."""

from __future__ import annotations

from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS, UNKNOWN_CAPABILITY, Capability
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.fields import ANNOTATIONS, take_fields
from cleveragents_skills.loading.misfits import Misfit, Path, Problems, under, wrong_type
from cleveragents_skills.loading.words import contradictions, read_words

_WORDS = ("capability", *CAPABILITY_FIELDS)


def with_capability(taken: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """Put `capability` in the place of the flat and nested fields and of annotations."""
    annotations = taken.pop("annotations", None)
    if annotations is None and taken.keys().isdisjoint(_WORDS):
        return {**taken, "capability": UNKNOWN_CAPABILITY}
    words, found = read_words(taken)
    if annotations is not None:
        hints, hinted = _hints(annotations, found)
        said: dict[str, Path] = {
            word: (word,) if word in taken else ("capability", word) for word in words
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
    rest = {name: value for name, value in taken.items() if name not in _WORDS}
    return {**rest, "capability": UNKNOWN_CAPABILITY if found else Capability(**words)}


def _hints(value: Any, problems: Problems) -> tuple[dict[str, bool], dict[str, Path]]:
    """Give the capability words that MCP annotations map to, and where they stand.

    `readOnlyHint: false` is `writes: true`; `destructiveHint` counts only beside that.
    """
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
    read_only = hints.get("readOnlyHint")
    mapped = {
        "read_only": ("readOnlyHint", True if read_only is True else None),
        "writes": ("readOnlyHint", True if read_only is False else None),
        "destructive": (
            "destructiveHint",
            hints.get("destructiveHint") if read_only is False else None,
        ),
        "idempotent": ("idempotentHint", hints.get("idempotentHint")),
        "open_world": ("openWorldHint", hints.get("openWorldHint")),
    }
    for word, (hint, each) in mapped.items():
        if type(each) is bool:
            words[word] = each
            places[word] = ("annotations", hint)
    return words, places
