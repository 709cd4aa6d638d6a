"""What is wrong with the text of a file: the findings, and looking for them before parsing."""

from __future__ import annotations

import re

from attrs import frozen

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.parser import SyntaxProblem

Place = tuple[int, int, int, int]
"""Start line, start column, end line, end column, all from 0."""


@frozen
class Problem:
    """A finding about the text: where it is, and a related place with a few words."""

    code: Code
    message: str
    place: Place
    hint: str | None = None
    related: tuple[str, Place] | None = None


class Stop(Exception):  # noqa: N818 (ends a file; never leaves loading)
    """Ends the reading of a file."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.message)
        self.problem = problem


_CONTROL = re.compile("[^\t\n\r -~\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DIRECTIVE = re.compile(r"^%YAML[ \t]+(\S+)", re.MULTILINE)
LINE_BREAK = re.compile(r"\r\n|\n|\r")


def place_at(text: str, index: int) -> Place:
    """Give the place of one character of the text."""
    line, start = 0, 0
    for found in LINE_BREAK.finditer(text, 0, index):
        line, start = line + 1, found.end()
    return (line, index - start, line, index - start + 1)


def check_characters(text: str) -> None:
    """Raise `Stop` for a control character, and for a directive that asks for another YAML."""
    found = _CONTROL.search(text)
    if found:
        message = f"control character U+{ord(found.group()):04X}"
        hint = "remove it, or write it as an escape in double quotes"
        place = place_at(text, found.start())
        raise Stop(Problem(codes.CONTROL_CHARACTER, message, place, hint))
    if "%YAML" in text:
        for directive in _DIRECTIVE.finditer(text):
            if directive.group(1) != "1.2":
                message = f"YAML {directive.group(1)} is asked for; catalogs are YAML 1.2"
                place = place_at(text, directive.start())
                hint = "remove the `%YAML` line"
                raise Stop(Problem(codes.YAML_VERSION, message, place, hint))


def syntax_problem(problem: SyntaxProblem, text: str) -> Problem:
    """Give the finding, with a hint where the trap is known."""
    place = (problem.line, problem.column, problem.line, problem.column + 1)
    lines = LINE_BREAK.split(text)
    line = lines[problem.line] if problem.line < len(lines) else ""
    message, hint = problem.message, None
    if "\t" in line[: len(line) - len(line.lstrip())]:
        message, hint = "a tab is used as indentation", "indent with spaces"
    elif "mapping values are not allowed" in message:
        hint = "text with `: ` in it needs quotes; else check the indentation"
    elif line[problem.column : problem.column + 1] in ("@", "`", "%"):
        hint = f"text that begins with `{line[problem.column]}` needs quotes"
    related = None
    if problem.context:
        spot = (problem.context_line, problem.context_column)
        related = (problem.context, (*spot, spot[0], spot[1] + 1))
        if not line[problem.column :].strip() and not any(
            map(str.strip, lines[problem.line + 1 :])
        ):
            # The text ends inside something: what is open says more than where the text ends.
            message, place, related = (
                f"{problem.context}: {message}",
                related[1],
                ("the text ends here", place),
            )
    return Problem(codes.SYNTAX_ERROR, message, place, hint, related)
