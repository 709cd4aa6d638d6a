"""Where in the catalog a folder lies, and back."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from attrs import frozen

from cleveragents_skills.diagnostics import Location


@frozen(eq=False, repr=False)
class Homes:
    """The roots by their real paths, to say where in the catalog a folder lies."""

    roots: Sequence[tuple[str, str]]

    @classmethod
    def of(cls, roots: Mapping[str, str]) -> Homes:
        """Give the homes of roots; `roots` holds the real path of each by its name."""
        return cls([(real, name) for name, real in roots.items()])

    def folder(self, real: str) -> str | None:
        """Give a real path as one opens it by a root's name; None if it lies in no root."""
        found = self._find(real)
        return None if found is None else Location(*found).path if found[1] != "." else found[0]

    def place(self, real: str) -> tuple[str, str]:
        """Give the root in which a real path lies, and the POSIX path below it."""
        return self._find(real) or ("", real)

    def real(self, folder: str) -> str:
        """Give the real path of what `folder` gave, whatever the current folder is by now."""
        for home, name in self.roots:
            below = "" if name == "." else name.rstrip("/") + "/"
            if folder == name or folder.startswith(below):
                return os.path.realpath(os.path.join(home, folder[len(below) :]))
        return os.path.realpath(folder)

    def _find(self, real: str) -> tuple[str, str] | None:
        for home, name in self.roots:
            inner = os.path.relpath(real, home).replace(os.sep, "/")
            if inner != ".." and not inner.startswith("../"):
                return name, inner
        return None
