"""Concise: one finding a line, as `file:line:column: CODE message`."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import spot, visible


def render(report: Report, out: Output) -> None:
    """Write the findings, then the closing line."""
    for finding in report.findings:
        out.stream.write(line(finding) + "\n")
    if report.closing:
        out.stream.write(visible(report.closing) + "\n")


def line(finding: Diagnostic) -> str:
    """Give a finding on one line."""
    place = spot(finding.location)
    return f"{place + ': ' if place else ''}{finding.code.id} {visible(finding.message)}"
