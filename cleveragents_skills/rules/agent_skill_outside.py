"""An agent skill's folder is outside the catalog.

Why it matters: a catalog is reviewed as a whole. A path that leads out of it, by `..`, as an
absolute path or through a link, would hand an agent a folder that nobody reviewed. Such an entry
has no folder in a resolution.

Bad:

    name: local/app
    agent_skills:
      - path: ../../elsewhere/review

Good:

    name: local/app
    agent_skills:
      - path: skills/review
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK221", "agent-skill-outside", Severity.ERROR, "an agent skill's folder is outside the catalog"
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each agent skill without a folder in the catalog."""
    for skill in scope.skills.values():
        for index, agent in enumerate(skill.agent_skills):
            if agent.folder is None:
                message = f"the agent skill `{agent.path}` leads out of the catalog"
                hint = "move the folder into the catalog; the path is relative to this file"
                if agent.path.startswith("/"):
                    hint = "write the path relative to this file, to a folder in the catalog"
                place = skill.source.locate("agent_skills", index, "path") if skill.source else None
                yield Diagnostic(CODE, message, place, hint, skill.name)
