"""The command `skills`: parse, call, report, exit. Nothing else exits or reads the environment."""

from __future__ import annotations

from cleveragents_skills.cli.main import main

__all__ = ["main"]
