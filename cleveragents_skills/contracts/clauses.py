"""What a contract may ask for, each clause a function that gives what is not so."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from cleveragents_skills.contract import Contract
from cleveragents_skills.contracts.idle import listed
from cleveragents_skills.provenance import Explanation
from cleveragents_skills.resolution import Origin, Resolution, ResolvedToolEntry

_WORDS = {"read_only": "read-only", "write": "write", "unknown": "unknown"}


class Breach(NamedTuple):
    """Something that a skill has against its contract: what, in words, and who declares it."""

    thing: str
    message: str
    origin: Origin | None


def breaches(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    """Give all that a skill has against a contract, clause by clause, in order."""
    for clause in _CLAUSES:
        yield from clause(contract, resolution)


def fits(name: str, globs: tuple[str, ...]) -> bool:
    """Say whether a name fits one of the globs."""
    return any(fnmatchcase(name, glob) for glob in globs)


def _read_only(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.read_only:
        for entry in resolution:
            if entry.access == "write":
                yield _breach(entry, "may write, and only read-only tools are allowed")


def _no_unknown(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.no_unknown:
        for entry in resolution:
            if entry.access == "unknown":
                yield _breach(entry, "does not say whether it only reads, as it has to")


def _no_unlisted(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    if contract.no_unlisted_servers:
        for server in resolution.mcp_servers:
            if server.tools is None:
                message = f"the MCP server `{server.name}` has no tool list, as it has to"
                yield Breach(server.name, message, server.origins[-1])


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


def _forbidden_servers(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    for server in resolution.mcp_servers:
        if fits(server.name, contract.forbid_servers):
            message = f"the MCP server `{server.name}` is forbidden"
            yield Breach(server.name, message, server.origins[-1])


def _forbidden_includes(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    for name in resolution.parents:
        if fits(name, contract.forbid_includes):
            yield Breach(name, f"it includes `{name}`, which is forbidden", Origin(name))


def _most_tools(contract: Contract, resolution: Resolution) -> Iterator[Breach]:
    most = contract.max_tools
    if most is not None and len(resolution) > most:
        name = resolution.skill.name
        message = f"it has {len(resolution):,} tools, and at most {most:,} are allowed"
        yield Breach(name, message, None)


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


def _breach(entry: ResolvedToolEntry, words: str) -> Breach:
    return Breach(entry.name, f"`{entry.name}` {words}", entry.origin)


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
