"""A skill gives more tools than agents cope with.

Why it matters: models choose worse among many tools, every tool costs room in the context, and some
agents refuse a request with more than 128 of them.

Bad: a skill that includes every other skill of a large catalog.

Good: several skills, each with the tools for one kind of work.

`max-tools` in the config sets another number. Only the smallest skills that are over it are told
of, not those that include them. A server without a tool list may add more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.scope import Scope

CODE = Code("SK341", "too-many-tools", Severity.WARNING, "a skill gives too many tools")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each skill that is over while none that it includes is.

    Linear in skills and includes, times the number of tools that are allowed.
    """
    most = scope.policy.max_tools
    over = list(_over(scope, most))
    if not over:
        return
    unlisted = scope.graph.reached_marks(
        {
            name: 1
            for name, skill in scope.skills.items()
            if any(server.tools is None for server in skill.mcp_servers)
        }
    )
    for name, count in over:
        skill = scope.skills[name]
        at_least = "at least " if unlisted[name] else ""
        message = f"`{name}` gives {at_least}{count:,} tools, and {most:,} are thought enough"
        hint = "split it, or set `max-tools` in the config"
        yield Diagnostic(CODE, message, skill.locate("name"), hint, name)


def _over(scope: Scope, most: int) -> Iterator[tuple[str, int]]:
    """Give each of the smallest skills with too many tools, and how many it has."""
    bounds = _upper_bounds(scope, most)
    if all(bound <= most for bound in bounds.values()):
        return
    children = scope.graph.children
    # How often each is still asked for; what nobody asks for any more is not kept.
    waiting = Counter(chain.from_iterable(children.values()))
    # A skill that is over, or reaches a cycle, has None: nothing is said of what includes it.
    tools: dict[str, set[str] | None] = {}
    for component in scope.graph.order:
        name = component[0]
        below = [tools.get(child) for child in children[name]]
        if scope.graph.is_cyclic(component) or None in below:
            tools.update(dict.fromkeys(component))
        else:
            found = {each.name for each in scope.skills[name].declarations}
            found.update(*[each for each in below if each])
            tools[name] = found if len(found) <= most else None
            if len(found) > most:
                yield name, len(found)
        for each in component:
            if not waiting[each]:
                tools.pop(each, None)
            for child in children[each]:
                waiting[child] -= 1
                if not waiting[child]:
                    tools.pop(child, None)


def _upper_bounds(scope: Scope, most: int) -> dict[str, int]:
    """Give for each skill how many tools it has at the most, a tool counted each way it comes.

    What is over `most` is just one more than that.
    """
    bounds: dict[str, int] = {}
    for component in scope.graph.order:
        for name in component:
            own = len(scope.skills[name].declarations)
            below = sum(bounds.get(child, 0) for child in scope.graph.children[name])
            bounds[name] = min(own + below, most + 1)
    return bounds
