"""What the value of a setting has to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

_LARGEST = 1_000_000  # What is larger is a mistake.


class ConfigError(ValueError):
    """A config does not read or does not fit. `file` is its path, `hint` the change to make."""

    def __init__(self, file: str, problem: str, hint: str | None = None) -> None:
        super().__init__(f"{file}: {problem}" + (f" ({hint})" if hint else ""))
        self.file = file
        self.problem = problem
        self.hint = hint

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.file, self.problem, self.hint)


def one_of(file: str, key: str, value: Any, allowed: Sequence[str]) -> str:
    """Give a value that is one of these words. Raises `ConfigError`."""
    if value not in allowed:
        raise ConfigError(file, f"`{key}` must be one of {', '.join(allowed)}")
    return str(value)


def positive(file: str, key: str, value: Any) -> int:
    """Give a value that is a whole number above zero. Raises `ConfigError`."""
    if type(value) is not int or not 1 <= value <= _LARGEST:
        raise ConfigError(file, f"`{key}` must be a whole number from 1 to {_LARGEST:,}")
    return value


def boolean(file: str, key: str, value: Any) -> bool:
    """Give a value that is true or false. Raises `ConfigError`."""
    if not isinstance(value, bool):
        raise ConfigError(file, f"`{key}` must be true or false")
    return value


def texts(file: str, key: str, value: Any) -> tuple[str, ...]:
    """Give a value that is a list of text. Raises `ConfigError`."""
    if not isinstance(value, list) or not all(
        isinstance(each, str) and each and "\0" not in each for each in value
    ):
        raise ConfigError(file, f"`{key}` must be a list of text")
    return tuple(value)
