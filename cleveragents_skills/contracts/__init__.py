"""Contracts: what a team's config says that skills may give, held against what they do."""

from __future__ import annotations

from cleveragents_skills.contracts import broken, idle

PARTS = (broken, idle)
"""The modules, each with a docstring that explains its `CODE`."""

__all__ = ["PARTS"]
