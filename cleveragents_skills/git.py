"""Commits, read through the installed git: which there are, and what stands in them.

Only commands that look are run: none touches the index or the work tree, runs a hook or a filter,
or asks a server. One process answers for all objects.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from typing import IO, NamedTuple

_LINK, _MODULE = "120000", "160000"
_AT_ONCE = 256
"""So many objects are asked for before the answers are read: what was asked fits into a pipe."""
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


class Object(NamedTuple):
    """What git holds under an id: a `commit`, a `tree` or a `blob`."""

    oid: str
    kind: str
    content: bytes


class Blob(NamedTuple):
    """A file or link in a commit; `path` is POSIX and begins at the root of the work tree."""

    path: str
    mode: str
    oid: str

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return self.mode == _LINK

    @property
    def is_module(self) -> bool:
        """Whether it is a submodule, of which nothing is here."""
        return self.mode == _MODULE


class Repository:
    """A git repository. `top` is the real path of its work tree. `close` it after use."""

    def __init__(self, folder: str) -> None:
        """Find the repository that a folder belongs to. Raises `GitError`."""
        said = os.fsdecode(_run(folder, "rev-parse", "--show-toplevel"))
        self.top = os.path.realpath(said.removesuffix("\n"))
        self._process: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        """End the process that answers."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def commit(self, ref: str) -> str | None:
        """Give the id of the commit that `ref` names, None if it names none."""
        found = self.object(f"{ref}^{{commit}}") if ref else None
        return found.oid if found and found.kind == "commit" else None

    def merge_base(self, one: str, other: str) -> str | None:
        """Give the id of the newest commit that both come from, None if none is known."""
        if one == other:
            return one
        try:
            return _run(self.top, "merge-base", one, other).decode("ascii").split()[0]
        except GitError:
            return None

    @property
    def is_shallow(self) -> bool:
        """Whether the history ends somewhere because not all of it was fetched."""
        return _run(self.top, "rev-parse", "--is-shallow-repository").strip() == b"true"

    def object(self, name: str) -> Object | None:
        """Give what git holds under a name such as an id or `HEAD:path`, None if nothing."""
        return next(self.objects([name]))

    def objects(self, names: Sequence[str]) -> Iterator[Object | None]:
        """Give what git holds under each name."""
        for start in range(0, len(names), _AT_ONCE):
            some = names[start : start + _AT_ONCE]
            asked, said = self._pipes()
            odd = [name for name in some if "\n" in name or "\0" in name]
            asked.write(b"".join(os.fsencode(name) + b"\n" for name in some if name not in odd))
            asked.flush()
            for name in some:
                yield None if name in odd else _object(said)

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """Give the ends of the process that answers, which is started when it is needed."""
        if self._process is None:
            self._process = subprocess.Popen(  # noqa: S603 (no shell, and the arguments are ours)
                _command(self.top, "cat-file", "--batch"),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, **_QUIET},
            )
        asked, said = self._process.stdin, self._process.stdout
        if asked is None or said is None:
            raise GitError("git does not answer")
        return asked, said

    def blobs(self, commit: str, path: str) -> list[Blob]:
        """Give the files, links and submodules of a commit at or below a path; "" is all of it."""
        below = ("--", path) if path else ()
        said = _run(self.top, "ls-tree", "-r", "-z", "--full-tree", commit, *below)
        return [_blob(record) for record in said.split(b"\0") if record]

    def text(self, commit: str, path: str) -> bytes | None:
        """Give the content of one file of a commit, None if there is none."""
        found = self.object(f"{commit}:{path}")
        if found is None or found.kind != "blob" or self.link(commit, path) is not None:
            return None
        return found.content

    def is_folder(self, commit: str, path: str) -> bool:
        """Say whether a commit has a folder at a path, or a link to one."""
        found = self.object(f"{commit}:{path}")
        if found is None or found.kind != "blob":
            return found is not None
        target = self.link(commit, path)
        linked = None if target is None else self.object(f"{commit}:{target}")
        return linked is not None and linked.kind == "tree"

    def link(self, commit: str, path: str) -> str | None:
        """Give where a link of a commit leads, from the root of the work tree, if it is one."""
        found = [each for each in self.blobs(commit, path) if each.path == path]
        target = self.object(found[0].oid) if found and found[0].is_link else None
        if target is None:
            return None
        inner = os.path.normpath(os.path.join(os.path.dirname(path), os.fsdecode(target.content)))
        return None if inner.startswith(("..", "/")) else inner


