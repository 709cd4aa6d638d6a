"""The answer of `skills explain`: what codes mean, and how to mend what they are about."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.report import Block, Cell, Column, Headline, Page, Report, Table
from cleveragents_skills.views.shapes import diagnostics_shape

_COLUMNS = (Column("code"), Column("severity"), Column("name"), Column("meaning", words=True))


def explain_report(
    codes: Sequence[Code], page: Callable[[Code], str], *, whole: bool = False
) -> Report:
    """Give the report of these codes: a table, or with `whole` the page of each."""
    return Report(
        command="explain",
        document=lambda: {
            "codes": [_shape(code, page(code)) for code in codes],
            "diagnostics": diagnostics_shape(()),
        },
        blocks=lambda: _pages(codes, page) if whole else [_table(codes)],
        names=lambda: [code.id for code in codes],
        page=page,
    )


def _shape(code: Code, page: str) -> dict[str, Any]:
    return {
        "code": code.id,
        "name": code.name,
        "severity": code.severity.value,
        "on": code.on,
        "summary": code.summary,
        "page": page,
    }


def _pages(codes: Sequence[Code], page: Callable[[Code], str]) -> list[Block]:
    blocks: list[Block] = []
    for code in codes:
        off = "" if code.on else ", off unless its full id is selected"
        blocks += [Headline(code.id, f" {code.name}: {code.severity}{off}"), Page(page(code))]
    return blocks


def _table(codes: Sequence[Code]) -> Table:
    rows = [
        (
            Cell(code.id, "strong"),
            Cell(code.severity) if code.on else Cell("off", "faint"),
            Cell(code.name),
            Cell(code.summary),
        )
        for code in codes
    ]
    return Table(_COLUMNS, tuple(rows))
