"""What the commands about MCP servers share. Typer reads these, so they are not postponed."""

from typing import Annotated

import typer

ServerNames = Annotated[
    list[str] | None,
    typer.Option("--server", metavar="NAME", help="Only this server; repeat it for several."),
]
Run = Annotated[
    bool,
    typer.Option("--run", help="Start or contact the servers. Without it, say which those are."),
]
Timeout = Annotated[
    float, typer.Option("--timeout", metavar="SECONDS", help="How long each server may take.")
]
LIMIT = 30.0
