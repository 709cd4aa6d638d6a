"""The exit codes, the same in every format."""

from __future__ import annotations

DONE = 0
FINDINGS = 1
USAGE = 2
INTERNAL = 3
INTERRUPTED = 130
READER_GONE = 141

HELP = (
    "Exit codes: 0 done; 1 findings, or no answer because of the catalog; 2 could not be done "
    "(option, folder, skill or config); 3 a fault of this program; 130 interrupted; 141 the reader "
    "of a pipe went away."
)
