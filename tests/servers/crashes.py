"""A server that ends at once, and tells a secret before it does."""

from __future__ import annotations

import os
import sys

from answering import remember

if __name__ == "__main__":
    remember()
    print("starting", file=sys.stderr)
    print(f"nobody logs in with {os.environ['SECRET']} {' '.join(sys.argv[2:])}", file=sys.stderr)
    print("  ", file=sys.stderr)
    sys.exit(3)
