"""What a server offers otherwise than is recorded of it: its tools, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.learned import LearnedServer, LearnedTool
from cleveragents_skills.server_drift import codes
from cleveragents_skills.server_drift.hints import less_safe, otherwise, shown


def offer_drift(recorded: LearnedServer, now: LearnedServer) -> Iterator[Diagnostic]:
    """Give a finding for each tool that is gone, new, or other than it was."""
    yield from _gone(recorded, now)
    yield from _new(recorded, now)
    offered = {tool.name: tool for tool in now.tools}
    for tool in recorded.tools:
        if tool.name in offered:
            yield from _less_safe(now.name, tool, offered[tool.name])
            yield from _changed(now.name, tool, offered[tool.name])


def _gone(recorded: LearnedServer, now: LearnedServer) -> Iterator[Diagnostic]:
    offered = {tool.name for tool in now.tools}
    for tool in recorded.tools:
        if tool.name not in offered:
            message = f"the server `{now.name}` no longer offers the tool `{tool.name}`"
            hint = "`skills mcp sync --run` records what it offers; mend the skills that list it"
            yield Diagnostic(codes.TOOL_GONE, message, tool.location, hint)


def _new(recorded: LearnedServer, now: LearnedServer) -> Iterator[Diagnostic]:
    known = {tool.name for tool in recorded.tools}
    for tool in now.tools:
        if tool.name not in known:
            said = shown(tool.hints) if tool.hints else "no hints"
            message = f"the server `{now.name}` offers a new tool `{tool.name}` ({said})"
            hint = "review it, then `skills mcp sync --run` records it"
            yield Diagnostic(codes.TOOL_NEW, message, recorded.location, hint)


def _less_safe(server: str, recorded: LearnedTool, now: LearnedTool) -> Iterator[Diagnostic]:
    told = ", ".join(less_safe(recorded.hints, now.hints))
    if told:
        message = f"the tool `{now.name}` of the server `{server}` promises less: {told}"
        hint = "review it, then `skills mcp sync --run` records it"
        yield Diagnostic(codes.HINT_LESS_SAFE, message, recorded.location, hint)


def _changed(server: str, recorded: LearnedTool, now: LearnedTool) -> Iterator[Diagnostic]:
    told = ["the description"] if recorded.description != now.description else []
    told += ["the schema"] if recorded.schema != now.schema else []
    told += otherwise(recorded.hints, now.hints)
    if told:
        message = f"the tool `{now.name}` of the server `{server}` changed: {', '.join(told)}"
        hint = (
            f"read it: `skills mcp list-tools --all --server {server} --run`; then"
            " `skills mcp sync --run` records it"
        )
        yield Diagnostic(codes.TOOL_CHANGED, message, recorded.location, hint)
