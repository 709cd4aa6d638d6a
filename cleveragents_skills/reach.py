"""Which tools a skill's resolution has, for some tools and every skill at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from cleveragents_skills.graph import MARKS_AT_ONCE, IncludeGraph
from cleveragents_skills.model import Skill


class ToolReach:
    """Which of some tools each skill's resolution has, and which it may have."""

    def __init__(
        self, skills: Mapping[str, Skill], graph: IncludeGraph, tools: Sequence[str]
    ) -> None:
        """Follow the tools through the include graph, some thousands at once."""
        self._tools = tools
        cyclic = {name: 1 for each in graph.order if graph.is_cyclic(each) for name in each}
        self._cyclic = graph.reached_marks(cyclic) if cyclic else {}
        self._bits = {tool: divmod(index, MARKS_AT_ONCE) for index, tool in enumerate(tools)}
        self._sure: list[Mapping[str, int]] = []
        self._possible: list[Mapping[str, int]] = []
        for start in range(0, len(tools), MARKS_AT_ONCE):
            bits = {tool: 1 << i for i, tool in enumerate(tools[start : start + MARKS_AT_ONCE])}
            sure = {name: _declared(skill, bits) for name, skill in skills.items()}
            self._sure.append(graph.reached_marks(sure))
            possible = {name: _unknown(skill, skills, bits) for name, skill in skills.items()}
            self._possible.append(graph.reached_marks(possible))

    def is_resolvable(self, skill: str) -> bool:
        """Say whether the skill reaches no cycle; if it does, nothing reaches a tool there."""
        return not self._cyclic.get(skill, 0)

    def last_includes(self, skill: Skill, tools: Collection[str]) -> dict[str, int]:
        """Give for each of the tools the index of the last include that has it for sure."""
        wanted: dict[int, int] = {}
        for tool in tools:
            chunk, bit = self._bits[tool]
            wanted[chunk] = wanted.get(chunk, 0) | 1 << bit
        found: dict[str, int] = {}
        for chunk, mask in wanted.items():
            left = mask
            for index in range(len(skill.includes) - 1, -1, -1):
                here = left & self._sure[chunk].get(skill.includes[index].name, 0)
                left ^= here
                while here:
                    bit = here.bit_length() - 1
                    here ^= 1 << bit
                    found[self._tools[chunk * MARKS_AT_ONCE + bit]] = index
        return found

    def has(self, skill: str, tool: str) -> bool:
        """Say whether the skill's resolution has the tool for sure."""
        chunk, bit = self._bits[tool]
        return bool(self._sure[chunk].get(skill, 0) >> bit & 1)

    def may_have(self, skill: str, tool: str) -> bool:
        """Say whether it has the tool, or may have it as far as can be known."""
        chunk, bit = self._bits[tool]
        return self.has(skill, tool) or bool(self._possible[chunk].get(skill, 0) >> bit & 1)


def _declared(skill: Skill, bits: Mapping[str, int]) -> int:
    """Give the tools that the skill declares, a bit for each."""
    mask = 0
    for each in skill.declarations:
        mask |= bits.get(each.name, 0)
    return mask


def _unknown(skill: Skill, skills: Mapping[str, Skill], bits: Mapping[str, int]) -> int:
    """Give the tools that the skill may bring, a bit for each.

    A server without a tool list may have any tool of its name, a skill that cannot be read any.
    """
    if any(include.name not in skills for include in skill.includes):
        return (1 << len(bits)) - 1
    unlisted = tuple(f"mcp:{server.name}/" for server in skill.mcp_servers if server.tools is None)
    mask = 0
    if unlisted:
        for tool, bit in bits.items():
            if tool.startswith(unlisted):
                mask |= bit
    return mask
