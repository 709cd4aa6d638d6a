"""Mermaid: the graph as a flowchart."""

from __future__ import annotations

from cleveragents_skills.report import Graph, Output, Report
from cleveragents_skills.reporters.flowchart import flowchart


def render(report: Report, out: Output) -> None:
    """Write the flowchart."""
    for block in report.blocks():
        if isinstance(block, Graph):
            out.stream.write(flowchart(block) + "\n")
