"""What others say of a server, without the secrets in its settings."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterator
from urllib.parse import quote

from cleveragents_skills.masking import (
    MASK,
    mask_arguments,
    mask_tokens,
    mask_url,
    mask_value,
)
from cleveragents_skills.mcp.references import Filled
from cleveragents_skills.model import SkillMcpSource

_SHORTEST = 4
"""A shorter value stands in other words too often, and gives little away."""
_SHORTEST_LISTED = 8
"""Likewise, in names and descriptions, where a word that is replaced does harm."""


def hider(filled: Filled) -> Callable[[str], str]:
    """Give what replaces every secret of the server in a text by `***`.

    Those are the values of variables, of `env` and `headers`, what is masked elsewhere in its
    settings, and tokens of known shapes.
    """
    secrets = {
        form
        for secret in (*filled.values, *_declared(filled.server))
        for part in (secret, *secret.splitlines())
        if len(part.strip()) >= _SHORTEST
        for form in _forms(part.strip())
    }
    replace = _replacing(secrets)
    return lambda text: mask_tokens(replace(text))


def _replacing(secrets: Collection[str]) -> Callable[[str], str]:
    if not secrets:
        return str
    # The longest first: a shorter one may be a part of it.
    ordered = sorted(secrets, key=lambda secret: (-len(secret), secret))
    known = re.compile("|".join(map(re.escape, ordered)))
    return lambda text: known.sub(MASK, text)


def offer_hider(filled: Filled) -> Callable[[str], str]:
    """Give what replaces the values of variables in what a server lists by `***`.

    What the catalog itself says under `env` is not looked for there: words such as `debug` may
    stand in any description, and are no secret to who reads the catalog. Tokens of known shapes
    stay: what is behind one must not change unseen.
    """
    values = {value.strip() for value in filled.values if len(value.strip()) >= _SHORTEST_LISTED}
    return _replacing({form for value in values for form in _forms(value)})


def _forms(secret: str) -> tuple[str, ...]:
    """Give the ways in which programs write a text."""
    return secret, json.dumps(secret)[1:-1], repr(secret)[1:-1], quote(secret), quote(secret, "")


def _declared(server: SkillMcpSource) -> Iterator[str]:
    for value in (*server.env.values(), *server.headers.values()):
        lead = mask_value(value).partition(MASK)[0]
        yield value[len(lead) :]
    for argument, shown in zip(server.args, mask_arguments(server.args), strict=True):
        yield from _masked_parts(argument, shown)
    yield from _masked_parts(server.url or "", mask_url(server.url or ""))


def _masked_parts(text: str, shown: str) -> Iterator[str]:
    """Give the parts of a text that are masked where it is shown."""
    pieces = map(re.escape, shown.split(MASK))
    found = re.fullmatch("(.*?)".join(pieces), text, re.DOTALL)
    yield from found.groups() if found else (text,)
