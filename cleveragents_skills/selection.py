"""What a selector chooses: names that fit a pattern, and what is around them in the include graph.

A selector is a pattern, with a `+` at its end for all that includes what the pattern fits, and one
at its beginning for all that this includes. A number beside the `+` says how many steps.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from functools import cached_property

from attrs import frozen

from cleveragents_skills.include_edges import Edges, declaring, includers_of, includes_of, within
from cleveragents_skills.model import Skill
from cleveragents_skills.naming import full_name

_SELECTOR = re.compile(r"(?:([0-9]{0,9})\+)?(.*?)(?:\+([0-9]{0,9}))?", re.DOTALL)
_GLOB = re.compile(r"[*?\[]")


@frozen
class Selector:
    """A pattern, and how many steps around what it fits are taken: None is all, 0 is none."""

    pattern: str
    includes: int | None = 0
    includers: int | None = 0

    @classmethod
    def parse(cls, text: str) -> Selector:
        """Give what a selector says; whatever is no `+` of one is its pattern."""
        found = _SELECTOR.fullmatch(text)
        before, pattern, behind = found.groups() if found else (None, text, None)
        return cls(pattern or "", _steps(before), _steps(behind))

    @property
    def kind(self) -> str:
        """What stands before the colon, if there is one: what the pattern is a pattern of."""
        return self.pattern.partition(":")[0] if ":" in self.pattern else ""

    @property
    def value(self) -> str:
        """The pattern without its kind."""
        return self.pattern.partition(":")[2] if ":" in self.pattern else self.pattern

    @property
    def is_name(self) -> bool:
        """Say whether it is the name of one skill and nothing else."""
        around = (self.includes, self.includers) != (0, 0)
        return not (around or self.kind or _GLOB.search(self.pattern))


def _steps(number: str | None) -> int | None:
    """Give the steps that a `+` with this number stands for; without a `+` there are none."""
    if number is None:
        return 0
    return int(number) if number else None


def fitting(pattern: str, names: Iterable[str]) -> list[str]:
    """Give the names that a glob fits."""
    return [name for name in names if fnmatchcase(name, pattern)]


@frozen(eq=False, repr=False)
class Selection:
    """What may be chosen: the usable skills, and the names of all there are, broken ones too."""

    skills: Mapping[str, Skill]
    known: Collection[str]

    def named(self, pattern: str) -> list[str]:
        """Give the known names that a name or a glob fits; without a namespace it is `local/`."""
        full = full_name(pattern)
        if not _GLOB.search(full):
            return [full] if full in self.known else []
        return fitting(full, self.known)

    def using(self, pattern: str) -> list[str]:
        """Give the skills whose resolutions have a tool that the glob fits.

        A resolution has a tool exactly if the skill reaches one that declares it. What a server
        without a tool list may give is called `mcp:SERVER/*`, as a resolution shows it.
        """
        tools = set(fitting(pattern, self.tools))
        opening = [
            name for name, skill in self.skills.items() if not tools.isdisjoint(_open_tools(skill))
        ]
        return list(within([*declaring(tools, self.skills), *opening], self._includers))

    def around(self, names: Collection[str], selector: Selector) -> set[str]:
        """Give the names with those around them that the selector takes in."""
        found = {*names}
        if selector.includes != 0:
            found.update(within(names, self._includes, selector.includes))
        if selector.includers != 0:
            found.update(within(names, self._includers, selector.includers))
        return {name for name in found if name in self.known}

    @cached_property
    def tools(self) -> Collection[str]:
        """The name of every tool that some skill declares, in the order of the skills."""
        return dict.fromkeys(
            name
            for skill in self.skills.values()
            for name in (*(each.name for each in skill.declarations), *_open_tools(skill))
        )

    @cached_property
    def _includes(self) -> Edges:
        return includes_of(self.skills)

    @cached_property
    def _includers(self) -> Edges:
        return includers_of(self.skills)


def _open_tools(skill: Skill) -> list[str]:
    """Give what stands for the tools of each server of a skill that has no tool list."""
    return [f"mcp:{server.name}/*" for server in skill.mcp_servers if server.tools is None]
