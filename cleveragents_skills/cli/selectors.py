"""Skills named by selectors: names, globs such as `team/*`, and what is around them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from cleveragents_skills.cli.exits import USAGE

if TYPE_CHECKING:
    from cleveragents_skills.catalog import Catalog
    from cleveragents_skills.cli.session import Failed, Session
    from cleveragents_skills.selection import Selection, Selector


def is_name(selector: str) -> bool:
    """Say whether a selector is the name of one skill and nothing else."""
    from cleveragents_skills.selection import Selector

    return Selector.parse(selector).is_name


def selected_names(selectors: Sequence[str], catalog: Catalog, session: Session) -> set[str]:
    """Give the names, broken skills included, that some selector fits.

    One that fits none ends the command, but for `changed:`: it may be that nothing has.
    """
    from cleveragents_skills.selection import Selection, Selector

    selection = Selection(catalog, {*catalog, *catalog.broken})
    chosen: set[str] = set()
    for text in selectors:
        selector = Selector.parse(text)
        if selector.kind not in _KINDS:
            raise _no_such_kind(text, selector)
        matched = _KINDS[selector.kind](selector.value, selection, session)
        if not matched and selector.kind == "changed":
            session.note(f"no skill has changed since {selector.value}")
        elif not matched:
            raise _nothing_matches(text, selector, selection, catalog)
        chosen |= selection.around(matched, selector)
    return chosen


def _named(pattern: str, selection: Selection, _: Session) -> Collection[str]:
    return selection.named(pattern)


def _using(pattern: str, selection: Selection, _: Session) -> Collection[str]:
    return selection.using(pattern)


def _changed(ref: str, selection: Selection, session: Session) -> Collection[str]:
    """Give the skills that are declared otherwise at a commit, or not there at all."""
    from cleveragents_skills.changes import changed
    from cleveragents_skills.cli.sides import catalog_at

    now = session.reading.catalog()
    return changed(catalog_at(ref, session), now) & frozenset(selection.known)


_KINDS: Mapping[str, Callable[[str, Selection, Session], Collection[str]]] = {
    "": _named,
    "uses": _using,
    "changed": _changed,
}
"""What may stand before the colon of a selector, with what finds the names for what follows it."""


def _no_such_kind(text: str, selector: Selector) -> Failed:
    """Give the end of a command that was given `word:…` with a word that means nothing."""
    from cleveragents_skills.cli.session import usage
    from cleveragents_skills.naming import did_you_mean

    words = [word for word in _KINDS if word]
    known = ", ".join(f"`{word}:`" for word in words)
    hint = did_you_mean(selector.kind, words) or f"what may stand before a colon is {known}"
    return usage(f"no selector begins with `{selector.kind}:`, as `{text}` does", hint)


def _nothing_matches(
    text: str, selector: Selector, selection: Selection, catalog: Catalog
) -> Failed:
    """Give the end of a command with a selector that fits no skill, with what is near."""
    from cleveragents_skills.cli.session import Failed
    from cleveragents_skills.naming import did_you_mean, full_name
    from cleveragents_skills.report import Failure

    if selector.kind == "uses":
        hint = did_you_mean(selector.value, selection.tools)
    else:
        hint = did_you_mean(full_name(selector.pattern), selection.known)
    message = f"no skill matches `{text}` in {', '.join(catalog.roots)}"
    return Failed(Failure("unknown-skill", message, USAGE, hint))
