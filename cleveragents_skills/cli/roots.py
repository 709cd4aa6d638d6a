"""Which folders are the catalog, where the command line and the environment have a say."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cleveragents_skills.loading import Config
    from cleveragents_skills.views.settings import Setting


def catalog_roots(given: Sequence[str] | None) -> Sequence[str]:
    """Give the roots that `--catalog` or else `SKILLS_CATALOG` names; none: the config decides."""
    if given:
        return given
    return [root for root in os.environ.get("SKILLS_CATALOG", "").split(os.pathsep) if root]


def catalog_setting(given: Sequence[str] | None, config: Config) -> Setting:
    """Give the roots of the catalog and what names them; without a catalog there are none."""
    from cleveragents_skills.loading import find_catalog
    from cleveragents_skills.views.settings import Setting

    if given:
        return Setting("catalog", tuple(given), "option", "--catalog")
    roots = tuple(catalog_roots(given))
    if roots:
        return Setting("catalog", roots, "environment", "SKILLS_CATALOG")
    if config.catalog:
        return Setting("catalog", config.catalog, "config", config.file)
    found = find_catalog()
    return Setting("catalog", (found,) if found else ())
