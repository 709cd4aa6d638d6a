"""Mending what `skills check` finds, in the bytes of the files, where that is sure to be safe."""

from __future__ import annotations

from cleveragents_skills.editing.edits import CODES
from cleveragents_skills.editing.mending import Mended, Refused, mend
from cleveragents_skills.editing.storing import NotStored, changes, store

__all__ = ["CODES", "Mended", "NotStored", "Refused", "changes", "mend", "store"]
