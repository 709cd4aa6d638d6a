"""The processes of servers: which were started, how they ended, and that none is left."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

if sys.platform == "win32":
    from asyncio import ProactorEventLoop as EventLoop
else:
    from asyncio import SelectorEventLoop as EventLoop

_PAUSE = 0.02
_LOOKS = 25
"""So often is looked whether processes have ended, before more is done about it."""


class ServerLoop(EventLoop):
    """An event loop that knows which process each of its tasks has started.

    The SDK starts servers, and tells nobody of their processes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._started: dict[asyncio.Task[Any] | None, asyncio.SubprocessTransport] = {}

    async def subprocess_exec(
        self, protocol_factory: Callable[[], Any], *args: Any, **kwargs: Any
    ) -> tuple[asyncio.SubprocessTransport, Any]:
        """Start a process as any loop does, and remember it."""
        transport, protocol = await super().subprocess_exec(protocol_factory, *args, **kwargs)
        self._started[asyncio.current_task(self)] = transport
        return transport, protocol

    async def getaddrinfo(self, *args: Any, **kwargs: Any) -> Any:
        """Find the address of a host. Nobody waits for an answer that does not come.

        Any loop does this with threads that it waits for when it is closed, which can take minutes.
        """
        found: asyncio.Future[Any] = self.create_future()

        def tell(answer: Any, error: OSError | UnicodeError | None) -> None:
            if not found.done():
                found.set_exception(error) if error else found.set_result(answer)

        def look() -> None:
            answer, problem = None, None
            try:
                answer = socket.getaddrinfo(*args, **kwargs)
            except (OSError, UnicodeError) as error:
                problem = error
            with suppress(RuntimeError):  # the loop is closed
                self.call_soon_threadsafe(tell, answer, problem)

        threading.Thread(target=look, daemon=True).start()
        return await found

    async def exit_code(self) -> int | None:
        """Give how the process of this task ended, None if it does not end in a while."""
        transport = self._started.get(asyncio.current_task(self))
        if transport is None:
            return None
        for _ in range(_LOOKS):
            if transport.get_returncode() is not None:
                break
            await asyncio.sleep(_PAUSE)
        return transport.get_returncode()

    async def end_rest(self) -> None:
        """End what the process of this task has left behind: those that it started itself."""
        task = asyncio.current_task(self)
        transport = self._started.get(task)
        if transport is None:
            return
        group = transport.get_pid()
        for name in ("SIGTERM", "SIGKILL"):
            looks = _LOOKS if _sent(group, name) else 0
            while looks and _sent(group, None):
                looks -= 1
                await asyncio.sleep(_PAUSE)
        self._started.pop(task)

    def kill_all(self) -> None:
        """Kill every process that is not known to have ended, with those that it started."""
        for transport in tuple(self._started.values()):
            _sent(transport.get_pid(), "SIGKILL")


def _sent(group: int, name: str | None) -> bool:
    """Send a signal to a group of processes, None to look only; say whether there is one."""
    if sys.platform == "win32":
        return False
    try:
        os.killpg(group, getattr(signal, name) if name else 0)
    except OSError as error:
        return isinstance(error, PermissionError)
    return True
