"""A catalog as teams have them: files of some 900 bytes with a bit of everything."""

from __future__ import annotations

from pathlib import Path

_TEAMS = 20
_FILE = """# What team {team} gives its agents for service {at}.
name: team{team}/service{at}
description: Builds, tests and ships service {at}.
{includes}tools:
  - ci/build_{at}
  - name: ci/test_{at}
    description: Runs the tests of service {at}
    timeout: 300
  - name: ci/deploy_{at}
    human_approval_required: true
    writes: true
builtins:
  - git_operations
inline_tools:
  - name: count_lines
    description: Counts lines
    source: custom
    code: |
      def run(path):
{code}
    read_only: true
    input_schema:
      type: object
      properties:
        path: {{type: string}}
mcp_servers:
  - name: tracker-{at}
    command: npx
    args: ["-y", "tracker-mcp", "--project", "service-{at}"]
    env:
      TRACKER_TOKEN: "${{TRACKER_TOKEN}}"
    tools:
      - name: search
        annotations: {{readOnlyHint: true}}
      - name: create_issue
        writes: true
overrides:
  ci/build_{at}:
    timeout: 600
"""


def write_team_catalog(files: int, folder: Path, code: int = 2) -> None:
    """Write so many files, in a folder a team. Each skill includes at most two before it.

    The inline tool of each has so many lines of code.
    """
    lines = "\n".join(["          return sum(1 for _ in open(path))"] * (code - 1))
    for at in range(files):
        # Every eighth begins anew, so that no skill gathers the tools of all the others.
        before = [other for other in (at - 1, at - 3) if other >= at - at % 8]
        listed = "".join(f"  - team{each % _TEAMS}/service{each}\n" for each in before)
        includes = f"includes:\n{listed}" if before else ""
        text = _FILE.format(at=at, team=at % _TEAMS, includes=includes, code=lines)
        file = folder / f"team{at % _TEAMS}" / f"service{at}.yaml"
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
