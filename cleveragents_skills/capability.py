"""What a tool can do: as it is declared, and once overrides are laid over that."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from attrs import evolve, frozen

Access = Literal["read_only", "write", "unknown"]
SideEffects = tuple[str, ...] | bool
"""The effects by name, or whether there are any."""
CAPABILITY_FIELDS = (
    "read_only",
    "writes",
    "destructive",
    "checkpointable",
    "idempotent",
    "open_world",
    "unsafe",
    "human_approval_required",
    "side_effects",
    "checkpoint_scope",
    "write_scope",
)
"""The words a catalog has for what a tool can do, in the order every output shows them."""


@frozen
class Capability:
    """What a tool can do, as far as somebody said so. None is unknown, which is not False."""

    read_only: bool | None = None
    writes: bool | None = None
    destructive: bool | None = None
    checkpointable: bool | None = None
    idempotent: bool | None = None
    open_world: bool | None = None
    unsafe: bool | None = None
    human_approval_required: bool | None = None
    side_effects: SideEffects | None = None
    checkpoint_scope: str | None = None
    write_scope: tuple[str, ...] | str | None = None

    @property
    def access(self) -> Access:
        """`write` or `read_only` where that is stated, else `unknown`."""
        if self.writes:
            return "write"
        return "read_only" if self.read_only else "unknown"

    def to_dict(self) -> dict[str, Any]:
        """Give every field as plain data; None is unknown."""
        values = ((name, getattr(self, name)) for name in CAPABILITY_FIELDS)
        return {name: list(v) if isinstance(v, tuple) else v for name, v in values}


UNKNOWN_CAPABILITY = Capability()
HINTS = ("readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint")
"""The annotations by which an MCP server says what a tool can do, by their names there."""
_FIELDS = frozenset(CAPABILITY_FIELDS)


def hinted_words(hints: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
    """Give the capability words that MCP annotations map to, each with the hint and its value.

    `readOnlyHint: false` is `writes: true`; `destructiveHint` counts only beside that. An absent
    hint says nothing, although MCP takes it for the unsafe one.
    """
    read_only = hints.get("readOnlyHint")
    words: dict[str, tuple[str, Any]] = {}
    if isinstance(read_only, bool):
        words["read_only" if read_only else "writes"] = ("readOnlyHint", True)
    for word, hint in (
        ("destructive", "destructiveHint"),
        ("idempotent", "idempotentHint"),
        ("open_world", "openWorldHint"),
    ):
        if hint in hints and (word != "destructive" or read_only is False):
            words[word] = (hint, hints[hint])
    return words


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
            said["writes"] = False
            words.pop("destructive", None)
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


def filled_in(capability: Capability, learned: Capability) -> tuple[Capability, Capability]:
    """Give a capability with what is unknown of it learned from elsewhere, and what that was.

    What is known stays, and so does what follows from it: who is known to be read-only does not
    write, only who writes can be destructive, and who has side effects does more than read.
    """
    words = {
        word: value
        for word in CAPABILITY_FIELDS
        if (value := getattr(learned, word)) is not None and getattr(capability, word) is None
    }
    if capability.read_only or capability.writes is False:
        words.pop("writes", None)
    if capability.writes or capability.destructive or capability.read_only is False:
        words.pop("read_only", None)
    if capability.side_effects or capability.unsafe:
        words.pop("read_only", None)
    if not (capability.writes or words.get("writes")):
        words.pop("destructive", None)
    return evolve(capability, **words), Capability(**words)


def _joined(declared: SideEffects, said: SideEffects) -> SideEffects:
    """Give the declared side effects with those a layer adds; none is taken away."""
    if isinstance(said, bool):
        return declared
    if isinstance(declared, bool):
        return said or declared
    return tuple(dict.fromkeys((*declared, *said)))
