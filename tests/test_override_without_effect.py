"""The rule about overrides without effect, against what the resolver really lays over tools."""

from __future__ import annotations

from hypothesis import given, settings
from random_catalogs import catalogs

from cleveragents_skills import Skill, SkillResolver
from cleveragents_skills.rules import override_without_effect
from cleveragents_skills.scope import Scope


@settings(max_examples=200, deadline=None)
@given(catalogs())
def test_an_includes_override_is_reported_if_and_only_if_it_reaches_no_entry(
    skills: dict[str, Skill],
) -> None:
    found = list(override_without_effect.check(Scope(skills)))

    expected = []
    for skill in skills.values():
        resolution = SkillResolver().resolve_tools(skill, skills)
        laid = {(la.origin.skill, la.origin.path) for each in resolution for la in each.layers}
        for index, include in enumerate(skill.includes):
            for tool in include.overrides:
                path = ("includes", index, "overrides", tool)
                if (skill.name, path) not in laid:
                    expected.append((skill.name, tool))
        own = {each.name for each in skill.declarations if each.kind == "tool"}
        expected += [(skill.name, tool) for tool in skill.overrides if tool not in own]
        for server in skill.mcp_servers:
            listed = [tool.name for tool in server.tools or ()]
            expected += [(skill.name, tool) for tool in server.overrides if tool not in listed]
    assert sorted((each.skill, each.message.split("`")[1]) for each in found) == sorted(expected)
