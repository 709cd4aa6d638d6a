"""A server's settings hold a secret in plain text.

Why it matters: whoever can read the repository, its history included, has the secret. It is never
shown in what this program prints.

Bad:

    name: local/app
    mcp_servers:
      - name: tracker
        command: tracker-mcp
        env: {TRACKER_TOKEN: 8f3kQ0zLw72PxVb9TyRm}

Good:

    name: local/app
    mcp_servers:
      - name: tracker
        command: tracker-mcp
        env: {TRACKER_TOKEN: "${TRACKER_TOKEN}"}

Looked at are `env`, `headers`, `args` and `url`: for the shapes of known tokens, for a password in
a URL, and for text that looks random. In the config, `[rules.SK330] allow = ["TRACKER_TOKEN"]`
names variables, headers, flags and query fields that hold no secret. Revoke a secret that was
committed; removing the line leaves it in the history.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from cleveragents_skills.diagnostics import Code, Diagnostic, Severity
from cleveragents_skills.masking import looks_secret, plain_secrets_in_url, secret_arguments
from cleveragents_skills.model import SkillMcpSource
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK330", "plain-text-secret", Severity.WARNING, "a server's settings hold a secret as text"
)
OPTIONS: Mapping[str, Any] = {"allow": ()}
_Found = tuple[tuple[str | int, ...], str]
"""The path below the server, and what it is called."""


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give one finding for each value that looks like a secret."""
    allowed = scope.option(CODE, OPTIONS, "allow")
    for skill in scope.skills.values():
        for index, server in enumerate(skill.mcp_servers):
            for path, name in _secrets(server, allowed):
                message = f"{name} of the server `{server.name}` looks like a secret in plain text"
                hint = "write `${NAME}`, set that variable where the agent runs, revoke the secret"
                place = skill.locate("mcp_servers", index, *path)
                yield Diagnostic(CODE, message, place, hint, skill.name)


def _secrets(server: SkillMcpSource, allowed: Collection[str]) -> Iterator[_Found]:
    for part in ("env", "headers"):
        for name, value in getattr(server, part).items():
            in_url = "://" in value and plain_secrets_in_url(value)
            secret = in_url or looks_secret(value, name)
            if secret and name not in allowed:
                yield (part, name), f"`{part}.{name}`"
    for at, name in secret_arguments(server.args):
        if name not in allowed:
            yield ("args", at), f"`args[{at}]` (`{name}`)" if name else f"`args[{at}]`"
    found = [name for name in plain_secrets_in_url(server.url or "") if name not in allowed]
    if found:
        yield ("url",), f"the `url` ({', '.join(f'`{name}`' for name in found)})"
