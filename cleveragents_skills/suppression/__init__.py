"""What keeps known findings quiet: comments in skill files, and a baseline."""

from __future__ import annotations

from cleveragents_skills.suppression import stale_baseline, unused_ignore
from cleveragents_skills.suppression.stale_baseline import Baseline, without_baseline
from cleveragents_skills.suppression.unused_ignore import (
    IgnoreComment,
    Mistake,
    unused_ignores,
    without_ignored,
)

PARTS = (unused_ignore, stale_baseline)
"""The modules, each with a docstring that explains its `CODE`."""

__all__ = [
    "PARTS",
    "Baseline",
    "IgnoreComment",
    "Mistake",
    "unused_ignores",
    "without_baseline",
    "without_ignored",
]
