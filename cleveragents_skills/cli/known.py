"""Which findings `skills check` has to report: not those that are known already."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import evolve

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.session import Session
from cleveragents_skills.diagnostics import Diagnostic, ordered

Sift = Callable[[Catalog], tuple[Sequence[Diagnostic], Mapping[str, int]]]
"""Gives what is to be reported of a catalog, and how many more are known, by where."""


def sift(
    session: Session, found: Catalog, *, baseline: str | None, since: str | None, locked: bool
) -> Sift:
    """Give the function that leaves out what a baseline lists or the commit `since` has already.

    With `locked` it adds what is not as the lock records it.
    """
    older = frozenset() if since is None else _older(since, session, found)

    def sifted(catalog: Catalog) -> tuple[Sequence[Diagnostic], Mapping[str, int]]:
        known = {}
        diagnostics: Sequence[Diagnostic] = catalog.diagnostics
        if locked:
            from cleveragents_skills.cli.locking import drift

            diagnostics = ordered((*diagnostics, *drift(session, catalog)))
        if baseline is not None:
            from cleveragents_skills.cli.baselines import compared

            diagnostics, known["in the baseline"] = compared(diagnostics, baseline, catalog)
        if since is not None:
            new = [each for each in diagnostics if each.fingerprint not in older]
            known[f"at {since} already"] = len(diagnostics) - len(new)
            diagnostics = new
        return diagnostics, known

    return sifted


def _older(since: str, session: Session, found: Catalog) -> frozenset[str]:
    """Give the fingerprints of what is looked for now and was there at a commit."""
    from cleveragents_skills.cli.sides import catalog_at

    then = evolve(catalog_at(since, session), policy=found.policy)
    return frozenset(each.fingerprint for each in then.diagnostics)
