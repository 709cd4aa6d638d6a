"""Commits, read through the installed git: which there are, and what stands in them.

Only commands that look are run: none touches the index or the work tree, runs a hook or a filter,
or asks a server.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

_LINK, _MODULE = "120000", "160000"
_LARGEST = 16 * 1024 * 1024
"""Of a larger file only the size is taken over: it is too large to be read as a skill file."""
_QUIET = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
}


class GitError(ValueError):
    """What git was asked for cannot be had. `hint` is the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.hint)


class Blob(NamedTuple):
    """A file or link in a commit; `path` is POSIX and begins at the root of the work tree."""

    path: str
    mode: str
    oid: str
    size: int


class Repository(NamedTuple):
    """A git repository. `top` is the real path of its work tree."""

    top: str

    @classmethod
    def around(cls, folder: str) -> Repository:
        """Give the repository that a folder belongs to. Raises `GitError`."""
        top = os.fsdecode(_run(folder, "rev-parse", "--show-toplevel"))
        return cls(os.path.realpath(top.removesuffix("\n")))

    def commit(self, ref: str) -> str | None:
        """Give the id of the commit that `ref` names, None if it names none."""
        if ref.startswith("-") or not ref or "\0" in ref:
            return None
        return self._answer("rev-parse", "--verify", "--quiet", f"{ref}^{{commit}}")

    def merge_base(self, one: str, other: str) -> str | None:
        """Give the id of the newest commit that both come from, None if none is known."""
        found = self._answer("merge-base", one, other)
        return found.split("\n")[0] if found else None

    @property
    def is_shallow(self) -> bool:
        """Whether the history ends somewhere because not all of it was fetched."""
        return self._answer("rev-parse", "--is-shallow-repository") == "true"

    def _answer(self, *arguments: str) -> str | None:
        """Give what a command says, None if it fails with 1."""
        try:
            said = os.fsdecode(_run(self.top, *arguments))
        except GitError:
            return None
        return said.strip() or None

    def listed(self, commit: str, path: str) -> list[Blob]:
        """Give the files and links of a commit at or below a path; "" is all of it."""
        below = ("--", path) if path else ()
        said = _run(self.top, "ls-tree", "-r", "-z", "-l", "--full-tree", commit, *below)
        return [_blob(record) for record in said.split(b"\0") if record]

    def contents(self, blobs: Sequence[Blob]) -> Iterator[bytes]:
        """Give the content of each. Raises `GitError` for one that is not there."""
        asked = "".join(f"{blob.oid}\n" for blob in blobs).encode()
        said = _run(self.top, "cat-file", "--batch", given=asked) if blobs else b""
        at = 0
        for blob in blobs:
            end = said.index(b"\n", at)
            words = said[at:end].split(b" ")
            if len(words) != 3:  # noqa: PLR2004 (id, kind, size)
                message = f"the content of {blob.path} is not in this clone"
                raise GitError(message, "fetch it: `git fetch --refetch --no-filter`")
            at = end + 1 + int(words[2])
            yield said[end + 1 : at]
            at += 1

    def text(self, commit: str, path: str) -> bytes | None:
        """Give the content of one file of a commit, None if there is none."""
        found = [blob for blob in self.listed(commit, path) if blob.path == path]
        return next(self.contents(found), None) if found and found[0].mode != _LINK else None

    def is_folder(self, commit: str, path: str) -> bool:
        """Say whether a commit has files below a path, or a link there."""
        said = _run(self.top, "ls-tree", "-z", "--full-tree", commit, "--", path) if path else b"."
        return not said.startswith(b"100") and bool(said)

    def unpack(self, commit: str, path: str, into: str, wanted: Callable[[str], bool]) -> list[str]:
        """Write what a commit has at or below a path into a folder; give the submodules in it.

        Files that are not `wanted` are there too, and empty.
        """
        blobs = self.listed(commit, path)
        for blob in blobs:
            _refuse_odd(blob.path)
        links = [blob for blob in blobs if blob.mode == _LINK]
        modules = [blob.path for blob in blobs if blob.mode == _MODULE]
        files = [blob for blob in blobs if blob.mode not in (_LINK, _MODULE)]
        full = [blob for blob in files if wanted(blob.path) and blob.size <= _LARGEST]
        made: set[str] = set()
        for blob, content in zip(full, self.contents(full), strict=True):
            _write(_place(into, blob.path, made), content)
        for blob in {*files}.difference(full):
            _write(_place(into, blob.path, made), b"", blob.size * wanted(blob.path))
        # Links come last, so that nothing is ever written through one.
        for blob, target in zip(links, self.contents(links), strict=True):
            os.symlink(os.fsdecode(target), _place(into, blob.path, made))
        return modules

    def link(self, commit: str, path: str) -> str | None:
        """Give where a link of a commit leads, from the root of the work tree, if it is one."""
        found = [each for each in self.listed(commit, path) if each.path == path]
        if not found or found[0].mode != _LINK:
            return None
        target = os.fsdecode(next(self.contents(found)))
        inner = os.path.normpath(os.path.join(os.path.dirname(path), target))
        return None if os.path.isabs(target) or inner.startswith("..") else inner


def _blob(record: bytes) -> Blob:
    head, _, path = record.partition(b"\t")
    mode, _, oid, size = head.decode("ascii").split()
    return Blob(os.fsdecode(path), mode, oid, 0 if size == "-" else int(size))


def _refuse_odd(path: str) -> None:
    """Raise `GitError` for a path that would lead elsewhere; git itself makes none."""
    if any(part in ("", ".", "..", ".git") for part in path.split("/")):
        raise GitError(f"the commit holds the path `{path}`, which is none", "`git fsck` says more")


def _place(into: str, path: str, made: set[str]) -> str:
    """Give the path of a file in the folder, whose own folder is made if it is not there."""
    folder = os.path.join(into, os.path.dirname(path))
    if folder not in made:
        os.makedirs(folder, exist_ok=True)
        made.add(folder)
    return os.path.join(into, path)


def _write(file: str, content: bytes, size: int = 0) -> None:
    with open(file, "xb") as stream:
        stream.write(content)
        if size:
            stream.truncate(size)


def _run(folder: str, *arguments: str, given: bytes = b"") -> bytes:
    """Give what git writes. Raises `GitError` if it cannot, or is not there."""
    command = ["git", "-C", folder, *arguments]
    try:
        done = subprocess.run(  # noqa: S603 (no shell, and the arguments are ours)
            command, input=given, capture_output=True, check=False, env={**os.environ, **_QUIET}
        )
    except FileNotFoundError:
        raise GitError("git is not installed", "comparing commits needs it") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise GitError(said.removeprefix("fatal: ") or f"`git {arguments[0]}` failed")
    return done.stdout
