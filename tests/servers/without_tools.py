"""A server that has no tools, and says so when it is greeted."""

from __future__ import annotations

from answering import answer, remember

if __name__ == "__main__":
    remember()
    answer({}, {"prompts": {}})
