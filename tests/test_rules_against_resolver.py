"""What rules say without resolving is held to what the resolver gives, on random catalogs."""

from __future__ import annotations

import json
from ast import literal_eval
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from random_catalogs import Path, catalogs, sparse_catalogs, with_spots

from cleveragents_skills import (
    Diagnostic,
    Location,
    Resolution,
    ResolvedToolEntry,
    Skill,
    SkillAgentSource,
    SkillInclude,
    SkillMcpTool,
    SkillResolver,
)
from cleveragents_skills.cycles import include_cycles
from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.policy import Policy
from cleveragents_skills.rules import (
    RULES,
    check,
    duplicate_include,
    duplicate_tool,
    redundant_include,
    replaced_tool,
    too_many_tools,
)
from cleveragents_skills.scope import Scope

Skills = dict[str, Skill]
Spot = tuple[str, Path]
Saying = tuple[str, str]
"""What is said of a tool, `declared` or `overlay` and the text of it."""


def resolutions(skills: Skills) -> dict[str, Resolution]:
    return {name: SkillResolver().resolve_tools(skill, skills) for name, skill in skills.items()}


def spot(place: Location | None) -> Spot:
    """Give the skill and the path that a place of a random catalog stands for."""
    assert place is not None
    return place.catalog, literal_eval(place.file)


