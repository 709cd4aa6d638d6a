"""A server whose tools are called and described as nobody should."""

from __future__ import annotations

from answering import answer, remember, tool

if __name__ == "__main__":
    remember()
    names = ["fine", "two words", "a/b", "\x1b[31mred", "a\u202eb", "", "fine", None]
    hints = {"readOnlyHint": True, "destructiveHint": True, "idempotentHint": "yes"}
    tools = [tool(name) for name in names]
    unsure = tool("unsure", annotations=hints, description=7)
    null = tool("null", annotations={"readOnlyHint": None, "openWorldHint": False})
    answer({None: {"tools": [*tools, unsure, null, "text"]}})
