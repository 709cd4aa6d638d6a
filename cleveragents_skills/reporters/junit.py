"""JUnit: one test case for each file with findings, for the test report of a build."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from xml.etree import ElementTree as ET

from cleveragents_skills.diagnostics import Diagnostic, is_error
from cleveragents_skills.report import Failure, Output, Report
from cleveragents_skills.reporters.escape import in_work_tree, visible, with_hint

_SUITE = "skills check"
_NO_FILE = "catalog"
"""The name of the test case of what belongs to no file."""


def render(report: Report, out: Output) -> None:
    """Write one suite; when nothing is wrong it has one test case, which passes."""
    suite = ET.Element("testsuite", name=_SUITE)
    if report.failure:
        _add_error(suite, report.failure)
    for path, findings in _by_file(report.findings, out).items():
        _add_findings(suite, path, findings, warnings_fail=report.fail_on == "warning")
    if not len(suite):
        _add_case(suite, None)
    for count, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        suite.set(count, str(sum(1 for _ in suite.iter(tag))))
    suite.set("skipped", "0")
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    encoding = "utf-8" if out.unicode else "us-ascii"
    text = ET.tostring(root, encoding=encoding, xml_declaration=True).decode(encoding)
    out.stream.write(text + "\n")


def _by_file(findings: Iterable[Diagnostic], out: Output) -> dict[str | None, list[Diagnostic]]:
    files: dict[str | None, list[Diagnostic]] = {}
    for finding in findings:
        place = finding.location
        path = visible(in_work_tree(place, out)) if place else None
        files.setdefault(path, []).append(finding)
    return files


def _add_case(suite: ET.Element, path: str | None) -> ET.Element:
    case = ET.SubElement(suite, "testcase", classname=_SUITE, name=path or _NO_FILE)
    if path:
        case.set("file", path)
    return case


def _add_error(suite: ET.Element, failure: Failure) -> None:
    error = ET.SubElement(_add_case(suite, None), "error", type=failure.code)
    error.set("message", visible(failure.message))
    error.text = with_hint(failure.message, failure.hint)


def _add_findings(
    suite: ET.Element, path: str | None, findings: Sequence[Diagnostic], *, warnings_fail: bool
) -> None:
    """Add the test case of a file: one failure with all that fails it, the rest as its output.

    Readers show the first failure of a test case and drop the others, so there is only one.
    """
    case = _add_case(suite, path)
    failing = [each for each in findings if warnings_fail or is_error(each)]
    others = [each for each in findings if not (warnings_fail or is_error(each))]
    if failing:
        first, *more = failing
        said = f"{first.code.id} {visible(first.message)}"
        failure = ET.SubElement(case, "failure", type=first.code.name)
        failure.set("message", said + (f" (and {len(more):,} more)" if more else ""))
        failure.text = _lines(path, failing)
    if others:
        ET.SubElement(case, "system-out").text = _lines(path, others)


def _lines(path: str | None, findings: Iterable[Diagnostic]) -> str:
    return "\n".join(_line(path, each) for each in findings)


def _line(path: str | None, finding: Diagnostic) -> str:
    place = finding.location
    spot = path or ""
    if place and place.line is not None:
        spot += f":{place.line}:{place.column}"
    said = f"{finding.severity} {finding.code.id} {with_hint(finding.message, finding.hint)}"
    return f"{spot}: {said}" if spot else said
