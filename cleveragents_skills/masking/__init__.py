"""What must never be shown: secrets in server settings, and token shapes anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from cleveragents_skills.masking.parts import (
    MASK,
    URL,
    USER_INFO,
    VARIABLE,
    Span,
    joined,
    mask_tokens,
    named_parts,
    names_secret,
    token_spans,
)
from cleveragents_skills.masking.suspects import (
    looks_secret,
    plain_secrets_in_url,
    secret_arguments,
)

__all__ = [
    "MASK",
    "Span",
    "joined",
    "looks_secret",
    "mask_arguments",
    "mask_tokens",
    "mask_url",
    "mask_value",
    "mask_values",
    "masked",
    "masked_repr",
    "plain_secrets_in_url",
    "secret_arguments",
    "secret_spans",
    "token_spans",
]

_OPEN = frozenset((str, int, float, bool, type(None)))
"""What holds nothing else, and is no secret unless it stands where one is."""
_SENSITIVE = ("env", "headers", "url")
_SCHEMAS = ("input_schema", "output_schema")
_SCHEME = re.compile(r"(?:Basic|Bearer|Digest|Token|ApiKey)(?=\s|$)", re.IGNORECASE)
_ANY_URL = re.compile(r"(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]*://[^\s'\",\]}]+")


def secret_spans(line: str) -> Iterator[Span]:
    """Give where a line of text that nobody could parse may hold a secret, in order.

    The user info and query of anything like a URL, and what follows a flag, a variable or a header
    that is named like a secret.
    """
    spans = [
        (found.start(), found.end(), mask_url(found.group()))
        for found in _ANY_URL.finditer(line)
        if mask_url(found.group()) != found.group()
    ]
    for name, begin, end in named_parts(line):
        value = line[begin:end]
        if names_secret(name) and "://" not in value and mask_value(value) != value:
            spans.append((begin, end, mask_value(value)))
    yield from joined(spans)


def mask_value(text: str) -> str:
    """Give the value of an environment variable or header as it may be shown.

    A `${VAR}` reference without a default, and a scheme word such as `Bearer`, say what kind of
    value it is and give nothing away; every other text is `***`.
    """
    scheme = _SCHEME.match(text)
    lead = scheme.group() if scheme else ""
    parts = VARIABLE.split(text[len(lead) :])
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
    match = URL.fullmatch(url)
    if match is None or (not match.group(2) and USER_INFO.search(url)):
        return USER_INFO.sub(MASK, url)
    scheme, user, rest, query, fragment = match.groups()
    shown = (scheme or "") + (f"{mask_value(user)}@" if user is not None else "") + rest
    if query is not None:
        shown += "?" + "&".join(_mask_pair(pair) for pair in query.split("&"))
    return shown + (fragment or "")


def _mask_pair(pair: str) -> str:
    key, equals, value = pair.partition("=")
    name = mask_value(key) if not equals or looks_secret(key) else key
    return f"{name}{equals}{mask_value(value)}"


def mask_arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    """Give command arguments with what follows a flag named like a secret replaced by `***`.

    Both `--api-key VALUE` and `--api-key=VALUE` (or `API_KEY=VALUE`) count; a URL is masked as one.
    """
    shown: list[str] = []
    secret = False
    for argument in arguments:
        name, equals, value = argument.partition("=")
        if (secret and not argument.startswith("--")) or (equals and looks_secret(name)):
            shown.append(mask_value(argument))
        elif equals and (names_secret(name) or looks_secret(value)):
            shown.append(f"{name}={mask_value(value)}")
        else:
            text = _without_spans(argument)
            if text == argument and plain_secrets_in_url(argument):
                text = mask_url(argument)
            shown.append(mask_value(argument) if looks_secret(text) else text)
        secret = argument.startswith("-") and names_secret(argument)
    return tuple(shown)


def _without_spans(text: str) -> str:
    """Give an argument that may be a whole command line, without the secrets in it."""
    pieces, done = [], 0
    for begin, end, shown in secret_spans(text):
        pieces += [text[done:begin], shown]
        done = end
    return "".join((*pieces, text[done:]))


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
            copy = above[key] = dict(value)
            for name, each in value.items():
                if type(each) in _OPEN and not secret and name not in _SENSITIVE:
                    continue
                if secret is None or name in _SCHEMAS:
                    stack.append((each, copy, name, None))
                elif name == "url" and isinstance(each, str):
                    copy[name] = mask_url(each)
                elif name == "args" and isinstance(each, list | tuple):
                    copy[name] = list(mask_arguments(map(str, each)))
                else:
                    stack.append((each, copy, name, secret or name in ("env", "headers")))
        elif isinstance(value, list | tuple):
            items = above[key] = list(value)
            stack.extend((each, items, index, secret) for index, each in enumerate(value))
        else:
            above[key] = _masked_scalar(value) if secret and value is not None else value
    return holder[0]


def _masked_scalar(value: Any) -> str:
    return mask_value(value) if isinstance(value, str) else MASK


def masked_repr(data: Any) -> str:
    """Give the `repr` of a skill's data as it may be shown."""
    return mask_tokens(repr(masked(data)))
