"""Tables in text: whatever the width of a terminal, nothing of them is lost."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest

from cleveragents_skills import load_catalog
from cleveragents_skills.report import Cell, Column, Output, Report, Table
from cleveragents_skills.reporters import render
from cleveragents_skills.views.resolve import resolve_report
from cleveragents_skills.views.show import show_report
from cleveragents_skills.views.summary import SummaryAnswer, summary_report

CATALOG = load_catalog(Path(__file__).parent.parent / "catalogs", config=False)
WIDTHS = (10, 20, 33, 40, 60, 72, 79, 80, 81, 100)


def text(report: Report, width: int | None) -> str:
    out = io.StringIO()
    render(report, "text", Output(out, width))
    return out.getvalue()


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CATALOG)
def test_a_skill_as_written_is_complete(name: str, width: int) -> None:
    report = show_report(CATALOG[name], CATALOG.included_by(name), ())

    expected = "".join(text(report, None).split())
    actual = "".join(text(report, width).split())
    assert expected == actual


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CATALOG)
def test_every_word_of_a_resolution_and_a_summary_is_there(name: str, width: int) -> None:
    resolution = CATALOG.resolve(name)
    for report in (
        resolve_report(resolution, ()),
        summary_report([SummaryAnswer(name, resolution)], (), 0),
    ):
        expected = Counter("".join(text(report, None).split()))
        actual = Counter("".join(text(report, width).split()))
        # The titles of columns that moved below their rows are not needed.
        assert expected - actual - Counter("kind" + "from") == Counter()


@pytest.mark.parametrize("width", WIDTHS)
def test_a_name_never_breaks(width: int) -> None:
    name = "a-name-that-is-rather-long-for-a-terminal"
    rows = ((Cell("first"), Cell(name), Cell("words that may well be wrapped here")),)
    table = Table((Column("one"), Column("two"), Column("three", words=True)), rows)

    lines = text(Report("list", dict, blocks=lambda: [table]), width).splitlines()

    assert sum(name in line for line in lines) == 1
