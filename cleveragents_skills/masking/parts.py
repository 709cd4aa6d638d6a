"""The parts of text in which secrets stand: tokens, variables, URLs, flags with their values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MASK = "***"
Span = tuple[int, int, str]
"""Where something begins and ends in a text, and what to show there."""
VARIABLE = re.compile(r"(\$\{\w+\})")
URL = re.compile(
    r"((?:[A-Za-z][A-Za-z0-9+.-]*:)?//)?(?:([^/?#\s]*)@)?([^?#]*)(?:\?([^#]*))?(#.*)?", re.DOTALL
)
USER_INFO = re.compile(r"(?<=://)[^/?#\s@]+(?=@)")
_FLAG = re.compile(r"-{0,2}[\w.-]+")
_SECRET_WORD = re.compile(
    r"token|key|secret|passw(?:or)?d|pwd|auth|credential|header", re.IGNORECASE
)
_VALUE = r"((?:\$\{\w+\}|[^\s,;\"'\]}])+)"
_NAMED = (
    # `--token VALUE`, `--token=VALUE`
    re.compile(rf"(?<![\w.-])(--?[\w.-]+)[\"']?(?:=|[\s,]+)[\"']?{_VALUE}"),
    # `TOKEN=VALUE`, also behind `--env=`
    re.compile(rf"(?<![\w.-])([A-Za-z_]\w*)=[\"']?{_VALUE}"),
    # `X-Api-Key: VALUE`
    re.compile(r"(?<![\w.-])([A-Za-z][\w-]*):[ \t]+[\"']?([^\s\"'][^\"'\n]*)"),
)

# The published shapes of tokens: GitHub, GitLab, Slack, OpenAI and Anthropic, AWS, Google, npm,
# PyPI, Hugging Face, Stripe, SendGrid, JSON Web Tokens, PEM private keys.
_TOKENS = (
    # What comes before may be an escape that a format has made of a line break.
    r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=\\x[0-9a-f]{2})|(?<=\\u[0-9a-f]{4}))"
    r"(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}|sk-[A-Za-z0-9_-]{20,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|hf_[A-Za-z0-9]{20,}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|(?<!-)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)"
    r"|-----BEGIN [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
    r"(?:(?:\\[nr]|[\sA-Za-z0-9+/=])*-----END [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----"
    r"|(?:\\[nr]|[A-Za-z0-9+/=])*)"
)
_STARTS = (
    *("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "xox", "xapp-", "sk-"),
    *("AKIA", "ASIA", "AIza", "ya29.", "npm_", "pypi-", "hf_", "sk_live_", "sk_test_"),
    *("rk_live_", "rk_test_", "SG.", "eyJ", "-----BEGIN "),
)
"""How each of these shapes begins."""

_KEY_MARK = re.compile(r"-----(BEGIN|END) [A-Z0-9 ]*PRIVATE KEY(?: BLOCK)?-----")
_LINE = re.compile(r"([^\r\n]*)(?:\r\n|\n|\r|\Z)")
_AROUND_KEY = " \t#>|\"',-"
_IN_KEY = re.compile(r"[A-Za-z0-9+/=\\]*|(?:Proc-Type|DEK-Info|Version|Comment|Hash): .*")


def _tokens(text: str) -> Iterator[re.Match[str]]:
    """Give everything that has the shape of a known token, in order.

    The pattern is tried where a token may begin; trying it everywhere takes many times as long.
    """
    starts: list[int] = []
    for start in _STARTS:
        at = text.find(start)
        while at >= 0:
            starts.append(at)
            at = text.find(start, at + 1)
    end = 0
    for at in sorted(starts):
        found = re.compile(_TOKENS).match(text, at) if at >= end else None
        if found:
            end = found.end()
            yield found


def mask_tokens(text: str) -> str:
    """Give `text` with everything that has the shape of a known token replaced by `***`."""
    pieces, done = [], 0
    for found in _tokens(text):
        pieces += [text[done : found.start()], MASK]
        done = found.end()
    return "".join((*pieces, text[done:]))


def has_token(text: str) -> bool:
    """Say whether something in the text has the shape of a known token."""
    return next(_tokens(text), None) is not None


def token_spans(text: str) -> Iterator[Span]:
    """Give where a token's shape stands in a text of any length, in order and apart.

    The lines of a private key count with whatever stands around them: comment marks, quotes.
    """
    found = [(each.start(), each.end(), MASK) for each in _tokens(text)]
    marks = list(_KEY_MARK.finditer(text))
    for index, mark in enumerate(marks):
        if mark.group(1) == "BEGIN":
            after = marks[index + 1] if index + 1 < len(marks) else None
            if after and after.group(1) == "END":
                found.append((mark.start(), after.end(), MASK))
            else:
                limit = after.start() if after else len(text)
                found.append((mark.start(), _end_of_key(text, mark.end(), limit), MASK))
    return joined(found)


def _end_of_key(text: str, start: int, limit: int) -> int:
    """Give where a key ends that lacks its last line: before what cannot be a line of one."""
    end = start
    for line in _LINE.finditer(text, start, limit):
        inner = line.group(1).strip(_AROUND_KEY)
        if not _IN_KEY.fullmatch(inner):
            break
        end = line.end(1) if inner else end
    return end


def joined(spans: Iterable[Span]) -> Iterator[Span]:
    """Give the spans in order, with those that overlap made one."""
    last: Span | None = None
    for span in sorted(spans):
        if last is None or span[0] >= last[1]:
            if last:
                yield last
            last = span
        elif span[1] > last[1] or (span[:2] == last[:2] and span != last):
            last = (last[0], max(span[1], last[1]), MASK)
        else:
            last = (*last[:2], mask_tokens(last[2]))
    if last:
        yield last


def names_secret(name: str) -> bool:
    """Say whether an option, variable or header is called like something secret."""
    return bool(is_name(name) and _SECRET_WORD.search(name))


def is_name(text: str) -> bool:
    """Say whether a text may be the name of an option or variable."""
    return _FLAG.fullmatch(text.strip()) is not None


def named_parts(text: str) -> Iterator[tuple[str, int, int]]:
    """Give each name in a text that has a value behind it, and where the value begins and ends."""
    for pattern in _NAMED:
        for found in pattern.finditer(text):
            yield found.group(1), found.start(2), found.end(2)
