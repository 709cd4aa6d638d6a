"""What went wrong with a server, in plain words."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable

from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.model import SkillMcpSource, Transport

_LONGEST = 200
_TAIL = 64 * 1024
"""So many bytes at the end of what a server wrote are looked at."""


class AskingError(Exception):
    """Why a server does not say what it offers, in one line without secrets."""


def first_error(error: BaseException) -> BaseException:
    """Give the first error of a group, or the error itself."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def quoted(text: str) -> str:
    """Give what a server said as a part of a line. What a terminal could obey is left in it."""
    line = " ".join(text.splitlines())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "..."


def last_line(descriptor: int, hide: Callable[[str], str]) -> str:
    """Give the last line in a file that is not empty, without secrets.

    One that only says where a log is, as npm ends, says nothing of what went wrong.
    """
    size = os.fstat(descriptor).st_size
    with open(descriptor, "rb", closefd=False) as file:
        file.seek(max(0, size - _TAIL))
        text = file.read(_TAIL).decode("utf-8", "replace")
    lines = [line.strip() for line in reversed(hide(text).splitlines()) if line.strip()]
    telling = (line for line in lines if not line.rstrip(".'\"`)").endswith(".log"))
    return quoted(next(telling, lines[0] if lines else ""))


def ended(code: int | None) -> str:
    """Say how a server ended, None if it only went silent."""
    if code is None:
        return "it closed its standard output before it answered"
    if code >= 0:
        return f"it ended with exit code {code} before it answered"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = str(-code)
    return f"it was ended by the signal {name} before it answered"


def not_started(server: SkillMcpSource, error: BaseException) -> str:
    """Say why the command of a server cannot be started."""
    said = error.strerror if isinstance(error, OSError) else None
    why = said.lower() if said else "it or its settings hold a character that no command can have"
    command = mask_tokens(server.command or "")
    more = "; variables are not filled in there" if "${" in command else ""
    return f"`{command}` cannot be started: {why}{more}"


def no_answer(limit: float, stage: str) -> str:
    """Say that time is over, and what it was waited for."""
    return f"no answer within {limit:g} s (waiting for {stage})"


def not_set(names: tuple[str, ...]) -> str:
    """Say which variables have no value."""
    if len(names) == 1:
        return f"the variable `{names[0]}` is not set"
    first = ", ".join(f"`{name}`" for name in names[:-1])
    return f"the variables {first} and `{names[-1]}` are not set"


def strays(count: int, transport: Transport) -> str:
    """Say that there were messages that are none."""
    what, end = ("line", " to its standard output") if transport == "stdio" else ("message", "")
    many = f"1 {what} that is" if count == 1 else f"{count:,} {what}s that are"
    return f"it {'printed' if end else 'sent'} {many} not JSON-RPC{end}"
