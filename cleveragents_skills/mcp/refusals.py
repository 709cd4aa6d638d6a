"""Why an address does not answer as an MCP server does, in plain words."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Callable, Iterator
from http import HTTPStatus
from urllib.parse import urlsplit

import httpx2

_ERROR = 400
_REDIRECT = 300
_KIND = re.compile(r"[\w.+-]{1,40}/[\w.+-]{1,40}", re.ASCII)
_TYPES = ("application/json", "text/event-stream")
_STAND_INS = ("", "Not Found", "Server returned an error response", "Session terminated")
"""What the SDK says where the server has not said anything."""
_NO_URL = "its URL is not one"
NOT_MCP = "what answers there is not MCP"


def url_problem(url: str) -> str | None:
    """Give what is wrong with the URL of a server, None if nothing is."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        return _NO_URL
    if parts.scheme.lower() not in ("http", "https"):
        return "its URL is not one of http or https"
    return None if host else _NO_URL


def connection_problem(error: BaseException) -> str | None:
    """Give why there is no connection, or none any more; None if the error is another."""
    causes = tuple(_causes(error))
    for kind, text in _TEXTS:
        for cause in causes:
            if isinstance(cause, kind):
                return text(cause) if callable(text) else text
    return None


def response_problem(response: httpx2.Response | None, said: str = "") -> str | None:
    """Give what is wrong with a response, None if it may be one of an MCP server.

    `said` is the error that came with it, according to the SDK.
    """
    if response is None:
        return None
    status = response.status_code
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if status >= _ERROR:
        is_own = kind == _TYPES[0] and said not in _STAND_INS
        return f"it answered with {_named(status)}" + (f": {said}" if is_own else "")
    if status >= _REDIRECT:
        return f"it redirects to another address ({_named(status)}), which is not followed"
    if kind in _TYPES:
        return None
    return f"{NOT_MCP}: it is {kind}" if _KIND.fullmatch(kind) else NOT_MCP


def _named(status: int) -> str:
    try:
        return f"{status} {HTTPStatus(status).phrase}"
    except ValueError:
        return str(status)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Give an error and all that led to it."""
    waiting: list[BaseException | None] = [error]
    seen = set()
    while waiting:
        each = waiting.pop()
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        waiting += (each.__cause__, each.__context__)


def _of_certificate(error: BaseException) -> str:
    said = getattr(error, "verify_message", "") or "it cannot be verified"
    return f"its certificate is not trusted: {said}"


def _of_tls(error: BaseException) -> str:
    reason = (getattr(error, "reason", None) or "").replace("_", " ").lower()
    return f"no safe connection: {reason}" if reason else "no safe connection"


def _of_status(error: BaseException) -> str:
    response = error.response if isinstance(error, httpx2.HTTPStatusError) else None
    return response_problem(response) or NOT_MCP


def _of_system(error: BaseException) -> str:
    said = error.strerror if isinstance(error, OSError) else None
    return f"no connection: {said.lower()}" if said else "no connection"


_TEXTS: tuple[tuple[type[BaseException], str | Callable[[BaseException], str]], ...] = (
    (ssl.SSLCertVerificationError, _of_certificate),
    (ssl.SSLError, _of_tls),
    (socket.gaierror, "its host is not known"),
    (ConnectionRefusedError, "the connection was refused"),
    (httpx2.HTTPStatusError, _of_status),
    (httpx2.SSEError, NOT_MCP),
    (httpx2.InvalidURL, _NO_URL),
    (httpx2.LocalProtocolError, "a header cannot be sent as it is"),
    (UnicodeEncodeError, "a header cannot be sent as it is"),
    (httpx2.ProxyError, "the proxy does not let it through"),
    (httpx2.ConnectTimeout, "no connection in time"),
    (httpx2.RemoteProtocolError, "what answers there is not HTTP, or it broke off"),
    (httpx2.DecodingError, NOT_MCP),
    (httpx2.ConnectError, "no connection"),
    (httpx2.TransportError, "the connection broke off"),
    (OSError, _of_system),
)
"""What an error means; the first that fits says most."""
