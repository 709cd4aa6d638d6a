"""Concise: one finding a line, as `file:line:column: CODE message`."""

from __future__ import annotations

from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import one_line, visible


def render(report: Report, out: Output) -> None:
    """Write the findings, then the closing line."""
    for finding in report.findings:
        out.stream.write(one_line(finding) + "\n")
    if report.closing:
        out.stream.write(visible(report.closing) + "\n")
