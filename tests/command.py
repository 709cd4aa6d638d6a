"""Runs the program as a process of its own, in an environment that is the same everywhere."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

PROGRAM = (sys.executable, "-m", "cleveragents_skills")
PATIENCE = 60
"""Seconds after which a process that hangs is given up; no test measures time."""
_COMPILED = Path(__file__).parent.parent / "build" / "compiled"
_UNWANTED = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM", "LANG", "GITHUB_ACTIONS")
_UNWANTED_STARTS = (
    "GITHUB_STEP_", "SKILLS_", "LC_",
    "PYTHONUTF8", "PYTHONIO", "PYTHONHASH", "PYTHONUNBUFFERED",
)  # fmt: skip


@dataclass(frozen=True)
class Completed:
    """How a process ended: its exit code, and what it wrote."""

    code: int
    out: str
    err: str


def environment(given: Mapping[str, str] | None = None) -> dict[str, str]:
    """Give the environment of a process: ours without what the program listens to, and `given`."""
    clean = {
        name: value
        for name, value in os.environ.items()
        if name not in _UNWANTED and not name.startswith(_UNWANTED_STARTS)
    }
    # As in an installed program, modules are compiled once and not by every process.
    compiled = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(_COMPILED)}
    return {**clean, "PYTHONUTF8": "1", **compiled, **(given or {})}


def run(
    *arguments: str | os.PathLike[str],
    cwd: str | os.PathLike[str],
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    stdout: int | IO[Any] = subprocess.PIPE,
) -> Completed:
    """Run `skills` with these arguments in the folder `cwd`."""
    return run_program(
        [*PROGRAM, *(os.fspath(each) for each in arguments)],
        cwd=cwd,
        env=env,
        stdin=stdin,
        stdout=stdout,
    )


def run_program(
    command: Sequence[str],
    *,
    cwd: str | os.PathLike[str],
    env: Mapping[str, str] | None = None,
    stdin: str = "",
    stdout: int | IO[Any] = subprocess.PIPE,
) -> Completed:
    """Run any command in the folder `cwd`."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=environment(env),
        input=stdin.encode(),
        stdout=stdout,
        stderr=subprocess.PIPE,
        timeout=PATIENCE,
        check=False,
    )
    return Completed(done.returncode, (done.stdout or b"").decode(), done.stderr.decode())


_BAR = re.compile(r"\x1b\[\?25l.*\x1b\[\?25h\r\x1b\[1A\x1b\[2K", re.DOTALL)
"""A progress bar, from hiding the cursor to taking the bar away."""


def terminal(
    cwd: Path, *arguments: str, columns: int = 80, env: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run the program with a terminal of some width on every stream; give its code and screen.

    A progress bar, which a slow machine may have shown, is gone from the screen by then.
    """
    code, written = on_terminal(cwd, *arguments, columns=columns, env=env)
    return code, _BAR.sub("", written)


def on_terminal(
    cwd: Path, *arguments: str, columns: int = 80, env: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Run the program likewise; give its code and all that it wrote."""
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (50, columns))
    process = subprocess.Popen(
        [*PROGRAM, *arguments],
        cwd=cwd,
        env=environment({"TERM": "xterm-256color", **(env or {})}),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    screen = b"".join(_read(ours))
    os.close(ours)
    return process.wait(PATIENCE), screen.decode().replace("\r\n", "\n")


def _read(terminal_end: int) -> Iterator[bytes]:
    while True:
        try:
            part = os.read(terminal_end, 65536)
        except OSError:  # the other end is closed
            return
        if not part:
            return
        yield part
