"""SARIF 2.1.0: one run, for code scanning and the viewers of editors."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from cleveragents_skills.diagnostics import Code, Diagnostic, Location
from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.report import Failure, Output, Report
from cleveragents_skills.reporters.escape import in_work_tree, json_escaped, visible, with_hint

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_ROOT = "SRCROOT"
_FINGERPRINT = "cleveragentsSkills/v1"

Json = dict[str, Any]


def render(report: Report, out: Output) -> None:
    """Write the document; one about a failure has it as a notification of the run."""
    codes = sorted({each.code.id: each.code for each in report.findings}.items())
    numbers = {name: number for number, (name, _) in enumerate(codes)}
    run = {
        "tool": {"driver": _driver([_rule(code, report) for _, code in codes])},
        "invocations": [_invocation(report.failure)],
        # Where the root lies is known to whoever checked it out, and to nobody else.
        "originalUriBaseIds": {_ROOT: {"description": _text("The root of the git work tree.")}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(each, numbers, out) for each in report.findings],
    }
    document = {"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}
    text = json.dumps(document, ensure_ascii=not out.unicode, indent=2)
    out.stream.write(json_escaped(text) + "\n")


def _driver(rules: list[Json]) -> Json:
    from importlib.metadata import version  # noqa: PLC0415 (it loads much, for one number)

    number = version("cleveragents-skills")
    driver = {"name": "cleveragents-skills", "version": number}
    if re.fullmatch(r"\d+\.\d+\.\d+", number):
        driver["semanticVersion"] = number
    return {**driver, "rules": rules}


def _rule(code: Code, report: Report) -> Json:
    page = report.page(code).strip()
    help_text = {"text": page, "markdown": page} if page else {"text": code.summary}
    return {
        "id": code.id,
        "name": "".join(word.capitalize() for word in code.name.split("-")),
        "shortDescription": {"text": code.summary},
        "fullDescription": {"text": _first_paragraph(page) or code.summary},
        "help": help_text,
        "defaultConfiguration": {"level": code.severity.value},
    }


def _first_paragraph(page: str) -> str:
    """Give the first paragraph of a page that is no heading, on one line."""
    paragraphs = (" ".join(each.split()) for each in page.split("\n\n"))
    return next((each for each in paragraphs if each and not each.startswith("#")), "")


def _invocation(failure: Failure | None) -> Json:
    if failure is None:
        return {"executionSuccessful": True}
    notification = {
        "level": "error",
        "message": _text(with_hint(failure.message, failure.hint)),
        "descriptor": {"id": failure.code},
    }
    return {"executionSuccessful": False, "toolExecutionNotifications": [notification]}


def _result(finding: Diagnostic, numbers: Mapping[str, int], out: Output) -> Json:
    result = {
        "ruleId": finding.code.id,
        "ruleIndex": numbers[finding.code.id],
        "level": finding.severity.value,
        "message": _text(with_hint(finding.message, finding.hint)),
        "partialFingerprints": {_FINGERPRINT: finding.fingerprint},
    }
    if finding.location:
        result["locations"] = [_place(finding.location, out)]
    related = [_spot(each.message, each.location, out) for each in finding.related]
    if related:
        result["relatedLocations"] = [{"id": i, **each} for i, each in enumerate(related)]
    if finding.cycle:
        steps = [{"location": each} for each in related]
        result["codeFlows"] = [{"threadFlows": [{"locations": steps}]}]
    return result


def _spot(message: str, location: Location | None, out: Output) -> Json:
    return {**(_place(location, out) if location else {}), "message": _text(visible(message))}


def _place(location: Location, out: Output) -> Json:
    # A file name may be bytes that are no text; they are what the address has to hold.
    path = os.fsencode(mask_tokens(in_work_tree(location, out)))
    place: Json = {"artifactLocation": {"uri": quote(path, safe="/*"), "uriBaseId": _ROOT}}
    if location.line is not None:
        column = location.column or 1
        place["region"] = {
            "startLine": location.line,
            "startColumn": column,
            "endColumn": column + max(location.width, 1),
        }
    return {"physicalLocation": place}


def _text(text: str) -> Json:
    """Give a message in which nothing is a link or a gap to fill."""
    text = re.sub(r"\{(\d+)\}", r"{{\1}}", text)
    return {"text": text.replace("](", "\\](")}
