"""Which folders are the catalog, where the command line and the environment have a say."""

from __future__ import annotations

import os
from collections.abc import Sequence


def catalog_roots(given: Sequence[str] | None) -> Sequence[str]:
    """Give the roots that `--catalog` or else `SKILLS_CATALOG` names; none: the config decides."""
    if given:
        return given
    return [root for root in os.environ.get("SKILLS_CATALOG", "").split(os.pathsep) if root]
