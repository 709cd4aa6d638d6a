"""The MCP servers of skills, each with all its definitions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cleveragents_skills.learned import ServerKey, server_key
from cleveragents_skills.model import Skill, SkillMcpSource
from cleveragents_skills.resolution import Origin, Resolution


class ServerDefinitions(NamedTuple):
    """The definitions of one server, and where they stand; the first is the one that is asked."""

    definitions: tuple[SkillMcpSource, ...]
    origins: tuple[Origin, ...]


Servers = Mapping[ServerKey, ServerDefinitions]
"""Servers by what tells them apart."""


def servers_of_skills(skills: Iterable[Skill]) -> Servers:
    """Give the servers that these skills define."""
    return _servers(
        (server, Origin(skill.name, skill.source, ("mcp_servers", index)))
        for skill in skills
        for index, server in enumerate(skill.mcp_servers)
    )


def servers_of_resolution(resolution: Resolution) -> Servers:
    """Give the servers that a skill reaches."""
    return _servers(
        pair
        for server in resolution.mcp_servers
        for pair in zip(server.definitions, server.origins, strict=True)
    )


def _servers(pairs: Iterable[tuple[SkillMcpSource, Origin]]) -> Servers:
    found: dict[ServerKey, list[tuple[SkillMcpSource, Origin]]] = {}
    for server, origin in pairs:
        found.setdefault(server_key(server), []).append((server, origin))
    return {
        key: ServerDefinitions(tuple(server for server, _ in each), tuple(o for _, o in each))
        for key, each in found.items()
    }
