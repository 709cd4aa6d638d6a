"""Every code there is, and the page that explains it."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from functools import cache
from inspect import cleandoc

from cleveragents_skills import contracts, drift, server_drift, suppression
from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading.codes import CODES
from cleveragents_skills.naming import nearest
from cleveragents_skills.rules import RULES
from cleveragents_skills.server_drift.codes import CODES as SERVER_CODES

_PARTS = (*suppression.PARTS, drift, *contracts.PARTS)

SETTABLE: tuple[Code, ...] = tuple(
    sorted(
        (*(rule.CODE for rule in RULES), *(part.CODE for part in _PARTS), *SERVER_CODES),
        key=lambda code: code.id,
    )
)
"""The codes for which a config can set something."""
ALL_CODES: tuple[Code, ...] = (*CODES, *SETTABLE)
_NAMED: Mapping[str, str] = {code.name: code.id for code in ALL_CODES}
_HEADING = re.compile(r"^## (SK\d{3}) .+\n", re.MULTILINE)


def id_of_name(word: str) -> str | None:
    """Give the id of the code that has this name, in any case."""
    return _NAMED.get(word.lower()) if word.isascii() else None


def code_meant(word: str, known: Collection[Code] = ALL_CODES) -> str | None:
    """Give what to write for a word that is no id of a code: the one it names, or a near one."""
    ids = {code.id for code in known}
    named = id_of_name(word)
    if named:
        return f"write `{named}`" if named in ids else None
    near = nearest(word, {*ids, *(code.name for code in known)}, most=1)
    if not near:
        return None
    named = id_of_name(near[0])
    return f"did you mean `{named}` (`{near[0]}`)?" if named else f"did you mean `{near[0]}`?"


def page(code: Code) -> str:
    """Give the explanation of a code, in Markdown that reads as plain text too.

    First what it means, then "Why it matters:", "Bad:" and "Good:", perhaps further notes.
    """
    return _pages()[code.id]


@cache
def _pages() -> Mapping[str, str]:
    """Give the page of every code: a section of `pages.md`, or the docstring of a module."""
    sections = {**_sections(__package__), **_sections(server_drift.__name__)}
    return {
        **{code.id: sections[code.id].strip() for code in (*CODES, *SERVER_CODES)},
        **{rule.CODE.id: cleandoc(rule.__doc__ or "") for rule in RULES},
        **{part.CODE.id: cleandoc(part.__doc__ or "") for part in _PARTS},
    }


def _sections(package: str | None) -> Mapping[str, str]:
    """Give the sections of a package's `pages.md`, by code."""
    from importlib.resources import files  # noqa: PLC0415 (needed for explanations only)

    text = files(package or "").joinpath("pages.md").read_text("utf-8")
    _, *parts = _HEADING.split(text)
    return dict(zip(parts[::2], parts[1::2], strict=True))
