"""MCP servers, asked for the tools that they offer. Nothing else starts or contacts them.

The SDK, which takes a while to import, is imported when servers are really asked. No tool is ever
called.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from cleveragents_skills.learned import ServerAnswer
from cleveragents_skills.mcp.references import variables
from cleveragents_skills.model import SkillMcpSource

__all__ = ["MissingSdkError", "ask", "variables"]


class MissingSdkError(ImportError):
    """The SDK of MCP, which is an extra, is not installed."""


def ask(
    servers: Sequence[SkillMcpSource],
    environment: Mapping[str, str],
    *,
    limit: float,
    at_once: int = 4,
    done: Callable[[ServerAnswer], None] | None = None,
) -> tuple[ServerAnswer, ...]:
    """Start or contact the servers, and give what came of each, in their order.

    `environment` fills in the variables that their settings refer to. Each has `limit` seconds, and
    up to `at_once` are asked at the same time; `done` is called as each ends. They are stopped in
    every case, also at Ctrl-C and SIGTERM, which raise `KeyboardInterrupt`. Raises
    `MissingSdkError`.
    """
    try:
        from cleveragents_skills.mcp.several import answers  # noqa: PLC0415 (it takes a second)
    except ImportError as error:
        if (error.name or "").startswith(__package__):
            raise
        raise MissingSdkError(
            "servers are asked with version 2 of the SDK of MCP, which is not installed:"
            " `pip install 'cleveragents-skills[mcp]'`"
        ) from None
    return answers(servers, environment, limit=limit, at_once=at_once, done=done)
