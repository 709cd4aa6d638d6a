"""The resolver: from a skill and a lookup to the ordered tools it gives.

The rule. Take the tools of a skill to be, in order, those of each skill it includes, then its own
(`resolution.declarations`). A name that comes again keeps the place of its *first* appearance and
takes the entry of its *last*.

Written as a recursion over that definition this is right, and exponential on a ladder of diamonds.
Visiting each skill once, in one walk, is linear, and wrong: whichever visit is kept, either the
first or the last appearance is lost. So there are two walks, each visiting a skill once:

1. `graph.deepest_first` visits a skill where the recursion meets it first. The names of its tools,
   in this order, are the places. Cycles and unknown includes are found here.
2. `graph.latest_first` visits a skill where the recursion meets it last. Read backwards, the first
   declaration of a name is its last appearance: the winner.

Overrides on an include reach the winner if it came through that include. The includes followed by
the second walk form a tree in which what came through an include is one run of the walk, so "did
it come through here" is a comparison of two numbers, and no path is ever stored or followed.

Cost: linear in the skills, includes, overrides and tool declarations that the skill reaches.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cleveragents_skills import graph
from cleveragents_skills.capability import UNKNOWN_CAPABILITY, filled_in, laid_over
from cleveragents_skills.model import (
    Declaration,
    Skill,
    SkillAgentSource,
    SkillInlineTool,
    SkillMcpSource,
    SkillMcpTool,
    SkillToolRef,
)
from cleveragents_skills.resolution import (
    Origin,
    OverrideLayer,
    Resolution,
    ResolvedMcpServer,
    ResolvedToolEntry,
    SkillCapabilitySummary,
)
from cleveragents_skills.summary import compute_capability_summary, summary_of


class KeyClashError(ValueError):
    """A tool reference has the name that is made for another thing, such as an inline tool.

    `name` is the name, `reference_in` the skill that lists the reference, `made_in` the skill
    whose inline tool, MCP server or agent skill has the name.
    """

    def __init__(self, name: str, reference_in: str, made_in: str) -> None:
        super().__init__(
            f"the name `{name}` stands for two things: a tool reference of `{reference_in}`"
            f" and what is made for `{made_in}`"
        )
        self.name = name
        self.reference_in = reference_in
        self.made_in = made_in

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.reference_in, self.made_in)


class SkillResolver:
    """Resolves skills. It holds nothing, so one may serve any number of calls."""

    def resolve_tools(self, skill: Skill, lookup: Mapping[str, Skill]) -> Resolution:
        """Give the ordered tools of `skill`; the module's docstring states the rule and the cost.

        `lookup` is any mapping of name to skill; `skill` itself need not be in it. Raises
        `CycleError`, `UnknownSkillError` or `KeyClashError`, all of them `ValueError`s.
        """
        order = graph.deepest_first(skill, lookup)
        visits = graph.latest_first(skill, lookup)
        declared = {each.name: each.declarations for each in order}
        _refuse_key_clash(order, declared)
        appearances = _appearances(visits, declared)
        layers = _include_layers(visits, appearances)
        names = dict.fromkeys(each.name for s in order for each in declared[s.name])
        entries = tuple(
            _entry([visits[at].skill for at, _ in found], [d for _, d in found], layers.get(name))
            for name, found in ((name, appearances[name]) for name in names)
        )
        servers = _servers(order, visits)
        parents = {each.skill.name: each.parent.name for each in visits if each.parent is not None}
        in_order = {s.name: parents[s.name] for s in order if s.name in parents}
        return Resolution(skill, entries, servers, in_order, summary_of(entries, servers))

    def compute_capability_summary(
        self, skill: Skill, entries: Sequence[ResolvedToolEntry]
    ) -> SkillCapabilitySummary:
        """Give what powers the entries give; see `summary.compute_capability_summary`."""
        return compute_capability_summary(skill, entries)


class _Appearance(NamedTuple):
    at: int
    """Which visit of the latest-first walk."""
    declaration: Declaration


def _refuse_key_clash(
    order: Sequence[Skill], declared: Mapping[str, Sequence[Declaration]]
) -> None:
    """Raise `KeyClashError` where a reference has the name of something made."""
    references: dict[str, str] = {}
    made: dict[str, str] = {}
    for skill in order:
        for each in declared[skill.name]:
            (references if each.kind == "tool" else made).setdefault(each.name, skill.name)
    for name in references.keys() & made.keys() if len(made) < len(references) else made:
        if name in references:
            raise KeyClashError(name, references[name], made[name])


def _appearances(
    visits: Sequence[graph.Visit], declared: Mapping[str, Sequence[Declaration]]
) -> dict[str, list[_Appearance]]:
    """Give every appearance of every name, the last one, which wins, first."""
    found: dict[str, list[_Appearance]] = {}
    for at, visit in enumerate(visits):
        for each in reversed(declared[visit.skill.name]):
            found.setdefault(each.name, []).append(_Appearance(at, each))
    if any(server.joined for visit in visits for server in visit.skill.mcp_servers):
        # What a skill declares is never replaced by what a server only offered.
        for several in found.values():
            several.sort(key=_is_joined)
    return found


def _is_joined(appearance: _Appearance) -> bool:
    return appearance.declaration.is_joined


def _include_layers(
    visits: Sequence[graph.Visit], appearances: Mapping[str, Sequence[_Appearance]]
) -> dict[str, list[OverrideLayer]]:
    """Give for each tool the overrides of the includes it came through, from the inside out.

    An include deeper in the tree comes later in the walk, so backwards is from the inside out.
    """
    layers: dict[str, list[OverrideLayer]] = {}
    for at in range(len(visits) - 1, 0, -1):
        visit = visits[at]
        parent = visit.parent
        if parent is None:
            continue
        for tool, values in parent.includes[visit.include].overrides.items():
            found = appearances.get(tool)
            if values and found and at <= found[0].at <= visit.last:
                path = ("includes", visit.include, "overrides", tool)
                origin = Origin(parent.name, parent.source, path)
                layers.setdefault(tool, []).append(OverrideLayer(origin, values))
    return layers


def _own_layers(skill: Skill, declaration: Declaration) -> list[OverrideLayer]:
    """Give the overrides that the skill lays over what it declares itself."""
    item, path = declaration.item, declaration.path
    said: list[tuple[tuple[str | int, ...], Mapping[str, Any] | None]] = []
    if isinstance(item, SkillToolRef):
        said.append((path, item.metadata))
        said.append(((*path, "override"), item.override))
        said.append((("overrides", item.name), skill.overrides.get(item.name)))
    elif isinstance(item, SkillMcpTool) and declaration.server is not None:
        place = (*path[:2], "overrides", item.name)
        said.append((place, declaration.server.overrides.get(item.name)))
    return [
        OverrideLayer(Origin(skill.name, skill.source, place), values)
        for place, values in said
        if values
    ]


def _entry(
    skills: Sequence[Skill],
    found: Sequence[Declaration],
    through_includes: Sequence[OverrideLayer] | None,
) -> ResolvedToolEntry:
    """Give the entry of a name: the first of `found`, made by the first of `skills`, wins."""
    winner, skill = found[0], skills[0]
    item = winner.item
    layers = _own_layers(skill, winner)
    layers.extend(through_includes or ())
    declared = UNKNOWN_CAPABILITY
    if isinstance(item, SkillInlineTool | SkillMcpTool):
        declared = item.capability
    values = [layer.values for layer in layers]
    capability = laid_over(declared, values) if layers else declared
    by_override = capability.access != declared.access
    known = skill.known.get(winner.name) if capability == UNKNOWN_CAPABILITY else None
    capability = known.capability if known else capability
    learned = skill.learned.get(winner.name)
    if learned:
        capability, words = filled_in(capability, learned.capability)
        by_override = by_override and words.access == "unknown"
        learned = learned._replace(capability=words) if words != UNKNOWN_CAPABILITY else None
    agent = item if isinstance(item, SkillAgentSource) else None
    return ResolvedToolEntry(
        name=winner.name,
        source_skill=skill.name,
        is_inline=winner.kind == "inline",
        inline_tool=item if isinstance(item, SkillInlineTool) else None,
        overrides=merged_overrides(values),
        kind=winner.kind,
        capability=capability,
        by_override=by_override,
        known=known,
        learned=learned,
        server=winner.server.name if winner.server else None,
        tool_name=item.name if isinstance(item, SkillMcpTool) else None,
        folder=agent.folder if agent else None,
        sandbox_policy=agent.sandbox_policy if agent else None,
        shadowed=tuple(
            Origin(each.name, each.source, declaration.path)
            for each, declaration in zip(skills[1:], found[1:], strict=True)
        ),
        layers=tuple(layers),
        origin=Origin(skill.name, skill.source, winner.path),
    )


def merged_overrides(layers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Give the layers laid one over the other: key by key, and so within `capability`."""
    merged: dict[str, Any] = {}
    for layer in layers:
        for key, value in layer.items():
            below = merged.get(key)
            if key == "capability" and isinstance(below, dict) and isinstance(value, Mapping):
                merged[key] = {**below, **value}
            else:
                merged[key] = value
    return merged


