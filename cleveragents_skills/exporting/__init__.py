"""Exporting: what a skill gives, as the files of other programs say it."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cleveragents_skills.exporting.exported import Export
    from cleveragents_skills.resolution import Resolution

TARGETS: Mapping[str, str] = {
    "claude-settings": "claude_settings",
    "claude-agent": "claude_agent",
    "vscode-toolset": "vscode_toolset",
    "mcp-json": "mcp_json",
}
"""Each target with its module, which has a function `export`."""


def export(resolution: Resolution, target: str, *, ascii_only: bool = False) -> Export:
    """Give the file of a target for a skill, and what could not be said in it.

    No secret is in it. With `ascii_only` it is written for a stream that has nothing else.
    """
    module = import_module(f"{__name__}.{TARGETS[target]}")
    exported: Export = module.export(resolution, ascii_only=ascii_only)
    return exported
