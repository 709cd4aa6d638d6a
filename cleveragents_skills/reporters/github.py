"""GitHub: workflow commands that become annotations of a pull request, errors first.

GitHub shows ten annotations of a kind a step, and says nothing of the others. Those are lines of
the log here, and counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cleveragents_skills.diagnostics import Diagnostic, Severity, is_error
from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import (
    from_work_tree,
    in_work_tree,
    no_command,
    one_line,
    visible,
    with_hint,
)

_SHOWN = 10
"""How many annotations of a kind GitHub shows for one step."""


def render(report: Report, out: Output) -> None:
    """Write the failure and the findings as commands, what is too many as lines, then the end."""
    shown: Counter[Severity] = Counter()
    lines = []
    if report.failure:
        failure = report.failure
        text = _data(with_hint(failure.message, failure.hint, "\n"))
        lines.append(f"::error title={_property(failure.code)}::{text}")
        shown[Severity.ERROR] += 1
    left = []
    for finding in sorted(report.findings, key=lambda each: not is_error(each)):
        if shown[finding.severity] < _SHOWN:
            shown[finding.severity] += 1
            lines.append(_command(finding, out))
        else:
            left.append(finding)
    if left:
        lines.append(_left_out(left))
        lines += [no_command(one_line(from_work_tree(each, out))) for each in left]
    if report.closing:
        lines.append(no_command(visible(report.closing)))
    out.stream.writelines(line + "\n" for line in lines)


def _left_out(findings: Iterable[Diagnostic]) -> str:
    """Give how many findings there are beyond those that GitHub shows."""
    counts = Counter(each.severity for each in findings)
    said = [
        f"{counts[kind]:,} more {kind}{'' if counts[kind] == 1 else 's'}"
        for kind in Severity
        if counts[kind]
    ]
    are = "is" if counts.total() == 1 else "are"
    return f"{' and '.join(said)} {are} not annotated (GitHub shows {_SHOWN} of a kind a step)"


def _command(finding: Diagnostic, out: Output) -> str:
    fields = {"title": f"{finding.code.id} {finding.code.name}"}
    place = finding.location
    if place is not None:
        fields = {"file": visible(in_work_tree(place, out))} | fields
        if place.line is not None:
            fields |= {"line": str(place.line), "col": str(place.column)}
    said = ",".join(f"{name}={_property(value)}" for name, value in fields.items())
    text = _data(with_hint(finding.message, finding.hint, "\n"))
    return f"::{finding.severity} {said}::{text}"


def _data(text: str) -> str:
    # A token that an escape of GitHub stands before has no longer the shape of one.
    shown = mask_tokens(text)
    return shown.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
