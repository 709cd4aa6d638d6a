"""What a change of the settings lets pass that was found before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cleveragents_skills.comparison.change import Change, Effect
from cleveragents_skills.diagnostics import Code
from cleveragents_skills.policy import Policy

_FAIL_ON = ("warning", "error", "never")
_WEIGHTS = ("error", "warning", "off")


class Gate(NamedTuple):
    """What `skills check` goes by on one side.

    `ignores` counts the comments that ignore a code, `known` holds what baselines list: fingerprint
    to what it was.
    """

    policy: Policy
    fail_on: str
    files: Sequence[str]
    exclude: Sequence[str]
    ignores: Mapping[str, int]
    known: Mapping[str, str]


def setting_changes(before: Gate, after: Gate, codes: Iterable[Code]) -> Iterator[Change]:
    """Give what is set otherwise: looser is `widened`, stricter `narrowed`."""
    for code in codes:
        was = str(before.policy.severity_of(code) or "off")
        now = str(after.policy.severity_of(code) or "off")
        yield from _change(f"{code.id} {code.name}", was, now, _WEIGHTS)
    yield from _change("fail-on", before.fail_on, after.fail_on, _FAIL_ON)
    most = before.policy.max_tools, after.policy.max_tools
    if most[0] != most[1]:
        effect: Effect = "widened" if most[1] > most[0] else "narrowed"
        yield _setting("max-tools", effect, str(most[0]), str(most[1]))
    yield from _listed("exclude", before.exclude, after.exclude, ("widened", "narrowed"))
    yield from _listed("files", before.files, after.files, ("narrowed", "widened"))
    for code_id in sorted({*before.ignores, *after.ignores}):
        counts = before.ignores.get(code_id, 0), after.ignores.get(code_id, 0)
        if counts[0] != counts[1]:
            effect = "widened" if counts[1] > counts[0] else "narrowed"
            yield _setting(f"ignore[{code_id}]", effect, *map(_comments, counts))
    yield from (
        _setting("baseline", "widened", "not listed", text)
        for key, text in after.known.items()
        if key not in before.known
    )


def _change(name: str, was: str, now: str, order: Sequence[str]) -> Iterator[Change]:
    """Give the change of a value, where later ones of `order` let more pass."""
    if was != now:
        looser = order.index(now) > order.index(was)
        yield _setting(name, "widened" if looser else "narrowed", was, now)


def _listed(
    name: str, before: Sequence[str], after: Sequence[str], effects: tuple[Effect, Effect]
) -> Iterator[Change]:
    """Give the items that are new in a list, and those that are gone, with the effect of each."""
    for one, other, effect in ((before, after, effects[0]), (after, before, effects[1])):
        for item in other:
            if item not in one:
                listed = ("not listed", "listed") if other is after else ("listed", "not listed")
                yield _setting(f"{name}: {item}", effect, *listed)


def _setting(name: str, effect: Effect, before: str, after: str) -> Change:
    return Change("setting", "", name, effect, ("setting",), before, after)


def _comments(count: int) -> str:
    return f"{count:,} comment{'' if count == 1 else 's'}"
