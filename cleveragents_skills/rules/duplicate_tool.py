"""A skill lists one tool twice.

Why it matters: only one entry comes of it, with the settings of the last. What the first one says,
an approval for instance, is lost.

Bad:

    name: local/app
    tools:
      - name: deploy
        human_approval_required: true
      - deploy

Good:

    name: local/app
    tools:
      - name: deploy
        human_approval_required: true

The tools of an MCP server count too, and an agent skill's folder under two spellings of its path.
`skills check --fix` removes the second one where no skill gets other tools without it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.model import Skill
from cleveragents_skills.scope import Scope

CODE = Code("SK312", "duplicate-tool", Severity.WARNING, "a skill lists one tool twice")
_Path = tuple[str | int, ...]


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each tool that stands in its skill before."""
    for skill in scope.skills.values():
        first: dict[str, _Path] = {}
        for each in skill.declarations:
            before = first.setdefault(each.name, each.path)
            if before is not each.path and each.path[0] == before[0]:
                yield _finding(
                    skill, f"`{skill.name}` lists `{each.name}` twice", before, each.path
                )
        folders: dict[str, int] = {}
        for index, agent in enumerate(skill.agent_skills):
            earlier = folders.setdefault(agent.folder or agent.path, index)
            path = skill.agent_skills[earlier].path
            if path != agent.path:
                message = f"`{agent.path}` and `{path}` are one folder"
                places = ("agent_skills", earlier, "path"), ("agent_skills", index, "path")
                yield _finding(skill, message, *places)


def _finding(skill: Skill, message: str, before: _Path, path: _Path) -> Diagnostic:
    related = (Related("the first time is here", skill.locate(*before)),)
    hint = "remove one of the two"
    return Diagnostic(CODE, message, skill.locate(*path), hint, skill.name, related)
