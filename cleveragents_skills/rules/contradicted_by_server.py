"""A skill says that a tool of an MCP server is harmless, and the server says that it is not.

Why it matters: what the catalog declares counts, so the tool is counted as read-only, or as one
that destroys nothing; but a server hardly warns of a power that its tool does not have. The hints
of servers are in `mcp.lock`, which `skills mcp sync --run` writes.

Bad:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools:
          - {name: delete_page, read_only: true}

Good:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools:
          - {name: delete_page, destructive: true}

The other way round nothing is told: a catalog may be more careful than a server. Held to the hints
are too what the config says under `[capabilities]`, and what an include lays over a tool, unless
several skills declare that and not all of their servers say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cleveragents_skills.capability import UNKNOWN_CAPABILITY, Capability, laid_over
from cleveragents_skills.diagnostics import Code, Diagnostic, Location, Related, Severity
from cleveragents_skills.model import Declaration, KnownCapability, Skill, SkillMcpTool
from cleveragents_skills.reach import ToolReach
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK325", "contradicted-by-server", Severity.WARNING, "a server says that its tool does more"
)
_WORDS = frozenset({"read_only", "writes", "destructive", "capability"})
"""An override without one of these does not say that a tool is harmless."""
_Less = tuple[str, str]
"""What is said that a tool does, and what its server says."""


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give a finding for each place that says less of a tool than its server."""
    by_config: dict[tuple[str, Location | None], Diagnostic] = {}
    for skill in scope.skills.values():
        for tool in _tools(skill):
            said = tool.said_by_skill()
            if said:
                yield tool.finding("here", said, tool.place, skill.name)
            known = skill.known.get(tool.declaration.name)
            said = tool.said_by(known)
            if known and said:
                found = tool.finding("by the config", said, known.location, skill.name)
                # The config says it once, whichever skills have the tool.
                by_config.setdefault((found.message, found.location), found)
    yield from by_config.values()
    yield from _of_includes(scope)


class _Tool(NamedTuple):
    """A tool that a skill declares, with what its server said of it."""

    skill: Skill
    declaration: Declaration
    name: str
    server: str
    declared: Capability
    layer: Mapping[str, Any]
    """What `overrides` of the server say of it."""
    learned: KnownCapability

    def said_by_skill(self) -> _Less | None:
        """Give what the skill says, if that is less."""
        return _less(laid_over(self.declared, [self.layer]), self.learned.capability)

    def said_by(self, known: KnownCapability | None) -> _Less | None:
        """Give what the config says, if that is less, and the skill says nothing."""
        silent = laid_over(self.declared, [self.layer]) == UNKNOWN_CAPABILITY
        return _less(known.capability, self.learned.capability) if known and silent else None

    def said_above(self, layer: Mapping[str, Any]) -> _Less | None:
        """Give what an override of an include says, if that is less, and the skill's own is not."""
        if self.said_by_skill():
            return None
        return _less(laid_over(self.declared, [self.layer, layer]), self.learned.capability)

    @property
    def place(self) -> Location | None:
        """Where the skill says it: at the tool, or at the override of its server."""
        path = self.declaration.path
        if _less(self.declared, self.learned.capability):
            return self.skill.locate(*path)
        return self.skill.locate_key(*path[:2], "overrides", self.name)

    def finding(self, by: str, said: _Less, place: Location | None, skill: str) -> Diagnostic:
        """Give the finding that somebody says less of the tool than its server."""
        message = f"`{self.name}` is said {by} to {said[0]}; the server `{self.server}` says that"
        message += f" it {said[1]}"
        related = Related("what the server said", self.learned.location)
        hint = "say what it does, or ask the server anew: `skills mcp sync --run`"
        return Diagnostic(CODE, message, place, hint, skill, (related,))


def _tools(skill: Skill) -> Iterator[_Tool]:
    """Give the tools of a skill of which their servers said something."""
    for each in skill.declarations if skill.learned else ():
        learned = skill.learned.get(each.name)
        if learned and each.server and isinstance(each.item, SkillMcpTool):
            name = each.item.name
            layer = each.server.overrides.get(name, {})
            yield _Tool(skill, each, name, each.server.name, each.item.capability, layer, learned)


def _of_includes(scope: Scope) -> Iterator[Diagnostic]:
    """Give the findings of overrides that includes lay over tools."""
    laid = [
        (skill, index, tool, values)
        for skill in scope.skills.values()
        for index, include in enumerate(skill.includes)
        for tool, values in include.overrides.items()
        if not _WORDS.isdisjoint(values)
    ]
    declared = _declared(scope, {tool for _, _, tool, _ in laid})
    if not declared:
        return
    reach = ToolReach(scope.skills, scope.graph, tuple(declared))
    for skill, index, tool, values in laid:
        if tool in declared and reach.has(skill.includes[index].name, tool):
            said = [each.said_above(values) for each in declared[tool]]
            if said[0] and all(said):
                place = skill.locate_key("includes", index, "overrides", tool)
                yield declared[tool][0].finding("here", said[0], place, skill.name)


def _declared(scope: Scope, names: set[str]) -> Mapping[str, Sequence[_Tool]]:
    """Give these tools, as far as the servers of all skills that declare one said something of it.

    Of those that are declared alike one is enough.
    """
    found: dict[str, dict[object, _Tool]] = {}
    for skill in scope.skills.values() if names else ():
        for each in _tools(skill):
            if each.declaration.name in names:
                alike = (each.declared, repr(each.layer), each.learned.capability)
                found.setdefault(each.declaration.name, {}).setdefault(alike, each)
    for skill in scope.skills.values() if found else ():
        for declaration in skill.declarations:
            if declaration.name in found and declaration.name not in skill.learned:
                del found[declaration.name]
    return {name: [*tools.values()] for name, tools in found.items()}


def _less(said: Capability, learned: Capability) -> _Less | None:
    """Give what is said of a tool and what its server says, if that is more."""
    if learned.writes and said.access == "read_only":
        return "only read", "writes"
    if learned.destructive and said.destructive is False:
        return "destroy nothing", "may destroy"
    return None
