"""The two walks of the resolver against plain recursion, on random graphs without cycles."""

from __future__ import annotations

from hypothesis import given, settings
from oracle import expected_entries
from random_catalogs import catalogs, layered_catalogs

from cleveragents_skills import Skill, SkillResolver


@settings(max_examples=200, deadline=None)
@given(catalogs() | layered_catalogs())
def test_places_winners_and_overrides_are_those_of_the_recursion(
    skills: dict[str, Skill],
) -> None:
    root = skills[max(skills)]

    resolution = SkillResolver().resolve_tools(root, skills)

    expected = expected_entries(root, skills)
    assert [each.name for each in resolution] == [each.name for each in expected]
    assert [each.source_skill for each in resolution] == [each.source for each in expected]
    assert [each.origin and each.origin.path for each in resolution] == [
        each.path for each in expected
    ]
    assert [dict(each.overrides) for each in resolution] == [each.merged() for each in expected]
    assert [[layer.values for layer in each.layers] for each in resolution] == [
        each.layers for each in expected
    ]


@settings(max_examples=200, deadline=None)
@given(catalogs())
def test_parents_lead_from_every_entry_back_to_the_root(skills: dict[str, Skill]) -> None:
    root = skills[max(skills)]

    resolution = SkillResolver().resolve_tools(root, skills)

    for entry in resolution:
        name = entry.source_skill
        while name != root.name:
            parent = resolution.parents[name]
            assert name in [include.name for include in skills[parent].includes]
            name = parent


@settings(max_examples=200, deadline=None)
@given(catalogs())
def test_every_declaration_either_wins_or_is_shadowed(skills: dict[str, Skill]) -> None:
    root = skills[max(skills)]

    resolution = SkillResolver().resolve_tools(root, skills)

    reached = {root.name, *resolution.parents}
    declared = sorted(
        (each.name, name, str(each.path)) for name in reached for each in skills[name].declarations
    )
    told = sorted(
        (entry.name, origin.skill, str(origin.path))
        for entry in resolution
        for origin in (entry.origin, *entry.shadowed)
        if origin is not None
    )
    assert told == declared
