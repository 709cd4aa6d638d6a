"""What a resolution consists of: declarations, entries, servers, the capability summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any, overload

from attrs import field, frozen

from cleveragents_skills.capability import Access, Capability
from cleveragents_skills.diagnostics import Location, Source, location_to_dict
from cleveragents_skills.masking import masked_repr
from cleveragents_skills.model import (
    Kind,
    KnownCapability,
    SandboxPolicy,
    Skill,
    SkillInlineTool,
    SkillMcpSource,
    Transport,
)


@frozen
class Origin:
    """Which skill said something, and where in its file."""

    skill: str
    source: Source | None = field(default=None, eq=False, repr=False)
    path: tuple[str | int, ...] = ()

    @property
    def location(self) -> Location | None:
        """The place in the file; None for a skill that was not read from one. Found when asked."""
        return None if self.source is None else self.source.locate(*self.path)


@frozen
class IncludeStep:
    """One include on the way to a skill: `skill` is what it includes.

    `origin` says which skill has it, and where; `index` which of that skill's includes it is.
    """

    skill: str
    index: int
    origin: Origin

    @classmethod
    def of(cls, includer: Skill, index: int) -> IncludeStep:
        """Give the step that an include of a skill is."""
        origin = Origin(includer.name, includer.source, ("includes", index))
        return cls(includer.includes[index].name, index, origin)


@frozen
class OverrideLayer:
    """Metadata that one place of a catalog lays over a tool."""

    origin: Origin
    values: Mapping[str, Any] = field(repr=masked_repr)


def _kind_of_plain_entry(entry: ResolvedToolEntry) -> Kind:
    return "inline" if entry.is_inline else "tool"


def _declared_by_inline_tool(entry: ResolvedToolEntry) -> Capability:
    return entry.inline_tool.capability if entry.inline_tool else Capability()


@frozen
class ResolvedToolEntry:
    """One tool of a resolution.

    `name` is the tool's name or generated key, `source_skill` the skill whose entry won,
    `overrides` the merged metadata laid over it, `capability` what it can do after all of that.
    `by_override` says that its access class rests on an override instead of a declaration, `known`
    what the config says of the tool, if all of its capability rests on that, `learned` what was
    taken from the hints of its MCP server, because nobody else says it.
    `shadowed` holds the other declarations of the name, the one that came last first.
    """

    name: str
    source_skill: str
    is_inline: bool = False
    inline_tool: SkillInlineTool | None = None
    overrides: Mapping[str, Any] = field(factory=dict, repr=masked_repr)
    kind: Kind = field()
    capability: Capability = field()
    by_override: bool = False
    known: KnownCapability | None = None
    learned: KnownCapability | None = None
    server: str | None = None
    tool_name: str | None = None
    folder: str | None = None
    sandbox_policy: SandboxPolicy | None = None
    shadowed: tuple[Origin, ...] = ()
    layers: tuple[OverrideLayer, ...] = field(default=(), repr=False)
    origin: Origin | None = field(default=None, repr=False)

    @kind.default
    def _kind(self) -> Kind:
        return _kind_of_plain_entry(self)

    @capability.default
    def _capability(self) -> Capability:
        return _declared_by_inline_tool(self)

    @property
    def access(self) -> Access:
        """`write`, `read_only` or `unknown`."""
        return self.capability.access

    @property
    def location(self) -> Location | None:
        """Where the entry stands in its file; None for a skill that was not read from one."""
        return self.origin.location if self.origin else None

    def to_dict(self) -> dict[str, Any]:
        """Give the entry as plain, JSON-ready data: the same keys for every kind."""
        return {
            "name": self.name,
            "kind": self.kind,
            "source_skill": self.source_skill,
            "is_inline": self.is_inline,
            "inline_tool": self.inline_tool.to_dict() if self.inline_tool else None,
            "server": self.server,
            "tool_name": self.tool_name,
            "folder": self.folder,
            "sandbox_policy": self.sandbox_policy,
            "access": self.access,
            "capability": self.capability.to_dict(),
            "by_override": self.by_override,
            "from_config": location_to_dict(self.known.location) if self.known else None,
            "learned": self._learned_to_dict(),
            "overrides": deepcopy(dict(self.overrides)),
            "shadowed": [
                {"source_skill": each.skill, "location": location_to_dict(each.location)}
                for each in self.shadowed
            ],
            "location": location_to_dict(self.location),
        }

    def _learned_to_dict(self) -> dict[str, Any] | None:
        """Give what was learned from the server, and where it is written down; None for nothing."""
        if self.learned is None:
            return None
        words = self.learned.capability.to_dict()
        return {
            "capability": {word: value for word, value in words.items() if value is not None},
            "location": location_to_dict(self.learned.location),
        }


@frozen
class ResolvedMcpServer:
    """An MCP server that a resolution reaches, under its name.

    Transport, command, url are those of the definition that came last. `tools` is every tool that
    some definition lists, or None as soon as one of them has no list: then the server may offer
    anything. `offered` is what it offered when it was asked, None where that is not known.
    """

    name: str
    transport: Transport
    command: str | None
    url: str | None = field(repr=False)
    tools: tuple[str, ...] | None
    offered: tuple[str, ...] | None
    definitions: tuple[SkillMcpSource, ...]
    origins: tuple[Origin, ...]


@frozen
class SkillCapabilitySummary:
    """What powers a resolution gives. Counts are numbers of tools, agent skills included.

    `total_tools` is the sum of the read-only, write and unknown ones, and a lower bound if there
    are `unlisted_mcp_servers`. `names` gives the tool names of each class.
    """

    total_tools: int
    read_only_tools: int
    write_tools: int
    unknown_tools: int
    checkpointable_tools: int
    destructive_tools: int
    unsafe_tools: int
    approval_tools: int
    by_override_tools: int
    from_config_tools: int
    learned_tools: int
    side_effects: tuple[str, ...]
    has_side_effects: bool
    mcp_sources: int
    unlisted_mcp_servers: tuple[str, ...]
    agent_skill_sources: int
    names: Mapping[str, tuple[str, ...]]


@frozen
class Resolution(Sequence[ResolvedToolEntry]):
    """The tools a skill gives, in order: a sequence of entries, and what else was learned.

    `mcp_servers` holds every server reached, `parents` each skill reached (but the first) with the
    one whose include brought it, so that the include path of an entry can be read off.
    """

    skill: Skill
    entries: tuple[ResolvedToolEntry, ...]
    mcp_servers: tuple[ResolvedMcpServer, ...]
    parents: Mapping[str, str]
    summary: SkillCapabilitySummary

    @overload
    def __getitem__(self, index: int) -> ResolvedToolEntry: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[ResolvedToolEntry]: ...
    def __getitem__(self, index: int | slice) -> ResolvedToolEntry | Sequence[ResolvedToolEntry]:
        return self.entries[index]

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[ResolvedToolEntry]:
        return iter(self.entries)
