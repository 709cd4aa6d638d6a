"""Which files of a folder are skill files, and reading them."""

from __future__ import annotations

import codecs
import os
import re
import stat
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import attrgetter
from pathlib import PurePosixPath
from typing import NamedTuple

from attrs import define, field

from cleveragents_skills.diagnostics import Code, Diagnostic, Location
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.globs import glob_pattern

MAX_BYTES = 1024 * 1024
_OPEN_FLAGS = os.O_RDONLY
for _flag in ("O_NONBLOCK", "O_NOFOLLOW", "O_BINARY"):
    _OPEN_FLAGS |= getattr(os, _flag, 0)
DEFAULT_FILES = ("**/*.yaml", "**/*.yml")
SKIPPED = frozenset(("node_modules", "__pycache__"))
"""Folders that are never looked into."""
MANIFESTS = ("SKILL.md", "skill.md")
"""What makes an agent skill of a folder."""
_NAME: Callable[[os.DirEntry[str]], str] = attrgetter("name")


class FoundFile(NamedTuple):
    """A skill file: its POSIX path below its root (both as shown), and how to open it."""

    root: str
    path: str
    real: str

    @property
    def shown(self) -> str:
        """The file as one opens it from where the root was named."""
        return Location(self.root, self.path).path


class Unreadable(Exception):  # noqa: N818 (told as a finding)
    """A file that cannot be read; `diagnostic` says why, `start` is how it begins, if known."""

    def __init__(self, diagnostic: Diagnostic, start: bytes = b"") -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.start = start


def on_disk(path: str) -> str:
    """Give a path that a file names as the system gives it: in UTF-8, whatever the locale says."""
    return os.fsdecode(path.encode())


def to_target(link: str) -> str:
    """Give where a link points, as it says itself, for behind "the link"; "" if it is gone."""
    try:
        return f" to `{os.readlink(link)}`"
    except OSError:
        return ""


_Folder = tuple[str, str, str]
"""A root, the real path of a folder to look into, and how paths below it begin."""


@define(eq=False, repr=False)
class _Walk:
    """The search of all roots; a real file or folder is met once."""

    files: re.Pattern[str]
    exclude: re.Pattern[str]
    inside: dict[str, str]
    """The real path of each root, and the root as it is shown."""
    found: list[FoundFile] = field(factory=list)
    manifests: list[FoundFile] = field(factory=list)
    diagnostics: list[Diagnostic] = field(factory=list)
    seen: set[str] = field(factory=set)


def find_files(
    roots: Mapping[str, str], files: Sequence[str] = DEFAULT_FILES, exclude: Sequence[str] = ()
) -> tuple[list[FoundFile], list[Diagnostic], list[FoundFile]]:
    """Give the skill files of the roots (name to real path), in order, and what was in the way.

    Last come the `SKILL.md`, or `skill.md`, of all folders, but for folders within such a folder.
    """
    walk = _Walk(
        glob_pattern(files, any_case=True),
        glob_pattern(exclude),
        {roots[root]: root for root in reversed(list(roots))},
    )
    for real, root in reversed(walk.inside.items()):
        _walk_root(walk, root, real)
    walk.found.sort()
    return walk.found, walk.diagnostics, sorted(_outermost(walk))


def _outermost(walk: _Walk) -> Iterator[FoundFile]:
    """Give the manifests, without those below the folder of another one, roots aside."""
    folders: set[tuple[str, str]] = set()
    for each in sorted(walk.manifests, key=lambda each: each.path.count("/")):
        *above, _ = each.path.split("/")
        around = {(each.root, "/".join(above[: n + 1])) for n in range(len(above))}
        if folders.isdisjoint(around) and not walk.exclude.fullmatch(each.path):
            folders.update({(each.root, "/".join(above))} if above else ())
            yield each


def _walk_root(walk: _Walk, root: str, real_root: str) -> None:
    """Find the files below a root; a link may lead into another one."""
    stack = [(root, real_root, "")]
    while stack:
        root, folder, prefix = stack.pop()
        if folder in walk.seen:
            continue
        walk.seen.add(folder)
        try:
            with os.scandir(folder) as entries:
                children = sorted(entries, key=_NAME)
        except OSError as error:
            name = prefix.rstrip("/") or "."
            message = f"the folder `{name}` {_reason(error)}"
            _note(walk, codes.UNREADABLE_FILE, root, name, message)
            continue
        manifest = _manifest(children)
        if manifest and not manifest.is_dir(follow_symlinks=False):
            path = f"{prefix}{manifest.name}"
            walk.manifests.append(FoundFile(root, path, manifest.path))
        if prefix and manifest and manifest.name == MANIFESTS[0]:
            continue
        for child in children:
            inner = _take(walk, root, prefix, child)
            if inner:
                stack.append(inner)


def _manifest(children: Sequence[os.DirEntry[str]]) -> os.DirEntry[str] | None:
    """Give what makes an agent skill of the folder of these children, which are in order."""
    for name in MANIFESTS:
        at = bisect_left(children, name, key=_NAME)
        if at < len(children) and children[at].name == name:
            return children[at]
    return None


