"""Text as JSON and YAML have it, whatever stands in it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

# What reads as itself in YAML 1.2 and in its forerunners, which agents may use: no word for a
# truth value or for nothing, no number, no date.
_PLAIN = re.compile(
    r"(?!(?:true|false|yes|no|on|off|null|y|n)\Z)[A-Za-z_][\w./-]*", re.ASCII | re.IGNORECASE
)
_TAGS = range(0xE0000, 0xE1000)
"""Characters that nobody sees: they are escaped, as what Python does not print is."""
_BYTE = 0x100
_FOUR_DIGITS = 0x10000


def json_text(data: Any, *, ascii_only: bool = False) -> str:
    """Give data as JSON on several lines; what a terminal could misread is escaped."""
    text = json.dumps(data, ensure_ascii=ascii_only, indent=2, allow_nan=False)
    return _escaped(text, _json_escape) + "\n"


def yaml_text(text: str, *, ascii_only: bool = False) -> str:
    """Give text as a scalar of YAML on one line: plain where it is simple, else quoted."""
    if _PLAIN.fullmatch(text):
        return text
    return _escaped(json.dumps(text, ensure_ascii=False), _yaml_escape, ascii_only=ascii_only)


def _escaped(text: str, escape: Callable[[str], str], *, ascii_only: bool = False) -> str:
    if text.isascii() and "\x7f" not in text:
        return text  # JSON has escaped the others
    return "".join(
        escape(char) if _is_hidden(char) or (ascii_only and not char.isascii()) else char
        for char in text
    )


def _is_hidden(char: str) -> bool:
    return char != "\n" and (not char.isprintable() or ord(char) in _TAGS)


def _json_escape(char: str) -> str:
    units = char.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))


def _yaml_escape(char: str) -> str:
    code = ord(char)
    if code < _BYTE:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < _FOUR_DIGITS else f"\\U{code:08x}"
