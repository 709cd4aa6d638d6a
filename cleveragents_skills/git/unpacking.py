"""Entries of a commit, written into a folder."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from cleveragents_skills.git.repository import GitError
from cleveragents_skills.git.tree import Entry, Tree

_MOST = 1024 * 1024 + 1
"""Of a file that is larger only the size matters."""


def unpack(tree: Tree, entries: Sequence[Entry], into: str, full: Callable[[Entry], bool]) -> None:
    """Write entries into a folder; a file is empty unless its content is to be there in `full`.

    Submodules are empty folders. Raises `GitError` for what cannot be written or was not fetched.
    """
    try:
        _write_all(tree, entries, into, full)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        file = os.path.relpath(error.filename, into) if error.filename else "the catalog"
        message = f"{file} cannot be written to the folder for temporary files: {reason}"
        raise GitError(message, "TMPDIR names that folder") from None


def _write_all(
    tree: Tree, entries: Sequence[Entry], into: str, full: Callable[[Entry], bool]
) -> None:
    made: set[str] = set()
    _folder(into, made)
    for entry in entries:
        if entry.is_folder or entry.is_module:
            _folder(os.path.join(into, entry.path), made)
    files = [entry for entry in entries if entry.is_file]
    wanted = [entry for entry in files if full(entry)]
    for entry, content, size in _contents(tree, wanted):
        _write(_place(into, entry.path, made), content, size)
    empty = os.path.join(into, ".git")  # no file of a commit is called so
    _write(empty, b"", 0)
    for entry in {*files}.difference(wanted):
        _empty(empty, _place(into, entry.path, made))
    os.unlink(empty)
    # Links come last, so that nothing is ever written through one.
    for entry, content, _ in _contents(tree, [entry for entry in entries if entry.is_link]):
        os.symlink(os.fsdecode(content), _place(into, entry.path, made))


def _contents(tree: Tree, entries: Sequence[Entry]) -> Iterator[tuple[Entry, bytes, int]]:
    paths = [entry.path for entry in entries]
    found = tree.repository.objects([entry.oid for entry in entries], _MOST, paths)
    for entry, each in zip(entries, found, strict=True):
        if each is None:
            raise tree.repository.missing(entry.path)
        yield entry, each.content, each.size


def _place(into: str, path: str, made: set[str]) -> str:
    """Give the path of a file in the folder, whose own folder is made if it is not there."""
    _folder(os.path.join(into, os.path.dirname(path)), made)
    return os.path.join(into, path)


def _folder(folder: str, made: set[str]) -> None:
    if folder not in made:
        os.makedirs(folder, exist_ok=True)
        made.add(folder)


def _write(file: str, content: bytes, size: int) -> None:
    with open(file, "xb") as stream:
        stream.write(content)
        if size > len(content):
            stream.truncate(size)


def _empty(empty: str, file: str) -> None:
    """Make an empty file: one more name of one, which is quicker, where the system can."""
    try:
        os.link(empty, file)
    except OSError:
        _write(file, b"", 0)
