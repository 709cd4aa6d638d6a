"""What differs between the tools that a skill gave and those it gives."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.comparison.change import Change, Effect
from cleveragents_skills.sameness import same_data
from cleveragents_skills.snapshot import (
    ALLOWS,
    APPROVAL,
    CONFIG,
    EFFECT,
    LEARNED,
    SANDBOX,
    SCOPE,
    SkillSnapshot,
    ToolSnapshot,
)

_POWERS = ("destructive", "unsafe", "open_world")
_CONFINED = (SANDBOX + "restricted", SANDBOX + "full")


def tool_changes(before: SkillSnapshot, after: SkillSnapshot) -> Iterator[Change]:
    """Give the changes of the tools of a skill: those that are new or other, gone, moved."""
    skill = after.name
    pairs, gone = _matched(before.tools, after.tools)
    position = {id(tool): index for index, tool in enumerate(before.tools)}
    kept = [(index, position[id(was)]) for index, was in enumerate(pairs) if was is not None]
    moved = set(_out_of_order(kept))
    for index, (now, was) in enumerate(zip(after.tools, pairs, strict=True)):
        if was is None:
            is_safe = is_harmless(now) or _is_of(now, before.unlisted)
            effect: Effect = "other" if is_safe else "widened"
            yield Change("tool", skill, now.name, effect, ("added",), None, now)
            continue
        what = tuple(_differences(was, now))
        if what:
            yield Change("tool", skill, now.name, _effect(was, now), what, was, now)
        if index in moved:
            yield Change("tool", skill, now.name, "other", ("moved",), was, now)
    for was in gone:
        effect = "other" if _is_of(was, after.unlisted) else "narrowed"
        yield Change("tool", skill, was.name, effect, ("removed",), was, None)


def is_harmless(tool: ToolSnapshot) -> bool:
    """Say whether a tool that is new gives no power: it reads only, and nothing else is said."""
    reads = tool.access == "read_only" and tool.kind != "agent_skill"
    return reads and not any(_is_power(word) or word.startswith(ALLOWS) for word in tool.words)


def _is_of(tool: ToolSnapshot, servers: Sequence[str]) -> bool:
    """Say whether a tool is of one of these servers: without a tool list they may give any."""
    return tool.kind == "mcp" and tool.name.startswith(tuple(f"mcp:{name}/" for name in servers))


def _matched(
    before: Sequence[ToolSnapshot], after: Sequence[ToolSnapshot]
) -> tuple[list[ToolSnapshot | None], list[ToolSnapshot]]:
    """Give for each tool what it was, and those that are no more.

    Tools without a name are the same if they are so by content, else if they have one place.
    """
    left = {tool.name: tool for tool in before}
    by_content: dict[tuple[str, str], list[ToolSnapshot]] = {}
    for tool in reversed(before):
        if is_anonymous(tool):
            by_content.setdefault((tool.source, tool.digest), []).append(tool)
    pairs: list[ToolSnapshot | None] = []
    for tool in after:
        alike = by_content.get((tool.source, tool.digest)) if is_anonymous(tool) else None
        found = alike.pop() if alike else None
        if found is None and not is_anonymous(tool):
            found = left.get(tool.name)
        if found is not None:
            del left[found.name]
        pairs.append(found)
    for index, tool in enumerate(after):
        if pairs[index] is None and is_anonymous(tool):
            pairs[index] = left.pop(tool.name, None)
    return pairs, list(left.values())


def is_anonymous(tool: ToolSnapshot) -> bool:
    """Say whether the tool is an inline one without a name, so that its key only counts."""
    return tool.kind == "inline" and tool.name.startswith(f"{tool.source}/_anon_")


def _out_of_order(pairs: Sequence[tuple[int, int]]) -> Iterator[int]:
    """Give the first of each pair that is not in a longest run in which the second ones rise."""
    tails: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for at, (_, value) in enumerate(pairs):
        length = bisect_left(tails, value)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(value)
            ends.append(at)
        else:
            tails[length], ends[length] = value, at
    in_order = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        in_order.add(at)
        at = before[at]
    return (first for at, (first, _) in enumerate(pairs) if at not in in_order)


def _differences(before: ToolSnapshot, after: ToolSnapshot) -> Iterator[str]:
    """Give which sides of a tool differ."""
    if before.kind != after.kind:
        yield "kind"
    if before.source != after.source:
        yield "source"
    told = list(_other_powers(before, after))
    if before.digest != after.digest:
        told += _other_content(before, after, powers_told=bool(told))
        # What was written down tells no more than that something differs.
        told = told or ["content"]
    yield from told


def _other_powers(before: ToolSnapshot, after: ToolSnapshot) -> Iterator[str]:
    if before.access != after.access or before.by_override != after.by_override:
        yield "access"
    yield from dict.fromkeys(
        word.partition(":")[0]
        for word in (*before.words, *after.words)
        if (word in before.words) != (word in after.words)
    )


def _other_content(
    before: ToolSnapshot, after: ToolSnapshot, *, powers_told: bool
) -> Iterator[str]:
    """Give what differs beside the access and the words, as far as either side tells."""
    one, other = before.details, after.details
    if one is None or other is None:
        return
    for key in _differing(one, other):
        if key == "overrides":
            laid = one.get(key) or {}, other.get(key) or {}
            yield from (f"overrides.{each}" for each in _differing(*laid))
            powers_told = True
        elif key not in ("capability", "sandbox_policy"):
            yield key
    for key in _differing(one["capability"], other["capability"]):
        if key == "checkpoint_scope" or not powers_told:
            yield f"capability.{key}"


def _differing(one: Mapping[str, Any], other: Mapping[str, Any]) -> Iterator[str]:
    """Give the keys under which two mappings do not have the same."""
    for key in dict.fromkeys((*one, *other)):
        if (key in one) != (key in other) or not same_data(one.get(key), other.get(key)):
            yield key


def _effect(before: ToolSnapshot, after: ToolSnapshot) -> Effect:
    """Give what a change of a tool lets an agent do. What was unknown may have been anything."""
    was, now = before.access, after.access
    gained = {word for word in after.words if word not in before.words}
    lost = {word for word in before.words if word not in after.words}
    unbound = not lost.isdisjoint(_CONFINED) and gained.isdisjoint(_CONFINED)
    more = any(_is_power(word) for word in gained) and was != "unknown"
    allowed = any(word.startswith(ALLOWS) for word in gained) or _is_scope_wider(before, after)
    if (was == "read_only" != now) or APPROVAL in lost or unbound or more or allowed:
        return "widened"
    lowered = was != "read_only" == now
    if now == "read_only" and _is_claimed(after) and (lowered or not _is_claimed(before)):
        return "claimed"
    less = any(_is_power(word) or word.startswith(ALLOWS) for word in lost) and now != "unknown"
    less = less or _is_scope_wider(after, before)
    if lowered or APPROVAL in gained or not gained.isdisjoint(_CONFINED) or less:
        return "narrowed"
    return "other"


def _is_claimed(tool: ToolSnapshot) -> bool:
    """Say whether the access of a tool rests on what others than its declaration say."""
    return tool.by_override or CONFIG in tool.words or LEARNED in tool.words


def _is_scope_wider(before: ToolSnapshot, after: ToolSnapshot) -> bool:
    """Say whether a tool that writes may do so elsewhere: it has no scope, or one that has more."""
    was, now = ({word for word in each.words if word.startswith(SCOPE)} for each in (before, after))
    return before.access == after.access == "write" and bool(was) and (not now or not now <= was)


def _is_power(word: str) -> bool:
    return word in _POWERS or word.startswith(EFFECT)
