"""GitHub: workflow commands that become annotations of a pull request, errors first."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Diagnostic, is_error
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import in_work_tree, visible


def render(report: Report, out: Output) -> None:
    """Write one command for each finding, or for the failure, then the closing line."""
    if report.failure:
        failure = report.failure
        hint = f"\n{failure.hint}" if failure.hint else ""
        text = "\n".join(map(visible, (failure.message + hint).split("\n")))
        out.stream.write(f"::error title={_property(failure.code)}::{_data(text)}\n")
    for finding in sorted(report.findings, key=lambda each: not is_error(each)):
        out.stream.write(_command(finding, out) + "\n")
    if report.closing:
        out.stream.write(report.closing + "\n")


def _command(finding: Diagnostic, out: Output) -> str:
    fields = {"title": f"{finding.code.id} {finding.code.name}"}
    place = finding.location
    if place is not None:
        fields = {"file": visible(in_work_tree(place, out))} | fields
        if place.line is not None:
            fields |= {"line": str(place.line), "col": str(place.column)}
    said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    hint = f"\n{finding.hint[:1].upper()}{finding.hint[1:]}" if finding.hint else ""
    message = "\n".join(visible(line) for line in (finding.message + hint).split("\n"))
    return f"::{finding.severity} {said}::{_data(message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
