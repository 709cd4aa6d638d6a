"""The nouns of a catalog: a skill, what it lists, and an entry of its resolution."""

# Annotations are not postponed: cattrs reads them, and would have to evaluate each.

from collections.abc import Iterable, Iterator, Mapping
from copy import deepcopy
from functools import cached_property, lru_cache
from typing import Any, Literal, NamedTuple

from attrs import field, frozen

from cleveragents_skills.capability import UNKNOWN_CAPABILITY, Capability
from cleveragents_skills.diagnostics import Location, Source
from cleveragents_skills.masking import mask_arguments, mask_url, mask_values, masked_repr

Kind = Literal["tool", "inline", "mcp", "agent_skill"]
Transport = Literal["stdio", "sse", "streamable-http"]
SandboxPolicy = Literal["none", "restricted", "full"]
InlineSource = Literal["custom", "mcp", "agent_skill", "builtin", "wrapped"]
Overrides = Mapping[str, Mapping[str, Any]]
"""Tool name to the metadata laid over it."""

_FILES = ("read_file", "write_file", "edit_file", "delete_file", "move_file", "copy_file")
_FOLDERS = ("create_directory", "list_directory", "delete_directory")
_GIT = ("git_status", "git_diff", "git_log", "git_blame")
BUILTIN_GROUPS: Mapping[str, tuple[str, ...]] = {
    "file_operations": tuple(f"builtin/{name}" for name in (*_FILES, *_FOLDERS)),
    "git_operations": tuple(f"builtin/{name}" for name in _GIT),
}
"""The builtin groups every catalog has; a config may add more."""


@frozen
class SkillInclude:
    """An include: the name of another skill, and what is laid over tools that come with it."""

    name: str
    description: str | None = None
    overrides: Overrides = field(factory=dict, repr=masked_repr)


@frozen
class SkillToolRef:
    """A reference to a tool by name.

    `metadata` is what stands beside the name (description, capability fields, anything else),
    `override` what stands under `override:`; both are overrides of the tool, in this order.
    """

    name: str
    metadata: Mapping[str, Any] = field(factory=dict, repr=masked_repr)
    override: Mapping[str, Any] = field(factory=dict, repr=masked_repr)


