"""GitLab: a Code Quality report, which is shown in a merge request."""

from __future__ import annotations

import json
from typing import Any

from cleveragents_skills.diagnostics import Diagnostic, Location, is_error
from cleveragents_skills.report import Failure, Output, Report
from cleveragents_skills.reporters.escape import in_work_tree, json_escaped, visible, with_hint


def render(report: Report, out: Output) -> None:
    """Write one entry for each finding; without an answer, one that blocks and says why."""
    entries = [_failure(report.failure, out)] if report.failure else []
    entries += [_entry(each, out) for each in report.findings]
    text = json.dumps(entries, ensure_ascii=not out.unicode, indent=2)
    out.stream.write(json_escaped(text) + "\n")


def _entry(finding: Diagnostic, out: Output) -> dict[str, Any]:
    return {
        "description": with_hint(finding.message, finding.hint),
        "check_name": finding.code.id,
        "fingerprint": finding.fingerprint,
        "severity": "major" if is_error(finding) else "minor",
        "location": _location(finding.location, out),
    }


def _failure(failure: Failure, out: Output) -> dict[str, Any]:
    """Give the entry of a failure: an empty report would say that all is well."""
    from hashlib import sha256  # noqa: PLC0415 (it loads a library of its own)

    content = f"{failure.code}\0{failure.message}".encode("utf-8", "surrogatepass")
    return {
        "description": with_hint(failure.message, failure.hint),
        "check_name": failure.code,
        "fingerprint": sha256(content).hexdigest()[:16],
        "severity": "blocker",
        "location": _location(failure.location, out),
    }


def _location(location: Location | None, out: Output) -> dict[str, Any]:
    """Give a place; GitLab wants a file and a line, so a whole file is its first line."""
    path = visible(in_work_tree(location, out)) if location else "."
    return {"path": path, "lines": {"begin": (location and location.line) or 1}}
