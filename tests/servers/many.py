"""A server with 2,000 tools, on pages of 300."""

from __future__ import annotations

from typing import Any

import anyio
from answering import remember
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.types import ListToolsResult, PaginatedRequestParams, Tool

TOOLS = [Tool(name=f"tool-{number:04}", input_schema={"type": "object"}) for number in range(2000)]
PAGE = 300


async def list_tools(
    _context: ServerRequestContext[Any], params: PaginatedRequestParams | None
) -> ListToolsResult:
    begin = int(params.cursor) if params and params.cursor else 0
    end = begin + PAGE
    cursor = str(end) if end < len(TOOLS) else None
    return ListToolsResult(tools=TOOLS[begin:end], next_cursor=cursor)


async def main() -> None:
    server = Server("many", version="1", on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    remember()
    anyio.run(main)
