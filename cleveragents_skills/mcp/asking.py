"""Talking to one MCP server with the official SDK, which is imported nowhere else."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, NamedTuple

import anyio
import httpx2
from mcp.client.session import ClientSession
from mcp.client.sse import sse_client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp.shared.jsonrpc_dispatcher import JSONRPCDispatcher
from mcp.shared.transport_context import TransportContext
from mcp.types import (
    CONNECTION_CLOSED,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    UNSUPPORTED_PROTOCOL_VERSION,
    Implementation,
    ListToolsRequest,
    ListToolsResult,
    PaginatedRequestParams,
)

from cleveragents_skills.mcp.bounds import BoundedStream
from cleveragents_skills.mcp.processes import ServerLoop
from cleveragents_skills.mcp.refusals import (
    NOT_MCP,
    connection_problem,
    response_problem,
    url_problem,
)
from cleveragents_skills.mcp.wording import (
    AskingError,
    ended,
    first_error,
    last_line,
    not_started,
    quoted,
)
from cleveragents_skills.model import SkillMcpSource

if TYPE_CHECKING:
    from mcp.shared.dispatcher import CallOptions

_MOST_TOOLS = 100_000
_FAREWELL = 5.0
"""So many seconds a connection may take to close once all is known."""
_METHOD = "tools/list"
_CLOSED = (CONNECTION_CLOSED, "Connection closed")
"""How the SDK says so; servers use the number for other errors."""


class Offer(NamedTuple):
    """What a server calls itself, and its tools as it wrote them."""

    version: str
    tools: list[Any]


class Conversation:
    """What is said between a server, whose settings are filled in, and us.

    `stage` is what it has to do next, `strays` how many messages were none, `last_words` what it
    wrote last to standard error. `found` is what it offers, once that is known.
    """

    def __init__(self, server: SkillMcpSource, hide: Callable[[str], str]) -> None:
        self.stage = "the start"
        self.strays = 0
        self.last_words = ""
        self.found: Offer | None = None
        self._server = server
        self._hide = hide
        self._code: int | None = None
        self._broken: Exception | None = None
        self._response: httpx2.Response | None = None
        self._refused: Callable[[], None] | None = None

    async def hold(self) -> None:
        """Start or contact the server, ask, and end it; `found` is the result.

        Raises `AskingError`.
        """
        with anyio.CancelScope() as scope:
            self._refused = scope.cancel
            try:
                async with self._connection() as (reading, writing):
                    await self._talk(reading, writing)
                    scope.deadline = anyio.current_time() + _FAREWELL
            except Exception as error:  # noqa: BLE001 (no server may end the asking of others)
                if self.found is None:
                    raise AskingError(self._problem(error)) from None
        if self.found is None:
            raise AskingError(response_problem(self._response) or NOT_MCP)

    def _connection(self) -> AbstractAsyncContextManager[Any]:
        if self._server.transport == "stdio":
            return self._process()
        url, headers = self._server.url or "", dict(self._server.headers)
        problem = url_problem(url)
        if problem is not None:
            raise AskingError(problem)
        if self._server.transport == "sse":
            return sse_client(url, headers, httpx_client_factory=self._client)
        return self._streamable(url, headers)

    @asynccontextmanager
    async def _process(self) -> AsyncIterator[Any]:
        """Start the server; afterwards nothing that it started is left."""
        parameters = StdioServerParameters(
            command=self._server.command or "",
            args=list(self._server.args),
            env=dict(self._server.env),
            encoding_error_handler="replace",
        )
        loop = asyncio.get_running_loop()
        with tempfile.TemporaryFile("w+", encoding="utf-8") as errors:
            try:
                async with stdio_client(parameters, errlog=errors) as streams:
                    yield streams
            finally:
                with anyio.CancelScope(shield=True):
                    if isinstance(loop, ServerLoop):
                        await loop.end_rest()
                self.last_words = last_line(errors.fileno(), self._hide)

    @asynccontextmanager
    async def _streamable(self, url: str, headers: dict[str, str]) -> AsyncIterator[Any]:
        async with (
            self._client(headers) as client,
            streamable_http_client(url, http_client=client) as streams,
        ):
            yield streams

    def _client(
        self,
        headers: dict[str, str] | None = None,
        timeout: httpx2.Timeout | None = None,  # noqa: ARG002 (there is one for all that is done)
        auth: httpx2.Auth | None = None,
    ) -> httpx2.AsyncClient:
        """Give what sends requests, as the SDK makes it, which tells us of the responses."""
        hooks = {"response": [self._note]}
        # What is small on the way may be huge when it is unpacked.
        headers = {"Accept-Encoding": "identity", **(headers or {})}
        return httpx2.AsyncClient(headers=headers, timeout=None, auth=auth, event_hooks=hooks)

    async def _note(self, response: httpx2.Response) -> None:
        if response.headers.get("Content-Encoding", "identity") != "identity":
            raise AskingError("it compresses its answer, which it was not asked to")
        if isinstance(response.stream, httpx2.AsyncByteStream):
            response.stream = BoundedStream(response.stream)
        if response.request.method == "POST" or self._response is None:
            self._response = response
        # With this transport nobody hears of an answer that will not come.
        is_sse = self._server.transport == "sse" and response.request.method == "POST"
        if is_sse and not response.is_success and self._refused:
            self._refused()

    async def _talk(self, reading: Any, writing: Any) -> None:
        dispatcher = _Keeper(reading, writing, on_stream_exception=self._stray)
        us = Implementation(name="cleveragents-skills", version=version("cleveragents-skills"))
        async with ClientSession(dispatcher=dispatcher, client_info=us) as session:
            try:
                self.stage = "the handshake"
                await _shake_hands(session)
                self.stage = "the list of tools"
                tools = await _listed(session, dispatcher)
            except MCPError as error:
                loop = asyncio.get_running_loop()
                if (error.code, error.message) == _CLOSED and isinstance(loop, ServerLoop):
                    self._code = await loop.exit_code()
                raise
            info = session.server_info
        said = f"{info.name} {info.version}" if info else ""
        self.found = Offer(" ".join(self._hide(said).split()), tools)

    async def _stray(self, error: Exception) -> None:
        if isinstance(error, ValueError):
            self.strays += 1
        else:
            self._broken = error

    def _problem(self, error: Exception) -> str:
        """Give what an error, or several of them, mean."""
        first = first_error(error)
        if isinstance(first, AskingError):
            return str(first)
        is_process = self._server.transport == "stdio"
        if is_process and self.stage == "the start":
            return not_started(self._server, first)
        if isinstance(first, MCPError):
            said = quoted(self._hide(first.message))
            closed = (first.code, first.message) == _CLOSED
            if is_process and closed:
                return ended(self._code)
            problem = None if is_process else self._web_refusal(first, said, closed=closed)
            return problem or f"it answered {self.stage} with an error: {said}"
        problem = None if is_process else connection_problem(error)
        if problem is None and isinstance(first, RuntimeError) and self.stage == "the handshake":
            problem = "it speaks a version of MCP that is not known here"
        if problem == NOT_MCP or (problem is None and self.stage == "the start"):
            problem = response_problem(self._response) or NOT_MCP
        if problem is not None:
            return self._hide(problem)
        return f"its answer to {self.stage} is not as MCP has it"

    def _web_refusal(self, error: MCPError, said: str, *, closed: bool) -> str | None:
        broken = connection_problem(self._broken) if self._broken else None
        problem = broken or response_problem(self._response, said)
        if problem is None and error.code == PARSE_ERROR:
            return NOT_MCP
        if problem is None and closed:
            return "the connection ended before it answered"
        return problem


class _Keeper(JSONRPCDispatcher[TransportContext]):
    """Keeps each page of the list of tools as the server wrote it.

    The SDK takes no page of which one tool is not as it should be, and does not tell a hint that is
    absent from one that is null.
    """

    page: Mapping[str, Any]

    async def send_raw_request(
        self,
        method: str,
        params: Mapping[str, Any] | None,
        opts: CallOptions | None = None,
        *,
        _related_request_id: str | int | None = None,
    ) -> dict[str, Any]:
        """Send a request, as it is done otherwise."""
        result = await super().send_raw_request(
            method, params, opts, _related_request_id=_related_request_id
        )
        if method != _METHOD:
            return result
        self.page = result
        return {**result, "tools": []}


async def _shake_hands(session: ClientSession) -> None:
    """Agree on a version. Old servers may end at a greeting that they do not know: theirs first."""
    try:
        await session.initialize()
    except MCPError as error:
        if error.code not in (METHOD_NOT_FOUND, UNSUPPORTED_PROTOCOL_VERSION):
            raise
        await session.discover()


async def _listed(session: ClientSession, keeper: _Keeper) -> list[Any]:
    """Walk all pages of the list of tools. A server that has no tools need not know the list."""
    if session.server_capabilities is None or session.server_capabilities.tools is None:
        return []
    tools: list[Any] = []
    cursor: str | None = None
    seen = set()
    while True:
        asked = PaginatedRequestParams(cursor=cursor) if cursor is not None else None
        result = await session.send_request(ListToolsRequest(params=asked), ListToolsResult)
        page = keeper.page.get("tools")
        if not isinstance(page, list):
            raise AskingError("its answer to the list of tools is not as MCP has it")
        tools += page
        if len(tools) > _MOST_TOOLS:
            raise AskingError(f"it offers more than {_MOST_TOOLS:,} tools")
        cursor = result.next_cursor
        if cursor is None:
            return tools
        if cursor in seen:
            raise AskingError("its list of tools does not end: a page comes again")
        seen.add(cursor)
