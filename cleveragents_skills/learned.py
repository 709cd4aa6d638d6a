"""What MCP servers offered when they were asked: their tools, with what these say of themselves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from cleveragents_skills.capability import Capability, hinted_words
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.masking import mask_arguments, mask_tokens, mask_url
from cleveragents_skills.model import SkillMcpSource, Transport
from cleveragents_skills.sameness import digest_of


@frozen
class LearnedTool:
    """One tool that a server offered.

    `hints` holds the annotations that it has, by their names in MCP, as `readOnlyHint`; one that is
    absent is unknown. `description` and `schema` are digests: of title and description, of input
    and output schema. `text`, `title` and `schemas` are these themselves, None where only the
    digests were written down.
    """

    name: str
    hints: Mapping[str, bool] = field(factory=dict)
    description: str = ""
    schema: str = ""
    text: str | None = field(default=None, eq=False, repr=False)
    title: str | None = field(default=None, eq=False, repr=False)
    schemas: Mapping[str, Any] | None = field(default=None, eq=False, repr=False)
    location: Location | None = field(default=None, repr=False)

    @property
    def capability(self) -> Capability:
        """What the hints say that it can do. They are the word of the server, not a promise."""
        return Capability(**{word: value for word, (_, value) in hinted_words(self.hints).items()})


@frozen
class LearnedServer:
    """One MCP server that was asked: what ran or answered, its version, its tools by name.

    `launch` is its command with the arguments, or its URL, secrets masked and all of it as a digest
    behind; only a definition with the same transport and launch is taken to be this server.
    `version` is what it calls itself.
    """

    name: str
    transport: Transport
    launch: tuple[str, ...]
    version: str = ""
    tools: tuple[LearnedTool, ...] = ()
    location: Location | None = field(default=None, repr=False)

    @property
    def key(self) -> ServerKey:
        """What tells the server from others."""
        return self.name, self.transport, self.launch


@frozen
class ServerAnswer:
    """What came of asking one server, as `server` defines it.

    `learned` is what it offered, None if that did not work; `problem` then says why, in one line.
    `odd` says, one line each, what is not as MCP or a catalog has it. No secret is in any of it.
    """

    server: SkillMcpSource = field(repr=False)
    learned: LearnedServer | None = None
    problem: str | None = None
    odd: tuple[str, ...] = ()
    seconds: float = 0.0


ServerKey = tuple[str, Transport, tuple[str, ...]]
"""Name, transport and launch of a server."""


def launch_words(server: SkillMcpSource) -> tuple[str, ...]:
    """Give what runs or answers for a server: command and arguments, URL; secrets masked."""
    command = (server.command, *mask_arguments(server.args)) if server.command else ()
    url = (mask_url(server.url),) if server.url else ()
    return tuple(map(mask_tokens, (*command, *url)))


def written_name(name: str) -> str:
    """Give a name as it may be written down: what has a token's shape with its digest."""
    shown = mask_tokens(name)
    return name if shown == name else f"{shown}-{digest_of(name)}"


def server_key(server: SkillMcpSource) -> ServerKey:
    """Give what tells the server of a definition from others.

    Where something of its launch is masked, a digest of all of it stands behind: another account,
    or another database, is another server.
    """
    shown = launch_words(server)
    command = (server.command, *server.args) if server.command else ()
    written = (*command, server.url) if server.url else command
    if shown != written:
        shown = (*shown, f"#{digest_of(list(written))}")
    return server.name, server.transport, shown
