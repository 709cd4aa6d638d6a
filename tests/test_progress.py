"""The bar that a terminal shows while a command takes long."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from command import on_terminal, run

from cleveragents_skills.cli.progress import Progress
from cleveragents_skills.report import Output

SHOWN = re.compile(r"(reading|working) .*? (\d+)/(\d+)")


def drawn(tmp_path: Path, items: list[int], width: int | None = 60) -> str:
    """Give what a bar that does not wait writes while the items are taken."""
    file = tmp_path / "screen"
    with file.open("w", encoding="utf-8") as stream:
        out = Output(stream, width=width)
        with Progress(out, delay=0) as progress:
            assert list(progress.over(items)) == items
    return file.read_bytes().decode()


def test_what_is_shown_is_taken_away_again(tmp_path: Path) -> None:
    screen = drawn(tmp_path, [5, 6, 7])
    assert SHOWN.findall(screen)[-1] == ("working", "3", "3")
    assert screen.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")


def test_nothing_is_shown_where_no_terminal_is(tmp_path: Path) -> None:
    assert drawn(tmp_path, [5, 6, 7], width=None) == ""


def test_nothing_is_shown_on_a_terminal_that_cannot(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert drawn(tmp_path, [5, 6, 7]) == ""


def test_nothing_is_shown_of_what_does_not_take_long(tmp_path: Path) -> None:
    file = tmp_path / "screen"
    with file.open("w", encoding="utf-8") as stream, Progress(Output(stream, width=60), 3600):
        pass
    assert file.read_text("utf-8") == ""


@pytest.fixture
def slow(tmp_path: Path) -> Path:
    """Give a folder whose check takes some seconds: anchors, so that the builder has to look."""
    for number in range(6):
        names = "".join(f"  - tool_{number}_{index}\n" for index in range(40_000))
        text = f"name: &name local/s{number}\ntools:\n{names}"
        (tmp_path / f"s{number}.yaml").write_text(text, "utf-8")
    return tmp_path


def test_a_long_check_shows_how_far_it_is_and_leaves_only_its_answer(slow: Path) -> None:
    check = ("check", ".", "--ignore", "SK341")
    code, written = on_terminal(slow, *check, env={"NO_COLOR": "1"})
    assert (code, SHOWN.search(written) is not None) == (0, True)
    assert written.endswith("\x1b[2Kno findings in 6 skills (6 files)\n")
    assert {total for _, _, total in SHOWN.findall(written)} == {"6"}


def test_a_quiet_check_shows_nothing(slow: Path) -> None:
    assert on_terminal(slow, "check", ".", "--ignore", "SK341", "-q") == (0, "")


def test_a_pipe_gets_the_answer_alone(slow: Path) -> None:
    done = run("check", ".", "--ignore", "SK341", cwd=slow)
    assert (done.code, done.out, done.err) == (0, "no findings in 6 skills (6 files)\n", "")
