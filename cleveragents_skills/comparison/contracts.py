"""What a change of the contracts lets pass that was found before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cleveragents_skills.contract import Contract

_LOOSER_WITH_MORE = ("allow-tools", "only-included-by", "exceptions")
_SAYS_NOTHING = ("name", "guidance")


class Otherwise(NamedTuple):
    """What a contract says otherwise: what was said, what is said, whether more passes."""

    name: str
    before: str
    after: str
    is_looser: bool


def contract_changes(before: Iterable[Contract], after: Iterable[Contract]) -> Iterator[Otherwise]:
    """Give what contracts say otherwise than those of the same title did."""
    was, now = _by_title(before), _by_title(after)
    for key in dict.fromkeys((*was, *now)):
        name = f"contract {key[0]}"
        if key not in now:
            yield Otherwise(name, "there", "gone", is_looser=True)
        elif key not in was:
            yield Otherwise(name, "absent", "there", is_looser=False)
        else:
            yield from _clauses(name, was[key].clauses(), now[key].clauses())


def _by_title(contracts: Iterable[Contract]) -> dict[tuple[str, int], Contract]:
    """Give the contracts by title, those that share one in their order."""
    found: dict[tuple[str, int], Contract] = {}
    for each in contracts:
        number = 0
        while (each.title, number) in found:
            number += 1
        found[each.title, number] = each
    return found


def _clauses(name: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Otherwise]:
    for clause in dict.fromkeys((*before, *after)):
        was, now = before.get(clause), after.get(clause)
        if was != now and clause not in _SAYS_NOTHING:
            looser = _is_looser(clause, was, now)
            yield Otherwise(f"{name}: {clause}", _said(was), _said(now), is_looser=looser)


def _is_looser(clause: str, before: Any, after: Any) -> bool:
    """Say whether anything may pass by a clause that did not, None being no such clause."""
    if clause == "exceptions":
        return not {*(after or ())} <= {*(before or ())}
    if before is None or after is None:
        return after is None
    if isinstance(before, tuple):
        more, less = {*after} - {*before}, {*before} - {*after}
        return bool(more if clause in _LOOSER_WITH_MORE else less)
    # Of other words nobody can say which of them asks for more.
    return bool(after > before) if isinstance(before, int) else True


def _said(value: Sequence[str] | str | float | None) -> str:
    if value is None:
        return "not set"
    if isinstance(value, bool):
        return str(value).lower()
    return ", ".join(value) or "nothing" if isinstance(value, tuple) else str(value)
