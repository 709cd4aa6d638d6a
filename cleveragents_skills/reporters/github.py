"""GitHub: workflow commands that become annotations of a pull request, errors first."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Diagnostic, is_error
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import in_work_tree, visible


def render(report: Report, out: Output) -> None:
    """Write one command for each finding, or for the failure, then the closing line."""
    if report.failure:
        failure = report.failure
        text = _data(_message(failure.message, failure.hint))
        out.stream.write(f"::error title={_property(failure.code)}::{text}\n")
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
    return f"::{finding.severity} {said}::{_data(_message(finding.message, finding.hint))}"


def _message(message: str, hint: str | None) -> str:
    """Give a message with its hint as a sentence on the next line."""
    return visible(message) + (f"\n{visible(hint[:1].upper() + hint[1:])}" if hint else "")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
