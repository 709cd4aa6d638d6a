"""The catalog gives other tools or powers than its `skills.lock` records.

Why it matters: people review the lock, so what it records is what somebody has agreed to. `check
--locked` looks for this, and tells each difference where it stands. A description, a comment or the
order of keys makes none.

Bad: `skills check --locked` after a tool was added to a skill.

Good: `skills lock` writes the lock anew, and its lines are reviewed with the change. A rule on who
must approve a change of that one file makes it a gate.
"""

from __future__ import annotations

from cleveragents_skills.diagnostics import Code, Severity

CODE = Code("SK393", "lock-drift", Severity.ERROR, "the catalog gives other tools than its lock")
