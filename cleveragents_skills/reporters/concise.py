"""Concise: one finding a line, as `file:line:column: CODE message`."""

from __future__ import annotations

from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import one_line, visible
from cleveragents_skills.reporters.wrapping import broken

_HANGING = 4
"""How far the further lines of a finding are set in on a terminal that is narrower than it."""


def render(report: Report, out: Output) -> None:
    """Write the findings, then the closing line."""
    for finding in report.findings:
        out.stream.write(broken(one_line(finding), out.width, _HANGING) + "\n")
    if report.closing:
        out.stream.write(broken(visible(report.closing), out.width) + "\n")
