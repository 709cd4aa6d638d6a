"""The include graph: the two walks of a resolution, and cycles.

Nothing here recurses: a chain of includes may be as long as memory allows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from attrs import define

from cleveragents_skills.model import Skill, SkillInclude
from cleveragents_skills.naming import nearest


class CycleError(ValueError):
    """A skill is included again on the include path that led to it.

    `path` is the whole path from the skill that was asked for; its last name stands in it before.
    """

    def __init__(self, path: tuple[str, ...]) -> None:
        super().__init__(f"Cycle detected in skill includes: {' -> '.join(path)}")
        self.path = path


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


@define
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


def include_graph(skills: Mapping[str, Skill]) -> dict[str, tuple[str, ...]]:
    """Give for each skill the known skills it includes, each once, in order."""
    return {
        name: tuple(dict.fromkeys(i.name for i in skill.includes if i.name in skills))
        for name, skill in skills.items()
    }


def components(graph: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Give the strongly connected components, each after those it reaches (Tarjan, iterative)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    open_nodes: dict[str, None] = {}
    found: list[list[str]] = []
    for root in graph:
        if root in index:
            continue
        stack: list[tuple[str, Iterator[str]]] = []

        def enter(node: str, stack: list[tuple[str, Iterator[str]]] = stack) -> None:
            index[node] = low[node] = len(index)
            open_nodes[node] = None
            stack.append((node, iter(graph[node])))

        enter(root)
        while stack:
            node, rest = stack[-1]
            for child in rest:
                if child not in index:
                    enter(child)
                    break
                if child in open_nodes:
                    low[node] = min(low[node], index[child])
            else:
                stack.pop()
                if stack:
                    above = stack[-1][0]
                    low[above] = min(low[above], low[node])
                if low[node] == index[node]:
                    component: list[str] = []
                    while not component or component[-1] != node:
                        component.append(open_nodes.popitem()[0])
                    found.append(component)
    return found


def reached_marks(graph: Mapping[str, Sequence[str]], marks: Mapping[str, int]) -> dict[str, int]:
    """Give for each skill the union of the bit masks of all that it reaches, itself included.

    Linear in skills and includes, times the length of the masks.
    """
    reached: dict[str, int] = {}
    for component in components(graph):
        mask = 0
        for name in component:
            mask |= marks.get(name, 0)
            for child in graph[name]:
                mask |= reached.get(child, 0)
        for name in component:
            reached[name] = mask
    return reached


def includers(graph: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Give for each skill those that include it, by name."""
    found: dict[str, list[str]] = {name: [] for name in graph}
    for name in sorted(graph):
        for child in graph[name]:
            found[child].append(name)
    return found
