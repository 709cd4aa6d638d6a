"""Tables in text: whatever the width of a terminal, nothing of them is lost."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path

import pytest
from command import terminal
from writing import agent_skill, write

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
    report = show_report(CATALOG[name], CATALOG, ())

    expected = "".join(text(report, None).split())
    actual = "".join(text(report, width).split())
    assert expected == actual


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("name", CATALOG)
def test_every_word_of_a_resolution_and_a_summary_is_there(name: str, width: int) -> None:
    resolution = CATALOG.resolve(name)
    for report in (
        resolve_report(resolution, ()),
        summary_report([SummaryAnswer(name, resolution)], CATALOG, (), 0),
    ):
        expected = Counter("".join(text(report, None).split()))
        actual = Counter("".join(text(report, width).split()))
        # The titles of columns that moved below their rows are not needed.
        assert expected - actual - Counter("kind" + "from") == Counter()


@pytest.mark.parametrize("width", WIDTHS[2:])
@pytest.mark.parametrize("name", CATALOG)
def test_a_line_that_does_not_fit_is_a_single_word(name: str, width: int) -> None:
    resolution = CATALOG.resolve(name)
    for report in (
        show_report(CATALOG[name], CATALOG, ()),
        summary_report([SummaryAnswer(name, resolution)], CATALOG, (), 0),
    ):
        too_wide = [line for line in text(report, width).splitlines() if len(line) > width]
        assert [line for line in too_wide if len(line.split()) > 1] == []


@pytest.mark.parametrize("width", WIDTHS)
def test_a_name_never_breaks(width: int) -> None:
    name = "a-name-that-is-rather-long-for-a-terminal"
    rows = ((Cell("first"), Cell(name), Cell("words that may well be wrapped here")),)
    table = Table((Column("one"), Column("two"), Column("three", words=True)), rows)

    lines = text(Report("list", dict, blocks=lambda: [table]), width).splitlines()

    assert sum(name in line for line in lines) == 1


POWERS = {
    "top.yaml": """
        name: team/top
        tools:
          - name: deploy/production
            writes: true
            destructive: true
            unsafe: true
            human_approval_required: true
            side_effects: [traffic]
          - {name: registry/publish_package, writes: true, side_effects: [traffic]}
          - not_declared_and_with_a_name_that_is_long
        agent_skills: [skills/how-to-write-notes-on-a-release]
        """,
    "skills/how-to-write-notes-on-a-release/SKILL.md": agent_skill(
        "how-to-write-notes-on-a-release"
    ),
}
SHOWN = {
    80: """\
team/top                                                       catalogs/top.yaml
  Tools         4
    read-only   0
    write       2  deploy/production         only by override, destructive,
                                             unsafe, asks for approval
                   registry/publish_package  only by override
    unknown     2  not declared, so not counted as safe:
                   not_declared_and_with_a_name_that_is_long
                   agent_skill:skills/how-to-write-notes-on-a-release
  Side effects  1  traffic                   `deploy/production`,
                                             `registry/publish_package`
  MCP servers   0
  Agent skills  1  catalogs/skills/how-to-write-notes-on-a-release
                     sandbox: not said
                                             name:
                                             how-to-write-notes-on-a-release
                                             description: Shows how it is done.
                                             granted tools: none
                                             scripts: none
""",
    60: """\
team/top                                   catalogs/top.yaml
  Tools         4
    read-only   0
    write       2  deploy/production
                     only by override, destructive, unsafe,
                     asks for approval
                   registry/publish_package
                     only by override
    unknown     2  not declared, so not counted as safe:
                   not_declared_and_with_a_name_that_is_long
          agent_skill:skills/how-to-write-notes-on-a-release
  Side effects  1  traffic  `deploy/production`,
                            `registry/publish_package`
  MCP servers   0
  Agent skills  1
             catalogs/skills/how-to-write-notes-on-a-release
               sandbox: not said
                            name:
                            how-to-write-notes-on-a-release
                            description: Shows how it is
                            done.
                            granted tools: none
                            scripts: none
""",
}


@pytest.mark.parametrize("columns", SHOWN)
def test_a_summary_on_a_terminal_breaks_between_words_and_keeps_its_columns(
    tmp_path: Path, columns: int
) -> None:
    write(tmp_path / "catalogs", POWERS)
    asked = ("summary", "team/top", "--color", "never")
    assert terminal(tmp_path, *asked, columns=columns) == (0, SHOWN[columns])
