"""Every code there is."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading.codes import CODES
from cleveragents_skills.rules import RULES
from cleveragents_skills.suppression import PARTS

ALL_CODES: tuple[Code, ...] = tuple(
    sorted(
        (*CODES, *(rule.CODE for rule in RULES), *(part.CODE for part in PARTS)),
        key=lambda code: code.id,
    )
)
