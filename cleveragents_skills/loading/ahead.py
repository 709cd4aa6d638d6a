"""Reading and parsing in a second process, while the first makes skills of what that one parsed.

Half of the work on a large catalog needs nothing but the text of one file, so it can be done beside
the other half. The second process is a copy of this one and lives as long as the reading. What it
cannot give, for whatever reason, is read by the first as if there were no second.
"""

from __future__ import annotations

import marshal
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import repeat
from typing import Any, BinaryIO, NoReturn

from cleveragents_skills.loading.files import FoundFile, Unreadable, decoded, read_file
from cleveragents_skills.loading.plain import build_plain

ENOUGH = 2000
"""Of fewer files the beginning of a process costs more than it saves."""
_CHUNK = 64
_LENGTH = 8
# An older form than the newest, which looks for what stands in a file twice and takes longer.
_FORM = 2

Parsed = tuple[str, list[Any]]
"""The text of a file and the data of its documents."""


def is_worth_it(files: Sequence[FoundFile]) -> bool:
    """Say whether a second process can be had, and is worth its while."""
    if sys.platform != "linux" or len(files) < ENOUGH:
        return False
    return len(os.sched_getaffinity(0)) > 1


@contextmanager
def parsed_ahead(files: Sequence[FoundFile]) -> Iterator[Iterator[Parsed | None]]:
    """Give for each file what `build_plain` makes of it, or None where one has to look oneself.

    The process that does this begins at once, and must begin while there are no other threads.
    """
    # An interruption is for the first process. The second ends when nobody reads any more, so the
    # first must not be interrupted before it is sure to close its end.
    before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
    try:
        child, pipe = _begin(files)
    except OSError:  # there is a limit to processes and to open files
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield repeat(None, len(files))
        return
    try:
        with open(pipe, "rb") as stream:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
            yield _received(stream, len(files))
    finally:
        os.waitpid(child, 0)


def _begin(files: Sequence[FoundFile]) -> tuple[int, int]:
    """Begin the second process; give it, and the pipe that it writes to."""
    ours, theirs = os.pipe()
    try:
        child = os.fork()
    except OSError:
        os.close(ours)
        os.close(theirs)
        raise
    if not child:
        os.close(ours)
        _serve(files, theirs)
    os.close(theirs)
    return child, ours


def _serve(files: Sequence[FoundFile], pipe: int) -> NoReturn:
    """Parse the files and send them off, as long as anybody reads; then be gone, without a word."""
    try:
        with open(pipe, "wb") as stream:
            for start in range(0, len(files), _CHUNK):
                chunk = marshal.dumps(list(map(_parsed, files[start : start + _CHUNK])), _FORM)
                stream.write(len(chunk).to_bytes(_LENGTH, "big") + chunk)
                stream.flush()
    finally:
        os._exit(0)


def _parsed(file: FoundFile) -> bytes | None:
    try:
        text = decoded(read_file(file))
    except (Unreadable, UnicodeDecodeError):
        return None
    built = build_plain(text)
    if built is None:
        return None
    try:
        return marshal.dumps((text, [document.data for document in built.documents]), _FORM)
    except ValueError:  # a date, which is a kind of text of our own
        return None


def _received(stream: BinaryIO, left: int) -> Iterator[Parsed | None]:
    """Give what the second process sends, and None for what it does not."""
    while left:
        length = int.from_bytes(stream.read(_LENGTH), "big")
        chunk = stream.read(length)
        if not chunk or len(chunk) < length:
            break
        for parsed in marshal.loads(chunk):  # noqa: S302 (nobody else can write into the pipe)
            left -= 1
            yield None if parsed is None else marshal.loads(parsed)  # noqa: S302 (likewise)
    yield from repeat(None, left)
