"""MCP servers held to what `mcp.lock` records of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from cleveragents_skills.diagnostics import Diagnostic, Location, Related
from cleveragents_skills.learned import LearnedServer, ServerAnswer, ServerKey, server_key
from cleveragents_skills.resolution import Origin
from cleveragents_skills.server_drift import codes
from cleveragents_skills.server_drift.tools import offer_drift


def held(
    recorded: Mapping[ServerKey, LearnedServer],
    answers: Sequence[ServerAnswer],
    origins: Mapping[ServerKey, Origin],
    *,
    whole: bool,
) -> Iterator[Diagnostic]:
    """Give what servers offer otherwise than is recorded; `origins` says where each is defined.

    If the `whole` catalog was asked, it tells too what is recorded of servers that no skill has.
    """
    for answer in answers:
        key = server_key(answer.server)
        origin = origins[key]
        place, skill = origin.location, origin.skill
        known = recorded.get(key)
        if answer.learned is None:
            yield _failed(key[0], answer.problem or "it said nothing", place, skill)
        elif known is None:
            yield _missing(key, recorded.values(), place, skill)
        else:
            yield from offer_drift(known, answer.learned)
        for each in answer.odd:
            yield _odd(key[0], each, place, skill)
    if whole:
        renewed = {name for name, *_ in origins.keys() - recorded.keys()}
        for key, server in recorded.items():
            # Of one that is now started otherwise it is told already.
            if key not in origins and key[0] not in renewed:
                yield _stale(server)


def _missing(
    key: ServerKey,
    recorded: Iterable[LearnedServer],
    location: Location | None,
    skill: str | None,
) -> Diagnostic:
    """Give the finding that a server of the catalog is not in the lock."""
    others = [each for each in recorded if each.name == key[0] and each.location]
    message = f"the server `{key[0]}` is not in mcp.lock"
    if others:
        message += " as it is defined here"
    related = tuple(
        Related(f"recorded as `{' '.join(each.launch)}`", each.location)
        for each in others
        if each.location
    )
    hint = "review what it offers, then `skills mcp sync --run` records it"
    return Diagnostic(codes.SERVER_UNRECORDED, message, location, hint, skill, related)


def _stale(server: LearnedServer) -> Diagnostic:
    """Give the finding that no skill has a server of the lock any more."""
    message = f"mcp.lock records a server `{server.name}` that no skill has: "
    message += f"`{' '.join(server.launch)}`"
    hint = "`skills mcp sync --run` takes it out"
    return Diagnostic(codes.SERVER_UNRECORDED, message, server.location, hint)


def _failed(server: str, problem: str, location: Location | None, skill: str | None) -> Diagnostic:
    """Give the finding that a server could not be asked, and why."""
    message = f"the server `{server}` could not be asked: {problem}"
    return Diagnostic(codes.SERVER_FAILED, message, location, None, skill)


def _odd(server: str, what: str, location: Location | None, skill: str | None) -> Diagnostic:
    """Give the finding of something odd about a server."""
    return Diagnostic(codes.SERVER_ODD, f"the server `{server}`: {what}", location, None, skill)
