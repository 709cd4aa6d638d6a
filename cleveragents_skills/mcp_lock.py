"""`mcp.lock`: what the MCP servers offered when they were asked, one line a tool, for review."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import get_args

from attrs import evolve

from cleveragents_skills.capability import HINTS
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.learned import LearnedServer, LearnedTool, ServerKey
from cleveragents_skills.lock_lines import begins_as, read_lines, word
from cleveragents_skills.model import Transport

VERSION = 1
_HEAD = "mcp-lock"
_ABOUT = (
    "# What the MCP servers offered when they were asked. `skills mcp sync --run` writes this\n"
    "# file, people review it, and `skills mcp check --run` holds the servers to it. A hint is\n"
    "# the word of the server, not a promise.\n"
)
_DIGEST = re.compile(r"[0-9a-f]{12}")
_TRANSPORTS = get_args(Transport)
_BOOLEANS = {"true": True, "false": False}
Learned = Mapping[ServerKey, LearnedServer]
"""What is known of servers."""


def mcp_lock_text(servers: Iterable[LearnedServer]) -> str:
    """Give the text of the lock: servers and their tools, sorted."""
    in_order = sorted(servers, key=lambda server: server.key)
    parts = ["\n".join(_server_lines(server)) + "\n" for server in in_order]
    return _ABOUT + "\n".join((f"{_HEAD} {VERSION}\n", *parts))


def _server_lines(server: LearnedServer) -> Iterator[str]:
    yield f"server {' '.join(map(word, (server.name, server.transport, *server.launch)))}"
    if server.version:
        yield f"  version {' '.join(map(word, server.version.split(' ')))}"
    number = len(server.tools)
    yield f"  = {number} {'tool' if number == 1 else 'tools'}"
    for tool in sorted(server.tools, key=lambda tool: tool.name):
        hints = (f"{hint}={_said(tool.hints[hint])}" for hint in HINTS if hint in tool.hints)
        digests = (f"description:{tool.description}", f"schema:{tool.schema}")
        yield f"  tool {' '.join((word(tool.name), *hints, *digests))}"


def _said(value: bool) -> str:  # noqa: FBT001 (the value of a hint)
    return "true" if value else "false"


def is_mcp_lock(text: str) -> bool:
    """Say whether a text is meant as such a lock, of whatever version."""
    return begins_as(text, _HEAD)


def read_mcp_lock(text: str, file: str) -> dict[ServerKey, LearnedServer]:
    """Give the servers that a lock records, with their places in that file. Raises `LockError`."""
    found: dict[ServerKey, _Recorded] = {}
    begun: list[_Recorded] = []

    def take(kind: str, words: Sequence[str], number: int) -> None:
        if kind == "server":
            server = _server(words, Location("", file, number, 1))
            if server.key in found:
                raise ValueError
            found[server.key] = _Recorded(server)
            begun.append(found[server.key])
        else:
            begun[-1].take(kind, words, Location("", file, number, 3))

    read_lines(text, _HEAD, VERSION, take)
    return {key: each.whole() for key, each in found.items()}


def _server(words: Sequence[str], location: Location) -> LearnedServer:
    name, transport, *launch = words
    if not launch:
        raise ValueError
    known = _TRANSPORTS[_TRANSPORTS.index(transport)]
    return LearnedServer(name, known, tuple(launch), location=location)


class _Recorded:
    """One server of a lock, while its lines are read."""

    def __init__(self, server: LearnedServer) -> None:
        self.server = server
        self.tools: dict[str, LearnedTool] = {}

    def take(self, kind: str, words: Sequence[str], location: Location) -> None:
        """Take in a line. Raises `ValueError` or `LookupError` if it is none of a lock."""
        if kind == "version" and words and not (self.server.version or self.tools):
            self.server = evolve(self.server, version=" ".join(words))
        elif kind == "tool" and words[0] not in self.tools:
            name, *hints, description, schema = words
            pairs = [each.split("=") for each in hints]
            said = {HINTS[HINTS.index(hint)]: _BOOLEANS[value] for hint, value in pairs}
            if len(said) < len(hints):
                raise ValueError
            self.tools[name] = LearnedTool(
                name,
                said,
                _digest("description:", description),
                _digest("schema:", schema),
                location=location,
            )
        else:
            raise ValueError

    def whole(self) -> LearnedServer:
        """Give the server with its tools."""
        return evolve(self.server, tools=tuple(self.tools.values()))


def _digest(lead: str, text: str) -> str:
    digest = text.removeprefix(lead)
    if not text.startswith(lead) or not _DIGEST.fullmatch(digest):
        raise ValueError
    return digest
