"""Silence: what libraries log while servers are asked would end up on standard error."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

# The last one is what the SDK calls its sessions.
_LOGGERS = ("anyio", "asyncio", "httpcore2", "httpx2", "mcp", "client")


@contextmanager
def quiet() -> Iterator[None]:
    """Keep the libraries from logging. Afterwards everything is as it was."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(each.handlers, each.propagate) for each in loggers]
    for each in loggers:
        each.handlers, each.propagate = [logging.NullHandler()], False
    try:
        yield
    finally:
        for each, (handlers, propagate) in zip(loggers, before, strict=True):
            each.handlers, each.propagate = handlers, propagate