def text(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


# Redundant includes.


def outcome(skills: Skills) -> dict[str, Any]:
    """Give of each skill all that dropping a redundant include must not change."""
    return {
        name: ([each.to_dict() for each in found], found.mcp_servers, found.summary)
        for name, found in resolutions(skills).items()
    }


def without_include(skills: Skills, name: str, index: int) -> Skills:
    kept = [each for i, each in enumerate(skills[name].includes) if i != index]
    return {**skills, name: evolve(skills[name], includes=kept)}


@settings(max_examples=200)
@given(catalogs(empty=True) | sparse_catalogs())
def test_dropping_a_redundant_include_changes_no_resolution(skills: Skills) -> None:
    before = outcome(skills)
    for finding in redundant_include.check(Scope(with_spots(skills))):
        name, path = spot(finding.location)
        assert path[0] == "includes"
        after = outcome(without_include(skills, name, int(path[1])))
        assert before == after


@settings(max_examples=200)
@given(sparse_catalogs())
def test_dropping_all_redundant_includes_of_a_skill_changes_no_resolution(skills: Skills) -> None:
    found = [spot(each.location) for each in redundant_include.check(Scope(with_spots(skills)))]
    mended = skills
    for name, path in sorted(found, reverse=True, key=lambda each: int(each[1][1])):
        mended = without_include(mended, name, int(path[1]))
    assert outcome(skills) == outcome(mended)


def is_plain(skills: Skills, name: str, found: Mapping[str, Resolution]) -> bool:
    """Say whether all that a skill gives stands in one skill only, and no include overrides it."""
    given = {each.name for each in found[name]}
    servers = {each.name for each in found[name].mcp_servers}
    declared = Counter(t for s in skills.values() for t in {each.name for each in s.declarations})
    defined = Counter(n for s in skills.values() for n in {each.name for each in s.mcp_servers})
    overridden = {t for s in skills.values() for include in s.includes for t in include.overrides}
    return (
        all(declared[each] == 1 for each in given)
        and all(defined[each] == 1 for each in servers)
        and not overridden & given
    )


@settings(max_examples=200)
@given(sparse_catalogs())
def test_an_include_that_an_earlier_one_brings_is_redundant_if_its_tools_stand_but_once(
    skills: Skills,
) -> None:
    found = resolutions(skills)
    expected = sorted(
        (name, ("includes", index, "name"))
        for name, skill in skills.items()
        for index, include in enumerate(skill.includes)
        if [each.name for each in skill.includes].count(include.name) == 1
        and is_plain(skills, include.name, found)
        and any(include.name in found[each.name].parents for each in skill.includes[:index])
    )
    told = {spot(each.location) for each in redundant_include.check(Scope(with_spots(skills)))}
    actual = [each for each in expected if each in told]
    assert expected == actual


# Replaced tools.


def saying(skills: Skills, tool: str, place: Spot) -> Saying:
    """Give what stands at a place: a declaration with what its skill lays over it, or an overlay.

    Two that say the same are equal.
    """
    skill, path = skills[place[0]], place[1]
    if path[0] == "includes":
        return "overlay", text(skill.includes[int(path[1])].overrides[str(path[3])])
    each = [each for each in skill.declarations if (each.name, each.path) == (tool, path)][-1]
    declared: Any = None
    if isinstance(each.item, SkillMcpTool):
        declared = [each.item.description, each.item.capability.to_dict()]
    elif isinstance(each.item, SkillAgentSource):
        declared = [each.item.name, each.item.sandbox_policy]
    entry = SkillResolver().resolve_tools(evolve(skill, includes=[]), {})
    layers = next(e.layers for e in entry if e.name == each.name)
    return "declared", text([declared, [layer.values for layer in layers]])


def sayings(skills: Skills, entry: ResolvedToolEntry) -> dict[Saying, Spot]:
    """Give what an entry is made of, each with where it stands."""
    assert entry.origin is not None
    spots = [(entry.origin.skill, entry.origin.path)]
    spots += [(each.origin.skill, each.origin.path) for each in entry.layers]
    overlays = [each for each in spots[1:] if each[1][0] == "includes"]
    return {saying(skills, entry.name, each): each for each in (spots[0], *overlays)}


def replacements(skills: Skills) -> Iterator[tuple[str, str, Saying, Saying]]:
    """Give the skill, the tool, what is lost of it there and what wins.

    That is without an override, or silent on the approval that is lost.
    """
    found = resolutions(skills)
    for name, skill in skills.items():
        winners = {each.name: each for each in found[name]}
        for include in skill.includes:
            for entry in found[include.name]:
                if entry.kind == "inline":
                    continue
                winner = winners[entry.name]
                held = sayings(skills, winner)
                wins = next(iter(held))
                silent = all(approval(each) is None for each in held)
                yield from (
                    (name, entry.name, lost, wins)
                    for lost in sayings(skills, entry)
                    if lost not in held
                    and (not winner.layers or (silent and approval(lost) is True))
                )


def approval(said: Saying) -> bool | None:
    """Give what is said in the end of whether a person has to be asked."""
    kind, data = said[0], json.loads(said[1])
    layers = [data]
    if kind == "declared":
        declared, layers = data
        layers = [*([declared[1]] if declared and type(declared[1]) is dict else []), *layers]
    words = [
        each
        for layer in layers
        for each in [{**layer, **(layer.get("capability") or {})}.get("human_approval_required")]
        if each is not None
    ]
    return words[-1] if words else None


class Told(NamedTuple):
    """What a finding says: the tool, the skill, the place of what is lost, and of what wins."""

    tool: str
    meets_in: str
    lost: Spot
    wins: Spot


def told(finding: Diagnostic) -> Told:
    quoted = finding.message.split("`")[1::2]
    here, there = spot(finding.location), spot(finding.related[0].location)
    assert finding.skill == here[0]
    if finding.message.startswith(("the override of", "the approval of")):
        assert quoted[1] == here[0]
        return Told(quoted[0], quoted[2], here, there)
    if finding.message.startswith("the approval that"):
        tool, loser, *meeting, by = quoted
        assert (by, loser) == (here[0], there[0])
        return Told(tool, (*meeting, by)[0], there, here)
    tool, by, loser, meets_in = (*quoted, quoted[1])[:4]
    assert (by, loser) == (here[0], there[0])
    return Told(tool, meets_in, there, here)


def replaced(skills: Skills) -> list[Told]:
    return [told(each) for each in replaced_tool.check(Scope(with_spots(skills)))]


@settings(max_examples=200)
@given(catalogs(empty=True))
def test_each_entry_that_is_replaced_by_another_without_an_override_is_told_once(
    skills: Skills,
) -> None:
    expected = sorted({(tool, lost, wins) for _, tool, lost, wins in replacements(skills)})
    actual = sorted(
        (each.tool, saying(skills, each.tool, each.lost), saying(skills, each.tool, each.wins))
        for each in replaced(skills)
    )
    assert expected == actual


@settings(max_examples=200)
@given(catalogs(empty=True))
def test_the_places_of_a_replaced_tool_are_those_of_the_entries_in_the_skill_it_names(
    skills: Skills,
) -> None:
    found = resolutions(skills)
    for each in replaced(skills):
        (winner,) = (entry for entry in found[each.meets_in] if entry.name == each.tool)
        assert winner.origin is not None
        assert each.wins == (winner.origin.skill, winner.origin.path)
        parts = [
            place
            for include in skills[each.meets_in].includes
            for entry in found[include.name]
            if entry.name == each.tool
            for place in sayings(skills, entry).values()
        ]
        assert each.lost in parts


# The simple ones.


@settings(max_examples=200)
@given(catalogs(empty=True) | sparse_catalogs(), st.integers(1, 8))
def test_the_smallest_skills_with_too_many_tools_are_told(skills: Skills, most: int) -> None:
    count = {name: len(found) for name, found in resolutions(skills).items()}
    unlisted = {
        name: bool(found.summary.unlisted_mcp_servers)
        for name, found in resolutions(skills).items()
    }
    expected = sorted(
        f"`{name}` gives {'at least ' * unlisted[name]}{count[name]} tools,"
        f" and {most} are thought enough"
        for name, skill in skills.items()
        if count[name] > most and all(count[each.name] <= most for each in skill.includes)
    )
    findings = too_many_tools.check(Scope(skills, policy=Policy(max_tools=most)))
    actual = sorted(each.message for each in findings)
    assert expected == actual


def second_ones(names: Iterable[str]) -> Iterator[int]:
    seen: set[str] = set()
    for index, name in enumerate(names):
        if name in seen:
            yield index
        seen.add(name)


@settings(max_examples=200)
@given(catalogs(empty=True))
def test_every_include_of_a_skill_that_is_included_before_is_told(skills: Skills) -> None:
    expected = [
        (name, ("includes", index, "name"))
        for name, skill in skills.items()
        for index in second_ones(each.name for each in skill.includes)
    ]
    findings = duplicate_include.check(Scope(with_spots(skills)))
    actual = [spot(each.location) for each in findings]
    assert expected == actual


@settings(max_examples=200)
@given(catalogs(empty=True))
def test_every_tool_that_its_skill_lists_before_is_told(skills: Skills) -> None:
    expected = [
        (name, skill.declarations[index].path)
        for name, skill in skills.items()
        for index in second_ones(each.name for each in skill.declarations)
    ]
    findings = duplicate_tool.check(Scope(with_spots(skills)))
    actual = [spot(each.location) for each in findings]
    assert expected == actual


# All of them, on catalogs that do not resolve.


@st.composite
def tangled(draw: st.DrawFn) -> Skills:
    """A catalog with some includes more: of skills that come later, and of unknown ones."""
    skills = draw(catalogs())
    names = st.sampled_from([*skills, "l/unknown"])
    return {
        name: evolve(skill, includes=[*skill.includes, *map(SkillInclude, draw(st.lists(names)))])
        for name, skill in skills.items()
    }


@settings(max_examples=200)
@given(tangled())
def test_no_rule_trips_over_cycles_and_unknown_includes(skills: Skills) -> None:
    policy = Policy(select=tuple(rule.CODE.id for rule in RULES), max_tools=1)
    found = Counter(
        each.code.id
        for each in check(Scope(with_spots(skills), known=skills.keys(), policy=policy))
    )
    unknown = [1 for s in skills.values() for each in s.includes if each.name not in skills]
    expected = len(unknown), len(include_cycles(IncludeGraph.of(skills)))
    actual = found["SK201"], found["SK203"]
    assert expected == actual
