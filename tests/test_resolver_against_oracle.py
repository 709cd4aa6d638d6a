"""The two walks of the resolver against plain recursion, on random graphs without cycles."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from oracle import expected_entries

from cleveragents_skills import (
    Skill,
    SkillAgentSource,
    SkillInclude,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillResolver,
    SkillToolRef,
)
from cleveragents_skills.model import SkillBuiltinGroup

TOOLS = st.sampled_from(["t0", "t1", "t2", "t3", "builtin/git_log"])
LAYERS = st.dictionaries(
    st.sampled_from(["note", "limit", "writes"]), st.booleans(), min_size=1, max_size=2
) | st.fixed_dictionaries(
    {
        "capability": st.dictionaries(
            st.sampled_from(["unsafe", "writes"]), st.booleans(), min_size=1
        )
    }
)
ANY_KEY = TOOLS | st.sampled_from(
    ["mcp:m/a", "mcp:m/b", "agent_skill:p", "l/s0/_anon_0", "l/s1/named", "nothing"]
)


@st.composite
def catalogs(draw: st.DrawFn) -> dict[str, Skill]:
    """Up to seven skills, each including some of those before it, also one of them twice."""
    skills: dict[str, Skill] = {}
    for index in range(draw(st.integers(1, 7))):
        known = sorted(skills)
        includes = [
            SkillInclude(name, overrides=draw(st.dictionaries(ANY_KEY, LAYERS, max_size=3)))
            for name in (draw(st.lists(st.sampled_from(known), max_size=4)) if known else [])
        ]
        references = [
            SkillToolRef(name, draw(LAYERS | st.just({})), draw(LAYERS | st.just({})))
            for name in draw(st.lists(TOOLS, max_size=4))
        ]
        servers = [
            SkillMcpSource(
                "m",
                "stdio",
                "run",
                tools=tuple(map(SkillMcpTool, draw(st.lists(st.sampled_from("ab"), max_size=3)))),
                overrides=draw(st.dictionaries(st.sampled_from("ab"), LAYERS)),
            )
            for _ in range(draw(st.integers(0, 2)))
        ]
        inline = [SkillInlineTool(), SkillInlineTool("named")][: draw(st.integers(0, 2))]
        name = f"l/s{index}"
        skills[name] = Skill(
            name,
            includes=includes,
            tools=references,
            builtins=[SkillBuiltinGroup("git_operations")] * draw(st.integers(0, 1)),
            inline_tools=inline,
            mcp_servers=servers,
            agent_skills=[SkillAgentSource("p")] * draw(st.integers(0, 1)),
            overrides=draw(st.dictionaries(TOOLS, LAYERS, max_size=2)),
        )
    return skills


@settings(max_examples=200, deadline=None)
@given(catalogs())
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
