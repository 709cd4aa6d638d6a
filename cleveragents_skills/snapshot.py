"""What a skill gives, in values that can be compared and written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from attrs import field, frozen

from cleveragents_skills.agent_folder import AgentSkillFolder, allowed_tools
from cleveragents_skills.capability import Access
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.learned import launch_words, written_name
from cleveragents_skills.masking import mask_tokens, masked
from cleveragents_skills.model import Kind, Skill, SkillMcpSource, Transport
from cleveragents_skills.resolution import (
    OverrideLayer,
    Resolution,
    ResolvedMcpServer,
    ResolvedToolEntry,
)
from cleveragents_skills.sameness import digest_of

APPROVAL = "approval"
CONFIG = "from-config"
"""Of a tool of which only the config says what it can do."""
LEARNED = "from-server"
"""Of a tool of which only the hints of its MCP server say whether it writes."""
ALLOWS = "allows:"
"""Before what an agent skill's `allowed-tools` names."""
EFFECT = "effect:"
"""Before a side effect."""
SANDBOX = "sandbox:"
SCOPE = "scope:"
"""Before what a tool may write to."""
_WORDS = ("destructive", "unsafe", "open_world", "idempotent", "checkpointable")


@frozen
class ToolSnapshot:
    """One tool of a resolution.

    `words` is what it can do beside its access: `destructive`, `approval`, `effect:traffic`.
    `digest` stands for all that it is and that overrides say of it. `details` is that itself,
    secrets masked, `location` where it stands, and `override_location` where the override stands
    that has the last word on a key; a snapshot that was written down has no such things.
    """

    name: str
    kind: Kind
    source: str
    access: Access
    by_override: bool = False
    words: tuple[str, ...] = ()
    digest: str = ""
    details: Mapping[str, Any] | None = field(default=None, eq=False, repr=False)
    location: Callable[[], Location | None] | None = field(default=None, eq=False, repr=False)
    override_location: Callable[[str], Location | None] | None = field(
        default=None, eq=False, repr=False
    )


@frozen
class ServerSnapshot:
    """One MCP server of a resolution: how it is reached, and how many tools are listed.

    `launch` is its command with the arguments, or its URL, secrets masked. `tools` is None without
    a tool list.
    """

    name: str
    transport: Transport
    launch: tuple[str, ...]
    tools: int | None
    location: Callable[[], Location | None] | None = field(default=None, eq=False, repr=False)


@frozen
class SkillSnapshot:
    """What a skill gives: its tools in order, its servers. `problem` says why it gives nothing.

    `include_location` gives where it includes another one.
    """

    name: str
    tools: tuple[ToolSnapshot, ...] = ()
    servers: tuple[ServerSnapshot, ...] = ()
    includes: tuple[str, ...] = ()
    problem: str | None = None
    location: Callable[[], Location | None] | None = field(default=None, eq=False, repr=False)
    include_location: Callable[[str], Location | None] | None = field(
        default=None, eq=False, repr=False
    )

    @property
    def unlisted(self) -> tuple[str, ...]:
        """The servers without a tool list: the tools are at least those there are."""
        return tuple(server.name for server in self.servers if server.tools is None)

    def count(self, access: Access) -> int:
        """Give how many tools have this access."""
        return sum(tool.access == access for tool in self.tools)


