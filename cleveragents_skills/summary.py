"""The capability summary of a resolution."""

from __future__ import annotations

from collections.abc import Sequence

from cleveragents_skills.model import Skill
from cleveragents_skills.resolution import (
    Resolution,
    ResolvedMcpServer,
    ResolvedToolEntry,
    SkillCapabilitySummary,
)


def compute_capability_summary(
    skill: Skill, entries: Sequence[ResolvedToolEntry]
) -> SkillCapabilitySummary:
    """Give the summary of what `entries` let an agent do. Linear in the entries.

    A `Resolution` knows every MCP server it reached. A plain list of entries does not: then
    servers count as far as an entry or `skill` itself shows them, so a server without a tool list
    in an included skill is missed.
    """
    if isinstance(entries, Resolution):
        return entries.summary
    servers = {entry.server: True for entry in entries if entry.server is not None}
    for server in skill.mcp_servers:
        listed = server.tools is not None
        servers[server.name] = servers.get(server.name, True) and listed
    return _summary(entries, servers)


def summary_of(
    entries: Sequence[ResolvedToolEntry], servers: Sequence[ResolvedMcpServer]
) -> SkillCapabilitySummary:
    """Give the summary of entries and of every server their resolution reached."""
    return _summary(entries, {each.name: each.tools is not None for each in servers})


def _summary(
    entries: Sequence[ResolvedToolEntry], servers: dict[str, bool]
) -> SkillCapabilitySummary:
    """Count. `servers` says of each server by name whether its tools are listed."""
    classes: dict[str, list[str]] = {
        "read_only": [],
        "write": [],
        "unknown": [],
        "checkpointable": [],
        "destructive": [],
        "unsafe": [],
        "approval": [],
        "by_override": [],
        "side_effects": [],
    }
    effects: dict[str, None] = {}
    folders: set[str] = set()
    for entry in entries:
        name, capability = entry.name, entry.capability
        classes[entry.access].append(name)
        if capability.checkpointable:
            classes["checkpointable"].append(name)
        if capability.destructive:
            classes["destructive"].append(name)
        if capability.unsafe:
            classes["unsafe"].append(name)
        if capability.human_approval_required:
            classes["approval"].append(name)
        if entry.by_override:
            classes["by_override"].append(name)
        if capability.side_effects:
            classes["side_effects"].append(name)
            if isinstance(capability.side_effects, tuple):
                effects.update(dict.fromkeys(capability.side_effects))
        if entry.kind == "agent_skill":
            folders.add(entry.folder or name)
    return SkillCapabilitySummary(
        total_tools=len(entries),
        read_only_tools=len(classes["read_only"]),
        write_tools=len(classes["write"]),
        unknown_tools=len(classes["unknown"]),
        checkpointable_tools=len(classes["checkpointable"]),
        destructive_tools=len(classes["destructive"]),
        unsafe_tools=len(classes["unsafe"]),
        approval_tools=len(classes["approval"]),
        by_override_tools=len(classes["by_override"]),
        side_effects=tuple(sorted(effects)),
        has_side_effects=bool(classes["side_effects"]),
        mcp_sources=len(servers),
        unlisted_mcp_servers=tuple(name for name, listed in servers.items() if not listed),
        agent_skill_sources=len(folders),
        names={each: tuple(names) for each, names in classes.items()},
    )
