"""A server whose last page of tools leads to the one before, again and again."""

from __future__ import annotations

from answering import answer, remember, tool

if __name__ == "__main__":
    remember()
    answer(
        {
            None: {"tools": [tool("one")], "nextCursor": "a"},
            "a": {"tools": [tool("two")], "nextCursor": "b"},
            "b": {"tools": [tool("three")], "nextCursor": "a"},
        }
    )
