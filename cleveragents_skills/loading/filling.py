"""What a skill is told of its tools by others: by the config, and by servers that were asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Any

from attrs import evolve

from cleveragents_skills.capability import UNKNOWN_CAPABILITY
from cleveragents_skills.learned import ServerKey, server_key
from cleveragents_skills.loading.config import Config
from cleveragents_skills.model import KnownCapability, Skill, SkillMcpSource, SkillMcpTool
from cleveragents_skills.naming import is_part_name


def filled(structure: Callable[[Any], Skill], config: Config) -> Callable[[Any], Skill]:
    """Give the function that makes skills, which then know what others say of their tools."""
    asked = _Asked(config)

    @cache
    def known(name: str) -> KnownCapability | None:
        return next((said for glob, said in config.capabilities if fnmatchcase(name, glob)), None)

    def filling(value: Any) -> Skill:
        skill = structure(value)
        if config.learned and skill.mcp_servers:
            skill = evolve(skill, mcp_servers=map(asked.server, skill.mcp_servers))
            skill = evolve(skill, learned=dict(asked.of(skill)))
        found = {each.name: known(each.name) for each in skill.declarations}
        said: Mapping[str, KnownCapability] = {k: v for k, v in found.items() if v is not None}
        return evolve(skill, known=said) if said else skill

    return filling


class _Asked:
    """The servers that were asked. What skills have in common is made once."""

    def __init__(self, config: Config) -> None:
        self._learned = config.learned
        self._joins = config.learned_tools
        self._offered: dict[tuple[ServerKey, frozenset[str]], tuple[SkillMcpTool, ...]] = {}
        self._said: dict[ServerKey, Mapping[str, KnownCapability]] = {}

    def server(self, server: SkillMcpSource) -> SkillMcpSource:
        """Give the server with what it offered, as far as a catalog can name it."""
        key = server_key(server)
        learned = self._learned.get(key)
        if learned is None:
            return server
        excluded = frozenset((server.tool_filter and server.tool_filter.exclude) or ())
        offered = self._offered.get((key, excluded))
        if offered is None:
            names = (tool.name for tool in learned.tools if tool.name not in excluded)
            offered = tuple(SkillMcpTool(name) for name in names if is_part_name(name))
            self._offered[key, excluded] = offered
        joins = server.tools is None and self._joins
        return evolve(server, offered=offered, joined=offered if joins else ())

    def of(self, skill: Skill) -> Iterator[tuple[str, KnownCapability]]:
        """Give what the servers of a skill said of the tools that it declares.

        Of a tool that joined it is given too where that is nothing: by that one sees that the skill
        has it.
        """
        said = {id(each): self._of_server(each) for each in skill.mcp_servers}
        for each in skill.declarations:
            if each.server is None:
                continue
            found = said[id(each.server)].get(each.item.name or "")
            joined = each.server.tools is None
            if found and (joined or found.capability != UNKNOWN_CAPABILITY):
                yield each.name, found

    def _of_server(self, server: SkillMcpSource) -> Mapping[str, KnownCapability]:
        key = server_key(server)
        if key not in self._said:
            learned = self._learned.get(key)
            self._said[key] = {
                tool.name: KnownCapability(tool.capability, tool.location)
                for tool in (learned.tools if learned else ())
            }
        return self._said[key]
