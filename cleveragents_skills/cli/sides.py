"""The two sides of a comparison, read: a commit, a folder, a lock, or the work tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
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
from cleveragents_skills.git import GitError, Repository
from cleveragents_skills.loading import Config, find_catalog
from cleveragents_skills.loading.config import content_of
from cleveragents_skills.loading.reader import Reading, read_catalog
from cleveragents_skills.snapshot import SkillSnapshot

_LINKS = 8
"""So many links in a row may lead to the folder of a catalog."""


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

    def side(self, known: tuple[Reading, Config] | None) -> Side:
        """Give the side."""
        config = self.session.configured(content=self._content)
        roots = list(catalog_roots(self.session.common.catalog)) or list(config.catalog)
        found = find_catalog(is_folder=self._is_folder)
        there = [root for root in roots or filter(None, [found]) if self._unpack(root, config)]
        lock = partial(self._locked, config)
        if not there:
            what = ", ".join(roots) or "a folder `catalogs`"
            self.session.note(f"{self.target.title} has no catalog: {what} is not in it")
            return Side(self.target.title, Catalog({}), config, lock)
        same = known[0] if known and known[1].builtins == config.builtins else None
        reading = read_catalog(
            *there, config=config, watch=self.session.progress.over, stand=self._stand, known=same
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

    def _unpack(self, root: str, config: Config) -> bool:
        """Write what the commit has of a root; say whether it is there."""
        path = self._inner(root)
        if path is None:
            message = f"{root} lies outside of the git work tree"
            raise usage(
                message, "commits hold catalogs of their work tree; compare folders instead"
            )
        wanted = _wanted(config)
        for _ in range(_LINKS):
            if not self.repository.is_folder(self.commit, path):
                return False
            modules = self.repository.unpack(self.commit, path, self.folder, wanted)
            for module in modules:
                self.session.note(f"{self.target.title}: the submodule {module} is not read")
            linked = self.repository.link(self.commit, path)
            if linked is None:
                return True
            path = linked
        return False

    def _locked(self, config: Config) -> Mapping[str, SkillSnapshot] | None:
        file = lock_path(config)
        inner = self._inner(file)
        content = None if inner is None else self.repository.text(self.commit, inner)
        return None if content is None else read_locked(file, content)


def _wanted(config: Config) -> Callable[[str], bool]:
    """Give the question whether the content of a file may matter: it is a skill file, or assets."""
    suffixes = tuple(PurePosixPath(glob).suffix.lower() for glob in config.files)
    known = all(suffix and suffix.isascii() and suffix[1:].isalnum() for suffix in suffixes)
    endings = (*suffixes, "/skill.md") if known else ("",)
    return lambda path: f"/{path.lower()}".endswith(endings)
