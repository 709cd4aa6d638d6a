"""A change in words: what something was, and what it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.comparison import Change, Comparison
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.snapshot import (
    ALLOWS,
    APPROVAL,
    CONFIG,
    EFFECT,
    LEARNED,
    SANDBOX,
    SCOPE,
    ServerSnapshot,
    SkillSnapshot,
    ToolSnapshot,
)
from cleveragents_skills.views.shapes import ACCESS_WORDS, counted, flow

ABSENT = "absent"
_LONGEST = 160
_POWER_WORDS = ("capability", *CAPABILITY_FIELDS)
_SAID_OTHERWISE = ("kind", "source", "moved", "content")
Snapshot = ToolSnapshot | ServerSnapshot | SkillSnapshot | str | None


def in_words(change: Change, positions: tuple[int, int] | None) -> tuple[str, str]:
    """Give what the thing was and what it is; `positions` (from 1) tell where a tool stood."""
    before, after = change.before, change.after
    if isinstance(before, ToolSnapshot) and isinstance(after, ToolSnapshot):
        sides = _tool_sides(change, before, after, positions)
        return ", ".join(filter(None, sides[0])), ", ".join(filter(None, sides[1]))
    if change.what == ("removed",) and change.effect == "other":
        # Its server has lost its tool list, so nobody knows whether it is gone.
        return _words(before), "not listed; the server may still give it"
    return _words(before), _words(after)


def _words(side: Snapshot) -> str:
    if side is None:
        return ABSENT
    if isinstance(side, ToolSnapshot):
        return powers(side)
    if isinstance(side, ServerSnapshot):
        tools = "NO TOOL LIST" if side.tools is None else f"{counted(side.tools, 'tool')} listed"
        return f"{shortened(' '.join(side.launch))} ({side.transport}), {tools}"
    if isinstance(side, SkillSnapshot):
        return shortened(side.problem) if side.problem else skill_words(side)
    return shortened(side)


def skill_words(skill: SkillSnapshot) -> str:
    """Give in a few words what a skill gives."""
    total = f"{'at least ' if skill.unlisted else ''}{counted(len(skill.tools), 'tool')}"
    classes = [
        f"{skill.count(access):,} {word}"  # type: ignore[arg-type] # the words of every access
        for access, word in ACCESS_WORDS.items()
        if skill.count(access)  # type: ignore[arg-type] # likewise
    ]
    unlisted = [f"{name} has NO TOOL LIST" for name in skill.unlisted]
    said = ", ".join((*classes, *unlisted))
    return f"{total}: {said}" if said else total


def powers(tool: ToolSnapshot) -> str:
    """Give what a tool can do, as far as somebody said so."""
    by = " (only by override)" if tool.by_override else ""
    by = " (only by the config)" if CONFIG in tool.words else by
    by = " (only by hints of the server)" if LEARNED in tool.words else by
    words = [ACCESS_WORDS[tool.access] + by]
    for word in tool.words:
        kind, _, value = word.partition(":")
        if word in (APPROVAL, CONFIG, LEARNED):
            continue
        if word.startswith(EFFECT):
            words.append("side effects" if value == "any" else f"side effect {value}")
        elif word.startswith(SCOPE):
            words.append(f"writes to {value}")
        elif word.startswith(SANDBOX):
            words.append(f"sandbox {value}")
        elif word.startswith(ALLOWS):
            words.append(f"allows {value}")
        else:
            words.append(kind.replace("_", " "))
    if APPROVAL in tool.words:
        words.append("asks for approval")
    elif "destructive" in tool.words:
        words.append("no approval")
    return shortened(", ".join(words))


def _tool_sides(
    change: Change, before: ToolSnapshot, after: ToolSnapshot, positions: tuple[int, int] | None
) -> tuple[list[str], list[str]]:
    """Give what a tool was and is, in those of its sides that differ."""
    was: list[str] = []
    now: list[str] = []
    one, other = before.details or {}, after.details or {}
    plain = {*one, *other, *_SAID_OTHERWISE}
    powers_differ = any(each not in plain and "." not in each for each in change.what)
    if powers_differ:
        was.append(powers(before))
        now.append(powers(after))
    if APPROVAL in change.what and "destructive" not in after.words:
        (was if APPROVAL in after.words else now).append("no approval")
    for each in change.what:
        holder, _, key = each.partition(".")
        if holder in ("overrides", "capability"):
            if not (powers_differ and key in _POWER_WORDS):
                was.append(_said(key, one.get(holder)))
                now.append(_said(key, other.get(holder)))
        elif each in _SAID_OTHERWISE:
            sides = _otherwise(each, before, after, positions)
            was.append(sides[0])
            now.append(sides[1])
        elif each in plain:
            was.append("" if each in one else f"no {each}")
            now.append(f"other {each}" if each in one and each in other else "")
            now[-1] = now[-1] or (each if each in other else f"no {each}")
    return was, now


def _otherwise(
    what: str, before: ToolSnapshot, after: ToolSnapshot, positions: tuple[int, int] | None
) -> tuple[str, str]:
    """Give both sides of what has words of its own."""
    if what == "source":
        return f"from {before.source}", f"from {after.source}"
    if what == "kind":
        return before.kind, after.kind
    if what == "moved" and positions:
        return f"place {positions[0]:,}", f"place {positions[1]:,}"
    return "", "moved" if what == "moved" else "other content or overrides"


def _said(key: str, overrides: Any) -> str:
    if isinstance(overrides, Mapping) and key in overrides:
        return shortened(f"{key}: {flow(overrides[key])}")
    return f"no {key}"


def shortened(text: str) -> str:
    """Give a text, or the beginning of one that is too long for a table."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def place_of(change: Change, found: Comparison) -> Location | None:
    """Give where a change was made, or where what is gone stood; None where nobody knows.

    For a tool that comes by an include that is the include, for overrides the override.
    """
    now = change.after
    skill = found.after.get(change.skill)
    if isinstance(now, ToolSnapshot) and skill is not None:
        place = _override_place(change, now) or _include_place(change, now, skill, found)
        if place is not None:
            return place
    for side in (change.after, change.before):
        if side is not None and not isinstance(side, str) and side.location is not None:
            return side.location()
    return None


