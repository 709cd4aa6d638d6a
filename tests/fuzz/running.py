"""Runs the program within the process of the tests: a process each would take too long."""

from __future__ import annotations

import gc
import sys
from collections.abc import Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from command import Completed

from cleveragents_skills.cli import main

__all__ = ["Completed", "run_here"]


class Screen(TextIOWrapper):
    """A stream that keeps what is written to it; it may say that it is a terminal."""

    is_terminal = False

    def isatty(self) -> bool:
        return self.is_terminal

    def text(self) -> str:
        """Give all that was written."""
        self.flush()
        assert isinstance(self.buffer, BytesIO)
        return self.buffer.getvalue().decode()


def _screen(*, is_terminal: bool) -> Screen:
    screen = Screen(BytesIO(), encoding="utf-8", newline="\n")
    screen.is_terminal = is_terminal
    return screen


def run_here(
    *arguments: str, cwd: Path, columns: int | None = None, env: Mapping[str, str] | None = None
) -> Completed:
    """Run `skills` in a folder, on a terminal of some `columns` if these are given."""
    out, err = (_screen(is_terminal=columns is not None) for _ in range(2))
    with (
        pytest.MonkeyPatch.context() as patch,
        chdir(cwd),
        redirect_stdout(out),
        redirect_stderr(err),
    ):
        patch.setattr(sys, "argv", ["skills", *arguments])
        for name, value in {"COLUMNS": str(columns or ""), **(env or {})}.items():
            patch.setenv(name, value)
        try:
            with pytest.raises(SystemExit) as ended:
                main()
        finally:  # the program thinks that the process is over soon
            gc.unfreeze()
            gc.enable()
    code = ended.value.code
    assert isinstance(code, int)
    return Completed(code, out.text(), err.text())
