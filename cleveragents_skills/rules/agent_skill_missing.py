"""An agent skill's folder does not exist.

Why it matters: an agent is given an entry that leads nowhere. Mostly the folder was moved, or the
path was written relative to something else than the file it stands in.

Bad:

    name: local/app
    agent_skills:
      - path: skills/reviews    # the folder is called skills/review

Good:

    name: local/app
    agent_skills:
      - path: skills/review

A path with a `${VAR}` in it is not looked up, since only the agent's machine knows what it is.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK222", "agent-skill-missing", Severity.ERROR, "an agent skill's folder does not exist"
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each agent skill whose folder is not there."""
    for skill in scope.skills.values():
        for index, agent in enumerate(skill.agent_skills):
            if agent.folder is None or "${" in agent.path:
                continue
            found = scope.agent_folder(agent.folder)
            if found and not found.exists:
                message = f"there is no folder `{agent.folder}`"
                hint = "the path is relative to the folder of this file"
                if agent.path.lower().endswith("skill.md"):
                    hint = "name the folder, without the file in it"
                place = skill.locate("agent_skills", index, "path")
                yield Diagnostic(CODE, message, place, hint, skill.name)
