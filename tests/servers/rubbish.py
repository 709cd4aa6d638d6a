"""A server that prints what is not JSON-RPC: some lines, or only that, forever."""

from __future__ import annotations

import sys
import time

from answering import answer, remember, tool

if __name__ == "__main__":
    remember()
    sys.stdout.buffer.write(b"Welcome!\n{}\n\xff\n")
    sys.stdout.flush()
    while "forever" in sys.argv:
        print("still here", flush=True)
        time.sleep(0.01)
    answer({None: {"tools": [tool("one")]}})
