"""A server that never answers, does not end when it is told to, and has started another program."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

from answering import remember

if __name__ == "__main__":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    remember()
    if "child" not in sys.argv:
        subprocess.Popen([sys.executable, *sys.argv, "child"])
    time.sleep(600)
