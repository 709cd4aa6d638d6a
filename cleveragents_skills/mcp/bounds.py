"""How much an address may send."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx2

from cleveragents_skills.mcp.wording import AskingError

_MOST = 8 * 1024 * 1024
"""So many bytes one answer may have: read and taken apart it takes a hundred times the memory."""


class BoundedStream(httpx2.AsyncByteStream):
    """What an address sends in one answer, up to a limit. Beyond it raises `AskingError`."""

    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        size = 0
        async for chunk in self._stream:
            size += len(chunk)
            if size > _MOST:
                raise AskingError(f"it sends more than {_MOST // 1024 // 1024} MiB in one answer")
            yield chunk

    async def aclose(self) -> None:
        """Close what is behind it."""
        await self._stream.aclose()
