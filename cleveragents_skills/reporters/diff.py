"""Diff: the lines of a diff and nothing else, as a program takes them that applies it."""

from __future__ import annotations

from cleveragents_skills.report import Listing, Output, Report


def render(report: Report, out: Output) -> None:
    """Write the listings as they are."""
    for block in report.blocks():
        if isinstance(block, Listing):
            out.stream.write(block.text + "\n")
