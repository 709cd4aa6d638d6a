"""Which MCP servers are meant, and asking them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.exits import USAGE
from cleveragents_skills.cli.roots import catalog_roots
from cleveragents_skills.cli.session import Failed, Session, usage
from cleveragents_skills.learned import ServerAnswer
from cleveragents_skills.naming import did_you_mean
from cleveragents_skills.report import Failure
from cleveragents_skills.server_definitions import Servers
from cleveragents_skills.views.mcp import Asked
from cleveragents_skills.views.shapes import counted


def named(servers: Servers, names: Sequence[str], where: str) -> Servers:
    """Give the servers called so, all without names; a name that none has ends the command."""
    known = {name for name, *_ in servers}
    for name in names:
        if name not in known:
            hint = did_you_mean(name, known) or _they_are(known)
            raise usage(f"{where} has no MCP server `{name}`", hint)
    return {key: each for key, each in servers.items() if not names or key[0] in names}


def is_whole(session: Session, catalog: Catalog, names: Sequence[str] | None) -> bool:
    """Say whether these are all servers of the catalog that the lock is for, so far as is known."""
    return not names and not catalog.stopping and not catalog_roots(session.common.catalog)


def _they_are(known: Iterable[str]) -> str:
    names = ", ".join(f"`{name}`" for name in sorted(known))
    return f"the servers are {names}" if names else "it has none at all"


def not_asked(servers: Servers) -> Asked:
    """Give the servers with the variables that each needs, and whether they are set."""
    from cleveragents_skills.mcp import variables

    needs = {
        key: {name: name in os.environ for name in variables(each.definitions[0])}
        for key, each in servers.items()
    }
    return Asked(servers, needs)


def ask_all(session: Session, asked: Asked, limit: float) -> Asked:
    """Start or contact the servers, and give what came of each; on standard error tell how it goes.

    Without the SDK it ends the command.
    """
    from cleveragents_skills.mcp import MissingSdkError, ask

    def tell(answer: ServerAnswer) -> None:
        if not session.common.quiet:
            got = "failed"
            if answer.learned is not None:
                got = counted(len(answer.learned.tools), "tool")
            session.note(f"{answer.server.name}: {got}, {answer.seconds:.1f} s")

    servers = asked.servers
    if not session.common.quiet:
        for each in _other_settings(servers):
            session.note(each)
        session.note(f"asking {counted(len(servers), 'server')}, {limit:g} s each at the most")
    definitions = [each.definitions[0] for each in servers.values()]
    try:
        return asked._replace(answers=ask(definitions, os.environ, limit=limit, done=tell))
    except MissingSdkError as error:
        raise Failed(Failure("usage", str(error), USAGE)) from None


def _other_settings(servers: Servers) -> Iterator[str]:
    """Give which servers have definitions with other settings than the one that is asked."""
    for (name, *_), server in servers.items():
        first, *others = ((each.env, each.headers) for each in server.definitions)
        if any(each != first for each in others):
            skill = server.origins[0].skill
            yield f"{name} has several `env` or `headers`: it is asked with those of {skill}"


def time_limit(seconds: float) -> float:
    """Give the time limit; one that is none ends the command."""
    if not 0 < seconds <= _LONGEST:
        raise usage(f"--timeout must be more than 0 and at most {_LONGEST} seconds")
    return seconds


_LONGEST = 3600
