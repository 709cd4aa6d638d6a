"""From mended files in memory to files on disk, or to what would change there."""

from __future__ import annotations

import codecs
import os
import stat
from collections.abc import Iterator
from io import StringIO

from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading.problems import LINE_BREAK
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.reporters.escape import visible
from cleveragents_skills.writing import write_file


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
    """Give the lines of a unified diff between two states of a file, secrets masked.

    All else is as it is in the file, the carriage return of a line break and a byte order mark too,
    so that the diff can be applied.
    """
    from difflib import unified_diff  # noqa: PLC0415 (needed for this only)

    path = Location(before.catalog, before.file).path
    # `patch` takes a name to end at a blank unless a tab does.
    name = visible(path) + ("\t" if " " in path else "")
    mark = _mark(path)
    for line in unified_diff(_lines(before, mark), _lines(after, mark), name, name):
        yield line.removesuffix("\n")
        if not line.endswith("\n"):
            yield "\\ No newline at end of file"


def _mark(path: str) -> str:
    """Give the byte order mark of a file, if it has one."""
    try:
        with open(path, "rb") as stream:
            return "\ufeff" if stream.read(len(codecs.BOM_UTF8)) == codecs.BOM_UTF8 else ""
    except OSError:
        return ""  # it is gone by now


def _lines(file: SkillFile, mark: str) -> list[str]:
    """Give the lines of a file as a diff knows them, which ends them at line feeds alone."""
    breaks = [*LINE_BREAK.findall(file.text), ""]
    text = "".join(line + end for line, end in zip(file.masked_lines(), breaks, strict=True))
    return [*StringIO(mark + text, newline="\n")]
