"""A tool reference has the name that is made for another thing.

Why it matters: inline tools, MCP tools and agent skills get names of their own in a resolution
(`local/app/_anon_0`, `mcp:tracker/search`). Where a reference has the same name, one of the two
tools would replace the other without a word, so such a skill cannot be resolved.

Bad:

    name: local/app
    tools:
      - local/app/_anon_0
    inline_tools:
      - description: Delete rows

Good:

    name: local/app
    inline_tools:
      - description: Delete rows
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.meeting import Statement, clashes
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK211", "reference-clash", Severity.ERROR, "a tool reference equals a made name", stops=True
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each name that is a reference and a made name in one resolution."""
    both = _names(scope, made=True) & _names(scope, made=False)
    if not both:
        return
    made: dict[str, list[Statement]] = {}
    references: dict[str, list[Statement]] = {}
    for skill in scope.skills.values():
        for each in skill.declarations:
            if each.name in both:
                side = references if each.kind == "tool" else made
                side.setdefault(each.name, []).append(Statement(skill, each.path))
    said: dict[str, Mapping[Hashable, list[Statement]]] = {
        name: {"made": made[name], "reference": references[name]} for name in made
    }
    for clash in clashes(scope.graph, said):
        made_in = clash.first.skill.name
        message = f"the name `{clash.name}` stands for two things in `{clash.meets_in}`"
        hint = f"remove the reference: `{made_in}` brings the tool of that name by itself"
        related = (Related("made here", clash.first.location),)
        told = clash.second
        yield Diagnostic(CODE, message, told.location, hint, told.skill.name, related)


def _names(scope: Scope, *, made: bool) -> set[str]:
    """Give the names that are made, or those of references."""
    return {
        each.name
        for skill in scope.skills.values()
        for each in skill.declarations
        if (each.kind != "tool") is made
    }
