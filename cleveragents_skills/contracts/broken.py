"""A skill gives what a contract in the config does not allow.

Why it matters: a contract says what skills may do: only read, list every server, ask before they
write, be included by a few. It is written once, for all skills whose names fit, so that a change
deep in a shared skill is caught in every skill that it must not reach.

Bad: a skill that fits this contract and has a tool that writes, be it by an include:

    [[contracts]]
    skills = ["local/review*"]
    read-only = true
    guidance = "Reviewers propose changes; somebody else makes them."

Good: the skill does without that tool, or the contract names it:

    exceptions = ["local/review-docs write_file"]

An exception is a skill, or a skill and a tool, server or skill; both may be globs. The finding
shows the includes by which the skill gets what it must not have, and the contract's guidance.
"""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code, Severity

CODE = Code("SK401", "broken-contract", Severity.ERROR, "a skill gives what its contract forbids")
