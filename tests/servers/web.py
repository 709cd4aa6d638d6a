"""A server on a free port of this machine, by streamable HTTP and SSE; it prints the port.

Below `/guarded` it wants the header that the first argument gives; other paths go wrong.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import uvicorn
from mcp.server import MCPServer
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

server = MCPServer("web", version="2.0", log_level="CRITICAL")


@server.tool(description="Says it again.")
def echo(text: str) -> str:
    return text


WRONG: dict[str, ASGIApp] = {
    "/broken": PlainTextResponse("broken", 500),
    "/page": HTMLResponse("<p>Welcome!"),
    "/away": RedirectResponse("http://localhost.invalid/mcp"),
    "/huge": PlainTextResponse("a" * 9 * 1024 * 1024, media_type="application/json"),
    "/packed": PlainTextResponse("", headers={"Content-Encoding": "gzip"}),
}


class Doors:
    """Leads to the two ways in, and to what goes wrong."""

    def __init__(self, streamable: ASGIApp, events: ASGIApp, wanted: Sequence[str]) -> None:
        self._streamable = streamable
        self._events = events
        self._wanted = [each.encode() for each in wanted]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = str(scope.get("path", ""))
        app = self._streamable
        if path.startswith(("/sse", "/messages", "/guarded/sse")):
            app = self._events
        if path.startswith("/guarded"):
            scope = {**scope, "path": path.removeprefix("/guarded")}
            given = dict(scope["headers"]).get(b"authorization")
            if given not in self._wanted:
                app = PlainTextResponse("who are you?", 401)
        app = WRONG.get(path, app)
        await app(scope, receive, send)


if __name__ == "__main__":
    listening = socket.create_server(("127.0.0.1", 0))
    print(listening.getsockname()[1], flush=True)
    app = Doors(server.streamable_http_app(), server.sse_app(), sys.argv[1:])
    uvicorn.Server(uvicorn.Config(app, log_level="critical")).run(sockets=[listening])
