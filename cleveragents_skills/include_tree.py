"""The tree of what a skill includes, or of what includes it, as lines from top to bottom.

What hangs below a skill is drawn once; where the skill comes again, a mark says where to look. So
the tree is linear in the includes, for every shape.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from attrs import define, field

from cleveragents_skills.include_edges import Edges, within
from cleveragents_skills.model import Kind, Skill

Mark = Literal["", "above", "below", "cycle", "missing", "deeper"]
"""Why nothing hangs below a skill that has more to show.

`above` and `below`: it is drawn there. `cycle`: it is on the way from the root to this line.
`missing`: there is no usable skill of that name. `deeper`: that would be deeper than wanted.
"""


class Leaf(NamedTuple):
    """What a skill declares itself: a tool as a resolution names it, or all tools of a server.

    The kind `server` stands for one without a tool list. `path` is where it stands in the skill.
    """

    name: str
    kind: Kind | Literal["server"]
    path: tuple[str | int, ...]


class Branch(NamedTuple):
    """A line of the tree: a skill, or with `leaf` what one declares.

    `parent` is the index of the line it hangs on, None for the root.
    """

    name: str
    depth: int
    parent: int | None
    mark: Mark = ""
    leaf: Leaf | None = None


def declared_leaves(skill: Skill) -> list[Leaf]:
    """Give what a skill declares itself, each name once, servers without a tool list at the end."""
    found = {each.name: Leaf(each.name, each.kind, each.path) for each in skill.declarations}
    for index, server in enumerate(skill.mcp_servers):
        if server.tools is None:
            key = f"mcp:{server.name}/*"
            found.setdefault(key, Leaf(key, "server", ("mcp_servers", index)))
    return list(found.values())


def no_leaves(_: str) -> Sequence[Leaf]:
    """Give nothing: a tree of skills alone."""
    return ()


def branches_of(
    root: str,
    edges: Edges,
    depth: int | None = None,
    leaves: Callable[[str], Sequence[Leaf]] = no_leaves,
) -> list[Branch]:
    """Give the lines of the tree below `root`, down to `depth` steps from it.

    `edges` leads from a skill to what hangs below it; a name that it lacks is `missing`. What a
    skill has as `leaves` comes behind that, as in a resolution.

    Without a limit, or where it is not reached, a skill is drawn where it comes first. Else it is
    drawn where it is nearest to the root, so that all is there that is near enough.
    """
    found = list(_Walk(edges, leaves).lines(root))
    if depth is None or all(each.depth <= depth for each in found if each.leaf is None):
        return found
    return list(_Walk(edges, leaves, depth, within((root,), edges, depth)).lines(root))


@define(eq=False, repr=False)
class _Walk:
    """A walk from the root, depth first. `nearest` is where to draw a skill, if not where met."""

    edges: Edges
    leaves: Callable[[str], Sequence[Leaf]]
    depth: int | None = None
    nearest: Mapping[str, int] = field(factory=dict)
    drawn: set[str] = field(factory=set)

    def lines(self, root: str) -> Iterator[Branch]:
        """Give the lines, from top to bottom."""
        first = self._met(root, 0, None, {})
        yield first
        path: dict[str, None] = {}
        stack = [(first, 0, self._entered(first, path))]
        count = 1
        while stack:
            current, index, rest = stack[-1]
            name = next(rest, None)
            if name is not None:
                branch = self._met(name, current.depth + 1, index, path)
                yield branch
                stack.append((branch, count, self._entered(branch, path)))
                count += 1
                continue
            stack.pop()
            if current.mark in ("", "deeper"):
                del path[current.name]
                for leaf in self.leaves(current.name):
                    yield Branch(leaf.name, current.depth + 1, index, leaf=leaf)
                    count += 1

    def _met(self, name: str, depth: int, parent: int | None, path: Mapping[str, None]) -> Branch:
        """Give the line of a skill, with the mark that it has there."""
        mark: Mark = ""
        if name in path:
            mark = "cycle"
        elif name not in self.edges:
            mark = "missing"
        elif name in self.drawn:
            mark = "above"
        elif depth > self.nearest.get(name, depth):
            mark = "below"
        elif depth == self.depth and self.edges[name]:
            mark = "deeper"
        return Branch(name, depth, parent, mark)

    def _entered(self, branch: Branch, path: dict[str, None]) -> Iterator[str]:
        """Give what hangs below a line, and note that the walk is there."""
        if branch.mark not in ("", "deeper"):
            return iter(())
        path[branch.name] = None
        self.drawn.add(branch.name)
        return iter(() if branch.mark else self.edges[branch.name])
