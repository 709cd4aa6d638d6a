"""Which scripts lie in the folder of an agent skill."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from attrs import define, field

from cleveragents_skills.agent_folder import Scripts
from cleveragents_skills.loading.files import SKIPPED
from cleveragents_skills.loading.homes import Homes

FOLDER = "scripts"
_LISTED = 100
_COUNTED = 10_000
"""Beside so many files and folders no other ones are looked at."""


def read_scripts(real: str, homes: Homes) -> Scripts | None:
    """Give the files below `scripts/` of a folder; None where nobody can tell.

    What is hidden is left out. A link is followed within the catalog; what one brings that leads
    out of it is not known. Never raises for what lies there.
    """
    start = os.path.join(real, FOLDER)
    inside = os.path.realpath(start)
    try:
        is_folder = stat.S_ISDIR(os.stat(inside).st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return Scripts()
    except OSError:
        return None
    if not is_folder:
        return Scripts()
    if homes.folder(inside) is None:
        return None
    search = _Search(homes, [(inside, f"{FOLDER}/")], {inside})
    names = sorted(search.run())
    if search.failed == [f"{FOLDER}/"] and not names:
        return None
    at_least = search.is_cut or bool(search.failed)
    return Scripts(tuple(names[:_LISTED]), len(names), at_least)


@define(eq=False, repr=False)
class _Search:
    """A walk below `scripts/`: folders to look into, each real one once, and which cannot be."""

    homes: Homes
    folders: list[tuple[str, str]]
    seen: set[str]
    failed: list[str] = field(factory=list)
    left: int = _COUNTED
    is_cut: bool = False

    def run(self) -> Iterator[str]:
        """Give the paths of the files, as far as they are looked for."""
        while self.folders and not self.is_cut:
            folder, prefix = self.folders.pop()
            try:
                with os.scandir(folder) as entries:
                    children = sorted(entries, key=lambda entry: entry.name)
            except OSError:
                self.failed.append(prefix)
                continue
            for child in children:
                if child.name.startswith(".") or child.name in SKIPPED:
                    continue
                if not self.left:
                    self.is_cut = True
                    break
                self.left -= 1
                if self._is_file(child, f"{prefix}{_text(child.name)}"):
                    yield f"{prefix}{_text(child.name)}"

    def _is_file(self, child: os.DirEntry[str], path: str) -> bool:
        """Say whether something is a file; a folder is looked into later."""
        real = child.path
        try:
            if child.is_symlink():
                real = os.path.realpath(child.path, strict=True)
                if self.homes.folder(real) is None:
                    self.failed.append(path)
                    return False
                mode = os.stat(real).st_mode
                is_folder, is_file = stat.S_ISDIR(mode), stat.S_ISREG(mode)
            else:
                is_folder = child.is_dir(follow_symlinks=False)
                is_file = child.is_file(follow_symlinks=False)
        except OSError:  # a link that leads nowhere brings nothing
            return False
        if is_folder and real not in self.seen:
            self.seen.add(real)
            self.folders.append((real, f"{path}/"))
        return is_file


def _text(name: str) -> str:
    """Give a name as text in UTF-8, whatever the locale says."""
    return os.fsencode(name).decode("utf-8", "surrogateescape")