def _take(walk: _Walk, root: str, prefix: str, child: os.DirEntry[str]) -> _Folder | None:
    """Take in one thing found in a folder; give it if it is a folder to look into."""
    path = f"{prefix}{child.name}"
    if child.name.startswith(".") or child.name in SKIPPED or walk.exclude.fullmatch(path):
        return None
    if child.is_symlink():
        return _follow(walk, root, path, child.path)
    if child.is_dir(follow_symlinks=False):
        return root, child.path, path + "/"
    if walk.files.fullmatch(path):
        if child.is_file(follow_symlinks=False):
            _add(walk, root, path, child.path)
        else:
            message = f"`{path}` is a pipe, socket or device; it is not read"
            _note(walk, codes.SPECIAL_FILE, root, path, message)
    return None


def _follow(walk: _Walk, root: str, path: str, link: str) -> _Folder | None:
    """Take a link's file in, or give the folder it leads to, under its real path."""
    wanted = walk.files.fullmatch(path) is not None
    try:
        real = os.path.realpath(link, strict=True)
        mode = os.stat(real).st_mode
    except OSError:
        message = f"the link `{path}`{to_target(link)} leads nowhere"
        if wanted or not PurePosixPath(path).suffix:
            _note(walk, codes.LINK_NOT_FOLLOWED, root, path, message)
        return None
    home = next(
        (each for each in walk.inside if real == each or real.startswith(each + os.sep)), None
    )
    if home is None:
        if wanted or stat.S_ISDIR(mode):
            link_to = f"the link `{path}`{to_target(link)}"
            message = f"{link_to} leads out of the catalog; it is not followed"
            _note(walk, codes.LINK_NOT_FOLLOWED, root, path, message)
        return None
    inner = os.path.relpath(real, home).replace(os.sep, "/")
    if inner != "." and _is_hidden(walk, home, inner):
        return None
    if stat.S_ISDIR(mode):
        return walk.inside[home], real, "" if inner == "." else inner + "/"
    if wanted and stat.S_ISREG(mode):
        _add(walk, walk.inside[home], inner, real)
    elif wanted and not stat.S_ISREG(mode):
        message = f"`{path}` leads to a pipe, socket or device; it is not read"
        _note(walk, codes.SPECIAL_FILE, root, path, message)
    return None


def _is_hidden(walk: _Walk, home: str, inner: str) -> bool:
    """Say whether something would not be met without the link that leads to it."""
    parts = inner.split("/")
    for count in range(1, len(parts) + 1):
        name, path = parts[count - 1], "/".join(parts[:count])
        if name.startswith(".") or name in SKIPPED or walk.exclude.fullmatch(path):
            return True
        if os.path.exists(os.path.join(home, path, "SKILL.md")):
            return True
    return False


def would_be_read(
    root: str, path: str, files: Sequence[str] = DEFAULT_FILES, exclude: Sequence[str] = ()
) -> bool:
    """Say whether a file of this POSIX path below the root would be read, once it is there."""
    home = os.path.realpath(root)
    walk = _Walk(glob_pattern(files, any_case=True), glob_pattern(exclude), {home: root})
    inside = os.path.realpath(os.path.join(home, path)).startswith(home + os.sep)
    wanted = walk.files.fullmatch(path) is not None
    return inside and wanted and not _is_hidden(walk, home, path)


def _add(walk: _Walk, root: str, path: str, real: str) -> None:
    if real not in walk.seen:
        walk.seen.add(real)
        walk.found.append(FoundFile(root, path, real))


def _note(walk: _Walk, code: Code, root: str, path: str, message: str) -> None:
    walk.diagnostics.append(Diagnostic(code, message, Location(root, path)))


def _reason(error: OSError) -> str:
    return f"cannot be read: {(error.strerror or str(error)).lower()}"


def read_file(found: FoundFile) -> bytes:
    """Give the content of a skill file; raise `Unreadable` if it cannot be had or is too large."""
    location = Location(found.root, found.path)
    try:
        # The file may have become a pipe or a link since it was found: neither is waited for, nor
        # followed to where it may lead.
        descriptor = os.open(found.real, _OPEN_FLAGS)
        try:
            size = os.fstat(descriptor).st_size
            content = _read(descriptor, size)
        finally:
            os.close(descriptor)
    except OSError as error:
        message = f"`{found.path}` {_reason(error)}"
        raise Unreadable(Diagnostic(codes.UNREADABLE_FILE, message, location)) from None
    if len(content) > MAX_BYTES:
        message = f"the file has {max(size, len(content)):,} bytes; at most {MAX_BYTES:,} are read"
        diagnostic = Diagnostic(codes.FILE_TOO_LARGE, message, location, "split the file")
        raise Unreadable(diagnostic, content)
    return content


def decoded(content: bytes) -> str:
    """Give the text of a file; raise `UnicodeDecodeError` if it is not UTF-8."""
    return content.removeprefix(codecs.BOM_UTF8).decode()


def _read(descriptor: int, size: int) -> bytes:
    """Give what an open file holds, of which `size` is expected; one byte too much at the most."""
    content = b""
    while len(content) <= MAX_BYTES:
        left = min(size, MAX_BYTES) + 1 - len(content)
        more = os.read(descriptor, left if left > 0 else MAX_BYTES + 1 - len(content))
        if not more:
            break
        content += more
    return content
