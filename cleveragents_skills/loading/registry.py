"""Every code there is, and the page that explains it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from inspect import cleandoc

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading.codes import CODES
from cleveragents_skills.rules import RULES
from cleveragents_skills.suppression import PARTS

SETTABLE: tuple[Code, ...] = tuple(
    sorted(
        (*(rule.CODE for rule in RULES), *(part.CODE for part in PARTS)), key=lambda code: code.id
    )
)
"""The codes for which a config can set something."""
ALL_CODES: tuple[Code, ...] = (*CODES, *SETTABLE)
_HEADING = re.compile(r"^## (SK\d{3}) .+\n", re.MULTILINE)


def page(code: Code) -> str:
    """Give the explanation of a code, in Markdown that reads as plain text too.

    First what it means, then "Why it matters:", "Bad:" and "Good:", perhaps further notes.
    """
    return _pages()[code.id]


@cache
def _pages() -> Mapping[str, str]:
    """Give the page of every code: a section of `pages.md`, or the docstring of a module."""
    from importlib.resources import files  # noqa: PLC0415 (needed for explanations only)

    text = files(__package__).joinpath("pages.md").read_text("utf-8")
    _, *parts = _HEADING.split(text)
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    return {
        **{code.id: sections[code.id].strip() for code in CODES},
        **{rule.CODE.id: cleandoc(rule.__doc__ or "") for rule in RULES},
        **{part.CODE.id: cleandoc(part.__doc__ or "") for part in PARTS},
    }
