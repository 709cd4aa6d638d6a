"""JSON: one document, its field names a promise, its order stable."""

from __future__ import annotations

import json

from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters.escape import json_escaped

SCHEMA_VERSION = 1


def render(report: Report, out: Output) -> None:
    """Write the document on several lines; what a terminal could misread is escaped."""
    head = {} if report.bare else {"schema_version": SCHEMA_VERSION, "command": report.command}
    document = {**head, **report.document()}
    text = json.dumps(document, ensure_ascii=not out.unicode, indent=2, allow_nan=False)
    out.stream.write(json_escaped(text) + "\n")
