"""Asks servers that others publish, and holds what they say to `real.json`.

The first argument is the folder with the programs of those that are written in Python, the second
an empty folder; others are run by npx. With `--write` the file is written.
"""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from cleveragents_skills.learned import ServerAnswer
from cleveragents_skills.mcp import ask
from cleveragents_skills.model import SkillMcpSource

KNOWN = Path(__file__).with_name("real.json")
NPM = "2026.8.31"
LIMIT = 180.0
"""Seconds, in which npx may have to fetch a server."""

Hints = Mapping[str, Mapping[str, bool]]


def npm(name: str, *arguments: str) -> SkillMcpSource:
    package = f"@modelcontextprotocol/server-{name}@{NPM}"
    return SkillMcpSource(name, "stdio", command="npx", args=["--yes", package, *arguments])


def python(programs: Path, name: str, *arguments: str) -> SkillMcpSource:
    command = str(programs / f"mcp-server-{name}")
    return SkillMcpSource(name, "stdio", command=command, args=arguments)


@contextmanager
def over_http() -> Iterator[SkillMcpSource]:
    """Start a server at an address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    package = f"@modelcontextprotocol/server-everything@{NPM}"
    process = subprocess.Popen(
        ["npx", "--yes", package, "streamableHttp"],
        env={**os.environ, "PORT": str(port)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        wait_for(port)
        url = f"http://127.0.0.1:{port}/mcp"
        yield SkillMcpSource("everything over HTTP", "streamable-http", url=url)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_for(port: int) -> None:
    until = time.monotonic() + LIMIT
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)
        else:
            return


def hints(answers: tuple[ServerAnswer, ...]) -> dict[str, Hints]:
    return {
        answer.server.name: {tool.name: dict(tool.hints) for tool in answer.learned.tools}
        for answer in answers
        if answer.learned
    }


def told(answer: ServerAnswer) -> None:
    said = answer.problem or f"{answer.learned.version if answer.learned else ''} {answer.odd}"
    print(f"{answer.server.name}: {said}", flush=True)


def main(programs: Path, folder: Path, *, write: bool) -> int:
    with over_http() as web:
        servers = [
            npm("everything"),
            web,
            npm("filesystem", str(folder)),
            npm("memory"),
            npm("sequential-thinking"),
            python(programs, "fetch"),
            python(programs, "git"),
            python(programs, "time"),
        ]
        answers = ask(servers, {}, limit=LIMIT, at_once=2, done=told)
    text = json.dumps(hints(answers), indent=2) + "\n"
    if write:
        KNOWN.write_text(text, "utf-8")
    if any(answer.problem or answer.odd for answer in answers):
        return 1
    if text != KNOWN.read_text("utf-8"):
        print(text)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2]), write="--write" in sys.argv))