class Snapshots:
    """Makes snapshots of the resolutions of one catalog.

    `agent_folder` looks into the folder of an agent skill. What includers have in common is looked
    at once, so the skills must live as long.
    """

    def __init__(self, agent_folder: Callable[[str], AgentSkillFolder | None]) -> None:
        self._agent_folder = agent_folder
        self._known: dict[Any, _Said] = {}
        self._names: dict[str, str] = {}

    def of(self, resolution: Resolution) -> SkillSnapshot:
        """Give the snapshot of a resolution. Linear in its tools and servers."""
        skill = resolution.skill
        return SkillSnapshot(
            self.shown(skill.name),
            tuple(map(self._tool, resolution)),
            tuple(map(self._server, resolution.mcp_servers)),
            self.includes(skill),
            location=lambda: skill.locate("name"),
            include_location=partial(_include_location, skill),
        )

    def unresolved(self, name: str, skill: Skill | None, problem: str) -> SkillSnapshot:
        """Give the snapshot of what cannot be resolved; without a skill its file is broken."""
        return SkillSnapshot(
            self.shown(name),
            includes=self.includes(skill) if skill else (),
            problem=mask_tokens(problem),
            location=(lambda: skill.locate("name")) if skill else None,
        )

    def includes(self, skill: Skill) -> tuple[str, ...]:
        """Give what a skill includes, each once."""
        return tuple(dict.fromkeys(self.shown(include.name) for include in skill.includes))

    def shown(self, name: str) -> str:
        """Give a name as it may be written down: what has a token's shape as its digest."""
        known = self._names.get(name)
        if known is None:
            known = self._names[name] = written_name(name)
        return known

    def _tool(self, entry: ResolvedToolEntry) -> ToolSnapshot:
        layers = tuple(id(layer.values) for layer in entry.layers)
        key = (id(entry.inline_tool), entry.capability, layers, entry.folder, entry.sandbox_policy)
        said = self._known.get(key)
        if said is None:
            details = dict(_details(entry, self._agent_folder))
            words = tuple(dict.fromkeys(map(mask_tokens, _words(entry, details))))
            said = _Said(words, digest_of(details), details)
            self._known[key] = said
        return ToolSnapshot(
            self.shown(entry.name),
            entry.kind,
            self.shown(entry.source_skill),
            entry.access,
            entry.by_override,
            *said,
            lambda: entry.location,
            partial(_override_location, entry.layers),
        )

    def _server(self, server: ResolvedMcpServer) -> ServerSnapshot:
        return ServerSnapshot(
            self.shown(server.name),
            server.transport,
            tuple(_launch(server.definitions)),
            None if server.tools is None else len(server.tools),
            lambda: server.origins[-1].location,
        )


def _override_location(layers: Sequence[OverrideLayer], key: str) -> Location | None:
    """Give where the outermost of these layers stands that says something of a key."""
    for layer in reversed(layers):
        if key in layer.values:
            return layer.origin.location
    return None


def _include_location(skill: Skill, name: str) -> Location | None:
    """Give where a skill includes another one first."""
    for index, include in enumerate(skill.includes):
        if include.name == name:
            return skill.locate("includes", index)
    return None


class _Said(NamedTuple):
    words: tuple[str, ...]
    digest: str
    details: Mapping[str, Any]


def _details(
    entry: ResolvedToolEntry, agent_folder: Callable[[str], AgentSkillFolder | None]
) -> Iterator[tuple[str, Any]]:
    """Give what an entry consists of, by name, as plain data without secrets."""
    yield "capability", {k: v for k, v in entry.capability.to_dict().items() if v is not None}
    if entry.overrides:
        yield "overrides", masked(dict(entry.overrides))
    if entry.inline_tool:
        definition = masked(entry.inline_tool.to_dict())
        yield from ((key, definition[key]) for key in definition if key != "name")
    if entry.sandbox_policy:
        yield "sandbox_policy", entry.sandbox_policy
    folder = agent_folder(entry.folder) if entry.folder else None
    if folder and folder.front_matter and folder.front_matter.fields:
        yield "SKILL.md", masked(dict(folder.front_matter.fields))


def _words(entry: ResolvedToolEntry, details: Mapping[str, Any]) -> Iterator[str]:
    capability = entry.capability
    yield from (word for word in _WORDS if getattr(capability, word))
    if capability.human_approval_required:
        yield APPROVAL
    if entry.known:
        yield CONFIG
    if entry.learned and entry.learned.capability.access != "unknown":
        yield LEARNED
    effects = capability.side_effects
    if effects:
        named = ("any",) if isinstance(effects, bool) else effects
        yield from (EFFECT + each for each in named)
    scope = capability.write_scope
    if scope is not None:
        yield from (SCOPE + each for each in ((scope,) if isinstance(scope, str) else scope))
    if entry.sandbox_policy:
        yield SANDBOX + entry.sandbox_policy
    yield from (ALLOWS + each for each in allowed_tools(details.get("SKILL.md", {})))


def _launch(definitions: Iterable[SkillMcpSource]) -> Iterator[str]:
    """Give what runs or answers; definitions that differ, which is an error, all count."""
    seen: set[tuple[str, ...]] = set()
    for each in definitions:
        words = launch_words(each)
        if words not in seen:
            seen.add(words)
            yield from words
