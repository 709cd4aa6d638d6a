"""The include graph: the two walks of a resolution, and cycles.

Nothing here recurses: a chain of includes may be as long as memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import define, frozen

from cleveragents_skills.model import Skill, SkillInclude
from cleveragents_skills.naming import nearest


class CycleError(ValueError):
    """A skill is included again on the include path that led to it.

    `path` is the whole path from the skill that was asked for; its last name stands in it before.
    """

    def __init__(self, path: tuple[str, ...]) -> None:
        super().__init__(f"Cycle detected in skill includes: {' -> '.join(path)}")
        self.path = path

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.path,)


class UnknownSkillError(ValueError):
    """A skill is asked for that the lookup does not have.

    `included_by` is the skill whose include asks for it, None if the caller did; `suggestions`
    are names that look like it, the nearest first.
    """

    def __init__(self, name: str, included_by: str | None, suggestions: Sequence[str] = ()) -> None:
        asked = f"skill `{name}` is unknown"
        by = f", included by `{included_by}`" if included_by is not None else ""
        near = f"; did you mean `{suggestions[0]}`?" if suggestions else ""
        super().__init__(asked + by + near)
        self.name = name
        self.included_by = included_by
        self.suggestions = tuple(suggestions)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.name, self.included_by, self.suggestions)


def included(include: SkillInclude, by: Skill, lookup: Mapping[str, Skill]) -> Skill:
    """Give the skill an include names.

    Raises `UnknownSkillError` if the lookup lacks it, and a plain `ValueError` if the lookup gives
    a skill of another name, which is a mistake of the caller's.
    """
    found = lookup.get(include.name)
    if found is None:
        raise UnknownSkillError(include.name, by.name, nearest(include.name, lookup))
    if found.name != include.name:
        message = f"the lookup holds skill `{found.name}` under the name `{include.name}`"
        raise ValueError(message)
    return found


def deepest_first(skill: Skill, lookup: Mapping[str, Skill]) -> list[Skill]:
    """Give every skill that `skill` reaches, itself last, each after all that it includes.

    This is the order of first appearance: where plain recursion would visit a skill first. Linear
    in skills and includes. Raises `CycleError` and `UnknownSkillError`.
    """
    order: list[Skill] = []
    done: set[str] = set()
    # The current path, in order; a dict because "is it on the path?" is asked for each include.
    path: dict[str, None] = {skill.name: None}
    stack: list[tuple[Skill, Iterator[SkillInclude]]] = [(skill, iter(skill.includes))]
    while stack:
        current, rest = stack[-1]
        include = next(rest, None)
        if include is None:
            stack.pop()
            del path[current.name]
            done.add(current.name)
            order.append(current)
        elif include.name in path:
            raise CycleError((*path, include.name))
        elif include.name not in done:
            child = included(include, current, lookup)
            path[include.name] = None
            stack.append((child, iter(child.includes)))
    return order


@define(eq=False, repr=False)
class Visit:
    """A skill on the latest-first walk.

    `parent` and `include` are the skill and the index of its include that brought it (None and -1
    for the first). What came through it is the walk from its own index to `last`.
    """

    skill: Skill
    parent: Skill | None
    include: int
    last: int = -1


def latest_first(skill: Skill, lookup: Mapping[str, Skill]) -> list[Visit]:
    """Give every skill that `skill` reaches, each before all that it includes, last include first.

    This is the order of last appearance, backwards: a skill is visited by the include path on
    which plain recursion would meet it last, so the first entry seen for a name is the one that
    wins. The includes that were followed form a tree. Linear in skills and includes; the graph
    must be without cycles and unknown names (`deepest_first` has seen to that).
    """
    visits = [Visit(skill, None, -1)]
    seen = {skill.name}
    stack = [(0, len(skill.includes))]
    while stack:
        index, left = stack.pop()
        parent = visits[index].skill
        while left:
            left -= 1
            name = parent.includes[left].name
            if name not in seen:
                seen.add(name)
                stack.append((index, left))
                child = lookup[name]
                stack.append((len(visits), len(child.includes)))
                visits.append(Visit(child, parent, left))
                break
        else:
            visits[index].last = len(visits) - 1
    return visits


@frozen(eq=False, repr=False)
class IncludeGraph:
    """The includes of some skills.

    `children` gives for each skill the known skills it includes, each once, in order; `order` the
    groups of skills that reach each other, each after those it reaches; most are a single skill.
    """

    children: Mapping[str, Sequence[str]]

    @classmethod
    def of(cls, skills: Mapping[str, Skill]) -> IncludeGraph:
        """Give the graph of the skills. Linear in their includes."""
        return cls(
            {
                name: tuple(dict.fromkeys(i.name for i in skill.includes if i.name in skills))
                for name, skill in skills.items()
            }
        )

    @cached_property
    def order(self) -> Sequence[Sequence[str]]:
        """The strongly connected components, found when first asked for."""
        return _components(self.children)

    def is_cyclic(self, component: Sequence[str]) -> bool:
        """Say whether the skills of a component include each other, or the only one itself."""
        return len(component) > 1 or component[0] in self.children[component[0]]

    def reached_marks(self, marks: Mapping[str, int]) -> dict[str, int]:
        """Give for each skill the union of the bit masks of all it reaches, itself included.

        Linear in skills and includes, times the length of the masks; a few thousand bits at once
        cost little more than one.
        """
        reached: dict[str, int] = {}
        for component in self.order:
            mask = 0
            for name in component:
                mask |= marks.get(name, 0)
                for child in self.children[name]:
                    mask |= reached.get(child, 0)
            for name in component:
                reached[name] = mask
        return reached


def _components(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Give the strongly connected components, each after those it reaches (Tarjan, iterative)."""
    found: list[list[str]] = []
    index: dict[str, int] = {}
    for root in graph:
        if root not in index:
            found.extend(_components_below(root, graph, index))
    return found


def _components_below(
    root: str, graph: Mapping[str, Sequence[str]], index: dict[str, int]
) -> Iterator[list[str]]:
    """Give the components that a depth-first walk from `root` completes; `index` numbers nodes."""
    low: dict[str, int] = {}
    # The nodes met whose component is not complete, in the order they were met.
    incomplete: dict[str, None] = {}
    stack: list[tuple[str, Iterator[str]]] = []
    entering: str | None = root
    while entering or stack:
        if entering:
            index[entering] = low[entering] = len(index)
            incomplete[entering] = None
            stack.append((entering, iter(graph[entering])))
        node, rest = stack[-1]
        entering = next((c for c in rest if _is_new(node, c, index, low, incomplete)), None)
        if entering is None:
            stack.pop()
            if stack:
                above = stack[-1][0]
                low[above] = min(low[above], low[node])
            if low[node] == index[node]:
                component: list[str] = []
                while not component or component[-1] != node:
                    component.append(incomplete.popitem()[0])
                yield component


def _is_new(
    node: str,
    child: str,
    index: Mapping[str, int],
    low: dict[str, int],
    incomplete: Mapping[str, None],
) -> bool:
    """Say whether the walk goes on to `child`; if that was met before, take its number in."""
    if child not in index:
        return True
    if child in incomplete:
        low[node] = min(low[node], index[child])
    return False


MARKS_AT_ONCE = 4096
"""How many things are followed through the include graph at once, a bit for each."""


def bits_of(marks: int) -> Iterator[int]:
    """Give the numbers of the bits that are set in a mask, the highest first."""
    while marks:
        bit = marks.bit_length() - 1
        marks ^= 1 << bit
        yield bit
