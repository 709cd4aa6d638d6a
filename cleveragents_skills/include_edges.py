"""The includes of skills as edges, in both directions, and what lies within some steps of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cleveragents_skills.model import Skill

Edges = Mapping[str, tuple[str, ...]]
"""Name of a skill to the names one step away, each once."""


def includes_of(skills: Mapping[str, Skill]) -> Edges:
    """Give what each skill includes, known or not, in the order written."""
    return {
        name: tuple(dict.fromkeys(include.name for include in skill.includes))
        for name, skill in skills.items()
    }


def includers_of(skills: Mapping[str, Skill]) -> Edges:
    """Give by which skills each name is included, in the order of the skills; all skills are in it.

    An included name is in it too, whether there is such a skill or not.
    """
    found: dict[str, list[str]] = {name: [] for name in skills}
    for name, included in includes_of(skills).items():
        for each in included:
            found.setdefault(each, []).append(name)
    return {name: tuple(by) for name, by in found.items()}


def within(starts: Iterable[str], edges: Edges, steps: int | None = None) -> dict[str, int]:
    """Give each name that is at most so many steps from one of `starts`, with how many it is.

    Nearest first, `starts` among them, with 0. Without `steps` there is no limit. Linear in the
    edges that are followed; cycles do no harm.
    """
    found = dict.fromkeys(starts, 0)
    queue = list(found)
    for current in queue:
        distance = found[current] + 1
        if steps is not None and distance > steps:
            break
        for each in edges.get(current, ()):
            if each not in found:
                found[each] = distance
                queue.append(each)
    return found


def dependents(name: str, lookup: Mapping[str, Skill], depth: int | None = None) -> tuple[str, ...]:
    """Give the names of the skills that include `name`, directly or through others.

    These are the skills that a change of `name` may change. The nearest come first, those equally
    near by name; `name` is not among them, also where it is in a cycle. With a `depth` of 1 only
    those that include it directly, with 2 also those that include these, and so on. Any mapping of
    name to `Skill` serves as lookup; it need not have `name`, since a skill that is missing or
    cannot be used may be included all the same. Linear in the includes of the lookup.
    """
    found = within((name,), includers_of(lookup), depth)
    del found[name]
    return tuple(sorted(found, key=lambda each: (found[each], each)))


def declaring(tools: Collection[str], skills: Mapping[str, Skill]) -> list[str]:
    """Give the names of the skills that declare one of these tools themselves."""
    return [
        name
        for name, skill in skills.items()
        if any(each.name in tools for each in skill.declarations)
    ]
