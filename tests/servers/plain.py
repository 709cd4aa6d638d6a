"""A server as most are: some tools with all kinds of hints, asked over standard input."""

from __future__ import annotations

from typing import Any

import anyio
from answering import remember
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import ListToolsResult, PaginatedRequestParams, Tool, ToolAnnotations

WORDS = {"type": "object", "properties": {"words": {"type": "string"}}}
TOOLS = [
    Tool(
        name="write",
        title="Write it",
        description="Writes words.",
        input_schema=WORDS,
        output_schema={"type": "object"},
        annotations=ToolAnnotations(
            title="Writer",
            read_only_hint=False,
            destructive_hint=True,
            idempotent_hint=False,
            open_world_hint=True,
        ),
    ),
    Tool(
        name="read",
        description="Reads words.",
        input_schema=WORDS,
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    ),
    Tool(name="silent", input_schema={"type": "object"}),
    Tool(name="empty", input_schema={"type": "object"}, annotations=ToolAnnotations()),
]


async def list_tools(
    _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    return ListToolsResult(tools=TOOLS)


async def main() -> None:
    server = Server("plain", version="1.2.3", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    remember()
    anyio.run(main)
