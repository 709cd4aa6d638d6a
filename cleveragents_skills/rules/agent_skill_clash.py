"""One agent-skill path stands for two folders in one resolution.

Why it matters: an agent skill is named by its path as written, and the path is relative to the
file. The same path in files of different folders means different folders under one name, of which
one would replace the other.

Bad: `team/a.yaml` and `ops/b.yaml` both list `skills/review`, and one includes the other.

Good: the folders have different names, or both files name one folder by one path.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.meeting import Statement, clashes
from cleveragents_skills.scope import Scope

CODE = Code("SK212", "agent-skill-clash", Severity.ERROR, "one agent-skill path, two folders")


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each folder that meets another one of the same path."""
    said: dict[str, dict[Hashable, list[Statement]]] = {}
    for skill in scope.skills.values():
        for index, agent in enumerate(skill.agent_skills):
            if agent.folder is not None:
                statement = Statement(skill, ("agent_skills", index, "path"))
                said.setdefault(agent.path, {}).setdefault(agent.folder, []).append(statement)
    for clash in clashes(scope.graph, said):
        message = (
            f"the agent skill `{clash.name}` stands for two folders that meet in"
            f" `{clash.meets_in}`: `{_folder(clash.second)}` and `{_folder(clash.first)}`"
        )
        hint = "rename one folder, or write one path so that both name the same folder"
        related = (Related("the other one is here", clash.first.location),)
        told = clash.second
        yield Diagnostic(CODE, message, told.location, hint, told.skill.name, related)


def _folder(statement: Statement) -> str | None:
    index = statement.path[1]
    return statement.skill.agent_skills[int(index)].folder
