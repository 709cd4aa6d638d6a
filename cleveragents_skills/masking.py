"""What must never be shown: secrets in server settings, and token shapes anywhere."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import log2
from typing import Any

MASK = "***"
_SCHEMAS = ("input_schema", "output_schema")

_VARIABLE = re.compile(r"(\$\{\w+\})")
_SCHEME = re.compile(r"(?:Basic|Bearer|Digest|Token|ApiKey)(?=\s|$)", re.IGNORECASE)
_SECRET_WORD = re.compile(
    r"token|key|secret|passw(?:or)?d|pwd|auth|credential|header", re.IGNORECASE
)
_FLAG = re.compile(r"-{0,2}[\w.-]+")
_URL = re.compile(
    r"((?:[A-Za-z][A-Za-z0-9+.-]*:)?//)?(?:([^/?#\s]*)@)?([^?#]*)(?:\?([^#]*))?(#.*)?", re.DOTALL
)

_USER_INFO = re.compile(r"(?<=://)[^/?#\s@]+(?=@)")
_ANY_URL = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]*://[^\s'\",\]}]+")
_FLAG_AND_VALUE = re.compile(r"(?<![\w.-])(--?[\w.-]+)[\"']?(?:=|[\s,]+)[\"']?([^\s,\"'\]}]+)")

# The published shapes of tokens: GitHub, GitLab, Slack, OpenAI and Anthropic, AWS, Google, npm,
# PyPI, Hugging Face, Stripe, SendGrid, JSON Web Tokens, PEM private keys.
_TOKENS = re.compile(
    # What comes before may be an escape that a format has made of a line break.
    r"(?:(?<![A-Za-z0-9_])|(?<=\\[nrt])|(?<=\\x[0-9a-f]{2})|(?<=\\u[0-9a-f]{4}))"
    r"(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,}"
    r"|xox[abeoprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}|sk-[A-Za-z0-9_-]{20,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{30,}|ya29\.[A-Za-z0-9_-]{20,}"
    r"|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{30,}|hf_[A-Za-z0-9]{20,}"
    r"|[rs]k_(?:live|test)_[A-Za-z0-9]{16,}|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|(?<!-)eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)"
    r"|-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----"
    r"(?:(?:\\[nr]|[\sA-Za-z0-9+/=])*-----END [A-Z0-9 ]*PRIVATE KEY-----"
    r"|(?:\\[nr]|[A-Za-z0-9+/=])*)"
)


_RUN = re.compile(r"[A-Za-z0-9+_~!@#$%^*=-]+")
"""Text that could be a secret; paths, addresses and sentences fall into short pieces of it."""
_PLACEHOLDER = re.compile(
    r"your|example|placeholder|change.?me|replace|dummy|sample|xxx|<|>|todo", re.IGNORECASE
)
_SECRET_NAME = re.compile(
    r"token|(?:api|access|private).?key|secret|passw(?:or)?d|pwd|credential|authorization",
    re.IGNORECASE,
)
_SHORTEST = 8
_NAMED = (_SHORTEST, 2.5, ("[0-9]", "[A-Za-z]"))
_UNNAMED = (20, 3.8, ("[0-9]", "[a-z]", "[A-Z]"))
"""How long a run must be, how random in bits a character, and what it must have, to look secret."""


def mask_tokens(text: str) -> str:
    """Give `text` with everything that has the shape of a known token replaced by `***`."""
    return _TOKENS.sub(MASK, text)


def token_spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Give where a token's shape stands in a line, as (begin, end, what to show)."""
    for found in _TOKENS.finditer(text):
        yield found.start(), found.end(), MASK


def secret_spans(line: str) -> Iterator[tuple[int, int, str]]:
    """Give where a line of text that nobody could parse may hold a secret.

    The user info and query of anything like a URL, and what follows a flag named like a secret.
    """
    for found in _ANY_URL.finditer(line):
        if mask_url(found.group()) != found.group():
            yield found.start(), found.end(), mask_url(found.group())
    for found in _FLAG_AND_VALUE.finditer(line):
        if _names_secret(found.group(1)) and "://" not in found.group(2):
            yield found.start(2), found.end(2), MASK


def mask_value(text: str) -> str:
    """Give the value of an environment variable or header as it may be shown.

    A `${VAR}` reference without a default, and a scheme word such as `Bearer`, say what kind of
    value it is and give nothing away; every other text is `***`.
    """
    scheme = _SCHEME.match(text)
    lead = scheme.group() if scheme else ""
    parts = _VARIABLE.split(text[len(lead) :])
    shown = "".join(
        part if index % 2 else re.sub(r"\S(?:.*\S)?", MASK, part, flags=re.DOTALL)
        for index, part in enumerate(parts)
    )
    return lead + shown


def mask_values(values: Mapping[str, str]) -> dict[str, str]:
    """Give the mapping with `mask_value` over its values."""
    return {key: mask_value(value) for key, value in values.items()}


