"""The two sides of a comparison, read: a commit, a folder, a lock, or the work tree."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from attrs import evolve

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.bases import Refs, Target
from cleveragents_skills.cli.committed import ANY_CATALOG, Committed
from cleveragents_skills.cli.locking import content_of as lock_content
from cleveragents_skills.cli.locking import lock_path, read_locked, recorded
from cleveragents_skills.cli.roots import catalog_roots
from cleveragents_skills.cli.session import Failed, Session, usage
from cleveragents_skills.folders import work_tree
from cleveragents_skills.git import GitError
from cleveragents_skills.loading import Config
from cleveragents_skills.loading.reader import Reading, read_catalog, root_name
from cleveragents_skills.lock import LOCK_FILE
from cleveragents_skills.snapshot import SkillSnapshot


class Side(NamedTuple):
    """One side. A lock has no catalog and no config, and the skills as they were `locked`.

    Otherwise `locked` gives what the lock of this side records, None without one. `absent` names
    the roots that are not there; where none is, the catalog is empty and has no `reading`.
    """

    title: str
    catalog: Catalog | None
    config: Config | None
    locked: Callable[[], Mapping[str, SkillSnapshot] | None]
    reading: Reading | None = None
    absent: Sequence[str] = ()


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
        return _folder(target, session)
    return _told_of(target, partial(_commit, target, session, refs, known))


def catalog_at(ref: str, session: Session) -> Catalog:
    """Give the catalog of a commit, beside the one that the session has loaded."""
    refs = Refs(session)
    side = read_side(refs.named(ref), session, refs, (session.reading, session.config))
    return Catalog({}) if side.catalog is None else side.catalog


def _work_tree(target: Target, session: Session) -> Side:
    """Give the catalog as it is now, of which some roots, or all, may be gone."""
    config = session.configured()
    named = list(catalog_roots(session.common.catalog)) or list(config.catalog)
    there = [root for root in named if os.path.isdir(root)]
    lock = partial(recorded, lock_path(config))
    try:
        catalog = session.load(there or named or None, allow_empty=True)
    except Failed as end:
        if end.failure.code != "no-catalog":
            raise
        session.note(f"{target.title} has no catalog: {end.failure.message}")
        return Side(target.title, Catalog({}), config, lock, absent=named or [ANY_CATALOG])
    absent = [root_name(root) for root in named if root not in there]
    for root in absent:
        session.note(f"{target.title} has no folder {root}")
    return Side(target.title, catalog, session.config, lock, session.reading, absent)


def _folder(target: Target, session: Session) -> Side:
    config = session.configured(Path(target.what))
    reading = read_catalog(target.what, config=config, watch=session.progress.over)
    # The lock of another work tree is there, and not here.
    lock = os.path.join(work_tree(Path(os.path.realpath(target.what))), LOCK_FILE)
    lock = lock_path(config) if config.file else lock
    return Side(target.title, reading.catalog(), config, partial(recorded, lock), reading)


def _commit(
    target: Target, session: Session, refs: Refs, known: tuple[Reading, Config] | None
) -> Side:
    here = Committed(target, session, refs.repository)
    config = here.config()
    lock = partial(_told_of, target, partial(here.locked, config))
    reading, absent = here.read(config, known)
    catalog = Catalog({}) if reading is None else reading.catalog()
    return Side(target.title, catalog, config, lock, reading, absent)


_T = TypeVar("_T")


def _told_of(target: Target, answer: Callable[[], _T]) -> _T:
    """Give an answer about a commit; why there is none is told with the commit's name."""
    try:
        return answer()
    except GitError as error:
        failure = usage(str(error), error.hint).failure
    except Failed as end:
        failure = end.failure
    raise Failed(evolve(failure, message=f"{target.title}: {failure.message}")) from None
