"""Small random catalogs, built as values: the skills of each include only some before them."""

from __future__ import annotations

from attrs import evolve
from hypothesis import strategies as st

from cleveragents_skills import (
    Location,
    Skill,
    SkillAgentSource,
    SkillInclude,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillToolRef,
)
from cleveragents_skills.model import SkillBuiltinGroup

Path = tuple[str | int, ...]
APPROVAL = "human_approval_required"
TOOLS = st.sampled_from(["t0", "t1", "t2", "t3", "builtin/git_log"])
LAYERS = st.dictionaries(
    st.sampled_from(["note", "limit", "writes", APPROVAL]), st.booleans(), min_size=1, max_size=2
) | st.fixed_dictionaries(
    {
        "capability": st.dictionaries(
            st.sampled_from(["unsafe", "writes", APPROVAL]), st.booleans(), min_size=1
        )
    }
)
ANY_KEY = TOOLS | st.sampled_from(
    ["mcp:m/a", "mcp:m/b", "agent_skill:p", "l/s0/_anon_0", "l/s1/named", "nothing"]
)
MCP_TOOLS = st.builds(SkillMcpTool, st.sampled_from("ab"), st.sampled_from([None, "Reads"]))
AGENT_SKILLS = st.builds(
    SkillAgentSource, st.just("p"), sandbox_policy=st.sampled_from([None, "full"])
)


@st.composite
def catalogs(draw: st.DrawFn, *, empty: bool = False) -> dict[str, Skill]:
    """Up to seven skills with few names for many tools; an include may stand there twice.

    With `empty` there are overrides of includes that say nothing.
    """
    laid = LAYERS | st.just({}) if empty else LAYERS
    skills: dict[str, Skill] = {}
    for index in range(draw(st.integers(1, 7))):
        known = sorted(skills)
        includes = [
            SkillInclude(name, overrides=draw(st.dictionaries(ANY_KEY, laid, max_size=3)))
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
                tools=tuple(draw(st.lists(MCP_TOOLS, max_size=3))),
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
            agent_skills=draw(st.lists(AGENT_SKILLS, max_size=2)),
            overrides=draw(st.dictionaries(TOOLS, LAYERS, max_size=2)),
        )
    return skills


@st.composite
def sparse_catalogs(draw: st.DrawFn) -> dict[str, Skill]:
    """Up to eight skills with many includes, in which most tools and servers stand but once."""
    skills: dict[str, Skill] = {}
    for index in range(draw(st.integers(1, 8))):
        known = sorted(skills)
        names = draw(st.lists(st.sampled_from(known), max_size=4)) if known else []
        tools = [f"own{index}", "shared"][: draw(st.sampled_from([0, 1, 1, 1, 1, 2]))]
        server = draw(st.sampled_from(["", "", "", f"m{index}", "m"]))
        overrides: dict[str, dict[str, bool]] = {}
        if draw(st.sampled_from([False] * 7 + [True])):
            overrides = {f"own{draw(st.integers(0, 7))}": {"note": True}}
        skills[f"l/s{index}"] = Skill(
            f"l/s{index}",
            includes=[SkillInclude(name, overrides=overrides) for name in names],
            tools=map(SkillToolRef, tools),
            mcp_servers=[SkillMcpSource(server, "stdio", "run", tools=None)] if server else [],
        )
    return skills


@st.composite
def layered_catalogs(draw: st.DrawFn) -> dict[str, Skill]:
    """Up to five skills through whose includes few tools come, nearly all with an override."""
    layers = st.fixed_dictionaries({"note": st.integers(0, 99)})
    overrides = st.dictionaries(st.sampled_from(["t0", "mcp:m/a"]), layers, min_size=1)
    skills: dict[str, Skill] = {}
    for index in range(draw(st.integers(3, 5))):
        above = [f"l/s{index - 1}", *sorted(skills)] if skills else []
        names = draw(st.lists(st.sampled_from(above), min_size=1, max_size=3)) if skills else []
        again = not skills or draw(st.sampled_from([False, False, True]))
        skills[f"l/s{index}"] = Skill(
            f"l/s{index}",
            includes=[SkillInclude(name, overrides=draw(overrides)) for name in names],
            tools=[SkillToolRef("t0")] * again,
            mcp_servers=[SkillMcpSource("m", "stdio", "run", tools=(SkillMcpTool("a"),))] * again,
        )
    return skills


class Spots:
    """A source of a skill that was never written: a place tells the path that leads to it."""

    def __init__(self, skill: str) -> None:
        self._skill = skill

    def locate(self, *path: str | int) -> Location:
        return Location(self._skill, repr(path))

    def locate_key(self, *path: str | int) -> Location:
        return self.locate(*path)

    def data(self) -> dict[str, object]:
        return {}

    def other_spellings(self) -> tuple[()]:
        return ()


def with_spots(skills: dict[str, Skill]) -> dict[str, Skill]:
    """Give the skills with places by which a finding can be traced back."""
    return {name: evolve(skill, source=Spots(name)) for name, skill in skills.items()}
