"""What does not fit the model: collected by cattrs as exceptions, told as findings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cattrs import BaseValidationError
from cattrs.errors import AttributeValidationNote, IterableValidationNote

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading.codes import WRONG_TYPE
from cleveragents_skills.loading.document import INVALID
from cleveragents_skills.loading.scalars import DateText

Path = tuple[str | int, ...]
HERE = "\udfff"
"""Stands in a message for the full path; no text of a file can hold it."""
WHOLE = ""
"""As the first step of a path: it leads from the document and not from the skill in it."""
Problems = list[Exception]

_KINDS = {
    str: "text",
    bool: "a boolean",
    int: "a number",
    float: "a number",
    dict: "a mapping",
    list: "a list",
    type(None): "nothing",
    DateText: "a date",
}
_MEANT = {
    **dict.fromkeys(("yes", "y", "on"), "true"),
    **dict.fromkeys(("no", "n", "off"), "false"),
}
_UNQUOTED = {
    DateText: "without quotes this is a date; put it in quotes",
    bool: "without quotes this is a boolean; put it in quotes",
    int: "without quotes this is a number; put it in quotes",
    float: "without quotes this is a number, and `1.10` is 1.1; put it in quotes",
}


class Misfit(ValueError):  # noqa: N818 (a finding in the making)
    """One thing that does not fit. `path` leads from where it is raised to where it is meant.

    `message` may hold `HERE`, the full path as an author reads it. `at_key` points at the key
    of a field, `also` at a related place with a few words.
    """

    def __init__(  # noqa: PLR0913 (the parts of a finding)
        self,
        code: Code,
        message: str,
        path: Path = (),
        hint: str | None = None,
        *,
        at_key: bool = False,
        also: tuple[str, Path] | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.path = path
        self.hint = hint
        self.at_key = at_key
        self.also = also


class Known(ValueError):  # noqa: N818 (likewise)
    """The value was reported already, or is missing and reported as that."""


def kind_name(value: object) -> str:
    """Give what a value is, in the words of YAML."""
    return _KINDS.get(type(value), f"a Python `{type(value).__name__}`")


def wrong_type(expected: str, value: object, path: Path = ()) -> Misfit | Known:
    """Give the finding that a value is not what is expected here, with a hint for known traps."""
    if value is INVALID:
        return Known()
    message = f"{HERE}: expected {expected}, found {kind_name(value)}"
    return Misfit(WRONG_TYPE, message, path, _trap(expected, value))


def _trap(expected: str, value: object) -> str | None:
    """Give the way out of a known trap of YAML."""
    if "boolean" in expected and isinstance(value, str):
        word = value.lower()
        if word in ("true", "false"):
            return "remove the quotes"
        meant = _MEANT.get(word)
        return f"`{value}` is text in YAML 1.2; write `{meant}`" if meant else None
    if expected.startswith("text"):
        return _UNQUOTED.get(type(value))
    if expected == "a list" and isinstance(value, str | dict):
        named = isinstance(value, dict) and next(iter(value.items()), ("", ""))
        if named and isinstance(named[1], dict):
            return f"write it as a list, each item with its name: `- name: {named[0]}`"
        return "write it as a list, with `- ` before each item"
    is_mapping = expected.startswith("a mapping") and isinstance(value, list)
    return "write it as a mapping, with `key: value` and no `- `" if is_mapping else None


def path_text(path: Path) -> str:
    """Give a path as an author reads it, quoted: `mcp_servers[0].env`; "the skill" if empty."""
    text = ""
    for step in path[1:] if path[:1] == (WHOLE,) else path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return f"`{text}`" if text else "the skill"


def leaves(error: BaseException) -> Iterator[tuple[Path, Misfit]]:
    """Give every misfit of a cattrs error tree with its full path, in no particular order."""
    stack: list[tuple[Path, BaseException]] = [((), error)]
    while stack:
        path, current = stack.pop()
        path += _noted(current)
        if isinstance(current, BaseValidationError):
            stack.extend((path, each) for each in current.exceptions)
        elif isinstance(current, Misfit):
            yield path + current.path, current
        elif not isinstance(current, Known):
            raise current


def _noted(error: BaseException) -> Path:
    """Give the step cattrs noted on an error: a field's name or an item's index."""
    for note in getattr(error, "__notes__", ()):
        if isinstance(note, AttributeValidationNote):
            return (note.name,)
        if isinstance(note, IterableValidationNote):
            return (note.index,)
    return ()


def under(problem: Exception, *steps: str | int) -> Exception:
    """Give the problem with these steps put before its path."""
    if isinstance(problem, Misfit):
        problem.path = (*steps, *problem.path)
        if problem.also:
            problem.also = (problem.also[0], (*steps, *problem.also[1]))
    return problem


def noted(error: Exception, step: str | int, kind: Any) -> Exception:
    """Give the error with a step noted on it, as cattrs does."""
    text = f"at {step}"
    if isinstance(step, int):
        error.add_note(IterableValidationNote(text, step, kind))
    else:
        error.add_note(AttributeValidationNote(text, step, kind))
    return error
