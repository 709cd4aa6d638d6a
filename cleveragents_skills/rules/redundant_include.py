"""An include brings nothing that another include does not bring already.

Why it matters: a list of includes says what a skill is made of. One that changes nothing hides what
does, and has to be kept in step for nothing.

Bad:

    name: local/base
    tools: [run_tests]
    ---
    name: local/review
    includes: [local/base]
    ---
    name: local/app
    includes:
      - local/review
      - local/base

Good:

    name: local/app
    includes:
      - local/review

It is reported only where dropping the include is sure to change nothing, neither the order of the
tools nor any entry, and where that is cheap to know: no tool of the included skill is listed by
another skill too, or overridden by an include anywhere. A skill that reaches a cycle gives no tools
yet, so nothing is said of its includes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.graph import MARKS_AT_ONCE
from cleveragents_skills.model import Skill
from cleveragents_skills.scope import Scope

CODE = Code("SK311", "redundant-include", Severity.WARNING, "an include brings nothing of its own")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each include that is sure to change nothing."""
    stuck = _leading_into_cycles(scope)
    skills = [
        each
        for name, each in scope.skills.items()
        if len(each.includes) > 1 and not stuck.get(name, 0)
    ]
    plain = _plain_skills(scope) if skills else set()
    wanted = dict.fromkeys(
        include.name for skill in skills for include in skill.includes if include.name in plain
    )
    names = tuple(wanted)
    for start in range(0, len(names), MARKS_AT_ONCE):
        bits = {name: 1 << i for i, name in enumerate(names[start : start + MARKS_AT_ONCE])}
        reached = scope.graph.reached_marks(bits)
        begins = _beginnings(bits, scope)
        for skill in skills:
            yield from _of_skill(skill, bits, reached, begins)


def _leading_into_cycles(scope: Scope) -> Mapping[str, int]:
    """Give a mark for each skill that reaches a cycle."""
    cyclic = {name: 1 for each in scope.graph.order if scope.graph.is_cyclic(each) for name in each}
    return scope.graph.reached_marks(cyclic) if cyclic else {}


def _of_skill(
    skill: Skill, bits: Mapping[str, int], reached: Mapping[str, int], begins: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """Give the includes that another one makes needless.

    The tools stay in order if that other include comes first, or right after it and begins with
    the same tools.
    """
    includes = skill.includes
    names = [include.name for include in includes]
    times = Counter(names)
    wanted = 0
    for name in times:
        wanted |= bits.get(name, 0)
    if not wanted:
        return
    first: dict[int, int] = {}
    before = 0
    for index, name in enumerate(names):
        bit = bits.get(name, 0)
        if bit and times[name] == 1:
            by = first.get(bit) if before & bit else None
            if by is None and index + 1 < len(names) and begins.get(names[index + 1], 0) & bit:
                by = index + 1
            if by is not None:
                yield _finding(skill, index, by)
        new = reached.get(name, 0) & wanted & ~before
        before |= new
        while new:
            lowest = new & -new
            new ^= lowest
            first[lowest] = index


def _finding(skill: Skill, index: int, by: int) -> Diagnostic:
    name, other = skill.includes[index].name, skill.includes[by].name
    place = skill.locate("includes", index, "name")
    related = (Related("this include brings it", skill.locate("includes", by, "name")),)
    message = f"`{other}` brings all of `{name}` already"
    return Diagnostic(CODE, message, place, "remove it", skill.name, related)


def _beginnings(bits: Mapping[str, int], scope: Scope) -> Mapping[str, int]:
    """Give for each skill the skills with whose tools its own begin: first includes, all down."""
    begins: dict[str, int] = {}
    for component in scope.graph.order:
        for name in component:
            first = scope.graph.children[name][:1]
            below = begins.get(first[0], 0) if first else 0
            begins[name] = bits.get(name, 0) | below
    return begins


def _plain_skills(scope: Scope) -> set[str]:
    """Give the skills of which every tool and server is the same whatever way it comes."""
    servers: Counter[str] = Counter()
    overridden: set[str] = set()
    for skill in scope.skills.values():
        servers.update({server.name for server in skill.mcp_servers})
        for include in skill.includes:
            overridden.update(include.overrides)
    shared = {name for name, count in scope.times.items() if count > 1}.union(overridden)
    plain: set[str] = set()
    for component in scope.graph.order:
        name = component[0]
        skill = scope.skills[name]
        if (
            not scope.graph.is_cyclic(component)
            and all(include.name in plain for include in skill.includes)
            and all(servers[server.name] == 1 for server in skill.mcp_servers)
            and shared.isdisjoint(each.name for each in skill.declarations)
        ):
            plain.add(name)
    return plain
