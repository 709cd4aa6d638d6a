"""MCP servers without the secrets in their settings: variables stand where these were."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain, count
from typing import NamedTuple

from attrs import evolve

from cleveragents_skills.masking import MASK, mask_arguments, mask_tokens, mask_url, mask_value
from cleveragents_skills.model import SkillMcpSource

_REFERENCE = re.compile(r"\$\{([^}:]+)")
"""The name in `${NAME}`, and in the `${NAME:-default}` that some agents know."""
_WITH_DEFAULT = re.compile(r"\$\{([A-Za-z_]\w*):-.*\}", re.ASCII | re.DOTALL)
_KEY = re.compile(r"([A-Za-z][\w.-]*)(?:=|:\s*)(?:[A-Za-z]+\s+)?\Z")
"""What a value is called, at the end of the text before it."""
_LONGEST_KEY = 100
_UNFIT = re.compile(r"[\W_]+", re.ASCII)
_VARIABLE = re.compile(r"[A-Za-z_]\w*", re.ASCII)


class Withheld(NamedTuple):
    """A value that is not written: of which server, where in it, and the variables instead."""

    server: str
    place: str
    variables: tuple[str, ...]

    def __str__(self) -> str:
        """Say so, in the words of a warning."""
        names = " and ".join(f"`${{{name}}}`" for name in self.variables)
        return (
            f"{self.place} of the server `{self.server}` is written with {names} in place of text"
            " that may be a secret: set that where the agent runs"
        )


def without_secrets(
    servers: Sequence[SkillMcpSource],
) -> tuple[tuple[SkillMcpSource, ...], tuple[Withheld, ...]]:
    """Give the servers with references for every value that is not to be seen, and which those are.

    Withheld is what no output shows: values of `env` and `headers`, user info and query of a `url`,
    arguments that are called like a secret, tokens anywhere. A reference without a default stays as
    it is, a word such as `Bearer` too. Two different values never get one variable.
    """
    variables = _Variables(servers)
    open_servers = tuple(variables.of_server(server) for server in servers)
    return open_servers, tuple(variables.withheld)


class _Variables:
    """The variables of some servers: those they refer to already, and those that are made."""

    def __init__(self, servers: Iterable[SkillMcpSource]) -> None:
        referred = (name for text in _texts(servers) for name in _REFERENCE.findall(text))
        self._values: dict[str, Hashable] = dict.fromkeys(referred)
        self._numbers: dict[str, Iterator[int]] = {}
        self.withheld: list[Withheld] = []

    def of_server(self, server: SkillMcpSource) -> SkillMcpSource:
        """Give the server with references in place of what is withheld."""
        name = server.name
        shown = [mask_tokens(each) for each in mask_arguments(server.args)]
        flags = ["", *(each if each.startswith("-") else "" for each in server.args)]
        args = [
            self._in_text(name, f"`args[{index}]`", (argument, open_text), flags[index] or "arg")
            for index, (argument, open_text) in enumerate(zip(server.args, shown, strict=True))
        ]
        command, url = server.command, server.url
        if command is not None:
            command = self._in_text(name, "`command`", (command, mask_tokens(command)), "command")
        if url is not None:
            url = self._in_text(name, "`url`", (url, mask_tokens(mask_url(url))), "url")
        env = {key: self._of_value(name, "env", key, value) for key, value in server.env.items()}
        headers = {
            key: self._of_value(name, "headers", key, value)
            for key, value in server.headers.items()
        }
        return evolve(server, command=command, args=args, env=env, url=url, headers=headers)

    def _of_value(self, server: str, part: str, key: str, value: str) -> str:
        """Give the value of a variable or header: as it is, or with one reference in its place."""
        shown = mask_tokens(mask_value(value))
        if shown == value:
            return value
        place = f"`{part}.{key}`"
        known = _WITH_DEFAULT.fullmatch(value)
        if known:
            self.withheld.append(Withheld(server, place, (known.group(1),)))
            return f"${{{known.group(1)}}}"
        lead = shown.partition(MASK)[0]
        lead = "" if "$" in lead else lead
        own = [key] if part == "env" and _VARIABLE.fullmatch(key) else []
        name = self._name(value, *own, _variable(server, key))
        self.withheld.append(Withheld(server, place, (name,)))
        return f"{lead}${{{name}}}"

    def _in_text(self, server: str, place: str, texts: tuple[str, str], called: str) -> str:
        """Give a text with a reference for each part of it that is not shown."""
        text, shown = texts
        if shown == text:
            return text
        first, *parts = shown.split(MASK)
        pieces, names, before = [first], [], first
        for index, part in enumerate(parts):
            key = _KEY.search(before[-_LONGEST_KEY:])
            wanted = _variable(server, key.group(1) if key else called)
            names.append(self._name((server, text, place, index), wanted))
            pieces.append(f"${{{names[-1]}}}{part}")
            before = part
        self.withheld.append(Withheld(server, place, tuple(names)))
        return "".join(pieces)

    def _name(self, value: Hashable, *wanted: str) -> str:
        """Give a variable for the value: the first wanted one that is not taken, or a further."""
        numbers = self._numbers.setdefault(wanted[-1], count(2))
        names = chain(wanted, (f"{wanted[-1]}_{number}" for number in numbers))
        return next(name for name in names if self._values.setdefault(name, value) == value)


def _texts(servers: Iterable[SkillMcpSource]) -> Iterator[str]:
    for server in servers:
        yield from (server.command or "", *server.args, server.url or "")
        yield from (*server.env.values(), *server.headers.values())


def _variable(*parts: str) -> str:
    """Give a name for a variable, as they are usually written."""
    name = _UNFIT.sub("_", "_".join(parts)).strip("_").upper() or "VALUE"
    return f"_{name}" if name[0].isdigit() else name
