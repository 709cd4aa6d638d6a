"""A change in words: what something was, and what it is now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cleveragents_skills.comparison import Change
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.snapshot import (
    ALLOWS,
    APPROVAL,
    EFFECT,
    SANDBOX,
    ServerSnapshot,
    SkillSnapshot,
    ToolSnapshot,
)
from cleveragents_skills.views.shapes import ACCESS_WORDS, counted, flow

_ABSENT = "absent"
_LONGEST = 160
_SAID_OTHERWISE = ("kind", "source", "moved", "content")
Snapshot = ToolSnapshot | ServerSnapshot | SkillSnapshot | str | None


def in_words(change: Change, positions: tuple[int, int] | None) -> tuple[str, str]:
    """Give what the thing was and what it is; `positions` (from 1) tell where a tool stood."""
    before, after = change.before, change.after
    if isinstance(before, ToolSnapshot) and isinstance(after, ToolSnapshot):
        sides = _tool_sides(change, before, after, positions)
        return ", ".join(filter(None, sides[0])), ", ".join(filter(None, sides[1]))
    return _words(before), _words(after)


def _words(side: Snapshot) -> str:
    if side is None:
        return _ABSENT
    if isinstance(side, ToolSnapshot):
        return powers(side)
    if isinstance(side, ServerSnapshot):
        tools = "NO TOOL LIST" if side.tools is None else f"{counted(side.tools, 'tool')} listed"
        return f"{_short(' '.join(side.launch))} ({side.transport}), {tools}"
    if isinstance(side, SkillSnapshot):
        return _short(side.problem) if side.problem else skill_words(side)
    return _short(side)


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
    words = [ACCESS_WORDS[tool.access] + " (only by override)" * tool.by_override]
    for word in tool.words:
        kind, _, value = word.partition(":")
        if word == APPROVAL:
            continue
        if word.startswith(EFFECT):
            words.append("side effects" if value == "any" else f"side effect {value}")
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
    return _short(", ".join(words))


def _tool_sides(
    change: Change, before: ToolSnapshot, after: ToolSnapshot, positions: tuple[int, int] | None
) -> tuple[list[str], list[str]]:
    """Give what a tool was and is, in those of its sides that differ."""
    was: list[str] = []
    now: list[str] = []
    one, other = before.details or {}, after.details or {}
    plain = {*one, *other, *_SAID_OTHERWISE}
    if any(each not in plain and not each.startswith("overrides.") for each in change.what):
        was.append(powers(before))
        now.append(powers(after))
    if APPROVAL in change.what and "destructive" not in after.words:
        (was if APPROVAL in after.words else now).append("no approval")
    for each in change.what:
        if each == "source":
            was.append(f"from {before.source}")
            now.append(f"from {after.source}")
        elif each == "kind":
            was.append(before.kind)
            now.append(after.kind)
        elif each == "moved":
            was.append(f"place {positions[0]:,}" if positions else "")
            now.append(f"place {positions[1]:,}" if positions else "moved")
        elif each.startswith("overrides."):
            key = each.partition(".")[2]
            was.append(_said(key, one.get("overrides")))
            now.append(_said(key, other.get("overrides")))
        elif each == "content":
            now.append("other content or overrides")
        elif each in plain:
            now.append(f"other {each}" if each in one and each in other else "")
            was.append("" if each in one else f"no {each}")
            now[-1] = now[-1] or (each if each in other else f"no {each}")
    return was, now


def _said(key: str, overrides: Any) -> str:
    if isinstance(overrides, Mapping) and key in overrides:
        return _short(f"{key}: {flow(overrides[key])}")
    return f"no {key}"


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def place_of(change: Change) -> Location | None:
    """Give where the thing stands, or stood if it is gone; None where nobody knows."""
    for side in (change.after, change.before):
        if side is not None and not isinstance(side, str) and side.location is not None:
            return side.location()
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
