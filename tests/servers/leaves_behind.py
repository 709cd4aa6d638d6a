"""A server that works and ends well, but leaves a program behind that it has started."""

from __future__ import annotations

import subprocess
import sys
import time

from answering import answer, remember, tool

if __name__ == "__main__":
    if "child" in sys.argv:
        remember()
        time.sleep(600)
    remember()
    subprocess.Popen([sys.executable, *sys.argv, "child"], stdout=subprocess.DEVNULL)
    answer({None: {"tools": [tool("one")]}})