def _override_place(change: Change, tool: ToolSnapshot) -> Location | None:
    """Give where the first override stands that is new or another one."""
    look = tool.override_location
    keys = (each.partition(".")[2] for each in change.what if each.startswith("overrides."))
    places = map(look, keys) if look else ()
    return next((place for place in places if place is not None), None)


def _include_place(
    change: Change, tool: ToolSnapshot, skill: SkillSnapshot, found: Comparison
) -> Location | None:
    """Give the include by which a tool comes that is new or has another place or source."""
    if tool.source == skill.name or skill.include_location is None:
        return None
    if not {"added", "moved", "source"}.isdisjoint(change.what):
        was = found.before.get(change.skill)
        new = [each for each in skill.includes if was and each not in was.includes]
        for name in (tool.source, *new):
            if name in skill.includes:
                return skill.include_location(name)
        return skill.location() if skill.location else None
    return None


def side_shape(side: Snapshot) -> Any:
    """Give one side of a change as JSON has it."""
    if side is None or isinstance(side, str):
        return side
    if isinstance(side, SkillSnapshot):
        return {"problem": side.problem, **counts_shape(side)}
    if isinstance(side, ServerSnapshot):
        return {
            "transport": side.transport,
            "launch": list(side.launch),
            "listed": side.tools is not None,
            "tools": side.tools,
        }
    return {
        "name": side.name,
        "kind": side.kind,
        "source_skill": side.source,
        "access": side.access,
        "by_override": side.by_override,
        "words": list(side.words),
        "digest": side.digest,
        "details": None if side.details is None else dict(side.details),
    }


def counts_shape(skill: SkillSnapshot) -> dict[str, Any]:
    """Give what a skill gives, in numbers, as JSON has it."""
    return {
        "total_tools": len(skill.tools),
        "read_only_tools": skill.count("read_only"),
        "write_tools": skill.count("write"),
        "unknown_tools": skill.count("unknown"),
        "by_override_tools": sum(tool.by_override for tool in skill.tools),
        "unlisted_mcp_servers": list(skill.unlisted),
    }


def positions_in(
    change: Change, before: SkillSnapshot | None, after: SkillSnapshot | None
) -> tuple[int, int] | None:
    """Give where the tool of a change stood in its skill and where it stands, from 1."""
    was, now = change.before, change.after
    if before is None or after is None:
        return None
    if not isinstance(was, ToolSnapshot) or not isinstance(now, ToolSnapshot):
        return None
    found = (*_position(was, before), *_position(now, after))
    return (found[0], found[1]) if len(found) == 2 else None  # noqa: PLR2004 (one a side)


def _position(tool: ToolSnapshot, skill: SkillSnapshot) -> Iterator[int]:
    yield from (at for at, each in enumerate(skill.tools, start=1) if each.name == tool.name)
