"""What `skills check` writes beside its answer: `--output`, and the summary of a GitHub step."""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Callable, Sequence
from io import StringIO
from itertools import accumulate

from attrs import evolve

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.exits import DONE, USAGE
from cleveragents_skills.cli.formats import FORMATS
from cleveragents_skills.cli.session import Failed, Session, nowhere_else, usage
from cleveragents_skills.cli.targets import inputs, refuse_skill_file, refuse_target
from cleveragents_skills.diagnostics import is_error
from cleveragents_skills.report import Output, Report
from cleveragents_skills.reporters import ONE_DOCUMENT, render
from cleveragents_skills.reporters.escape import from_work_tree
from cleveragents_skills.writing import append_to_file, write_file

_LARGEST_SUMMARY = 1024 * 1024
"""The bytes that GitHub takes for the summary of one step."""
_HEADING = b"## skills check\n\n"
_CLOSING = 300
"""Room for how many rows are left out, and for the closing line."""
_COUNTS = ("text", "json", "markdown")
"""The formats that show how often each code was found."""


def beside(
    given: Sequence[str],
    session: Session,
    *,
    paths: Sequence[str],
    baseline: str | None,
    counts: bool,
) -> Callable[[Report], int]:
    """Give what writes a report wherever else it goes, and gives the exit code of doing so.

    None of that may be what a check of the paths reads. With `counts` the answer is how often each
    code was found, which not every format can show.
    """
    outputs = _outputs(given, FORMATS[session.command])
    if outputs:
        known = inputs(session, paths, baseline)
        for _, file in outputs:
            refuse_target("output", file, known, session)
    if counts:
        for name in (session.format, *(name for name, _ in outputs)):
            if name not in _COUNTS:
                hint = f"those that do: {', '.join(_COUNTS)}"
                raise usage(f"the format `{name}` does not show `--statistics`", hint)
    summary = os.environ.get("GITHUB_STEP_SUMMARY", "") if session.format == "github" else ""

    def write(report: Report) -> int:
        if summary:
            _append_summary(report, summary, session)
        # Each is written, whatever became of the one before.
        return max([DONE, *(_write(report, *each, session) for each in outputs)])

    return write


def refuse_skill_files(given: Sequence[str], session: Session, catalog: Catalog) -> None:
    """End the command, and write no output at all, if one is a file of the catalog."""
    try:
        for _, file in _outputs(given, FORMATS[session.command]):
            refuse_skill_file("output", file, catalog)
    except Failed:
        session.beside = nowhere_else
        raise


def _outputs(given: Sequence[str], formats: Sequence[str]) -> list[tuple[str, str]]:
    """Give the format and the file of each `FORMAT:FILE`."""
    outputs = []
    seen = set()
    for each in given:
        name, colon, file = each.partition(":")
        if not colon or not file:
            raise usage(f"`--output {each}` is no FORMAT:FILE", "such as `sarif:findings.sarif`")
        if name not in formats:
            raise usage(f"`check` has no format `{name}`", f"one of {', '.join(formats)}")
        if file == "-":
            hint = f"`--format {name}` writes there; `./-` names a file that is called so"
            raise usage("the output `-` is not standard output", hint)
        real = os.path.realpath(file)
        if real in seen:
            raise usage(f"two outputs name the same file: {file}")
        seen.add(real)
        outputs.append((name, file))
    return outputs


def _write(report: Report, name: str, file: str, session: Session) -> int:
    """Write one file whole or not at all; say so if it cannot be written."""
    try:
        write_file(file, _rendered(report, name, session.out))
    except OSError as error:
        session.out.stream.flush()
        session.note(f"error: cannot write {file}: {_reason(error, file)}")
        return USAGE
    return DONE


def _append_summary(report: Report, file: str, session: Session) -> None:
    """Append to the summary of the step; it is an extra, so the exit code does not depend on it."""
    try:
        used = os.path.getsize(file) if os.path.exists(file) else 0
        start = b"\n\n" if used else b""
        text = _summary(report, _LARGEST_SUMMARY - used - len(start), session.out)
        if text:
            append_to_file(file, start + text)
        elif report.closing:
            session.note("note: the summary of this step is full, so it does not have the findings")
    except OSError as error:
        reason = _reason(error, file)
        session.note(f"note: cannot write the summary of this step to {file}: {reason}")


def _summary(report: Report, room: int, out: Output) -> bytes:
    """Give the findings as Markdown with a heading, errors first, without what has no room."""
    room -= len(_HEADING)
    errors_first = sorted(report.findings, key=lambda each: not is_error(each))
    # As the annotations say it, wherever the step runs.
    findings = tuple(from_work_tree(each, out) for each in errors_first)
    report = evolve(report, findings=findings)
    whole = _rendered(report, "markdown", out)
    if len(whole) <= room:
        return _HEADING + whole if whole else b""
    # Two lines are the head of the table, and then each finding is one.
    sizes = [len(line) for line in whole.splitlines(keepends=True)]
    head = sum(sizes[:2])
    kept = bisect_right([*accumulate(sizes[2 : 2 + len(findings)])], room - head - _CLOSING)
    left = len(findings) - kept
    closing = f"{left:,} more {'is' if left == 1 else 'are'} not listed here: {report.closing}"
    text = _rendered(evolve(report, findings=findings[:kept], closing=closing), "markdown", out)
    return _HEADING + text if len(text) <= room else b""


def _rendered(report: Report, name: str, out: Output) -> bytes:
    """Give the report as a file has it: complete, without colour, as UTF-8."""
    if report.failure and name not in (*ONE_DOCUMENT, "github"):
        report = evolve(report, closing=f"error: {report.failure.message}")
    stream = StringIO()
    render(report, name, evolve(out, stream=stream, width=None, color=False, unicode=True))
    return stream.getvalue().encode("utf-8", "backslashreplace")


def _reason(error: OSError, file: str) -> str:
    folder = os.path.dirname(file)
    if folder and not os.path.exists(folder):
        return f"there is no folder {folder}"
    return (error.strerror or str(error)).lower()
