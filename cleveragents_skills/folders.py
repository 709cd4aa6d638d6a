"""Folders upward, and paths as one opens them from the current folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path


def upward(start: Path | None = None) -> Sequence[Path]:
    """Give a folder (default: the current one), and those above it, the nearest first."""
    folder = (start or Path.cwd()).resolve()
    return (folder, *folder.parents)


def work_tree(here: Path) -> Path:
    """Give the root of the git work tree around a folder, or the folder itself."""
    return next((each for each in (here, *here.parents) if os.path.exists(each / ".git")), here)


def shown(path: Path, real: Callable[[Path], str] = os.path.realpath) -> str:
    """Give a path as one opens it from the current folder, POSIX, the shorter way."""
    start, end = Path(os.path.realpath(Path.cwd())), Path(real(path))
    if end.is_relative_to(start):
        return end.relative_to(start).as_posix()
    here, there = start.parts, end.parts
    common = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), None)
    common = min(len(here), len(there)) if common is None else common
    if common <= 1:
        return path.as_posix()
    return "/".join([".."] * (len(here) - common) + list(there[common:])) or "."
