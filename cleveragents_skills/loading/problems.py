"""What is wrong with the text of a file: the findings, and looking for them before parsing."""

from __future__ import annotations

import re
import sys
from typing import NamedTuple

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.parser import SyntaxProblem

Place = tuple[int, int, int, int]
"""Start line, start column, end line, end column, all from 0."""


class Problem(NamedTuple):
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


LINE_BREAK = re.compile(r"\r\n|\n|\r")
# The patterns below are compiled when they are needed, which is seldom.
_ASCII_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
_CONTROL = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]"
# Directives stand before a document: at the start of the text, or after a line of three dots.
_END = r"(?:\r\n|\n|\r)"
_PROLOGUE = rf"(?:\A|^\.\.\.[ \t]*(?:#.*)?{_END})((?:(?:[ \t]*(?:#[^\r\n]*)?|%[^\r\n]*){_END})+)"
_DIRECTIVE = r"^%YAML[ \t]+(\S+)"
SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPE = r"\\U([0-9a-fA-F]{8})"
_CONFLICT = r"^(?:<{7}|>{7})(?: |$)"

_EXPLAINED: tuple[tuple[str, str, str | None], ...] = (
    (
        "mapping values are not allowed",
        "a `:` stands where no mapping can begin",
        "text with `: ` in it needs quotes; else check the indentation, and the line before",
    ),
    (
        "sequence entries are not allowed",
        "a `- ` stands where no list can begin",
        "begin the list on a line of its own",
    ),
    (
        "(?:expected|find expected) ',' or '(.)'",
        "a `,` or `{0}` is missing before this",
        "text with `: `, `,`, a bracket or a brace in it needs quotes here",
    ),
    (
        "unknown escape character",
        "an escape that double quotes do not have",
        "use single quotes, or write the backslash twice",
    ),
    ("unexpected end of stream", "a quote is not closed", None),
    ("unexpected document separator", "a quote is not closed before `---`", None),
    ("expected ':'", "a `:` is missing after this key", "write `key: value`, with a space"),
    (
        "comment or (?:a )?line break|chomping or indentation",
        "something follows a `|` or `>` that begins a text of several lines",
        "text that begins with `|` or `>` needs quotes",
    ),
    (
        "undefined tag handle",
        "a tag has an unknown prefix",
        "text that begins with `!` needs quotes",
    ),
    (
        "expected alphabetic or numeric",
        "a `&` or `*` without a name",
        "text that begins with `&` or `*` needs quotes",
    ),
    (
        "expected the node content, but found '<stream end>'",
        "the text ends where a value is expected",
        "close what is open, or write the value",
    ),
    (
        "expected the node content, but found '([],}]|-|\\?|:)'",
        "a value is expected before this `{0}`",
        "text that begins with it needs quotes",
    ),
    ("duplicate %?YAML directive", "a second `%YAML` line", "remove one of them"),
    (
        "expected <block end>|find expected key|'-' indicator",
        "this does not belong to what stands before it",
        (
            "text that begins with a quote or a bracket needs quotes, and a `'` within single ones"
            " is written twice; else see the indentation"
        ),
    ),
)
"""What parsers say, what it means to an author, and the way out."""


def place_at(text: str, index: int) -> Place:
    """Give the place of one character of the text."""
    line, start = 0, 0
    for found in LINE_BREAK.finditer(text, 0, index):
        line, start = line + 1, found.end()
    return (line, index - start, line, index - start + 1)


def check_characters(text: str) -> None:
    """Raise `Stop` for a control character, and for a directive that asks for another YAML."""
    found = re.search(_ASCII_CONTROL if text.isascii() else _CONTROL, text)
    if found:
        code = ord(found.group())
        message = f"raw control character U+{code:04X}"
        # Excerpts show an escape, which is the very thing that ought to stand there.
        escape = f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"  # noqa: PLR2004 (two digits)
        hint = (
            f"the character itself stands here, shown as `{escape}`: remove it, or write that"
            " escape in double quotes"
        )
        place = place_at(text, found.start())
        raise Stop(Problem(codes.CONTROL_CHARACTER, message, place, hint))
    if "%YAML" in text:
        directives = re.compile(_DIRECTIVE, re.MULTILINE)
        for prologue in re.finditer(_PROLOGUE, text, re.MULTILINE):
            for directive in directives.finditer(text, *prologue.span(1)):
                if directive.group(1) != "1.2":
                    message = f"YAML {directive.group(1)} is asked for; catalogs are YAML 1.2"
                    place = place_at(text, directive.start())
                    hint = "remove the `%YAML` line"
                    raise Stop(Problem(codes.YAML_VERSION, message, place, hint))


def bad_escape(text: str) -> Problem | None:
    """Give the finding about the first escape beyond the last character, if there is one."""
    for found in re.finditer(_ESCAPE, text):
        if int(found.group(1), 16) > sys.maxunicode:
            place = place_at(text, found.start())
            return Problem(codes.SYNTAX_ERROR, "an escape that stands for no character", place)
    return None


def syntax_problem(problem: SyntaxProblem, text: str) -> Problem:
    """Give the finding in the words of an author, with a way out where the trap is known."""
    conflict = re.search(_CONFLICT, text, re.MULTILINE)
    if conflict:
        message = "the mark of a merge conflict"
        return Problem(codes.SYNTAX_ERROR, message, place_at(text, conflict.start()), "resolve it")
    lines = LINE_BREAK.split(text)
    place = (problem.line, problem.column, problem.line, problem.column + 1)
    context = (problem.context_line, problem.context_column)
    opened = (*context, context[0], context[1] + 1)
    line = lines[problem.line] if problem.line < len(lines) else ""
    rest = line[problem.column :]
    if problem.context and not rest.strip() and not any(map(str.strip, lines[problem.line + 1 :])):
        # The text ends inside something: what is open says more than where the text ends.
        mark = lines[context[0]][context[1] : context[1] + 1]
        if mark in ("[", "{", "'", '"'):
            return Problem(codes.SYNTAX_ERROR, f"this `{mark}` is never closed", opened)
    message, hint = _explained(problem.message, rest)
    if "expected ':'" in problem.message or "document separator" in problem.message:
        return Problem(codes.SYNTAX_ERROR, message, opened, hint)
    related = None
    if problem.context and context[0] != problem.line:
        related = (problem.context, opened)
    return Problem(codes.SYNTAX_ERROR, message, place, hint, related)


def _explained(message: str, rest: str) -> tuple[str, str | None]:
    """Give a parser's message in plain words, and a hint; `rest` is the line from the place on."""
    if rest.startswith("\t") or "'\\t'" in message:
        return "a tab stands where only spaces may", "indent with spaces"
    if "cannot start any token" in message:
        return f"text cannot begin with `{rest[:1]}`", "put the text in quotes"
    for pattern, meaning, hint in _EXPLAINED:
        found = re.search(pattern, message)
        if found:
            return meaning.format(*found.groups()), hint
    return message, None