def unpack(
    repository: Repository, blobs: Sequence[Blob], into: str, full: Callable[[Blob], bool]
) -> None:
    """Write blobs into a folder, the content of those alone that are to be there in `full`.

    Raises `GitError` for a path that leads elsewhere, and for content that was not fetched.
    """
    for blob in blobs:
        # Git itself makes no such path.
        if any(part in ("", ".", "..", ".git") for part in blob.path.split("/")):
            hint = "`git fsck` says more"
            raise GitError(f"the commit holds `{blob.path}`, which is no path", hint)
    made: set[str] = set()
    empty = os.path.join(into, ".git")  # no file of a commit is called so
    _write(empty, b"")
    files = [blob for blob in blobs if not (blob.is_link or blob.is_module)]
    wanted = [blob for blob in files if full(blob)]
    for blob, content in _contents(repository, wanted):
        _write(_place(into, blob.path, made), content)
    for blob in {*files}.difference(wanted):
        _link(empty, _place(into, blob.path, made))
    # Links come last, so that nothing is ever written through one.
    for blob, content in _contents(repository, [blob for blob in blobs if blob.is_link]):
        os.symlink(os.fsdecode(content), _place(into, blob.path, made))
    os.unlink(empty)


def _contents(repository: Repository, blobs: Sequence[Blob]) -> Iterator[tuple[Blob, bytes]]:
    found = repository.objects([blob.oid for blob in blobs])
    for blob, each in zip(blobs, found, strict=True):
        if each is None:
            message = f"the content of {blob.path} is not in this clone"
            raise GitError(message, "fetch all of it: `git fetch --refetch --no-filter`")
        yield blob, each.content


def _place(into: str, path: str, made: set[str]) -> str:
    """Give the path of a file in the folder, whose own folder is made if it is not there."""
    folder = os.path.join(into, os.path.dirname(path))
    if folder not in made:
        os.makedirs(folder, exist_ok=True)
        made.add(folder)
    return os.path.join(into, path)


def _write(file: str, content: bytes) -> None:
    with open(file, "xb") as stream:
        stream.write(content)


def _link(empty: str, file: str) -> None:
    """Make an empty file: one more name of one, which is quicker, where the system can."""
    try:
        os.link(empty, file)
    except OSError:
        _write(file, b"")


def _object(said: IO[bytes]) -> Object | None:
    """Read one answer of the process."""
    words = said.readline().split()
    if len(words) != 3 or not words[2].isdigit():  # noqa: PLR2004 (id, kind, size)
        if words[-1:] in ([b"missing"], [b"ambiguous"]):
            return None
        raise GitError("git does not answer")
    content = said.read(int(words[2]))
    said.read(1)
    return Object(words[0].decode("ascii"), words[1].decode("ascii"), content)


def _blob(record: bytes) -> Blob:
    head, _, path = record.partition(b"\t")
    mode, _, oid = head.decode("ascii").split()
    return Blob(os.fsdecode(path), mode, oid)


def _command(folder: str, *arguments: str) -> Sequence[str]:
    return ("git", "-C", folder, *arguments)


def _run(folder: str, *arguments: str) -> bytes:
    """Give what git writes. Raises `GitError` if it cannot, or is not there."""
    try:
        done = subprocess.run(  # noqa: S603 (no shell, and the arguments are ours)
            _command(folder, *arguments),
            capture_output=True,
            check=False,
            env={**os.environ, **_QUIET},
        )
    except FileNotFoundError:
        raise GitError("git is not installed", "comparing commits needs it") from None
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip().split("\n")[0]
        raise GitError(said.removeprefix("fatal: ") or f"`git {arguments[0]}` failed")
    return done.stdout