def _texts(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(items)


@frozen
class SkillBuiltinGroup:
    """A group of builtin tools by its name, with the tools it stands for."""

    name: str
    tools: tuple[str, ...] = field(converter=_texts)

    @tools.default
    def _tools(self) -> tuple[str, ...]:
        return BUILTIN_GROUPS.get(self.name, ())


@frozen
class SkillInlineTool:
    """A tool defined in the skill itself. Its code is data and is never run."""

    name: str | None = None
    description: str | None = None
    source: InlineSource | None = None
    code: str | None = None
    input_schema: Mapping[str, Any] | None = None
    output_schema: Mapping[str, Any] | None = None
    timeout: float | None = None
    capability: Capability = UNKNOWN_CAPABILITY

    def to_dict(self) -> dict[str, Any]:
        """Give the definition as plain data; the capability is the entry's, which may be more."""
        return {
            "name": self.name,
            "description": self.description,
            "source": self.source,
            "code": self.code,
            "input_schema": deepcopy(self.input_schema),
            "output_schema": deepcopy(self.output_schema),
            "timeout": self.timeout,
        }


@frozen
class SkillMcpTool:
    """A tool of an MCP server, with what the skill declares about it."""

    name: str
    description: str | None = None
    capability: Capability = UNKNOWN_CAPABILITY
    path: tuple[str | int, ...] = field(default=(), eq=False, repr=False)
    """Where it stands below its server, as `("tools", 2)`."""


@frozen
class SkillToolFilter:
    """Which tools of an MCP server are kept (`include`) and removed (`exclude`)."""

    include: tuple[str, ...] | None = None
    exclude: tuple[str, ...] | None = None


@frozen
class SkillMcpSource:
    """An MCP server. `tools` is its explicit tool list, the filter applied; None means unlisted.

    `listed` are the names under `tools`, before the filter; None without.
    """

    name: str
    transport: Transport
    command: str | None = None
    args: tuple[str, ...] = field(
        default=(), converter=_texts, repr=lambda value: repr(mask_arguments(value))
    )
    env: Mapping[str, str] = field(factory=dict, repr=lambda value: repr(mask_values(value)))
    url: str | None = field(default=None, repr=lambda value: repr(value and mask_url(value)))
    headers: Mapping[str, str] = field(factory=dict, repr=lambda value: repr(mask_values(value)))
    tools: tuple[SkillMcpTool, ...] | None = None
    tool_filter: SkillToolFilter | None = None
    overrides: Overrides = field(factory=dict, repr=masked_repr)
    listed: tuple[str, ...] | None = field(default=None, eq=False, repr=False)
    offered: tuple[SkillMcpTool, ...] | None = field(default=None, eq=False, repr=False)
    """What it offered when it was asked, but for what `tool_filter` excludes; None: not known."""
    joined: tuple[SkillMcpTool, ...] = field(default=(), eq=False, repr=False)
    """Those of `offered` that count as tools of the skill, because there is no list."""


@frozen
class SkillAgentSource:
    """An agent-skill folder: `path` as it is written, `folder` as one opens it.

    That is from where the catalog was named; None if it leaves the catalog, `path` without one.
    """

    path: str
    name: str | None = None
    sandbox_policy: SandboxPolicy | None = None
    folder: str | None = field()

    @folder.default
    def _folder(self) -> str | None:
        return self.path


class KnownCapability(NamedTuple):
    """What a tool can do according to somebody else than its skill; and where that stands."""

    capability: Capability
    location: Location | None = None


class Declaration(NamedTuple):
    """One tool that a skill contributes by itself, under the name it has in a resolution."""

    name: str
    kind: Kind
    path: tuple[str | int, ...]
    item: SkillToolRef | SkillInlineTool | SkillMcpTool | SkillAgentSource
    server: SkillMcpSource | None = None

    @property
    def is_joined(self) -> bool:
        """Whether only a server without a tool list offered it."""
        return self.server is not None and self.server.tools is None


# What makes any iterable a tuple. From a plain `tuple` a type checker could not tell what is given.
def _includes(items: Iterable[SkillInclude]) -> tuple[SkillInclude, ...]:
    return tuple(items)


def _tool_refs(items: Iterable[SkillToolRef]) -> tuple[SkillToolRef, ...]:
    return tuple(items)


def _groups(items: Iterable[SkillBuiltinGroup]) -> tuple[SkillBuiltinGroup, ...]:
    return tuple(items)


def _inline_tools(items: Iterable[SkillInlineTool]) -> tuple[SkillInlineTool, ...]:
    return tuple(items)


def _mcp_servers(items: Iterable[SkillMcpSource]) -> tuple[SkillMcpSource, ...]:
    return tuple(items)


def _agent_skills(items: Iterable[SkillAgentSource]) -> tuple[SkillAgentSource, ...]:
    return tuple(items)


@frozen
class Skill:
    """One skill, as its file declares it. Lists may be given as any iterable."""

    name: str
    description: str | None = None
    includes: tuple[SkillInclude, ...] = field(default=(), converter=_includes)
    tools: tuple[SkillToolRef, ...] = field(default=(), converter=_tool_refs)
    builtins: tuple[SkillBuiltinGroup, ...] = field(default=(), converter=_groups)
    inline_tools: tuple[SkillInlineTool, ...] = field(default=(), converter=_inline_tools)
    mcp_servers: tuple[SkillMcpSource, ...] = field(default=(), converter=_mcp_servers)
    agent_skills: tuple[SkillAgentSource, ...] = field(default=(), converter=_agent_skills)
    overrides: Overrides = field(factory=dict, repr=masked_repr)
    source: Source | None = field(default=None, eq=False, repr=False, kw_only=True)
    known: Mapping[str, KnownCapability] = field(factory=dict, repr=False, kw_only=True)
    """What the config says of tools that the skill declares, by their names in a resolution."""
    learned: Mapping[str, KnownCapability] = field(factory=dict, repr=False, kw_only=True)
    """What MCP servers said of such tools when they were asked, likewise."""

    def read_from(self, source: Source) -> "Skill":
        """Give the same skill, read from there."""
        return Skill(
            self.name,
            self.description,
            self.includes,
            self.tools,
            self.builtins,
            self.inline_tools,
            self.mcp_servers,
            self.agent_skills,
            self.overrides,
            source=source,
            known=self.known,
            learned=self.learned,
        )

    @cached_property
    def declarations(self) -> tuple[Declaration, ...]:
        """What it contributes itself, in order. Groups add only references it does not have."""
        return tuple(_declarations(self))

    def locate(self, *path: str | int) -> Location | None:
        """Give the place of a field in the skill's file; None if it was not read from one."""
        return self.source.locate(*path) if self.source else None

    def locate_key(self, *path: str | int) -> Location | None:
        """Give the place of the key that names a field, likewise."""
        return self.source.locate_key(*path) if self.source else None

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> "Skill":
        """Give the skill that plain data describes, in any of the accepted spellings.

        Raises `CatalogError`, a `ValueError` with all `.diagnostics`, if the data does not fit.
        Builtin groups are those every catalog has; no file is read, so agent-skill folders are
        neither looked for nor held to a catalog.
        """
        # The one import upwards: a caller looks for it here, and `loading` does the work.
        from cleveragents_skills.loading import skill_from_config  # noqa: PLC0415

        return skill_from_config(config)


def _declarations(skill: Skill) -> Iterator[Declaration]:
    for index, reference in enumerate(skill.tools):
        yield Declaration(reference.name, "tool", ("tools", index), reference)
    if skill.builtins:
        listed = {reference.name for reference in skill.tools}
        for index, group in enumerate(skill.builtins):
            for name in group.tools:
                if name not in listed:
                    listed.add(name)
                    yield Declaration(name, "tool", ("builtins", index), _reference(name))
    for index, inline in enumerate(skill.inline_tools):
        key = _inline_key(skill.name, index, inline)
        yield Declaration(key, "inline", ("inline_tools", index), inline)
    for index, server in enumerate(skill.mcp_servers):
        for tool in server.joined if server.tools is None else server.tools:
            path = ("mcp_servers", index, *tool.path)
            yield Declaration(f"mcp:{server.name}/{tool.name}", "mcp", path, tool, server)
    for index, agent in enumerate(skill.agent_skills):
        yield Declaration(
            f"agent_skill:{agent.path}", "agent_skill", ("agent_skills", index), agent
        )


# Skills share few groups, and what stands for a tool of one is the same everywhere.
_reference = lru_cache(maxsize=1024)(SkillToolRef)


def _inline_key(skill: str, index: int, inline: SkillInlineTool) -> str:
    """Give the name of an inline tool in a resolution: by its own name, else by its index."""
    return f"{skill}/{inline.name if inline.name is not None else f'_anon_{index}'}"
