"""What differs between a skill and what it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cleveragents_skills.comparison.change import Change, Effect
from cleveragents_skills.comparison.tools import is_harmless, tool_changes
from cleveragents_skills.snapshot import ServerSnapshot, SkillSnapshot


def skill_changes(
    name: str, before: SkillSnapshot | None, after: SkillSnapshot | None
) -> Iterator[Change]:
    """Give what differs in one skill."""
    if before is None or after is None or before.problem or after.problem:
        yield from _whole(name, before, after)
        return
    for one, other in _pairs(before.servers, after.servers):
        yield from _server_changes(name, one, other)
    yield from tool_changes(before, after)


def _whole(
    name: str, before: SkillSnapshot | None, after: SkillSnapshot | None
) -> Iterator[Change]:
    """Give that a skill is new or gone, or that it cannot be resolved on a side."""
    if before is None and after is not None:
        yield Change("skill", name, name, _effect_of_all(after), ("added",), None, after)
    elif after is None:
        yield Change("skill", name, name, "narrowed", ("removed",), before, None)
    elif before is not None and before.problem is None:
        yield Change("skill", name, name, "widened", ("unresolved",), before, after)
    elif before is not None and after.problem is None:
        yield Change("skill", name, name, _effect_of_all(after), ("resolved",), before, after)


def _effect_of_all(skill: SkillSnapshot) -> Effect:
    """Give the effect of a skill that gave nothing before."""
    powers = skill.servers or not all(map(is_harmless, skill.tools))
    return "widened" if powers or skill.problem else "other"


def _pairs(
    before: Sequence[ServerSnapshot], after: Sequence[ServerSnapshot]
) -> Iterator[tuple[ServerSnapshot | None, ServerSnapshot | None]]:
    was = {each.name: each for each in before}
    now = {each.name: each for each in after}
    for name in dict.fromkeys((*now, *was)):
        yield was.get(name), now.get(name)


def _server_changes(
    skill: str, before: ServerSnapshot | None, after: ServerSnapshot | None
) -> Iterator[Change]:
    """Give the change of a server, if there is one."""
    if before is None and after is not None:
        yield Change("server", skill, after.name, "widened", ("added",), None, after)
    elif before is not None and after is None:
        yield Change("server", skill, before.name, "narrowed", ("removed",), before, None)
    elif before is not None and after is not None:
        what = []
        effect: Effect = "other"
        if before.transport != after.transport or before.launch != after.launch:
            what.append("command" if after.transport == "stdio" else "url")
            effect = "widened"
        if (before.tools is None) != (after.tools is None):
            what.append("tool list")
            effect = "widened" if after.tools is None or effect == "widened" else "narrowed"
        if what:
            yield Change("server", skill, after.name, effect, tuple(what), before, after)
