"""What differs between two snapshots of a catalog, by meaning, and whom it reaches.

The rule. Two skills of one name are compared tool by tool and server by server. A tool that other
skills get through includes changes in all of them: the change is told at the skills that do not
have it from an include, with those that do. What gives an agent more power than before comes
first. A tool without a name is the same as long as its content is.

Cost: linear in the tools of the skills that are compared, times the logarithm of how many there are
in one skill (for their order).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cleveragents_skills.comparison.causes import told_once
from cleveragents_skills.comparison.change import EFFECTS, Change, Comparison, Effect, Subject
from cleveragents_skills.comparison.renames import as_renamed, renames
from cleveragents_skills.comparison.skills import skill_changes
from cleveragents_skills.comparison.tools import is_anonymous
from cleveragents_skills.snapshot import APPROVAL, SkillSnapshot, ToolSnapshot

__all__ = [
    "EFFECTS",
    "Change",
    "Comparison",
    "Effect",
    "Subject",
    "compare_snapshots",
    "in_order",
    "is_anonymous",
]

_SUBJECTS: tuple[Subject, ...] = ("skill", "server", "tool", "setting")


def compare_snapshots(
    before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot], compared: int
) -> Comparison:
    """Give what differs. Skills that are in neither mapping are the same on both sides."""
    renamed = renames(before, after)
    was = {renamed.get(name, name): as_renamed(each, renamed) for name, each in before.items()}
    found: dict[str, list[Change]] = {}
    for name in sorted(was.keys() | after.keys()):
        changes = list(skill_changes(name, was.get(name), after.get(name)))
        if changes:
            found[name] = changes
    told = list(told_once(found, was, after))
    told += [
        Change("skill", new, new, "other", ("renamed",), old, new) for old, new in renamed.items()
    ]
    differing = sorted({*found, *(each.skill for each in told)})
    return Comparison(
        in_order(told),
        {name: was[name] for name in differing if name in was},
        {name: after[name] for name in differing if name in after},
        compared - len(renamed),
        tuple(name for name in sorted(was.keys() & after.keys()) if _is_unknown(name, was, after)),
    )


def _is_unknown(
    name: str, before: Mapping[str, SkillSnapshot], after: Mapping[str, SkillSnapshot]
) -> bool:
    """Say whether a skill can be resolved on neither side, so that nobody knows what changed."""
    return before[name].problem is not None and after[name].problem is not None


def in_order(changes: Iterable[Change]) -> tuple[Change, ...]:
    """Give changes in the order in which they are told: what widens first."""
    return tuple(sorted(changes, key=_order))


def _order(change: Change) -> tuple[int, int, int, str, str, str]:
    effect = EFFECTS.index(change.effect)
    subject = _SUBJECTS.index(change.subject)
    danger = _danger(change) if change.effect == "widened" else 0
    return effect, subject, danger, change.skill, change.name, "".join(change.what)


def _danger(change: Change) -> int:
    """Give the place among changes of tools: what may destroy unasked first, then what writes."""
    tool = change.after
    if not isinstance(tool, ToolSnapshot):
        return 0
    if "destructive" in tool.words and APPROVAL not in tool.words:
        return 0
    return 1 if tool.access == "write" else 2
