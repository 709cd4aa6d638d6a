"""What a change of the settings lets pass that was found before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from cleveragents_skills.comparison.change import Change, Effect
from cleveragents_skills.comparison.contracts import contract_changes
from cleveragents_skills.diagnostics import Code
from cleveragents_skills.policy import Policy

_FAIL_ON = ("warning", "error", "never")
_WEIGHTS = ("error", "warning", "off")
_LOOSER_IF_MORE: tuple[Effect, Effect] = ("widened", "narrowed")


class Gate(NamedTuple):
    """What `skills check` goes by on one side.

    `ignores` counts the comments that ignore a code, by code and file; `known` holds what baselines
    list: fingerprint to what it was.
    """

    policy: Policy
    fail_on: str
    files: Sequence[str]
    exclude: Sequence[str]
    ignores: Mapping[tuple[str, str], int]
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
    yield from _listed("exclude", before.exclude, after.exclude, _LOOSER_IF_MORE)
    yield from _listed("files", before.files, after.files, ("narrowed", "widened"))
    yield from _options(before.policy, after.policy)
    for each in contract_changes(before.policy.contracts, after.policy.contracts):
        effect = "widened" if each.is_looser else "narrowed"
        yield _setting(each.name, effect, each.before, each.after)
    yield from _ignores(before.ignores, after.ignores)
    yield from _known(before.known, after.known)


def _options(before: Policy, after: Policy) -> Iterator[Change]:
    """Give the options of codes that are set otherwise: what a list of `allow` gained is looser."""
    for code in sorted({*before.options, *after.options}):
        was, now = before.options.get(code, {}), after.options.get(code, {})
        for name in sorted({*was, *now}):
            one, other = was.get(name), now.get(name)
            if isinstance(one or other, tuple):
                yield from _listed(f"{code} {name}", one or (), other or (), _LOOSER_IF_MORE)
            elif one != other:
                stricter = one is None or (other is not None and other < one)
                effect: Effect = "narrowed" if stricter else "widened"
                sides = ("not set" if each is None else str(each) for each in (one, other))
                yield _setting(f"{code} {name}", effect, *sides)


def _ignores(
    before: Mapping[tuple[str, str], int], after: Mapping[tuple[str, str], int]
) -> Iterator[Change]:
    """Give where more comments ignore a code than before, or fewer.

    Those of files that are on one side only are counted together: a file may have been moved.
    """
    files = {file for _, file in before} & {file for _, file in after}
    was, now = _by_place(before, files), _by_place(after, files)
    for code, file in sorted({*was, *now}):
        counts = was[code, file], now[code, file]
        if counts[0] != counts[1]:
            effect: Effect = "widened" if counts[1] > counts[0] else "narrowed"
            place = f" {file}" if file else ""
            yield _setting(f"ignore[{code}]{place}", effect, *map(_comments, counts))


def _by_place(
    ignores: Mapping[tuple[str, str], int], files: Collection[str]
) -> Counter[tuple[str, str]]:
    counts: Counter[tuple[str, str]] = Counter()
    for (code, file), count in ignores.items():
        counts[code, file if file in files else ""] += count
    return counts


def _known(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Change]:
    """Give what baselines list that they did not, and what they list no more."""
    for one, other, effect in ((before, after, "widened"), (after, before, "narrowed")):
        new = Counter(text for key, text in other.items() if key not in one)
        for text, count in sorted(new.items()):
            number = f"{count:,} finding{'' if count == 1 else 's'} listed"
            sides = ("not listed", number) if other is after else (number, "not listed")
            yield _setting(f"baseline: {text}", effect, *sides)  # type: ignore[arg-type] # it is one


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
