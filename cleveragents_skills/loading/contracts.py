"""The contracts of a config: `[[contracts]]`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cleveragents_skills.contract import Contract
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading.settings import ConfigError, one_of, positive, texts
from cleveragents_skills.naming import did_you_mean

_FLAGS = ("read-only", "no-unknown", "no-unlisted-servers")
_LISTS = (
    "skills",
    "forbid-tools",
    "allow-tools",
    "forbid-servers",
    "forbid-includes",
    "only-included-by",
    "exceptions",
)
_WORDS = ("name", "guidance")
_APPROVAL = "requires-approval-for"
_APPROVED = ("write", "unknown", "destructive")
_MOST = "max-tools"
KEYS = ("skills", *_WORDS, *_FLAGS, *_LISTS[1:], _MOST, _APPROVAL)
_CLAUSES = frozenset(KEYS) - {"skills", "exceptions", *_WORDS}
_HEADER = re.compile(
    rb"^[ \t]*\[\[[ \t]*(?:tool[ \t]*\.[ \t]*[\w\"'-]+[ \t]*\.[ \t]*)?contracts[ \t]*\]\]",
    re.MULTILINE,
)


def contracts_of(file: str, value: Any, text: bytes) -> tuple[Contract, ...]:
    """Give the contracts that a config holds, whose text says where. Raises `ConfigError`."""
    if not isinstance(value, list):
        raise ConfigError(file, "`contracts` must be a list of tables: `[[contracts]]`")
    lines = [text.count(b"\n", 0, each.start()) + 1 for each in _HEADER.finditer(text)]
    located = len(lines) == len(value)
    return tuple(
        _contract(file, f"contracts[{index}]", table, lines[index] if located else None, text)
        for index, table in enumerate(value)
    )


def _contract(file: str, key: str, table: Any, line: int | None, text: bytes) -> Contract:
    if not isinstance(table, dict):
        raise ConfigError(file, f"`{key}` must be a table")
    for each in table:
        if each not in KEYS:
            hint = did_you_mean(each, KEYS) or f"the keys are {', '.join(KEYS)}"
            raise ConfigError(file, f"`{key}` has no setting `{each}`", hint)
    if not table.get("skills"):
        raise ConfigError(file, f"`{key}` must say in `skills` whom it is for")
    if _CLAUSES.isdisjoint(table):
        raise ConfigError(file, f"`{key}` asks for nothing", f"such as {', '.join(_FLAGS)}")
    taken = {each.replace("-", "_"): _value(file, key, each, table) for each in table}
    places = {} if line is None else _places(file, taken.get("exceptions", ()), line, text)
    location = Location("", file, line, None if line is None else 1)
    return Contract(**taken, location=location, places=places)


def _places(
    file: str, exceptions: Sequence[str], start: int, text: bytes
) -> Mapping[str, Location]:
    """Give where exceptions stand at or below a line, those that are written as they are."""
    found: dict[str, Location] = {}
    lines = text.decode("utf-8-sig", "replace").split("\n")[start - 1 :]
    for each in exceptions:
        for number, line in enumerate(lines, start=start):
            columns = [line.find(f"{quote}{each}{quote}") for quote in "\"'"]
            if max(columns) >= 0:
                found[each] = Location("", file, number, max(columns) + 1)
                break
    return found


def _value(file: str, key: str, name: str, table: Mapping[str, Any]) -> Any:
    value, path = table[name], f"{key}.{name}"
    if name in _LISTS:
        return texts(file, path, value)
    if name == _MOST:
        return positive(file, path, value)
    if name == _APPROVAL:
        return one_of(file, path, value, _APPROVED)
    wanted, words = (bool, "true or false") if name in _FLAGS else (str, "text")
    if type(value) is not wanted:
        raise ConfigError(file, f"`{path}` must be {words}")
    return value
