"""`skills.lock`: what each skill gives, one line a tool, for people to review and for a gate."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from cleveragents_skills.capability import Access
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.lock_lines import begins_as, read_lines, word
from cleveragents_skills.model import Kind, Transport
from cleveragents_skills.snapshot import ServerSnapshot, SkillSnapshot, ToolSnapshot

LOCK_FILE = "skills.lock"
VERSION = 1
_ABOUT = (
    "# What each skill gives an agent. `skills lock` writes this file, people review it, and\n"
    "# `skills check --locked` holds the catalog to it. `*`: only by an override.\n"
)
_HEAD = "lock"
_NO_LIST = "no-list"
_UNRESOLVED = "it could not be resolved"
_DIGEST = re.compile(r"#[0-9a-f]*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_ACCESSES, _KINDS, _TRANSPORTS = map(frozenset, map(get_args, (Access, Kind, Transport)))


def lock_text(skills: Mapping[str, SkillSnapshot]) -> str:
    """Give the text of the lock: the skills by name, their servers and tools in order."""
    parts = ["\n".join(_skill_lines(skills[name])) + "\n" for name in sorted(skills)]
    return _ABOUT + "\n".join((f"{_HEAD} {VERSION}\n", *parts))


def _skill_lines(skill: SkillSnapshot) -> Iterator[str]:
    yield f"skill {word(skill.name)}"
    if skill.includes:
        yield f"  includes {' '.join(map(word, skill.includes))}"
    if skill.problem:
        yield "  unresolved"
        return
    total = f"{'at least ' if skill.unlisted else ''}{len(skill.tools)}"
    classes = ", ".join(f"{skill.count(access)} {access}" for access in get_args(Access))
    yield f"  = {total} tools: {classes}"
    for server in skill.servers:
        tools = _NO_LIST if server.tools is None else str(server.tools)
        words = (server.name, server.transport, tools, *server.launch)
        yield f"  server {' '.join(map(word, words))}"
    for tool in skill.tools:
        access = tool.access + "*" * tool.by_override
        words = (tool.name, tool.kind, access, tool.source, *tool.words)
        yield f"  tool {' '.join(map(word, words))} #{tool.digest}"


def is_lock(text: str) -> bool:
    """Say whether a text is meant as a lock, of whatever version."""
    return begins_as(text, _HEAD)


def read_lock(text: str, file: str = LOCK_FILE) -> dict[str, SkillSnapshot]:
    """Give the skills that a lock records, with their places in that file. Raises `LockError`."""
    found: dict[str, _Recorded] = {}

    def take(kind: str, words: Sequence[str], number: int) -> None:
        if kind == "skill":
            (name,) = words
            _add(found, name, _Recorded(name, partial(Location, "", file, number, 1)))
        else:
            # The one begun last; without any that is a StopIteration, which must not get out.
            recorded = found[next(reversed(found), "")]
            recorded.take(kind, words, partial(Location, "", file, number, 3))

    read_lines(text, _HEAD, VERSION, take)
    return {name: each.snapshot() for name, each in found.items()}


class _Recorded:
    """One skill of a lock, while its lines are read."""

    def __init__(self, name: str, place: Callable[[], Location]) -> None:
        self.name = name
        self.place = place
        self.includes: tuple[str, ...] = ()
        self.problem: str | None = None
        self.servers: dict[str, ServerSnapshot] = {}
        self.tools: dict[str, ToolSnapshot] = {}

    def take(self, kind: str, words: Sequence[str], place: Callable[[], Location]) -> None:
        """Take in a line. Raises `ValueError` or `IndexError` if it is none of a lock."""
        if self.problem:
            raise ValueError
        if kind == "includes" and words and not (self.includes or self.servers or self.tools):
            self.includes = tuple(words)
        elif kind == "unresolved" and not (words or self.servers or self.tools):
            self.problem = _UNRESOLVED
        elif kind == "server":
            name, transport, tools, *launch = words
            number = None if tools == _NO_LIST else int(_matching(_NUMBER, tools))
            one_of = _one(transport, _TRANSPORTS)
            server = ServerSnapshot(name, one_of, tuple(launch), number, place)
            _add(self.servers, name, server)
        elif kind == "tool":
            name, form, access, source, *said, digest = words
            tool = ToolSnapshot(
                name,
                _one(form, _KINDS),
                source,
                _one(access.removesuffix("*"), _ACCESSES),
                access.endswith("*"),
                tuple(said),
                _matching(_DIGEST, digest)[1:],
                location=place,
            )
            _add(self.tools, name, tool)
        else:
            raise ValueError

    def snapshot(self) -> SkillSnapshot:
        """Give the skill."""
        servers, tools = tuple(self.servers.values()), tuple(self.tools.values())
        return SkillSnapshot(self.name, tools, servers, self.includes, self.problem, self.place)


def _add(found: dict[str, Any], name: str, value: Any) -> None:
    """Add what must not be there yet."""
    if name in found:
        raise ValueError
    found[name] = value


def _matching(pattern: re.Pattern[str], word: str) -> str:
    if not pattern.fullmatch(word):
        raise ValueError
    return word


def _one(word: str, known: frozenset[Any]) -> Any:
    if word not in known:
        raise ValueError
    return word
