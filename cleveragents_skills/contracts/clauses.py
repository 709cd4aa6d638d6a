"""What a contract may ask for, each clause a function that gives what is not so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from cleveragents_skills.contract import Contract
from cleveragents_skills.contracts.idle import listed
from cleveragents_skills.provenance import Explanation
from cleveragents_skills.resolution import Origin, Resolution, ResolvedMcpServer, ResolvedToolEntry

_WORDS = {"read_only": "read-only", "write": "write", "unknown": "unknown"}


class Breach(NamedTuple):
    """Something that a skill has against its contract: what, in words, and who declares it.

    `things` are the names by which an exception may call it.
    """

    things: tuple[str, ...]
    message: str
    origin: Origin | None
    open_server: str = ""


def breaches(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    """Give all that a skill has against a contract, clause by clause, in order.

    That a server has no tool list is given once, whatever clauses it breaks.
    """
    told: set[str] = set()
    for clause in _CLAUSES:
        for breach in clause(contract, resolution):
            if breach.open_server not in told:
                yield breach
            if breach.open_server:
                told.add(breach.open_server)


def fits(name: str, globs: tuple[str, ...]) -> bool:
    """Say whether a name fits one of the globs."""
    return any(fnmatchcase(name, glob) for glob in globs)


def _read_only(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.read_only:
        for entry in resolution:
            if entry.access == "write":
                yield _breach(entry, "may write, and only read-only tools are allowed")
            elif entry.access == "unknown":
                yield _breach(entry, "is not known to be read-only, as it has to be")
        yield from _unlisted(resolution, "so what it gives may write")


def _no_unknown(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.no_unknown:
        for entry in resolution:
            if entry.access == "unknown" and not contract.read_only:
                yield _breach(entry, "does not say whether it only reads, as it has to")
        if not contract.read_only:
            yield from _unlisted(resolution, "so what it gives is unknown")


def _no_unlisted(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.no_unlisted_servers:
        yield from _unlisted(resolution, "as it has to")


def _unlisted(resolution: Resolution, words: str) -> Iterator[Breach]:
    """Give every server that may give any tool, since none are listed."""
    for server in resolution.mcp_servers:
        if server.tools is None:
            message = f"the MCP server `{server.name}` has no tool list, {words}"
            yield _of_server(server, message)._replace(open_server=server.name)


def _forbidden_tools(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    for entry in resolution:
        if fits(entry.name, contract.forbid_tools):
            yield _breach(entry, f"is forbidden: {listed(contract.forbid_tools)}")


def _allowed_tools(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.allow_tools is not None:
        for entry in resolution:
            if not fits(entry.name, contract.allow_tools):
                allowed = listed(contract.allow_tools) or "none"
                yield _breach(entry, f"is not among the allowed: {allowed}")
        for server in resolution.mcp_servers:
            every = f"mcp:{server.name}/*"
            if server.tools is None and not fits(every, contract.allow_tools):
                message = f"the MCP server `{server.name}` has no tool list, and `{every}`"
                breach = _of_server(server, f"{message} is not among the allowed")
                yield breach._replace(open_server=server.name)


def _forbidden_servers(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    for server in resolution.mcp_servers:
        if fits(server.name, contract.forbid_servers):
            yield _of_server(server, f"the MCP server `{server.name}` is forbidden")


def _forbidden_includes(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    for name in resolution.parents:
        if fits(name, contract.forbid_includes):
            yield Breach((name,), f"it includes `{name}`, which is forbidden", Origin(name))


def _most_tools(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    most = contract.max_tools
    if most is not None and len(resolution) > most:
        name = resolution.skill.name
        message = f"it has {len(resolution):,} tools, and at most {most:,} are allowed"
        yield Breach((name,), message, None)


def _approval(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    wanted = contract.requires_approval_for
    for entry in resolution if wanted else ():
        concerned = {
            "write": entry.access == "write",
            "unknown": entry.access != "read_only",
            "destructive": entry.capability.destructive is True,
        }
        if concerned[wanted or ""] and not entry.capability.human_approval_required:
            what = "destructive" if wanted == "destructive" else _WORDS[entry.access]
            yield _breach(entry, f"is {what} and asks for no approval, as it has to")
    if wanted == "unknown":
        yield from _unlisted(resolution, "so what it gives asks for no approval, as it has to")


def _breach(entry: ResolvedToolEntry, words: str) -> Breach:
    return Breach((entry.name,), f"`{entry.name}` {words}", entry.origin)


def _of_server(server: ResolvedMcpServer, message: str) -> Breach:
    return Breach((server.name, f"mcp:{server.name}/*"), message, server.origins[-1])


_CLAUSES: tuple[Callable[[Contract, Resolution], Iterator[Breach]], ...] = (
    _read_only,
    _no_unknown,
    _no_unlisted,
    _forbidden_tools,
    _allowed_tools,
    _forbidden_servers,
    _forbidden_includes,
    _most_tools,
    _approval,
)


def ways(breach: Breach, explanation: Explanation) -> Iterator[tuple[str, Origin]]:
    """Give the includes by which a skill gets what it has against its contract, in words."""
    if breach.origin is not None:
        for step in explanation.path_to_entry(breach.origin.skill):
            yield f"`{step.origin.skill}` includes `{step.skill}` here", step.origin
