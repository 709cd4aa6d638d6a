"""What a person reads on a terminal of some width: no word and no name of it is broken."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from command import Completed, run, terminal
from rich.cells import cell_len
from writing import write


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


INCLUDED = ", ".join(f"team/skill-number-{number}" for number in range(1, 9))
LONG = {
    "app.yaml": f"name: team/app\nincludes: [{INCLUDED}]\nagent_skills: [talk]\n",
    "others.yaml": "---\n".join(
        f"name: team/skill-number-{number}\n" for number in (1, 2, 3, 4, 6, 7, 8)
    ),
    "talk/SKILL.md": f"---\nname: talk\ndescription: {'Says 一 thing. ' * 100}\n---\n",
    "twice.yaml": f"name: team/twice\nincludes: [{INCLUDED.replace('number-5', 'number-2')}]\n",
}
SHOWN = """\
error[SK201]: `team/app` includes the unknown
skill `team/skill-number-5`
 --> catalogs/app.yaml:2:96
2 | …l-number-4, team/skill-number-5, team/skill-…
  |              ^^^^^^^^^^^^^^^^^^^
help: did you mean `team/skill-number-8`?

error[SK223]: `description` has 1,399 characters;
at most 1,024 are allowed
 --> catalogs/talk/SKILL.md:3:14
3 | …cription: Says 一 thing. Says 一 thing. Says…
  |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
 ::: catalogs/app.yaml:3:16: `team/app` lists it
     here
3 | agent_skills: [talk]
  |                ----

warning[SK310]: `team/twice` includes
`team/skill-number-2` twice
 --> catalogs/twice.yaml:2:96
2 | …l-number-4, team/skill-number-2, team/skill-…
  |              ^^^^^^^^^^^^^^^^^^^
2 | …l-number-1, team/skill-number-2, team/skill-…
  |              -------------------
  |              the first time is here
help: remove one of the two

2 errors and 1 warning in 9 skills (3 files).
More: skills explain SK201
"""


def test_a_long_line_is_shown_around_what_is_meant_on_a_terminal(tmp_path: Path) -> None:
    write(tmp_path / "catalogs", LONG)
    assert terminal(tmp_path, "check", "--color", "never", columns=50) == (1, SHOWN)


@pytest.mark.parametrize("columns", [36, 47, 80, 200])
def test_the_marks_stand_under_what_is_meant_whatever_the_width(
    tmp_path: Path, columns: int
) -> None:
    write(tmp_path / "catalogs", LONG)
    _, screen = terminal(tmp_path, "check", "--color", "never", columns=columns)
    lines = screen.splitlines()
    marked = [
        above[len(below) - len(below.lstrip(" |")) :][: below.count("^")]
        for above, below in pairwise(lines)
        if "^" in below
    ]
    assert [max(map(cell_len, lines)) <= columns, *marked[::2]] == [
        True,
        "team/skill-number-5",
        "team/skill-number-2",
    ]


def test_a_pipe_gets_as_much_of_a_long_line_as_ever(tmp_path: Path) -> None:
    text = f"name: x/a\ntols: [{'a, ' * 200}]\n"
    write(tmp_path / "catalogs", {"a.yaml": text})
    shown = run("check", cwd=tmp_path).out.splitlines()
    assert shown[2:4] == [f"2 | tols: [{'a, ' * 51}…", "  | ^^^^"]


NOTES = {
    ("check",): """\
error: no catalog: name a folder, or
have one called `catalogs` here or above
help: `skills new NAME` begins a
catalog; `--catalog DIR` names one that
is there
""",
    ("check", "--colour", "never"): """\
error: No such option: --colour
(Possible options: --color)
help: skills check --help
""",
}


@pytest.mark.parametrize("asked", NOTES)
def test_notes_break_between_words_on_a_terminal_only(
    tmp_path: Path, asked: tuple[str, ...]
) -> None:
    shown = NOTES[asked]
    whole = shown.replace("\n", " ").replace(" help:", "\nhelp:").rstrip() + "\n"
    assert terminal(tmp_path, *asked, columns=40) == (2, shown)
    assert run(*asked, cwd=tmp_path) == Completed(2, "", whole)


def test_remarks_beside_an_answer_break_between_words_and_never_in_a_name(tmp_path: Path) -> None:
    folder = tmp_path / "catalogs" / "a-folder-with-a-name-that-takes-a-lot-of-room"
    write(folder, {"a.yaml": "name: x/a\nincludes: [x/b, x/b]\n", "b.yaml": "name: x/b\n"})
    code, screen = terminal(tmp_path, "show", "x/a", "--color", "never", columns=60)
    place = "catalogs/a-folder-with-a-name-that-takes-a-lot-of-room/a.yaml:2:17:"
    assert (code, screen.splitlines()[-2:]) == (0, [place, "    SK310 `x/a` includes `x/b` twice"])
