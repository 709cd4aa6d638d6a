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
        "from_config": [],
        "learned": [],
        "side_effects": [],
    }
    effects: dict[str, None] = {}
    folders: set[str] = set()
    for entry in entries:
        name, capability = entry.name, entry.capability
        classes[entry.access].append(name)
        for word, holds in _flags(entry).items():
            if holds:
                classes[word].append(name)
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
        from_config_tools=len(classes["from_config"]),
        learned_tools=len(classes["learned"]),
        side_effects=tuple(sorted(effects)),
        has_side_effects=bool(classes["side_effects"]),
        mcp_sources=len(servers),
        unlisted_mcp_servers=tuple(name for name, listed in servers.items() if not listed),
        agent_skill_sources=len(folders),
        names={each: tuple(names) for each, names in classes.items()},
    )


def _flags(entry: ResolvedToolEntry) -> dict[str, bool]:
    """Give which of the classes beside the access an entry is in."""
    capability = entry.capability
    return {
        "checkpointable": bool(capability.checkpointable),
        "destructive": bool(capability.destructive),
        "unsafe": bool(capability.unsafe),
        "approval": bool(capability.human_approval_required),
        "by_override": entry.by_override,
        "from_config": entry.known is not None,
        "learned": entry.learned is not None,
        "side_effects": bool(capability.side_effects),
    }
