"""Text from catalogs made safe to show: it is data, and never a command to a terminal or a page."""

from __future__ import annotations

import os
import re

from attrs import evolve

from cleveragents_skills.diagnostics import Diagnostic, Location
from cleveragents_skills.report import Output

# Controls, format characters (bidirectional ones among them; the joiners of letters and emoji
# excepted), line and paragraph separators, lone surrogates, what is no character: no text that is
# shown has anything that XML cannot have.
_HIDDEN = (
    "[\x00-\x1f\x7f-\x9f\xad\u0600-\u0605\u061c\u06dd\u070f\u08e2\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff\ufff9-\ufffb\ufffe\uffff\U000e0000-\U000e0fff]"
)
_SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
_WIDTHS = ((2, "x"), (4, "u"), (8, "U"))


def visible(text: str) -> str:
    """Give the text on one line, with every character that is not shown written as an escape."""
    if text.isascii() and text.isprintable():
        return text
    return re.sub(_HIDDEN, lambda found: _escaped(found.group()), text)


def _escaped(char: str) -> str:
    """Give the escape of a character, as short as Python has one."""
    code = ord(char)
    if 0xDC80 <= code <= 0xDCFF:  # noqa: PLR2004 (a byte of a file name that is not UTF-8)
        return f"\\x{code - 0xDC00:02x}"
    if char in _SHORT:
        return _SHORT[char]
    digits = f"{code:x}"
    width, letter = next(each for each in _WIDTHS if len(digits) <= each[0])
    return f"\\{letter}{digits:0>{width}}"


def no_command(line: str) -> str:
    """Give a line of a log in which GitHub finds no workflow command.

    The newer form begins a line, white space aside; the older one, `##[`, may stand anywhere. A
    line that begins with colons begins with the name of a file, which `./` does not change.
    """
    line = line.replace("##[", "#\\x23[")
    return f"./{line}" if line.lstrip().startswith("::") else line


def json_escaped(text: str) -> str:
    """Give JSON text with the same characters as escapes of JSON; they occur in strings only."""

    def escape(found: re.Match[str]) -> str:
        char = found.group()
        if char == "\n":
            return char
        units = char.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))

    if text.isascii() and "\x7f" not in text:
        return text  # JSON has escaped the others
    return re.sub(_HIDDEN, escape, text)


def spot(location: Location | None) -> str:
    """Give `file:line:column`, the file as one opens it from the current folder."""
    return visible(str(location or ""))


def one_line(finding: Diagnostic) -> str:
    """Give a finding as `file:line:column: CODE message`, on one line."""
    place = spot(finding.location)
    return f"{place + ': ' if place else ''}{finding.code.id} {visible(finding.message)}"


def with_hint(message: str, hint: str | None, between: str = ". ") -> str:
    """Give a message with its hint as a sentence of its own behind it."""
    return visible(message) + (between + visible(hint[:1].upper() + hint[1:]) if hint else "")


def from_work_tree(finding: Diagnostic, out: Output) -> Diagnostic:
    """Give a finding whose file is shown relative to the root of the git work tree."""
    place = finding.location
    if place is None:
        return finding
    return evolve(finding, location=evolve(place, catalog="", file=in_work_tree(place, out)))


def in_work_tree(location: Location, out: Output) -> str:
    """Give the file of a place relative to the root of the git work tree."""
    path = os.path.relpath(os.path.join(out.here, location.path), out.work_tree)
    return path.replace(os.sep, "/")
