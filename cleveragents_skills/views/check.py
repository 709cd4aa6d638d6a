"""The answer of `skills check`: what is wrong with a catalog."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Code, Diagnostic, Severity, is_error
from cleveragents_skills.report import Cell, Column, Report, Table
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def check_report(  # noqa: PLR0913 (what a gate can be told)
    catalog: Catalog,
    diagnostics: tuple[Diagnostic, ...],
    fail_on: str,
    *,
    quiet: bool = False,
    statistics: bool = False,
    known: Mapping[str, int] | None = None,
    fixed: int | None = None,
) -> Report:
    """Give the report of the findings; with `quiet` there is no closing line without any.

    With `statistics` it says how often each code was found, in place of the findings. `known` says
    where how many more are known, `fixed` how many were mended, if that was asked for.

    It fails if there is a finding of the severity `fail_on` or above; with `never` it does not.
    """
    skills = len(catalog) + len(catalog.broken)
    checked = f"{counted(skills, 'skill')} ({counted(len(catalog.files), 'file')})"
    errors = sum(map(is_error, diagnostics))
    warnings = len(diagnostics) - errors
    failing = {"error": errors, "warning": len(diagnostics), "never": 0}
    said = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    closing = f"{' and '.join(said) or 'no findings'} in {checked}"
    if catalog.broken:
        closing += f"; {counted(len(catalog.broken), 'skill')} not checked any further"
    for where, count in (known or {}).items():
        if count:
            closing += f"; {count:,} more {'is' if count == 1 else 'are'} {where}"
    if quiet and not diagnostics:
        closing = ""
    counts = _counts(diagnostics) if statistics else {}
    shown = () if statistics else diagnostics
    return Report(
        command="check",
        document=lambda: {
            "checked": {"files": len(catalog.files), "skills": skills},
            "diagnostics": diagnostics_shape(diagnostics),
            **({"statistics": _statistics_shape(counts)} if statistics else {}),
            **({} if fixed is None else {"fixed": fixed}),
        },
        blocks=(lambda: [_statistics_table(counts)]) if counts else tuple,
        names=lambda: dict.fromkeys(each.location.path for each in diagnostics if each.location),
        findings=shown,
        closing=closing,
        more=f"skills explain {min(shown, key=_warnings_last).code.id}" if shown else "",
        exit_code=1 if failing[fail_on] else 0,
        fail_on=fail_on,
        excerpt=catalog.excerpt,
    )


def _warnings_last(diagnostic: Diagnostic) -> bool:
    return not is_error(diagnostic)


def baseline_report(report: Report, file: str, written: int, left_out: int) -> Report:
    """Give the report that a baseline was written, from the one of what it must not hold."""
    closing = f"{counted(written, 'finding')} written to {file}"
    if left_out:
        closing += f"; {left_out:,} of SK0xx cannot be put off"
    return evolve(
        report,
        document=lambda: {**report.document(), "baseline": file, "written": written},
        closing=closing,
    )


def _counts(diagnostics: Iterable[Diagnostic]) -> Mapping[tuple[Code, Severity], int]:
    """Give how often each code was found, the most frequent first."""
    counts = Counter((each.code, each.severity) for each in diagnostics)
    return dict(sorted(counts.items(), key=lambda each: (-each[1], each[0][0].id)))


def _statistics_shape(counts: Mapping[tuple[Code, Severity], int]) -> list[dict[str, Any]]:
    return [
        {"code": code.id, "name": code.name, "severity": severity.value, "count": count}
        for (code, severity), count in counts.items()
    ]


def _statistics_table(counts: Mapping[tuple[Code, Severity], int]) -> Table:
    rows = [
        (Cell(f"{count:,}"), Cell(code.id), Cell(severity), Cell(code.name), Cell(code.summary))
        for (code, severity), count in counts.items()
    ]
    titles = (Column("count", right=True), Column("code"), Column("severity"), Column("name"))
    return Table((*titles, Column("meaning", words=True)), tuple(rows))
