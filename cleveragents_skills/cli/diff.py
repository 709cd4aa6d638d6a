"""`skills diff [BASE] [HEAD]`. Typer reads the annotations, so they are not postponed."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cleveragents_skills.cli.put_off import Known
    from cleveragents_skills.cli.session import Session
    from cleveragents_skills.cli.sides import Side
    from cleveragents_skills.comparison import Change, Comparison
    from cleveragents_skills.comparison.settings import Gate
    from cleveragents_skills.report import Report
    from cleveragents_skills.snapshot import SkillSnapshot

Base = Annotated[
    str | None,
    typer.Argument(
        metavar="[BASE]",
        help="A git ref, a folder, a skills.lock, or a range A..B or A...B. Default: where the work"
        " left the branch that the CI names, or origin/HEAD, main, master.",
    ),
]
Head = Annotated[
    str | None,
    typer.Argument(metavar="[HEAD]", help="Likewise. Default: the work tree."),
]
FailOn = Annotated[
    str,
    typer.Option(
        "--fail-on", metavar="EFFECT", help="Exit 1 for what is widened, for any change, or never."
    ),
]
AcceptLocked = Annotated[
    bool,
    typer.Option(
        "--accept-locked", help="Let pass what widens if the skills.lock of HEAD records it."
    ),
]
_FAIL_ON = ("widened", "any", "never")


def diff(
    session: "Session",
    base: Base = None,
    head: Head = None,
    *,
    fail_on: FailOn = "never",
    accept_locked: AcceptLocked = False,
) -> "Report":
    """Show what a change does to the tools and powers of every skill.

    What gives more power comes first. Formats: text, json, markdown (for a comment), github.
    """
    from cleveragents_skills.cli.bases import Refs, targets
    from cleveragents_skills.cli.exits import USAGE
    from cleveragents_skills.cli.put_off import put_off
    from cleveragents_skills.cli.session import Failed, usage
    from cleveragents_skills.cli.sides import read_side
    from cleveragents_skills.report import Failure
    from cleveragents_skills.views.diff import DiffAnswer, diff_report

    if fail_on not in _FAIL_ON:
        raise usage(f"no such effect: `{fail_on}`", f"one of {', '.join(_FAIL_ON)}")
    refs = Refs(session)
    before, after = targets(base, head, refs)
    if not session.common.quiet:
        session.note(f"comparing {before.title} with {after.title}")
    now = read_side(after, session, refs)
    known = (now.reading, now.config) if now.reading and now.config else None
    was = read_side(before, session, refs, known)
    common = [root for root in was.absent if root in now.absent]
    if common or all(each.catalog is not None and each.reading is None for each in (was, now)):
        message = f"neither side has {' and '.join(common) or 'a catalog'}"
        raise Failed(Failure("no-catalog", message, USAGE, "`--catalog DIR` names it"))
    found = comparison(was, now, put_off(before, after, session, refs))
    accepted = _accepted(found, now) if accept_locked else set()
    if accept_locked and now.locked() is None:
        session.note(f"{now.title} has no skills.lock, so nothing is accepted")
    answer = DiffAnswer(found, was.title, now.title, accepted)
    counting = found.changes if fail_on == "any" else found.of("widened", "claimed")
    failed = fail_on != "never" and any(map(answer.counts, counting))
    return diff_report(answer, failed=failed, as_findings=session.format == "github")


def comparison(
    before: "Side", after: "Side", known: "tuple[Known, Known]" = ({}, {})
) -> "Comparison":
    """Give what differs between two sides, of which either may be a lock.

    `known` is what their baselines list.
    """
    from attrs import evolve

    from cleveragents_skills.changes import compare, snapshots
    from cleveragents_skills.comparison import compare_snapshots, in_order
    from cleveragents_skills.comparison.settings import setting_changes
    from cleveragents_skills.loading import ALL_CODES

    if before.catalog is None or after.catalog is None:
        one, other = (
            snapshots(each.catalog) if each.catalog is not None else each.locked() or {}
            for each in (before, after)
        )
        return compare_snapshots(one, other, len({*one, *other}))
    found = compare(before.catalog, after.catalog)
    settings = setting_changes(_gate(before, known[0]), _gate(after, known[1]), ALL_CODES)
    return evolve(found, changes=in_order((*found.changes, *settings)))


def _gate(side: "Side", known: "Known") -> "Gate":
    """Give what the check of a side goes by."""
    from collections import Counter

    from cleveragents_skills.comparison.settings import Gate
    from cleveragents_skills.loading import Config

    config = side.config or Config()
    ignores = side.catalog.ignores if side.catalog is not None else ()
    counts = Counter((code, each.location.file) for each in ignores for code in each.codes)
    return Gate(config.policy, config.fail_on, config.files, config.exclude, counts, known)


def _accepted(found: "Comparison", head: "Side") -> set[int]:
    """Give the ids of what widens and stands in the lock of HEAD, for all whom it reaches."""
    locked = head.locked() or {}
    return {
        id(change)
        for change in found.of("widened", "claimed")
        if change.subject != "setting"
        and all(_records(locked, found, name, change) for name in (change.skill, *change.through))
    }


def _records(
    locked: "Mapping[str, SkillSnapshot]", found: "Comparison", name: str, change: "Change"
) -> bool:
    """Say whether a lock has what a change made of a skill."""
    skill = locked.get(name)
    if skill is None:
        return False
    if change.subject == "skill":
        now = found.after[name]
        return bool(skill.problem) if now.problem else skill == now
    return change.after in (*skill.tools, *skill.servers)
