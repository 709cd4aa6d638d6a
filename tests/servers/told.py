"""A server that offers what a file says, so that it can offer something else the next time."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import anyio
from mcp.server import Server
from mcp.server.context import ServerRequestContext  # noqa: TC002 (as the SDK reads it)
from mcp.server.stdio import stdio_server
from mcp.types import ListToolsResult, PaginatedRequestParams, Tool

TOLD = json.loads(Path(sys.argv[1]).read_text("utf-8"))


async def list_tools(
    _context: ServerRequestContext[Any], _params: PaginatedRequestParams | None
) -> ListToolsResult:
    plain = {"inputSchema": {"type": "object"}}
    return ListToolsResult(
        tools=[
            Tool.model_validate({"name": name, **plain, **tool})
            for name, tool in TOLD["tools"].items()
        ]
    )


async def main() -> None:
    server = Server(TOLD["name"], version=TOLD["version"], on_list_tools=list_tools)
    async with stdio_server() as (reading, writing):
        await server.run(reading, writing, server.create_initialization_options())


if __name__ == "__main__":
    anyio.run(main)
