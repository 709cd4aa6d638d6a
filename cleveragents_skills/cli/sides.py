"""The two sides of a comparison, read: a commit, a folder, a lock, or the work tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePosixPath
from tempfile import TemporaryDirectory
from typing import NamedTuple

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.bases import Refs, Target, no_commits
from cleveragents_skills.cli.locking import content_of as lock_content
from cleveragents_skills.cli.locking import lock_path, read_locked, recorded
from cleveragents_skills.cli.roots import catalog_roots
from cleveragents_skills.cli.session import Failed, Session, usage
from cleveragents_skills.git import Blob, GitError, Repository, unpack
from cleveragents_skills.loading import Config, find_catalog
from cleveragents_skills.loading.config import content_of
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.reader import FileKey, Reading, read_catalog
from cleveragents_skills.snapshot import SkillSnapshot

_LINKS = 8
"""So many links in a row may lead to the folder of a catalog."""
_SHA1 = 40


class Side(NamedTuple):
    """One side. A lock has no catalog and no config, and the skills as they were `locked`.

    Otherwise `locked` gives what the lock of this side records, None without one.
    """

    title: str
    catalog: Catalog | None
    config: Config | None
    locked: Callable[[], Mapping[str, SkillSnapshot] | None]
    reading: Reading | None = None


def read_side(
    target: Target, session: Session, refs: Refs, known: tuple[Reading, Config] | None = None
) -> Side:
    """Give a side. Files that are the same in the reading `known` are taken from there."""
    if target.kind == "lock":
        locked = read_locked(target.what, lock_content(target.what))
        return Side(target.title, None, None, lambda: locked)
    if target.kind == "work tree":
        return _work_tree(target, session)
    if target.kind == "folder":
        config = session.configured(Path(target.what))
        reading = read_catalog(target.what, config=config, watch=session.progress.over)
        lock = partial(recorded, lock_path(config))
        return Side(target.title, reading.catalog(), config, lock, reading)
    try:
        return _Unpacking(target, session, refs.repository).side(known)
    except GitError as error:
        raise no_commits(error) from None


def catalog_at(ref: str, session: Session) -> Catalog:
    """Give the catalog of a commit, beside the one that the session has loaded."""
    refs = Refs(session)
    side = read_side(refs.named(ref), session, refs, (session.reading, session.config))
    return Catalog({}) if side.catalog is None else side.catalog


def _work_tree(target: Target, session: Session) -> Side:
    try:
        catalog = session.load(allow_empty=True)
    except Failed as end:
        if end.failure.code != "no-catalog":
            raise
        session.note(f"{target.title} has no catalog: {end.failure.message}")
        config = session.config
        return Side(target.title, Catalog({}), config, lambda: None)
    lock = partial(recorded, lock_path(session.config))
    return Side(target.title, catalog, session.config, lock, session.reading)


class _Unpacking:
    """The catalog of a commit, which is read from a folder that lasts as long as the session."""

    def __init__(self, target: Target, session: Session, repository: Repository) -> None:
        self.target = target
        self.commit = target.what
        self.session = session
        self.repository = repository
        self.here = os.path.realpath(os.getcwd())
        made = TemporaryDirectory(prefix="skills-", ignore_cleanup_errors=True)
        self.folder = os.path.realpath(session.lasting.enter_context(made))
        self.known: dict[str, FileContents] = {}

    def side(self, known: tuple[Reading, Config] | None) -> Side:
        """Give the side."""
        config = self.session.configured(content=self._content)
        roots = list(catalog_roots(self.session.common.catalog)) or list(config.catalog)
        near = find_catalog(is_folder=self._is_folder)
        same = known[0].contents if known and known[1].builtins == config.builtins else {}
        there = [root for root in roots or filter(None, [near]) if self._unpack(root, config, same)]
        lock = partial(self._locked, config)
        if not there:
            what = ", ".join(roots) or "a folder `catalogs`"
            self.session.note(f"{self.target.title} has no catalog: {what} is not in it")
            return Side(self.target.title, Catalog({}), config, lock)
        reading = read_catalog(
            *there,
            config=config,
            watch=self.session.progress.over,
            stand=self._stand,
            known=self.known,
        )
        return Side(self.target.title, reading.catalog(), config, lock, reading)

    def _inner(self, path: str) -> str | None:
        """Give a path from the root of the work tree, "" for that itself; None outside of it."""
        whole = os.path.normpath(os.path.join(self.here, path))
        inner = os.path.relpath(whole, self.repository.top).replace(os.sep, "/")
        if inner == ".." or inner.startswith("../"):
            return None
        return "" if inner == "." else inner

    def _stand(self, root: str) -> str:
        return os.path.realpath(os.path.join(self.folder, self._inner(root) or ""))

    def _content(self, file: Path) -> bytes | None:
        inner = self._inner(str(file))
        return content_of(file) if inner is None else self.repository.text(self.commit, inner)

    def _is_folder(self, folder: Path) -> bool:
        inner = self._inner(str(folder))
        return inner is not None and self.repository.is_folder(self.commit, inner)

    def _unpack(self, root: str, config: Config, same: Mapping[FileKey, FileContents]) -> bool:
        """Write what the commit has of a root; say whether it is there.

        Of files that are the `same` on the other side only the names are written.
        """
        path = self._inner(root)
        if path is None:
            message = f"{root} lies outside of the git work tree"
            raise usage(message, "compare folders instead: `skills diff BEFORE AFTER`")
        for _ in range(_LINKS):
            if not self.repository.is_folder(self.commit, path):
                return False
            blobs = self.repository.blobs(self.commit, path)
            for blob in blobs:
                if blob.is_module:
                    note = f"{self.target.title}: the submodule {blob.path} is not read"
                    self.session.note(note)
            self._take_known(root, path, blobs, same)
            unpack(self.repository, blobs, self.folder, self._wanted(config))
            if not (len(blobs) == 1 and blobs[0].path == path and blobs[0].is_link):
                return True
            path = self.repository.link(self.commit, path) or ""
        return False

    def _take_known(
        self, root: str, path: str, blobs: Sequence[Blob], same: Mapping[FileKey, FileContents]
    ) -> None:
        """Keep what the other side holds of files that are the same there."""
        start = len(path) + 1 if path else 0
        for blob in blobs:
            contents = same.get((root, blob.path[start:]))
            if contents and contents.file and _is_same(blob.oid, contents.file.text):
                self.known[os.path.join(self.folder, blob.path)] = contents

    def _wanted(self, config: Config) -> Callable[[Blob], bool]:
        """Give the question whether the content of a file matters and is not known."""
        suffixes = tuple(PurePosixPath(glob).suffix.lower() for glob in config.files)
        all_known = all(suffix[1:].isascii() and suffix[1:].isalnum() for suffix in suffixes)
        endings = (*suffixes, "/skill.md") if all_known else ("",)

        def is_wanted(blob: Blob) -> bool:
            ends = f"/{blob.path.lower()}".endswith(endings)
            return ends and os.path.join(self.folder, blob.path) not in self.known

        return is_wanted

    def _locked(self, config: Config) -> Mapping[str, SkillSnapshot] | None:
        file = lock_path(config)
        inner = self._inner(file)
        content = None if inner is None else self.repository.text(self.commit, inner)
        return None if content is None else read_locked(file, content)


def _is_same(oid: str, text: str) -> bool:
    """Say whether git would store a text under this id."""
    import hashlib

    content = text.encode("utf-8", "surrogatepass")
    algorithm = hashlib.sha1 if len(oid) == _SHA1 else hashlib.sha256
    return algorithm(b"blob %d\0" % len(content) + content).hexdigest() == oid
