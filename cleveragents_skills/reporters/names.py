"""Names: one a line, for the shell."""

from __future__ import annotations

from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import visible


def render(report: Report, out: Output) -> None:
    """Write each name on a line of its own."""
    for name in report.names():
        out.stream.write(visible(name) + "\n")
