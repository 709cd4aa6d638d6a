"""A server that never answers."""

from __future__ import annotations

import time

from answering import remember

if __name__ == "__main__":
    remember()
    time.sleep(600)
