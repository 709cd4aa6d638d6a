"""`python -m cleveragents_skills` is the command `skills`."""

from __future__ import annotations

from cleveragents_skills.cli import main

main()
