"""Commits, read through the installed git: which there are, and what stands in them.

Only commands that look are run: none touches the index or the work tree, runs a hook or a filter,
or asks a server.
"""

from __future__ import annotations

from cleveragents_skills.git.repository import GitError, Object, Repository
from cleveragents_skills.git.tree import Entry, Tree, Way
from cleveragents_skills.git.unpacking import unpack

__all__ = ["Entry", "GitError", "Object", "Repository", "Tree", "Way", "unpack"]
