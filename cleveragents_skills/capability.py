"""What a tool can do once overrides are laid over what it declares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from attrs import evolve

from cleveragents_skills.model import CAPABILITY_FIELDS, Capability, SideEffects

_FIELDS = frozenset(CAPABILITY_FIELDS)


def capability_words(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Give the capability words of an override, those under `capability:` and the flat ones.

    Null is no word. Lists become tuples, as `Capability` holds them.
    """
    if not _FIELDS.isdisjoint(metadata) or "capability" in metadata:
        nested = metadata.get("capability")
        both = {**metadata, **nested} if isinstance(nested, Mapping) else metadata
        return {
            word: tuple(value) if isinstance(value, list) else value
            for word, value in both.items()
            if word in _FIELDS and value is not None
        }
    return {}


def laid_over(declared: Capability, layers: Iterable[Mapping[str, Any]]) -> Capability:
    """Give the effective capability: the declaration, then each layer over the ones before.

    The outermost word holds. A layer that says `read_only: true` or `writes: true` takes the other
    back to False beneath it, and `destructive: true` says `writes: true` too. But a power that is
    declared (`writes`, `destructive`, `unsafe`, side effects) stays, whatever a layer says.
    """
    words: dict[str, Any] = {}
    for layer in layers:
        said = capability_words(layer)
        if said.get("destructive") is True:
            said["writes"] = True
        if said.get("writes") is True:
            said["read_only"] = False
        elif said.get("read_only") is True:
            said["writes"] = said["destructive"] = False
        words.update(said)
    if not words:
        return declared
    for power in ("writes", "destructive", "unsafe"):
        if getattr(declared, power) is True:
            words[power] = True
    if declared.writes is True:
        words["read_only"] = False
    if declared.side_effects and "side_effects" in words:
        words["side_effects"] = _joined(declared.side_effects, words["side_effects"])
    return evolve(declared, **words)


def _joined(declared: SideEffects, said: SideEffects) -> SideEffects:
    """Give the declared side effects with those a layer adds; none is taken away."""
    if isinstance(said, bool):
        return declared
    if isinstance(declared, bool):
        return said or declared
    return tuple(dict.fromkeys((*declared, *said)))
