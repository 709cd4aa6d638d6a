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
_UNRESOLVED = "it could not be resolved"
_ESCAPES = re.compile(r"(?:%[0-9A-F]{2})+")
_HEAD_OF_ANY = re.compile(r"lock (\d+)")
_DIGEST = re.compile(r"#[0-9a-f]*")
_NUMBER = re.compile(r"[0-9]{1,9}")
_SHOWN = 100
"""So much of a line that is wrong is told."""
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
    """Give the text that a word stands for. Raises `ValueError` for what is no word."""
    if word == "''":
        return ""
    if not {"%", "'"}.isdisjoint(_ESCAPES.sub("", word)):
        raise ValueError
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
                recorded = _Recorded(name, partial(Location, "", file, number, 1))
                _add(found, name, recorded)
            else:
                place = partial(Location, "", file, number, 3)
                _begun(recorded).take(kind, [*map(_text, words)], place)
        except _OtherVersionError as error:
            raise LockError(str(error), number) from None
        except (ValueError, IndexError):
            shown = line.strip()[:_SHOWN]
            raise LockError(f"a lock has no such line: `{shown}`", number) from None
    if not begun:
        raise LockError(f"expected `{_HEAD}`", 1)
    return {name: each.snapshot() for name, each in found.items()}


def _begun(recorded: _Recorded | None) -> _Recorded:
    if recorded is None:
        raise ValueError
    return recorded


class _OtherVersionError(ValueError):
    pass


def _is_head(line: str) -> bool:
    if line.strip() == _HEAD:
        return True
    other = _HEAD_OF_ANY.fullmatch(line.strip())
    if other:
        raise _OtherVersionError(f"its version {other[1]} is not known here, only {VERSION} is")
    raise ValueError


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
