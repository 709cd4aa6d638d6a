"""Which folder is the catalog, where nothing names one."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from cleveragents_skills.folders import shown, upward, work_tree
from cleveragents_skills.loading.files import MANIFESTS

CATALOG_FOLDER = "catalogs"
PLAIN_FOLDER = "skills"


def has_manifests(folder: Path) -> bool:
    """Say whether a folder, or one in it, has a `SKILL.md`."""
    try:
        with os.scandir(folder) as entries:
            inner = [entry.path for entry in entries if not entry.name.startswith(".")]
    except OSError:
        return False
    near = (os.fspath(folder), *inner)
    return any(os.path.isfile(os.path.join(each, name)) for each in near for name in MANIFESTS)


def find_catalog(
    start: Path | None = None,
    is_folder: Callable[[Path], bool] = Path.is_dir,
    has_manifests: Callable[[Path], bool] = has_manifests,
    real: Callable[[Path], str] = os.path.realpath,
) -> str | None:
    """Give the nearest folder `catalogs` upward, no further than the git work tree.

    Without one it is the folder `skills` at the root of the work tree, or that root, if there are
    folders with a `SKILL.md` in it.
    """
    for folder in upward(start):
        if is_folder(folder / CATALOG_FOLDER):
            return shown(folder / CATALOG_FOLDER, real)
        if os.path.exists(folder / ".git"):
            break
    root = work_tree(upward(start)[0])
    plain = next(filter(has_manifests, (root / PLAIN_FOLDER, root)), None)
    return None if plain is None else shown(plain, real)
