"""The files of a commit, with links followed as the system follows those of a work tree."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from cleveragents_skills.git.repository import GitError, Object, Repository

_MOST = 1_000_000
"""So many files are looked at. A tree may hold itself over and over."""
_LONGEST = 4096
_HOPS = 40
"""So many links may be met on the way to one file; a system gives up at as many."""
_HEAD = re.compile(rb"([0-7]{1,6}) ([^\0]*)\0")
"""How an entry of a tree begins: its mode and name. The bytes of its id follow."""
_DAMAGED = "`git fsck` says more"


class Entry(NamedTuple):
    """Something in a commit; `path` is POSIX and begins at the root of the work tree."""

    path: str
    mode: int
    oid: str

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder."""
        return stat.S_ISDIR(self.mode)

    @property
    def is_file(self) -> bool:
        """Whether it is a file."""
        return stat.S_ISREG(self.mode)

    @property
    def is_link(self) -> bool:
        """Whether it is a symbolic link."""
        return stat.S_ISLNK(self.mode)

    @property
    def is_module(self) -> bool:
        """Whether it is a submodule, of which nothing is here."""
        return not (self.is_folder or self.is_file or self.is_link)


class Way(NamedTuple):
    """Where a path leads. `met` is all that was met on the way, links too.

    `path` has no link in it any more; `entry` is what is there, None if nothing is. A path that
    leads out of the work tree has where to in `outside`, as one opens it from the root.
    """

    path: str
    entry: Entry | None
    met: Sequence[Entry] = ()
    outside: str | None = None


class Tree:
    """What stands in a commit. Raises `GitError` where that is damaged or not in the clone."""

    def __init__(self, repository: Repository, commit: str) -> None:
        self.repository = repository
        self.commit = commit
        self._trees: dict[str, Mapping[str, tuple[int, str]]] = {}

    @cached_property
    def _root(self) -> Entry:
        found = self.repository.known(f"{self.commit}^{{tree}}", "")
        self._trees[found.oid] = _parsed(found, "")
        return Entry("", stat.S_IFDIR, found.oid)

    def way(self, path: str) -> Way:
        """Follow a path from the root of the work tree."""
        todo = path.split("/")[::-1]
        stack, met, links = [self._root], list[Entry](), 0
        while todo:
            part = todo.pop()
            if part in ("", "."):
                continue
            if part == "..":
                if len(stack) == 1:
                    return Way("", None, met, "/".join(["..", *reversed(todo)]))
                stack.pop()
                continue
            entry = self._child(stack[-1], part)
            if entry is None:
                return Way("/".join((*_names(stack), part, *reversed(todo))), None, met)
            met.append(entry)
            if not entry.is_link:
                stack.append(entry)
                continue
            links += 1
            target = os.fsdecode(self.content(entry))
            if os.path.isabs(target):
                return Way("", None, met, "/".join([target, *reversed(todo)]))
            if links > _HOPS:
                return Way(entry.path, None, met)
            todo.extend(target.split("/")[::-1])
        return Way(stack[-1].path, stack[-1], met)

    def content(self, entry: Entry) -> bytes:
        """Give what a file holds, or where a link leads."""
        return self.repository.known(entry.oid, entry.path).content

    def below(self, folder: Entry) -> Iterator[Entry]:
        """Give all that is below a folder: files, links, submodules and folders."""
        folders, count = [folder], 0
        while folders:
            self._read(folders)
            inner = []
            for each in folders:
                children = self._trees[each.oid]
                count += len(children)
                if count > _MOST or len(each.path) > _LONGEST:
                    much = f"more than {_MOST:,} files, or names of more than {_LONGEST:,} bytes"
                    raise GitError(f"`{folder.path or '.'}` holds {much}", "name a smaller folder")
                for name, (mode, oid) in children.items():
                    entry = Entry(f"{each.path}/{name}" if each.path else name, mode, oid)
                    yield entry
                    if entry.is_folder:
                        inner.append(entry)
            folders = inner

    def is_near(self, folder: Entry, names: Sequence[str]) -> bool:
        """Say whether a folder, or one in it that is not hidden, has a file of such a name."""
        lead = f"{folder.path}/" if folder.path else ""
        if not folder.is_folder:
            return False
        for each in self.below(folder):
            *above, name = each.path.removeprefix(lead).split("/")
            if len(above) > 1:
                break
            if each.is_file and name in names and not "".join(above).startswith("."):
                return True
        return False

    def _child(self, folder: Entry, name: str) -> Entry | None:
        if not folder.is_folder:
            return None
        self._read([folder])
        found = self._trees[folder.oid].get(name)
        path = f"{folder.path}/{name}" if folder.path else name
        return None if found is None else Entry(path, *found)

    def _read(self, folders: Sequence[Entry]) -> None:
        """Read what is not known yet of these folders."""
        new = {each.oid: each.path for each in folders if each.oid not in self._trees}
        for (oid, path), found in zip(
            new.items(), self.repository.objects([*new], paths=[*new.values()]), strict=True
        ):
            if found is None:
                raise self.repository.missing(path)
            self._trees[oid] = _parsed(found, path)


def _names(stack: Sequence[Entry]) -> Sequence[str]:
    return [each.path.rpartition("/")[2] for each in stack[1:]]


def _parsed(found: Object, path: str) -> Mapping[str, tuple[int, str]]:
    """Give what a tree holds, by name. Git itself makes no tree that is refused here."""
    where = f"the folder `{path}` of the commit" if path else "the commit"
    children: dict[str, tuple[int, str]] = {}
    at, width = 0, len(found.oid) // 2
    if found.kind != "tree":
        raise GitError(f"{where} is a {found.kind}", _DAMAGED)
    while at < len(found.content):
        head = _HEAD.match(found.content, at)
        at = head.end() + width if head else len(found.content) + 1
        if head is None or at > len(found.content):
            raise GitError(f"{where} does not read", _DAMAGED)
        name = os.fsdecode(head[2])
        if not _is_name(name):
            raise GitError(f"{where} holds `{name}`, which is no name of a file", _DAMAGED)
        if name in children:
            raise GitError(f"{where} holds `{name}` twice", _DAMAGED)
        children[name] = (int(head[1], 8), found.content[head.end() : at].hex())
    return children


def _is_name(name: str) -> bool:
    if name in ("", ".", "..") or name.lower() == ".git" or "/" in name:
        return False
    return os.sep == "/" or not any(each in name for each in "\\:")
