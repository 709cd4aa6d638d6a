"""Where entries come from, the ways to a tool, whom an edit reaches, what a change does."""

# mypy: allow-untyped-decorators
# (Behave ships no types.)

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from behave import then, when

from cleveragents_skills import compare, dependents, explain, load_catalog, paths
from features.expectations import same, same_rows

if TYPE_CHECKING:
    from behave.runner import Context

    from cleveragents_skills.resolution import IncludeStep

_CHANGE = {
    "effect": lambda each: each.effect,
    "skill": lambda each: each.skill,
    "thing": lambda each: each.name,
    "what": lambda each: ", ".join(each.what),
    "through": lambda each: ", ".join(each.through),
}


def _path(root: str, steps: Iterable[IncludeStep]) -> str:
    return " > ".join((root, *(step.skill for step in steps)))


@when('the catalog "{folder}" is loaded')
def catalog_of_folder_is_loaded(context: Context, folder: str) -> None:
    context.catalog = load_catalog(context.folder / folder, config=False)


@when('"{before}" is compared with "{after}"')
def catalogs_are_compared(context: Context, before: str, after: str) -> None:
    one, other = (load_catalog(context.folder / each, config=False) for each in (before, after))
    context.comparison = compare(one, other)


@then('the entries of "{name}" come from')
def entries_come_from(context: Context, name: str) -> None:
    found = explain(context.catalog.resolve(name), context.catalog)
    columns = {
        "tool": lambda each: each.entry.name,
        "placed by": lambda each: each.placed.skill,
        "by the includes": lambda each: _path(name, found.path_to_place(each.placed.skill)),
        "set by": lambda each: each.entry.source_skill,
        "by the includes of it": lambda each: _path(
            name, found.path_to_entry(each.entry.source_skill)
        ),
        "overrides": lambda each: ", ".join(
            f"{place.file}:{place.line}:{place.column}"
            for place in (layer.origin.location for layer in each.layers)
        ),
    }
    same_rows(context.table, columns, found)


@then('"{name}" gets "{tool}" by')
def skill_gets_tool_by(context: Context, name: str, tool: str) -> None:
    columns = {
        "path": lambda each: _path(name, each.steps),
        "wins": lambda each: "yes" if each.wins else "no",
    }
    found = paths(context.catalog[name], tool, context.catalog, every=True)
    same_rows(context.table, columns, found)
    same(len(found), found.total)


@then('"{name}" gets "{tool}" by nothing')
def skill_does_not_get_tool(context: Context, name: str, tool: str) -> None:
    found = paths(context.catalog[name], tool, context.catalog)
    same((None, 0, []), (found.winner, found.total, list(found)))


@then('an edit of "{name}" reaches "{expected}"')
def edit_reaches(context: Context, name: str, expected: str) -> None:
    same(expected, ", ".join(dependents(name, context.catalog)))


@then('an edit of "{name}" reaches ""')
def edit_reaches_nothing(context: Context, name: str) -> None:
    same((), dependents(name, context.catalog))


@then("the changes are")
def changes_are(context: Context) -> None:
    same_rows(context.table, _CHANGE, context.comparison.changes)


@then("nothing has changed")
def nothing_has_changed(context: Context) -> None:
    same((), context.comparison.changes)
