"""A skill says that a tool of an MCP server is harmless, and the server says that it is not.

Why it matters: what the catalog declares counts, so the tool is counted as read-only, or as one
that destroys nothing; but a server hardly warns of a power that its tool does not have. The hints
of servers are in `mcp.lock`, which `skills mcp sync --run` writes.

Bad:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools:
          - {name: delete_page, read_only: true}

Good:

    mcp_servers:
      - name: wiki
        command: wiki-mcp
        tools:
          - {name: delete_page, destructive: true}

The other way round nothing is told: a catalog may be more careful than a server.
"""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.capability import Capability, laid_over
from cleveragents_skills.diagnostics import Code, Diagnostic, Related, Severity
from cleveragents_skills.model import SkillMcpTool
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK325", "contradicted-by-server", Severity.WARNING, "a server says that its tool does more"
)


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give a finding for each tool of which the skill says less than its server."""
    for skill in scope.skills.values():
        if not skill.learned:
            continue
        for each in skill.declarations:
            learned = skill.learned.get(each.name)
            if learned is None or each.server is None or not isinstance(each.item, SkillMcpTool):
                continue
            layer = each.server.overrides.get(each.item.name, {})
            said = _less(laid_over(each.item.capability, [layer]), learned.capability)
            if said:
                message = f"`{each.item.name}` is said to {said[0]} here; the server"
                message += f" `{each.server.name}` says that it {said[1]}"
                place = skill.locate(*each.path)
                related = Related("what the server said", learned.location)
                hint = "say what it does, or ask the server anew: `skills mcp sync --run`"
                yield Diagnostic(CODE, message, place, hint, skill.name, (related,))


def _less(declared: Capability, learned: Capability) -> tuple[str, str] | None:
    """Give what the skill says and what the server does, if the skill says less."""
    if learned.writes and declared.access == "read_only":
        return "only read", "writes"
    if learned.destructive and declared.destructive is False:
        return "destroy nothing", "may destroy"
    return None
