"""`skills.lock`: what each skill gives, one line a tool, for people to review and for a gate.

White space, `%`, `'` and what is not printed stand in a word as the escapes of a URL; an empty word
is `''`. The line that begins with `=` only sums up, and is not read.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, get_args

from cleveragents_skills.capability import Access
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.model import Kind, Transport
from cleveragents_skills.snapshot import ServerSnapshot, SkillSnapshot, ToolSnapshot

LOCK_FILE = "skills.lock"
VERSION = 1
_ABOUT = (
    "# What each skill gives an agent. `skills lock` writes this file, people review it, and\n"
    "# `skills check --locked` holds the catalog to it. `*`: only by an override.\n"
)
_HEAD = f"lock {VERSION}"
_NO_LIST = "no-list"
_ESCAPES = re.compile(r"(?:%[0-9A-F]{2})+")
_ACCESSES, _KINDS, _TRANSPORTS = map(frozenset, map(get_args, (Access, Kind, Transport)))


class LockError(ValueError):
    """The text is no lock; `line` counts from 1."""

    def __init__(self, problem: str, line: int) -> None:
        super().__init__(f"line {line}: {problem}")
        self.problem = problem
        self.line = line

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.problem, self.line)


def lock_text(skills: Mapping[str, SkillSnapshot]) -> str:
    """Give the text of the lock: the skills by name, their servers and tools in order."""
    parts = ["\n".join(_skill_lines(skills[name])) + "\n" for name in sorted(skills)]
    return _ABOUT + "\n".join((f"{_HEAD}\n", *parts))


def _skill_lines(skill: SkillSnapshot) -> Iterator[str]:
    yield f"skill {_word(skill.name)}"
    if skill.includes:
        yield f"  includes {' '.join(map(_word, skill.includes))}"
    if skill.problem:
        yield "  unresolved"
        return
    total = f"{'at least ' if skill.unlisted else ''}{len(skill.tools)}"
    classes = ", ".join(f"{skill.count(access)} {access}" for access in get_args(Access))
    yield f"  = {total} tools: {classes}"
    for server in skill.servers:
        tools = _NO_LIST if server.tools is None else str(server.tools)
        words = (server.name, server.transport, tools, *server.launch)
        yield f"  server {' '.join(map(_word, words))}"
    for tool in skill.tools:
        access = tool.access + "*" * tool.by_override
        words = (tool.name, tool.kind, access, tool.source, *tool.words)
        yield f"  tool {' '.join(map(_word, words))} #{tool.digest}"


def _word(text: str) -> str:
    """Give a text as one word."""
    if not text:
        return "''"
    return "".join(
        char if char.isprintable() and char not in " %'" else _escape(char) for char in text
    )


def _escape(char: str) -> str:
    return "".join(f"%{byte:02X}" for byte in char.encode("utf-8", "surrogatepass"))


def _text(word: str) -> str:
    if word == "''":
        return ""
    return _ESCAPES.sub(
        lambda found: bytes.fromhex(found.group().replace("%", "")).decode(
            "utf-8", "surrogatepass"
        ),
        word,
    )


def is_lock(text: str) -> bool:
    """Say whether a text is meant as a lock, of whatever version."""
    lines = (line for line in text.split("\n", 20)[:20] if line and not line.startswith("#"))
    return next(lines, "").startswith("lock ")


def read_lock(text: str, file: str = LOCK_FILE) -> dict[str, SkillSnapshot]:
    """Give the skills that a lock records, with their places in that file. Raises `LockError`."""
    found: dict[str, _Recorded] = {}
    recorded: _Recorded | None = None
    begun = False
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        kind, *words = line.split() or [""]
        if kind in ("", "=") or line.startswith("#"):
            continue
        try:
            if not begun:
                begun = _is_head(line)
            elif kind == "skill":
                (name,) = map(_text, words)
                recorded = found[name] = _Recorded(name, partial(Location, "", file, number, 1))
            else:
                place = partial(Location, "", file, number, 3)
                _taken(recorded).take(kind, [*map(_text, words)], place)
        except (ValueError, IndexError):
            raise LockError(f"a lock has no such line: `{line.strip()}`", number) from None
    if not begun:
        raise LockError(f"expected `{_HEAD}`", 1)
    return {name: each.snapshot() for name, each in found.items()}


def _taken(recorded: _Recorded | None) -> _Recorded:
    if recorded is None:
        raise ValueError
    return recorded


def _is_head(line: str) -> bool:
    if line.strip() != _HEAD:
        raise ValueError
    return True


class _Recorded:
    """One skill of a lock, while its lines are read."""

    def __init__(self, name: str, place: Callable[[], Location]) -> None:
        self.name = name
        self.place = place
        self.includes: tuple[str, ...] = ()
        self.problem: str | None = None
        self.servers: list[ServerSnapshot] = []
        self.tools: list[ToolSnapshot] = []

    def take(self, kind: str, words: Sequence[str], place: Callable[[], Location]) -> None:
        """Take in a line. Raises `ValueError` or `IndexError` if it is none of a lock."""
        if kind == "includes":
            self.includes = tuple(words)
        elif kind == "unresolved" and not words:
            self.problem = "it could not be resolved"
        elif kind == "server":
            name, transport, tools, *launch = words
            number = None if tools == _NO_LIST else int(tools)
            self.servers.append(
                ServerSnapshot(name, _one(transport, _TRANSPORTS), tuple(launch), number, place)
            )
        elif kind == "tool":
            name, form, access, source, *said, digest = words
            self.tools.append(
                ToolSnapshot(
                    name,
                    _one(form, _KINDS),
                    source,
                    _one(access.removesuffix("*"), _ACCESSES),
                    access.endswith("*"),
                    tuple(said),
                    digest.removeprefix("#"),
                    location=place,
                )
            )
        else:
            raise ValueError

    def snapshot(self) -> SkillSnapshot:
        """Give the skill."""
        servers, tools = tuple(self.servers), tuple(self.tools)
        return SkillSnapshot(self.name, tools, servers, self.includes, self.problem, self.place)


def _one(word: str, known: frozenset[Any]) -> Any:
    if word not in known:
        raise ValueError
    return word
