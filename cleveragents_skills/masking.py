"""What must never be shown: secrets in server settings, and token shapes anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
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
        elif equals and _names_secret(name):
            shown.append(f"{name}={mask_value(value)}")
        else:
            shown.append(_without_spans(argument))
        secret = argument.startswith("-") and _names_secret(argument)
    return tuple(shown)


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
