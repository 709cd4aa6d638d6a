"""Where output goes: colour, width and encoding of a stream, and where we stand."""

from __future__ import annotations

import io
import os
import sys
from pathlib import Path
from typing import TextIO

from cleveragents_skills.folders import work_tree
from cleveragents_skills.report import Output


def output(stream: TextIO | None, color: str) -> Output:
    """Give the output for a stream; one that is closed takes everything and shows nothing."""
    if stream is None:
        return Output(io.StringIO())
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    here = Path.cwd()
    return Output(
        stream=stream,
        width=width_of(stream),
        color=_colored(stream, color),
        unicode=(stream.encoding or "").lower().replace("-", "") == "utf8",
        here=str(here),
        work_tree=str(work_tree(here)),
    )


def _colored(stream: TextIO, color: str) -> bool:
    """Decide on colour: `--color`, then NO_COLOR, then FORCE_COLOR, then the terminal."""
    if color != "auto":
        return color == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def width_of(stream: TextIO) -> int | None:
    """Give the columns of a terminal; anything else takes lines of any length."""
    if not stream.isatty():
        return None
    columns = os.environ.get("COLUMNS", "")
    if columns.isdecimal() and int(columns) > 0:
        return int(columns)
    try:
        return os.get_terminal_size(stream.fileno()).columns or None
    except OSError:
        return None


def standard_streams(color: str) -> tuple[Output, Output]:
    """Give standard output and standard error."""
    return output(sys.stdout, color), output(sys.stderr, color)
