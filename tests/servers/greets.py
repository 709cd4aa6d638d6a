"""A server that answers a greeting in the new way only, or in one that nobody knows."""

from __future__ import annotations

import json
import sys

from answering import remember, say, tool

NEW = "2026-07-28"
WHOLE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "public"}
OTHER = {"code": -32022, "message": "not so", "data": {"supported": [NEW], "requested": "old"}}

if __name__ == "__main__":
    remember()
    for line in sys.stdin:
        asked = json.loads(line)
        found: dict[str, object] = {"error": OTHER}
        if "unknown" in sys.argv:
            info = {"name": "greets", "version": "1"}
            found = {
                "result": {"protocolVersion": "1", "capabilities": {}, "serverInfo": info},
            }
        elif asked["method"] == "server/discover":
            found = {
                "result": {**WHOLE, "supportedVersions": [NEW], "capabilities": {"tools": {}}},
            }
        elif asked["method"] == "tools/list":
            found = {"result": {**WHOLE, "tools": [tool("one")]}}
        say({"jsonrpc": "2.0", "id": asked["id"], **found})
