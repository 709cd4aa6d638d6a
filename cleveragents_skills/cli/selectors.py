"""Skills named by selectors: names, and globs such as `team/*`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cleveragents_skills.cli.exits import USAGE

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog


def selected_names(selectors: Sequence[str], catalog: Catalog) -> set[str]:
    """Give the names, broken skills included, that some selector fits; one without ends it."""
    from fnmatch import fnmatchcase

    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.naming import did_you_mean, full_name
    from cleveragents_skills.report import Failure

    chosen: set[str] = set()
    for selector in selectors:
        pattern = full_name(selector)
        matched = {name for name in (*catalog, *catalog.broken) if fnmatchcase(name, pattern)}
        if not matched:
            hint = did_you_mean(pattern, [*catalog, *catalog.broken])
            message = f"no skill matches `{selector}` in {', '.join(catalog.roots)}"
            raise Failed(Failure("unknown-skill", message, USAGE, hint))
        chosen |= matched
    return chosen
