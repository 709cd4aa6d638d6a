"""Which findings are looked for, and how much each weighs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity

if TYPE_CHECKING:
    from cleveragents_skills.contract import Contract

UNREADABLE = "SK0"
"""What begins so says that a file was not read, and is never left out."""
MAX_TOOLS = 128


@frozen
class Policy:
    """What a team wants to hear about its catalog.

    `select` and `ignore` hold codes or the beginnings of codes; the longest that fits a code
    decides, and nothing selected means all that is on by itself. `severities` gives codes another
    severity, None turns one off. `options` holds what else is set for a code.
    `contracts` are what skills have to keep to.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    severities: Mapping[str, Severity | None] = field(factory=dict)
    options: Mapping[str, Mapping[str, Any]] = field(factory=dict)
    max_tools: int = MAX_TOOLS
    contracts: tuple[Contract, ...] = ()

    def severity_of(self, code: Code) -> Severity | None:
        """Give how much a code weighs, None if it is not looked for.

        A code that is not on by itself is looked for if it is selected by its full id, or has a
        severity here.
        """
        if code.id.startswith(UNREADABLE):
            return code.severity
        severity = self.severities.get(code.id, code.severity)
        asked_for = code.on or code.id in self.select or code.id in self.severities
        return severity if asked_for and self.looks_for(code.id) else None

    def looks_for(self, code: str) -> bool:
        """Say whether findings of a code may be there at all, as far as selecting goes."""
        ignored = _longest(self.ignore, code)
        return _longest(self.select, code) > ignored if self.select else not ignored

    def weighed(self, diagnostics: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
        """Give those of the diagnostics that are wanted, each with its severity."""
        for diagnostic in diagnostics:
            severity = self.severity_of(diagnostic.code)
            if severity is diagnostic.severity:
                yield diagnostic
            elif severity is not None:
                yield evolve(diagnostic, severity=severity)


def _longest(beginnings: Iterable[str], code: str) -> int:
    """Give the length of the longest beginning that fits the code, 0 for none."""
    return max((len(each) for each in beginnings if code.startswith(each)), default=0)