def _servers(
    order: Sequence[Skill], visits: Sequence[graph.Visit]
) -> tuple[ResolvedMcpServer, ...]:
    """Give every MCP server of these skills, by name, where it appears first."""
    latest: dict[str, SkillMcpSource] = {}
    for visit in visits:
        for server in reversed(visit.skill.mcp_servers):
            latest.setdefault(server.name, server)
    found: dict[str, list[tuple[SkillMcpSource, Origin]]] = {}
    for skill in order:
        for index, server in enumerate(skill.mcp_servers):
            origin = Origin(skill.name, skill.source, ("mcp_servers", index))
            found.setdefault(server.name, []).append((server, origin))
    return tuple(_server(latest[name], pairs) for name, pairs in found.items())


def _server(
    latest: SkillMcpSource, pairs: Sequence[tuple[SkillMcpSource, Origin]]
) -> ResolvedMcpServer:
    definitions = tuple(server for server, _ in pairs)
    listed = all(server.tools is not None for server in definitions)
    tools = dict.fromkeys(tool.name for server in definitions for tool in server.tools or ())
    return ResolvedMcpServer(
        name=latest.name,
        transport=latest.transport,
        command=latest.command,
        url=latest.url,
        tools=tuple(tools) if listed else None,
        offered=_offered(definitions),
        definitions=definitions,
        origins=tuple(origin for _, origin in pairs),
    )


def _offered(definitions: Sequence[SkillMcpSource]) -> tuple[str, ...] | None:
    """Give what a server offered when it was asked; None if one definition was not."""
    offered = [server.offered for server in definitions]
    known = [tools for tools in offered if tools is not None]
    if len(known) < len(offered):
        return None
    return tuple(dict.fromkeys(tool.name for tools in known for tool in tools))
