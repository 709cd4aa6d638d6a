"""A server that answers with an error, in which there is a secret, when it is asked for tools."""

from __future__ import annotations

import os

from answering import answer, remember

if __name__ == "__main__":
    remember()
    text = f"no tools\nfor {os.environ['SECRET']}"
    answer({None: {"error": {"code": -32000, "message": text}}})
