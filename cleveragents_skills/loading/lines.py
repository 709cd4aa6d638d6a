"""One line of a plain YAML file: where it begins, its dash and key, and its value."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from cleveragents_skills.loading.builder import MAX_DEPTH
from cleveragents_skills.loading.scalars import MERGE, plain_value

DEEPEST = MAX_DEPTH // 2 - 1
"""So deep may blocks be nested, and so deep a flow collection in them."""
_LONGEST_KEY = 200
"""After a much longer one parsers expect no colon."""

_QUOTED = r"""\"(?:[^\"\\]|\\[\"\\nt])*+\"|'(?:[^']|'')*+'"""
_LINE = re.compile(
    rf"""
    ([ ]*+)
    (-[ ]++)?
    (?: ([A-Za-z_][\w./*@+-]*+ (?: :[\w./*@+-]++ )*+) : (?: [ ]++ | \Z ) )?
    (?:
      ( (?: [^\ \-?:,\[\]{{}}\#&*!|>'"%@`] | -(?=[^\ ]) ) [^:\#]*+
        (?: (?: :(?=[^\ ]) | (?<=[^\ ])\# ) [^:\#]*+ )*+ )
      | ({_QUOTED})
      | ( [\[{{] [^\#]* [\]}}] )
      | ( [|>]-? )
    )?
    (?: (?<=[ ])\#.*+ | [ ]++ (?: \#.*+ )? )?
    """,
    re.VERBOSE,
)
"""Indentation, dash, key, and a value: plain, quoted, a flow collection, or a block's head."""
_PLAIN = r"(?:[A-Za-z0-9_./$~]|-(?=[\w./$-]))[\w./$@=+~-]*+(?:[ ]++[\w./$-]++)*+"
_TOKEN = re.compile(rf"[ ]*+(?:([\[\]{{}},])|(?:({_QUOTED})|({_PLAIN}))(:[ ])?)")
"""What stands in a flow collection: a mark, or a scalar that is quoted or plain, and its colon."""
_TEXT = re.compile(r"\"[^\"\\]*+\"")
_TEXTS = re.compile(rf"\[{_TEXT.pattern}(?:,[ ]*+{_TEXT.pattern})*+\]")
"""A list of text in double quotes, which is what most of them are."""
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}

NOTHING, KEY, VALUE, HEAD = "nothing", "key", "value", "head"
"""What a line may be: a key without a value, one with it, one with the head of a block scalar."""
Shape = tuple[str, int, int, str | None, Any]
"""What a line is, the columns of it and of what follows its dash (0: none), key and value."""
_EMPTY: Shape = (NOTHING, 0, 0, None, None)
_Token = tuple[str | None, str | None, str | None, str | None]
_NO_TOKEN: _Token = (None, None, None, None)


class Unusual(ValueError):  # noqa: N818 (never leaves the quick way)
    """The builder has to look."""


@lru_cache(maxsize=1024)
def shape(line: str) -> Shape:
    """Give what a line is; raise `ValueError` if it is unusual, or wrong.

    Lines come again and again, so each is looked at once. A value that is a collection is given
    to all of them, as one with an anchor is to its aliases.
    """
    found = _LINE.fullmatch(line)
    if found is None:
        if line.lstrip(" ").startswith("#"):
            return _EMPTY
        raise Unusual
    indent, dash, key, plain, quoted, flow, head = found.groups()
    here = len(indent)
    item = here + len(dash) if dash else 0
    if key is not None and (len(key) > _LONGEST_KEY or type(plain_value(key)) is not str):
        raise Unusual
    if not (plain or quoted or flow or head):
        if key is not None:
            return KEY, here, item, key, None
        if not dash:
            return _EMPTY
    elif key is not None or dash:
        if head:
            return HEAD, here, item, key, head
        return VALUE, here, item, key, _flow(flow) if flow else _scalar(quoted, plain)
    raise Unusual


def _scalar(quoted: str | None, plain: str | None) -> Any:
    """Give the value of a scalar."""
    if plain is not None:
        value = plain_value(plain.rstrip(" "))
        if value is MERGE:
            raise Unusual
        return value
    if quoted is None:
        raise Unusual
    inner = quoted[1:-1]
    if quoted[0] == "'":
        return inner.replace("''", "'")
    return _ESCAPE.sub(lambda found: _ESCAPED.get(found[1], found[1]), inner)


def _flow(text: str) -> Any:
    """Give the collection that a flow collection of one line is."""
    if _TEXTS.fullmatch(text):
        return [each[1:-1] for each in _TEXT.findall(text)]
    tokens = _tokens(text)
    value = _value(next(tokens), tokens, DEEPEST)
    if next(tokens, None):
        raise Unusual
    return value


def _tokens(text: str) -> Iterator[_Token]:
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise Unusual
        at = token.end()
        mark, quoted, plain, colon = token.groups()
        yield mark, quoted, plain, colon


def _value(token: _Token, tokens: Iterator[_Token], depth: int) -> Any:
    """Give the value that begins with a token, and take the others of it."""
    mark, quoted, plain, colon = token
    if colon or not depth:
        raise Unusual
    if mark == "[":
        return _list(tokens, depth - 1)
    if mark == "{":
        return _mapping(tokens, depth - 1)
    return _scalar(quoted, plain)


def _list(tokens: Iterator[_Token], depth: int) -> list[Any]:
    made: list[Any] = []
    token = next(tokens, _NO_TOKEN)
    while made or token[0] != "]":
        made.append(_value(token, tokens, depth))
        if _ends(tokens, "]"):
            break
        token = next(tokens, _NO_TOKEN)
    return made


def _mapping(tokens: Iterator[_Token], depth: int) -> dict[str, Any]:
    made: dict[str, Any] = {}
    token = next(tokens, _NO_TOKEN)
    while made or token[0] != "}":
        _, quoted, plain, colon = token
        key = _scalar(quoted, plain)
        if not colon or type(key) is not str or key in made or len(key) > _LONGEST_KEY:
            raise Unusual
        made[key] = _value(next(tokens, _NO_TOKEN), tokens, depth)
        if _ends(tokens, "}"):
            break
        token = next(tokens, _NO_TOKEN)
    return made


def _ends(tokens: Iterator[_Token], end: str) -> bool:
    """Say whether a collection ends here; else another item of it has to follow."""
    mark = next(tokens, _NO_TOKEN)[0]
    if mark not in (",", end):
        raise Unusual
    return mark == end