def mask_url(url: str) -> str:
    """Give the URL with its user info and the values of its query replaced by `***`."""
    match = _URL.fullmatch(url)
    if match is None or (not match.group(2) and _USER_INFO.search(url)):
        return _USER_INFO.sub(MASK, url)
    scheme, user, rest, query, fragment = match.groups()
    shown = (scheme or "") + (f"{mask_value(user)}@" if user is not None else "") + rest
    if query is not None:
        shown += "?" + "&".join(_mask_pair(pair) for pair in query.split("&"))
    return shown + (fragment or "")


def _mask_pair(pair: str) -> str:
    key, equals, value = pair.partition("=")
    return f"{key}={mask_value(value)}" if equals else mask_value(key)


def mask_arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    """Give command arguments with what follows a flag named like a secret replaced by `***`.

    Both `--api-key VALUE` and `--api-key=VALUE` (or `API_KEY=VALUE`) count; a URL is masked as one.
    """
    shown: list[str] = []
    secret = False
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if secret and not argument.startswith("--"):
            shown.append(mask_value(argument))
        elif equals and (_names_secret(name) or looks_secret(value)):
            shown.append(f"{name}={mask_value(value)}")
        elif looks_secret(argument):
            shown.append(mask_value(argument))
        else:
            shown.append(_without_spans(argument))
        secret = argument.startswith("-") and _names_secret(argument)
    return tuple(shown)


def looks_secret(value: str, name: str = "") -> bool:
    """Say whether a value is a secret in plain text: a known token, or text that looks random.

    A `${VAR}` reference is none. Less is asked of a value whose `name` is that of a secret.
    """
    if len(value) < _SHORTEST:
        return False
    text = _VARIABLE.sub(" ", value)
    if _TOKENS.search(text):
        return True
    if _SECRET_NAME.search(name) and not _PLACEHOLDER.search(text) and "/" not in text:
        return any(_is_random(run, *_NAMED) for run in _RUN.findall(text))
    return any(_is_random(run, *_UNNAMED) for run in _RUN.findall(text))


def secret_arguments(arguments: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the index of each argument that is a secret in plain text, and its flag's name."""
    flag = ""
    for index, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if not equals:
            name, value = flag, argument
        if looks_secret(value, name) or ("://" in value and plain_secrets_in_url(value)):
            yield index, name.lstrip("-")
        flag = argument if argument.startswith("-") and not equals else ""


def plain_secrets_in_url(url: str) -> tuple[str, ...]:
    """Give the names of what is a secret in plain text in a URL: `password`, or a query field."""
    match = _URL.fullmatch(url)
    if match is None:
        return ()
    _, user, rest, query, _ = match.groups()
    found = []
    password = (user or "").partition(":")[2]
    if mask_value(password) != password or looks_secret(user or ""):
        found.append("password")
    for pair in (query or "").split("&"):
        name, _, value = pair.partition("=")
        if looks_secret(value, name):
            found.append(name)
    if _TOKENS.search(rest):
        found.append("path")
    return tuple(found)


def _is_random(text: str, least: int, bits: float, kinds: Iterable[str]) -> bool:
    """Say whether a text is that long and that random, and has characters of all the kinds."""
    if len(text) < least or not all(re.search(kind, text) for kind in kinds):
        return False
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * log2(share) for share in shares) >= bits


def _without_spans(text: str) -> str:
    """Give an argument that may be a whole command line, without the secrets in it."""
    for begin, end, shown in sorted(secret_spans(text), reverse=True):
        text = text[:begin] + shown + text[end:]
    return text


def _names_secret(name: str) -> bool:
    """Say whether an option or variable is called like something secret."""
    return bool(_FLAG.fullmatch(name) and _SECRET_WORD.search(name))


def masked(data: Any) -> Any:
    """Give a copy of a skill's data as it may be shown: see the functions above for each field.

    A schema may have properties of any name, so it is copied as it is.
    """
    holder: list[Any] = [None]
    # None: below here nothing is masked.
    stack: list[tuple[Any, Any, Any, bool | None]] = [(data, holder, 0, False)]
    while stack:
        value, above, key, secret = stack.pop()
        if isinstance(value, Mapping):
            copy = above[key] = dict.fromkeys(value)
            for name, each in value.items():
                if secret is None or name in _SCHEMAS:
                    stack.append((each, copy, name, None))
                elif name == "url" and isinstance(each, str):
                    copy[name] = mask_url(each)
                elif name == "args" and isinstance(each, list | tuple):
                    copy[name] = list(mask_arguments(map(str, each)))
                else:
                    stack.append((each, copy, name, secret or name in ("env", "headers")))
        elif isinstance(value, list | tuple):
            items = above[key] = [None] * len(value)
            stack.extend((each, items, index, secret) for index, each in enumerate(value))
        else:
            above[key] = _masked_scalar(value) if secret and value is not None else value
    return holder[0]


def _masked_scalar(value: Any) -> str:
    return mask_value(value) if isinstance(value, str) else MASK


def masked_repr(data: Any) -> str:
    """Give the `repr` of a skill's data as it may be shown."""
    return mask_tokens(repr(masked(data)))
