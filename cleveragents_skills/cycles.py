"""Include cycles of a whole catalog: every group of skills that include each other, once."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence
from itertools import pairwise

from cleveragents_skills.diagnostics import IncludeCycle
from cleveragents_skills.graph import IncludeGraph

Edge = tuple[str, str]
_SHOWN_STEPS = 20
_BUDGET = 2_000_000
"""How many includes may be looked at to make a suggestion smaller."""


def include_cycles(graph: IncludeGraph) -> list[IncludeCycle]:
    """Give every group of skills that include each other, ordered by its first skill's name.

    Linear in skills and includes, but for the suggestion what to cut, whose search is bounded.
    """
    groups = (sorted(group) for group in graph.order if graph.is_cyclic(group))
    return [_cycle(group, graph.children) for group in sorted(groups)]


def chain_text(path: Sequence[str]) -> str:
    """Give a chain of includes as text; the middle of a very long one is only counted."""
    if len(path) > _SHOWN_STEPS:
        half = _SHOWN_STEPS // 2
        path = (*path[:half], f"({len(path) - 2 * half:,} more)", *path[-half:])
    return " -> ".join(path)


def _cycle(group: Sequence[str], graph: Mapping[str, Sequence[str]]) -> IncludeCycle:
    members = frozenset(group)
    within = {name: [child for child in graph[name] if child in members] for name in group}
    path = _shortest_cycle(group[0], within)
    return IncludeCycle(path, tuple(group), _cut(path, within))


def _shortest_cycle(start: str, graph: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    """Give a shortest closed chain through `start`, which is known to lie on a cycle."""
    came_from: dict[str, str] = {}
    queue = deque([start])
    while start not in came_from:
        node = queue.popleft()
        for child in graph[node]:
            if child not in came_from:
                came_from[child] = node
                queue.append(child)
    chain = [start]
    while len(chain) == 1 or chain[-1] != start:
        chain.append(came_from[chain[-1]])
    return tuple(reversed(chain))


def _cut(path: Sequence[str], graph: Mapping[str, Sequence[str]]) -> tuple[Edge, ...]:
    """Give includes whose removal breaks every cycle: one if one is enough, else few.

    One that is enough lies on every cycle, so on `path`; the include that closes it is tried first.
    Else those that lead back on a depth-first walk are taken, and put back one by one where that
    closes no cycle.
    """
    edges = sum(map(len, graph.values()))
    tries = _BUDGET // edges
    for edge in list(reversed(list(pairwise(path))))[:tries]:
        if not _leading_back(graph, frozenset((edge,))):
            return (edge,)
    cut = dict.fromkeys(_leading_back(graph, frozenset()))
    for edge in list(cut)[:tries]:
        fewer = cut.keys() - {edge}
        if not _leading_back(graph, frozenset(fewer)):
            del cut[edge]
    return tuple(sorted(cut))


def _leading_back(graph: Mapping[str, Sequence[str]], without: frozenset[Edge]) -> list[Edge]:
    """Give the edges that lead back to the current path on a depth-first walk of the graph."""
    back: list[Edge] = []
    done: set[str] = set()
    for root in graph:
        if root in done:
            continue
        path = {root}
        stack = [(root, iter(graph[root]))]
        while stack:
            node, rest = stack[-1]
            child = next(rest, None)
            if child is None:
                stack.pop()
                path.discard(node)
                done.add(node)
            elif (node, child) in without:
                continue
            elif child in path:
                back.append((node, child))
            elif child not in done:
                path.add(child)
                stack.append((child, iter(graph[child])))
    return back
