"""The variables that the settings of a server refer to, and the settings with their values."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from attrs import evolve

from cleveragents_skills.model import SkillMcpSource

_REFERENCE = re.compile(r"\$\{(\w+)(?::-([^}]*))?\}")
"""`${NAME}`, or `${NAME:-default}`: its name, and what stands for it if it is not set or empty."""


class Filled(NamedTuple):
    """A server with the values of variables in its settings.

    `values` are those that were filled in, `unset` the names of those that have none.
    """

    server: SkillMcpSource
    values: tuple[str, ...]
    unset: tuple[str, ...]


def variables(server: SkillMcpSource) -> tuple[str, ...]:
    """Give the variables that have to be set to ask the server, in the order they stand there.

    One with a default, as in `${NAME:-default}`, does not have to be.
    """
    return tuple(dict.fromkeys(name for name, default in _references(server) if default is None))


def filled(server: SkillMcpSource, environment: Mapping[str, str]) -> Filled:
    """Give the server with what the environment has for its variables. A command has none."""
    values = []

    def value(reference: re.Match[str]) -> str:
        name, default = reference.groups()
        found = environment.get(name, "")
        if not found and default is not None:
            return str(default)
        values.append(found)
        return found

    def text(written: str) -> str:
        return _REFERENCE.sub(value, written)

    full = evolve(
        server,
        args=map(text, server.args),
        env={key: text(each) for key, each in server.env.items()},
        headers={key: text(each) for key, each in server.headers.items()},
        url=None if server.url is None else text(server.url),
    )
    unset = (name for name in variables(server) if name not in environment)
    return Filled(full, tuple(values), tuple(unset))


def _references(server: SkillMcpSource) -> Iterator[tuple[str, str | None]]:
    texts = (*server.args, *server.env.values(), *server.headers.values(), server.url or "")
    for text in texts:
        for reference in _REFERENCE.finditer(text):
            yield reference.group(1), reference.group(2)
