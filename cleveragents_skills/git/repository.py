"""A git repository: what its names mean, and its objects. One process answers for all of them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from typing import IO, NamedTuple

_AT_ONCE = 256
"""So many objects are asked for before the answers are read: what was asked fits into a pipe."""
_PIECE = 1024 * 1024
_QUIET = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_NO_LAZY_FETCH": "1",
    # An older git does not know the line above. It fetches with none of the protocols it may use.
    "GIT_ALLOW_PROTOCOL": "",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_LITERAL_PATHSPECS": "1",
}
_RULES = ("refs/{}", "refs/tags/{}", "refs/heads/{}", "refs/remotes/{}", "refs/remotes/{}/HEAD")
"""Where git looks for a short name; the first wins."""
_UNSAFE = ("dubious ownership", "unsafe repository")


class GitError(ValueError):
    """What git was asked for cannot be had. `hint` is the way out."""

    def __init__(self, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.hint = hint

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (str(self), self.hint)


class Object(NamedTuple):
    """What git holds under an id: a `commit`, a `tree`, a `blob` or a `tag`.

    Of `size` bytes `content` has as many as were wanted.
    """

    oid: str
    kind: str
    size: int
    content: bytes


class Repository:
    """A git repository. `top` is the real path of its work tree. `close` it after use."""

    def __init__(self, folder: str) -> None:
        """Find the repository that a folder belongs to. Raises `GitError`."""
        self.folder = folder
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
        found = self.object(ref) if ref else None
        if ref and (found is None or found.kind != "commit"):
            # A short id may be that of one commit and of other objects; a tag leads to something.
            found = self.object(f"{found.oid if found else ref}^{{commit}}")
        return found.oid if found else None

    def refs(self, name: str) -> list[str]:
        """Give the refs that a short name may stand for, in the order in which git takes them."""
        names = [rule.format(name) for rule in _RULES]
        return [ref for ref, found in zip(names, self.objects(names), strict=True) if found]

    def merge_base(self, one: str, other: str) -> str | None:
        """Give the id of the newest commit that both come from, None if none is known."""
        if one == other:
            return one
        found = _run(self.folder, "merge-base", one, other, may_fail=True).split()
        return found[0].decode("ascii") if found else None

    def differing(self, commit: str, other: str | None) -> list[str]:
        """Give the paths of the files that are not the same in two commits.

        Without the other one it is the files that git knows of in the work tree; one that was only
        touched may be among them.
        """
        how = ("-z", "-r", "--name-only", "--no-renames", "--ignore-submodules=all")
        calm = ("-c", "core.fsmonitor=false", "-c", "diff.relative=false")
        # In the folder asked about, since variables may name the repository from there.
        if other is None:
            said = _run(self.folder, *calm, "diff-index", *how, commit, "--")
        else:
            said = _run(self.folder, *calm, "diff-tree", *how, commit, other, "--")
        return [os.fsdecode(path) for path in said.split(b"\0") if path]

    @property
    def is_shallow(self) -> bool:
        """Whether the history ends somewhere because not all of it was fetched."""
        return _run(self.folder, "rev-parse", "--is-shallow-repository").strip() == b"true"

    def object(self, name: str) -> Object | None:
        """Give what git holds under a name such as an id or `HEAD:path`, None if nothing."""
        [found] = self.objects([name])
        return found

    def known(self, oid: str, path: str, most: int | None = None) -> Object:
        """Give an object that the repository has to hold, since a tree of it names it."""
        [found] = self.objects([oid], most, [path])
        if found is None:
            raise self.missing(path)
        return found

    def missing(self, path: str) -> GitError:
        """Give the error that the content of a path is not there."""
        promised = ("config", "--get-regexp", r"^remote\..*\.promisor$")
        if _run(self.folder, *promised, may_fail=True):
            message = f"the content of `{path or '.'}` is not in this clone, which is a partial one"
            return GitError(message, "fetch all of it: `git fetch --refetch --no-filter`")
        return GitError(
            f"the content of `{path or '.'}` is damaged or lost", "`git fsck` says more"
        )

    def objects(
        self, names: Sequence[str], most: int | None = None, paths: Sequence[str] = ()
    ) -> Iterator[Object | None]:
        """Give what git holds under each name, no more than the first `most` bytes of it.

        `paths` says of each what people call it.
        """
        for start in range(0, len(names), _AT_ONCE):
            some = names[start : start + _AT_ONCE]
            called = dict(zip(some, paths[start : start + _AT_ONCE], strict=False))
            odd = [name for name in some if "\n" in name or "\0" in name]
            done = False
            try:
                asked, said = self._pipes()
                asked.write(b"".join(os.fsencode(name) + b"\n" for name in some if name not in odd))
                asked.flush()
                for name in some:
                    try:
                        answer = None if name in odd else self._answer(said, most)
                    except EOFError:
                        raise self._died(name, called.get(name)) from None
                    yield answer
                done = True
            except BrokenPipeError:
                raise GitError("git does not answer") from None
            finally:
                if not done:  # nobody reads the other answers
                    self.close()

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        """Give the ends of the process that answers, which is started when it is needed."""
        if self._process is None:
            self._process = _begin(self.folder)
        asked, said = self._process.stdin, self._process.stdout
        if asked is None or said is None:
            raise GitError("git does not answer")
        return asked, said

    def _answer(self, said: IO[bytes], most: int | None) -> Object | None:
        """Read one answer of the process. Raises `EOFError` where it gives up."""
        head = said.readline()
        words = head.split()
        if words[-1:] in ([b"missing"], [b"ambiguous"], [b"submodule"]):
            return None
        if len(words) != 3 or not words[2].isdigit():  # noqa: PLR2004 (id, kind, size)
            raise EOFError
        size = int(words[2])
        wanted = size if most is None else min(size, most)
        content = said.read(wanted)
        left = size - wanted + 1  # a line break ends it
        while left:
            skipped = said.read(min(left, _PIECE))
            if not skipped:
                raise EOFError
            left -= len(skipped)
        return Object(words[0].decode("ascii"), words[1].decode("ascii"), size, content)

    def _died(self, name: str, path: str | None) -> GitError:
        """Give the reason for which git gives up at a name."""
        self.close()
        if path is not None:
            return self.missing(path)
        try:
            _run(self.folder, "cat-file", "-t", "--end-of-options", name)
            _run(self.folder, "cat-file", "-p", "--end-of-options", name)
        except GitError as error:
            return self.missing(name) if "promisor" in str(error) else error
        return GitError("git does not answer")


def _begin(folder: str) -> subprocess.Popen[bytes]:
    try:
        return subprocess.Popen(  # noqa: S603 (no shell, and the arguments are ours)
            _command(folder, "cat-file", "--batch"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, **_QUIET},
        )
    except OSError as error:
        raise _cannot_run(error) from None


def _command(folder: str, *arguments: str) -> Sequence[str]:
    return ("git", "-C", folder, *arguments)


def _run(folder: str, *arguments: str, may_fail: bool = False) -> bytes:
    """Give what git writes. Raises `GitError` if it cannot, or is not there.

    What `may_fail` fails in silence where there is nothing to give.
    """
    try:
        done = subprocess.run(  # noqa: S603 (no shell, and the arguments are ours)
            _command(folder, *arguments),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            env={**os.environ, **_QUIET},
        )
    except OSError as error:
        raise _cannot_run(error) from None
    if done.returncode and not (may_fail and done.returncode == 1):
        raise _told(done.stderr.decode("utf-8", "replace"), arguments[0])
    return done.stdout


def _cannot_run(error: OSError) -> GitError:
    if isinstance(error, FileNotFoundError):
        return GitError("git is not installed", "install it, or compare two folders")
    return GitError(f"git cannot be run: {(error.strerror or str(error)).lower()}")


def _told(said: str, command: str) -> GitError:
    """Give the error that git tells of; what it says last is the reason."""
    lines = [line for line in said.split("\n") if line.startswith(("fatal: ", "error: "))]
    last = [line for line in lines if line.startswith("fatal: ")] or lines
    message = last[-1].partition(": ")[2] if last else f"`git {command}` failed"
    if any(word in message for word in _UNSAFE):
        ways = [line.strip() for line in said.split("\n") if "safe.directory" in line]
        return GitError(message, f"if you trust it: `{ways[0]}`" if ways else None)
    return GitError(message)
