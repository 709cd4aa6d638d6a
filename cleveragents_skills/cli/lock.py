"""`skills lock`. Typer reads the annotations, so they are not postponed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cleveragents_skills.cli.options import AllowEmpty

if TYPE_CHECKING:
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.report import Report

Stdout = Annotated[bool, typer.Option("--stdout", help="Print the lock; write nothing.")]


def lock(
    session: "Session", *, stdout: Stdout = False, allow_empty: AllowEmpty = False
) -> "Report":
    """Write skills.lock: what every skill gives, one line a tool.

    People review it. It stands beside the config, else at the root of the git work tree.
    Formats: text, json.
    """
    from cleveragents_skills.changes import snapshots
    from cleveragents_skills.cli.locking import lock_path, write_lock
    from cleveragents_skills.lock import lock_text
    from cleveragents_skills.views.lock import lock_report

    found = session.load(allow_empty=allow_empty)
    skills = snapshots(found)
    text = lock_text(skills)
    file = lock_path(session.config)
    changed = None if stdout else write_lock(file, text)
    return lock_report(found, skills, text, None if stdout else file, changed=changed is True)
