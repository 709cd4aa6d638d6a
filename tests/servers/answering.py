"""The bare protocol over standard input and output, for servers that do what no SDK lets them."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

Page = Mapping[str, Any]
TOOLS: Mapping[str, Any] = {"tools": {}}


def remember() -> None:
    """Write the id of this process where the first argument says."""
    with Path(sys.argv[1]).open("a", encoding="utf-8") as file:
        file.write(f"{os.getpid()}\n")


def tool(name: object, **more: object) -> dict[str, Any]:
    return {"name": name, "inputSchema": {"type": "object"}, **more}


def say(message: object) -> None:
    print(json.dumps(message), flush=True)


def answer(pages: Mapping[str | None, Page], capabilities: Mapping[str, Any] = TOOLS) -> None:
    """Answer until nobody asks any more. A page may be an `error` instead.

    What is asked for is written to the file that the second argument names, if there is one.
    """
    for line in sys.stdin:
        asked = json.loads(line)
        if len(sys.argv) > 2:
            with Path(sys.argv[2]).open("a", encoding="utf-8") as file:
                file.write(f"{asked.get('method')}\n")
        if "id" not in asked:
            continue
        result: Page = {}
        if asked["method"] == "initialize":
            result = {
                "protocolVersion": asked["params"]["protocolVersion"],
                "capabilities": capabilities,
                "serverInfo": {"name": "bare", "version": "0.1"},
            }
        elif asked["method"] == "tools/list":
            result = pages[asked.get("params", {}).get("cursor")]
        found = result if "error" in result else {"result": result}
        say({"jsonrpc": "2.0", "id": asked["id"], **found})
