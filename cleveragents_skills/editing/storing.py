"""From mended files in memory to files on disk, or to what would change there."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator

from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.writing import write_file

_UNENDED = "\n"
"""Marks a line that has no line break; none has this in it."""


class NotStored(Exception):  # noqa: N818 (told as a message)
    """A file was not written, and is as it was; the message says why."""


def store(before: SkillFile, after: SkillFile) -> None:
    """Write a file that was read as `before`, all at once; raise `NotStored` if it is not.

    A byte order mark stays. What somebody has changed meanwhile, or has set to be read only, is
    left alone.
    """
    path = Location(before.catalog, before.file).path
    try:
        with open(path, "rb") as stream:
            found = stream.read()
            mode = os.fstat(stream.fileno()).st_mode
        mark = codecs.BOM_UTF8 if found.startswith(codecs.BOM_UTF8) else b""
        if found != mark + before.text.encode():
            raise NotStored("the file has changed since it was read")
        if not stat.S_IMODE(mode) & 0o222 or not os.access(path, os.W_OK):
            raise NotStored("the file is read-only")
        write_file(path, mark + after.text.encode())
    except OSError as error:
        raise NotStored((error.strerror or str(error)).lower()) from None


def changes(before: SkillFile, after: SkillFile) -> Iterator[str]:
    """Give the lines of a unified diff between two states of a file, secrets masked."""
    from difflib import unified_diff  # noqa: PLC0415 (needed for this only)

    path = Location(before.catalog, before.file).path
    for line in unified_diff(_lines(before), _lines(after), path, path, lineterm=""):
        yield line.removesuffix(_UNENDED)
        if line.endswith(_UNENDED):
            yield "\\ No newline at end of file"


def _lines(file: SkillFile) -> list[str]:
    """Give the lines of a file, with a mark on the last one if it has no line break."""
    *lines, last = file.masked_lines()
    return [*lines, last + _UNENDED] if last else lines
