"""Random catalogs as files: skills that are values, written in the forms that files may have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import evolve, frozen
from fuzz.yaml_styles import CHOICES, Writer
from hypothesis import strategies as st
from random_catalogs import catalogs, layered_catalogs, sparse_catalogs

from cleveragents_skills import Skill, SkillInclude, SkillMcpSource, SkillMcpTool
from cleveragents_skills.loading.fields import OTHER_SPELLINGS

Data = dict[str, Any]
SPELLINGS = {
    name: [name, *(other for other, means in OTHER_SPELLINGS.items() if means == name)]
    for name in OTHER_SPELLINGS.values()
}


def data_of(skill: Skill, writer: Writer) -> Data:
    """Give a skill as plain data, as its file may have it; what is empty may be left out."""
    fields = {
        "description": skill.description,
        "includes": [_include(each, writer) for each in skill.includes],
        "tools": [
            _short({"name": each.name, **each.metadata, "override": each.override}, writer)
            for each in skill.tools
        ],
        "builtins": [writer.choose(each.name, {"group": each.name}) for each in skill.builtins],
        "inline_tools": [
            {"description": "Made here", **({"name": each.name} if each.name else {})}
            for each in skill.inline_tools
        ],
        "mcp_servers": [_server(each, writer) for each in skill.mcp_servers],
        "agent_skills": [
            _short({"path": each.path, "sandbox_policy": each.sandbox_policy}, writer)
            for each in skill.agent_skills
        ],
        "overrides": dict(skill.overrides),
    }
    data: Data = {"name": skill.name}
    for name, value in fields.items():
        if value or writer.rarely(3):
            data[writer.choose(name, *SPELLINGS.get(name, ()))] = value or None
    return writer.choose(data, data, {"cleveragents": {"version": 1}, "skill": data})  # type: ignore[no-any-return] # one of these


def _short(fields: Data, writer: Writer) -> Any:
    """Give fields without those that say nothing; the first alone may stand for all."""
    first = next(iter(fields.values()))
    kept = {key: each for key, each in fields.items() if each not in (None, {})}
    return first if len(kept) == 1 and not writer.rarely(2) else kept


def _include(include: SkillInclude, writer: Writer) -> Any:
    listed = [{"tool": tool, "override": each} for tool, each in include.overrides.items()]
    if listed and writer.rarely(2):
        return {"name": include.name, "tool_overrides": listed}
    return _short({"name": include.name, "overrides": dict(include.overrides)}, writer)


def _server(server: SkillMcpSource, writer: Writer) -> Data:
    data = {
        writer.choose("name", "server"): server.name,
        "command": server.command,
        "overrides": dict(server.overrides),
        "tools": None
        if server.tools is None
        else [_short({"name": e.name, "description": e.description}, writer) for e in server.tools],
    }
    return {key: each for key, each in data.items() if each not in (None, {})}


@frozen
class Written:
    """A catalog as values and as files. Those in `twice` are defined in two files."""

    skills: Mapping[str, Skill]
    twice: frozenset[str]
    files: Mapping[str, str]


def _as_loaded(skill: Skill) -> Skill:
    """Give the skill with what a file can say: each server and agent skill once, with places."""
    servers = {
        each.name: evolve(
            each,
            tools=None
            if each.tools is None
            else tuple(
                SkillMcpTool(tool.name, tool.description, path=("tools", index))
                for index, tool in enumerate(each.tools)
            ),
        )
        for each in skill.mcp_servers
    }
    return evolve(skill, mcp_servers=servers.values())


@st.composite
def written_catalogs(draw: st.DrawFn) -> Written:
    """A random catalog in up to three files, perhaps with cycles, gaps and second definitions."""
    skills = draw(layered_catalogs() | catalogs(empty=True) | sparse_catalogs())
    skills = {name: _as_loaded(skill) for name, skill in skills.items()}
    names = sorted(skills)
    more = st.lists(st.sampled_from([*names, "l/unknown"]).map(SkillInclude), max_size=1)
    if draw(st.booleans()):
        for name in draw(st.lists(st.sampled_from(names), max_size=2, unique=True)):
            given = draw(more)
            skills[name] = evolve(skills[name], includes=[*skills[name].includes, *given])
    twice = draw(st.just(()) | st.lists(st.sampled_from(names), max_size=1))
    writer = Writer(draw(CHOICES))
    paths = draw(st.permutations(["a.yaml", "b/c.yml", "d.yaml"]))
    documents: dict[str, list[Data]] = {}
    for skill in [*skills.values(), *map(Skill, twice)]:
        path = draw(st.sampled_from(paths))
        documents.setdefault(path, []).append(data_of(skill, writer))
    files = {path: writer.file(each) for path, each in documents.items()}
    manifest = "---\nname: p\ndescription: Shows how.\n---\nBegin.\n"
    return Written(
        skills, frozenset(twice), {**files, "p/SKILL.md": manifest, "b/p/SKILL.md": manifest}
    )
