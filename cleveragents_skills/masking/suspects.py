"""What looks like a secret in plain text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import log2

from cleveragents_skills.masking.parts import (
    URL,
    USER_INFO,
    VARIABLE,
    has_token,
    is_name,
    named_parts,
)

_RUN = re.compile(r"[A-Za-z0-9+_~!@#$%^*=-]+")
"""Text that could be a secret; paths, addresses and sentences fall into short pieces of it."""
_PIECE = re.compile(r"[A-Za-z0-9]+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_BASE64 = re.compile(r"(?:\w+ )?([A-Za-z0-9+/]{20,}={0,2})")
_DIGEST = re.compile(r"(?:sha\d+|md5)[-_:]", re.IGNORECASE)
_PLACEHOLDER = re.compile(
    r"your|example|placeholder|change.?me|replace|dummy|sample|xxx|todo", re.IGNORECASE
)
_REFERENCE = re.compile(
    # `$NAME`, `$(command)`, `%NAME%`, `{{ name }}`, `<name>`, `!secret name`, `ENC[...]`
    r"\$(?:\w+|\(.*\))|%\w+%|\{\{.*\}\}|<[^>]*>|![A-Za-z].*|ENC\[.*"
    # the address of a secret in a store, the name of a variable
    r"|(?:env|op|vault|file|keyring|keychain|secretref|ssm|sops|arn|awssm|bws|doppler):.*"
    r"|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+",
    re.DOTALL,
)
_PATH = re.compile(r"~|\.{0,2}/|[A-Za-z]:\\|.*://", re.DOTALL)
_SECRET_NAME = re.compile(
    r"token(?!iz)|(?:api|access|private).?key|secret|passw(?:or)?d|pwd|credential|authorization",
    re.IGNORECASE,
)
_ABOUT = (
    r"[_-](?:(?<!secret.)id|name|file|path|dir|url|uri|endpoint|host|type|kind|mode|policy|header"
    r"|arn|env|var|variable|backend|helper|provider|store|vault|ttl|limit|budget|count|audience"
    r"|issuer|format|field|prefix|suffix|length|size|min|max|from|region|algorithm|expiry|expires"
    r"|version|scopes?|location|ref|source)$"
)
"""The end of a name that says of a secret what is none itself."""
_PUNCTUATION = frozenset("!#$%^&*()+=[]{};,<>?|~`")
_PUBLIC = re.compile(r"public|publishable", re.IGNORECASE)
_SHORTEST = 8
_INNOCENT = re.compile(r"[a-z-]{0,14}|\$\{[A-Z_]+\}")
"""Too short and too plain for a token, or a variable alone: most values are one of these."""
_SIMPLE = re.compile(r"@?[\w./-]*")
"""Nothing with a name of its own, and no URL with more than a path."""
_NAMED = (_SHORTEST, 2.5, ("[0-9]", "[A-Za-z]"))
_UNNAMED = (20, 3.8, ("[0-9]", "[a-z]", "[A-Z]"))
"""How long a run must be, how random in bits a character, and what it must have, to look secret."""
_LONGEST_PIECE = 12
_LONGEST_WORDS = 2.7
"""How long, on average, the words of a run may be if it is to look random."""


@lru_cache(maxsize=4096)
def looks_secret(value: str, name: str = "") -> bool:
    """Say whether a value is a secret in plain text: a known token, or text that looks random.

    A `${VAR}` reference is none, nor is a placeholder. Less is asked of a value whose `name` is
    that of a secret, also where that name stands in the value itself.
    """
    if len(value) < _SHORTEST or _is_harmless(value, name):
        return False
    if has_token(value):
        return True
    parts = ((each, value[begin:end]) for each, begin, end in named_parts(value))
    return any(_is_suspect(text, each) for each, text in ((name, value), *parts))


def _is_harmless(value: str, name: str) -> bool:
    """Say quickly of a value that it is no secret, as most are not; False if that takes a look."""
    if _INNOCENT.fullmatch(value):
        return True
    is_short = len(value) < _UNNAMED[0] and _SIMPLE.fullmatch(value) is not None
    return is_short and not _SECRET_NAME.search(name) and not has_token(value)


def _is_suspect(value: str, name: str) -> bool:
    text = VARIABLE.sub(" ", value).strip()
    if _REFERENCE.fullmatch(text) or _PUBLIC.search(name):
        return False
    is_named = _SECRET_NAME.search(name) and not re.search(_ABOUT, name, re.IGNORECASE)
    if is_named and not _PLACEHOLDER.search(text) and not _PATH.match(text):
        runs = _RUN.findall(text) if "/" not in text else []
        if len(_PUNCTUATION.intersection(text)) > 1 and not re.search(r"\s", text):
            runs.append(text)
        if any(_is_random(run, *_NAMED) for run in runs):
            return True
    whole = _BASE64.fullmatch(text)
    if whole and _is_unlike_words(whole.group(1).replace("/", "")):
        return not _PATH.match(text)
    return not _PATH.match(text) and any(map(_is_unlike_words, _RUN.findall(text)))


def _is_unlike_words(run: str) -> bool:
    """Say whether a run of characters is random, and no name made of words and numbers."""
    if _DIGEST.match(run) or not _is_random(run, *_UNNAMED):
        return False
    pieces = _PIECE.findall(run)
    words = _WORD.findall(run)
    longest = max(map(len, pieces))
    return longest >= _LONGEST_PIECE and sum(map(len, words)) <= _LONGEST_WORDS * len(words)


def _is_random(text: str, least: int, bits: float, kinds: Iterable[str]) -> bool:
    """Say whether a text is that long and that random, and has characters of all the kinds."""
    if len(text) < least or not all(re.search(kind, text) for kind in kinds):
        return False
    shares = [count / len(text) for count in Counter(text).values()]
    return -sum(share * log2(share) for share in shares) >= bits


def secret_arguments(arguments: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Give the index of each argument that is a secret in plain text, and its flag's name."""
    flag = ""
    for index, argument in enumerate(arguments):
        if _is_harmless(argument, flag):
            flag = argument if argument.startswith("-") and is_name(argument) else ""
            continue
        name, equals, value = argument.partition("=")
        if not equals or not is_name(name) or looks_secret(name):
            name, value = "" if argument.startswith("--") else flag, argument
        if looks_secret(value, name) or looks_secret(argument) or plain_secrets_in_url(value):
            yield index, name.strip().lstrip("-")
        is_flag = argument.startswith("-") and is_name(argument) and not looks_secret(argument)
        flag = argument if is_flag else ""


@lru_cache(maxsize=4096)
def plain_secrets_in_url(url: str) -> tuple[str, ...]:
    """Give the names of what is a secret in plain text in a URL: `password`, or a query field."""
    match = URL.fullmatch(url)
    if match is None:
        return ("url",) if has_token(url) else ()
    scheme, user, rest, query, fragment = match.groups()
    inner = USER_INFO.search(rest)
    if inner:
        scheme, user = "//", inner.group()
    found = []
    password = (user or "").partition(":")[2]
    # Without `//` it may be the version of a package: `node:20@sha256:...`.
    if (scheme and VARIABLE.sub("", password).strip()) or looks_secret(user or ""):
        found.append("password")
    for pair in (query or "").split("&"):
        name, _, value = pair.partition("=")
        if looks_secret(name):
            found.append("query")
        elif looks_secret(value, name):
            found.append(name)
    if has_token(rest):
        found.append("path")
    if has_token(fragment or ""):
        found.append("fragment")
    return tuple(found)
