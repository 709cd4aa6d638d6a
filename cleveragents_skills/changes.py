"""What a change of a catalog does: both sides resolved, and compared by meaning.

What a skill gives follows from the skills it reaches, so only those are resolved that reach one
which is not as it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from cleveragents_skills.agent_folder import AgentSkillFolder
from cleveragents_skills.comparison import Comparison, compare_snapshots
from cleveragents_skills.graph import UnknownSkillError
from cleveragents_skills.include_edges import includers_of, within
from cleveragents_skills.model import Skill
from cleveragents_skills.resolver import SkillResolver
from cleveragents_skills.sameness import same_data
from cleveragents_skills.snapshot import SkillSnapshot, Snapshots


def compare(before: Mapping[str, Skill], after: Mapping[str, Skill]) -> Comparison:
    """Give what differs between what the skills of two catalogs give.

    Either is a `Catalog`, or any mapping of name to skill. Never raises for a skill that cannot be
    resolved: it has a problem then, and the others are compared. The cost is that of resolving the
    skills that reach one which differs, on both sides.
    """
    names = affected(before, after)
    every = {*_names(before), *_names(after)}
    return compare_snapshots(snapshots(before, names), snapshots(after, names), len(every))


def snapshots(
    lookup: Mapping[str, Skill], names: Iterable[str] | None = None
) -> dict[str, SkillSnapshot]:
    """Give what these skills give, as far as they exist; without names, what all of them do."""
    make = Snapshots(_agent_folder(lookup))
    known = _names(lookup)
    wanted = sorted(known if names is None else known & frozenset(names))
    return {make.shown(name): _snapshot(name, lookup, make) for name in wanted}


def _snapshot(name: str, lookup: Mapping[str, Skill], make: Snapshots) -> SkillSnapshot:
    skill = lookup.get(name)
    if skill is None:
        return make.unresolved(name, None, _reason(name, lookup))
    try:
        return make.of(SkillResolver().resolve_tools(skill, lookup))
    except UnknownSkillError as error:
        problem = str(error)
        if error.name in _broken(lookup):
            problem = f"`{error.name}` cannot be used: {_reason(error.name, lookup)}"
    except ValueError as error:
        problem = str(error)
    return make.unresolved(name, skill, problem)


def changed(before: Mapping[str, Skill], after: Mapping[str, Skill]) -> set[str]:
    """Give the names of the skills that are declared otherwise, on one side only, or broken there.

    The order of keys, comments, and the file a skill stands in do not count.
    """
    was, is_ = _names(before), _names(after)
    said_before, said_after = _agent_skills(before), _agent_skills(after)
    return {
        name
        for name in was | is_
        if not _is_same(before.get(name), after.get(name))
        or (name in was) != (name in is_)
        or not same_data(said_before(name), said_after(name))
    }


def _is_same(one: Skill | None, other: Skill | None) -> bool:
    """Say whether a skill is declared alike; in what is free to be anything, `true` is not 1."""
    if one is None or other is None or one is other:
        return one is other
    return one == other and same_data(_free_data(one), _free_data(other))


def _free_data(skill: Skill) -> list[Any]:
    return [
        skill.overrides,
        [include.overrides for include in skill.includes],
        [(reference.metadata, reference.override) for reference in skill.tools],
        [(tool.input_schema, tool.output_schema) for tool in skill.inline_tools],
        [server.overrides for server in skill.mcp_servers],
    ]


def affected(before: Mapping[str, Skill], after: Mapping[str, Skill]) -> set[str]:
    """Give the names of the skills that reach one which changed. Linear in the includes."""
    one, other = includers_of(before), includers_of(after)
    either = {name: (*one.get(name, ()), *other.get(name, ())) for name in {*one, *other}}
    return set(within(changed(before, after), either))


def _names(lookup: Mapping[str, Skill]) -> frozenset[str]:
    return frozenset((*lookup, *_broken(lookup)))


def _broken(lookup: Mapping[str, Skill]) -> Mapping[str, Any]:
    """Give the skills that a catalog knows and cannot use; a plain mapping has none."""
    broken: Mapping[str, Any] = getattr(lookup, "broken", {})
    return broken


def _reason(name: str, lookup: Mapping[str, Skill]) -> str:
    return str(_broken(lookup)[name][0].message)


def _agent_folder(lookup: Mapping[str, Skill]) -> Callable[[str], AgentSkillFolder | None]:
    return getattr(lookup, "agent_folder", lambda _: None)


def _agent_skills(lookup: Mapping[str, Skill]) -> Callable[[str], list[Any]]:
    """Give the function that gives what the agent skills of a skill say of themselves."""
    look = _agent_folder(lookup)

    def said(name: str) -> list[Any]:
        skill = lookup.get(name)
        folders = [look(each.folder) for each in skill.agent_skills if each.folder] if skill else []
        return [each.front_matter.fields for each in folders if each and each.front_matter]

    return said
