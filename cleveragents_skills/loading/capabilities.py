"""What a config says that tools can do, of which their skills say nothing: `[capabilities]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS, Capability
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading.misfits import HERE, Misfit
from cleveragents_skills.loading.settings import ConfigError
from cleveragents_skills.loading.words import read_words
from cleveragents_skills.model import KnownCapability
from cleveragents_skills.naming import did_you_mean

Capabilities = tuple[tuple[str, KnownCapability], ...]
"""Globs of tool names with what these can do; the first that fits counts."""


def capabilities_of(file: str, value: Any, text: bytes) -> Capabilities:
    """Give what a config says of tools, whose text says where. Raises `ConfigError`."""
    if not isinstance(value, dict):
        raise ConfigError(file, "`capabilities` must be a table of tool name to capability fields")
    lines = text.decode("utf-8-sig", "replace").splitlines()
    return tuple((glob, _known(file, glob, said, lines)) for glob, said in value.items())


def _known(file: str, glob: str, said: Any, lines: Sequence[str]) -> KnownCapability:
    key = f'capabilities."{glob}"'
    if not isinstance(said, dict) or not said:
        raise ConfigError(file, f"`{key}` must be a table of capability fields")
    for word in said:
        if word not in CAPABILITY_FIELDS:
            hint = did_you_mean(word, CAPABILITY_FIELDS)
            hint = hint or f"the fields are {', '.join(CAPABILITY_FIELDS)}"
            raise ConfigError(file, f"`{key}` has no field `{word}`", hint)
    words, problems = read_words(said)
    for problem in problems:
        if isinstance(problem, Misfit):
            path = ".".join(map(str, problem.path))
            message = problem.message.replace(HERE, f"`{path}`")
            raise ConfigError(file, f"`{key}`: {message}", problem.hint)
    line = _line_of(glob, lines)
    place = Location("", file, line, None if line is None else 1)
    return KnownCapability(Capability(**words), place)


def _line_of(glob: str, lines: Sequence[str]) -> int | None:
    """Give the line where a glob stands as a key, if it is written as it is."""
    key = (
        rf"""(?:"{re.escape(glob)}"|'{re.escape(glob)}'|(?<![\w-]){re.escape(glob)}(?=\s*[=\]]))"""
    )
    return next((n for n, line in enumerate(lines, start=1) if re.search(key, line)), None)
