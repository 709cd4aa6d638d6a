"""What a person reads on a terminal of some width: no word and no name of it is broken."""

from __future__ import annotations

from pathlib import Path

import pytest
from command import run, terminal


def commands(screen: str) -> dict[str, str]:
    """Give each command that a help lists, with what the help says of it."""
    lines = screen.partition("Commands:\n")[2].partition("\n\n")[0].splitlines()
    return dict(line.split(maxsplit=1) for line in lines)


@pytest.mark.parametrize("group", [(), ("config",)])
def test_the_help_says_a_whole_sentence_of_every_command(
    tmp_path: Path, group: tuple[str, ...]
) -> None:
    piped = run(*group, "--help", cwd=tmp_path).out
    code, screen = terminal(tmp_path, *group, "--help")
    said = commands(screen)
    told = {each: run(*group, each, "--help", cwd=tmp_path).out for each in said}
    assert (code, screen) == (0, piped)
    assert "show" in said
    for each, sentence in said.items():
        paragraph = " ".join(told[each].split("\n\n")[1].split())
        assert (sentence[-1], paragraph[: len(sentence)]) == (".", sentence)
        assert not sentence.endswith("...")
