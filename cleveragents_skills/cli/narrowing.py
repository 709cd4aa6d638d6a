"""Which findings `skills check` reports if it is asked about some files or skills alone."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.selectors import selected_names
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.include_edges import includes_of, within
from cleveragents_skills.policy import UNREADABLE
from cleveragents_skills.rules import reference_clash


def about_files(
    diagnostics: Sequence[Diagnostic], files: Sequence[str], catalog: Catalog
) -> Sequence[Diagnostic]:
    """Give the findings that stand in these files, or have a related place there."""
    if not files:
        return diagnostics
    wanted = {os.path.realpath(file) for file in files}
    read = {os.path.realpath(file) for file in catalog.files}
    for file in files:
        if os.path.realpath(file) not in read:
            raise usage(f"{file} is no skill file of the catalog {', '.join(catalog.roots)}")

    def concerned(diagnostic: Diagnostic) -> bool:
        places = (diagnostic.location, *(each.location for each in diagnostic.related))
        return any(place and os.path.realpath(place.path) in wanted for place in places)

    return [each for each in diagnostics if concerned(each)]


def about_skills(
    diagnostics: Sequence[Diagnostic], selectors: Sequence[str], catalog: Catalog, session: Session
) -> Sequence[Diagnostic]:
    """Give the findings about the skills that some selector names, and what keeps these from use.

    Those of unread files are given too: any skill may stand in one.
    """
    if not selectors:
        return diagnostics
    names = selected_names(selectors, catalog, session)

    def concerned(diagnostic: Diagnostic) -> bool:
        cycle = diagnostic.cycle
        return not names.isdisjoint(cycle.members if cycle else (diagnostic.skill or "",))

    return _kept(diagnostics, concerned, names, catalog)


def _kept(
    diagnostics: Sequence[Diagnostic],
    concerned: Callable[[Diagnostic], bool],
    names: Collection[str],
    catalog: Catalog,
) -> list[Diagnostic]:
    """Give what is concerned, what stops one of the skills, and what is never left out."""
    reached = frozenset(within(names, includes_of(catalog)))

    def stops(each: Diagnostic) -> bool:
        if not each.code.stops:
            return False
        if each.cycle:
            return not reached.isdisjoint(each.cycle.members)
        if each.skill not in reached:
            return False
        return each.code is not reference_clash.CODE or _stopped(each.skill, names, catalog)

    return [
        each
        for each in diagnostics
        if each.code.id.startswith(UNREADABLE) or concerned(each) or stops(each)
    ]


def _stopped(skill: str, names: Collection[str], catalog: Catalog) -> bool:
    """Say whether one of the names reaches the skill and cannot be resolved.

    Two skills that clash can each be resolved alone; what brings both together cannot.
    """
    for name in names:
        if skill in catalog.reached(name):
            try:
                catalog.resolve(name)
            except ValueError:
                return True
    return False
