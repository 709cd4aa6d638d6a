"""Catalogs: folders of skill files, what they hold, and what is wrong with them."""

# mypy: allow-untyped-decorators
# (Behave ships no types.)

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from behave import given, then, when

from cleveragents_skills import CatalogError, Diagnostic, load_catalog
from features.expectations import same, same_data, same_rows

if TYPE_CHECKING:
    from behave.runner import Context


def _place(each: Diagnostic) -> str:
    place = each.location
    if place is None:
        return ""
    return place.file if place.line is None else f"{place.file}:{place.line}:{place.column}"


_FINDING = {
    "place": _place,
    "severity": lambda each: each.severity.value,
    "code": lambda each: each.code.id,
    "name": lambda each: each.code.name,
    "skill": lambda each: each.skill or "",
    "message": lambda each: each.message,
    "hint": lambda each: each.hint or "",
    "also": lambda each: ", ".join(
        f"{other.location.file}:{other.location.line}:{other.location.column}"
        for other in each.related
    ),
}
_CYCLE = {
    "path": lambda each: " -> ".join(each.path),
    "members": lambda each: ", ".join(each.members),
    "cut": lambda each: ", ".join(" -> ".join(edge) for edge in each.cut),
}
_BROKEN = {
    "skill": lambda pair: pair[0],
    "codes": lambda pair: ", ".join(each.code.id for each in pair[1]),
}


@given('the file "{path}"')
def file_is_written(context: Context, path: str) -> None:
    if "folder" not in context:
        folder = TemporaryDirectory()
        context.add_cleanup(folder.cleanup)
        context.folder = Path(folder.name)
    file = context.folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(context.text + "\n", encoding="utf-8")


@when("the catalog is loaded")
def catalog_is_loaded(context: Context) -> None:
    context.catalog = context.skills = load_catalog(context.folder, config=False)


@when('the catalogs "{first}" and "{second}" are loaded as one')
def catalogs_are_loaded(context: Context, first: str, second: str) -> None:
    roots = (context.folder / first, context.folder / second)
    context.catalog = context.skills = load_catalog(*roots, config=False)


@when('the catalog is loaded with the config "{path}"')
def catalog_is_loaded_with_config(context: Context, path: str) -> None:
    config = context.folder / path
    context.catalog = context.skills = load_catalog(context.folder, config=config)


@when('the catalog resolves "{name}"')
def catalog_resolves(context: Context, name: str) -> None:
    context.resolution = context.catalog.resolve(name)


@then("the catalog holds")
def catalog_holds(context: Context) -> None:
    same_data(context.text, list(context.catalog))


@then("the broken skills are")
def broken_skills(context: Context) -> None:
    same_rows(context.table, _BROKEN, context.catalog.broken.items())


@then("the findings are")
def findings(context: Context) -> None:
    same_rows(context.table, _FINDING, context.catalog.diagnostics)


@then("there are no findings")
def no_findings(context: Context) -> None:
    same((), context.catalog.diagnostics)


@then("the cycles found are")
def cycles_found(context: Context) -> None:
    cycles = [each.cycle for each in context.catalog.diagnostics if each.cycle]
    same_rows(context.table, _CYCLE, cycles)


@then('"{name}" and all that it reaches are without errors')
def without_errors(context: Context, name: str) -> None:
    context.catalog.raise_for_errors(name)


@then('the errors that keep "{name}" from being used are')
def errors_of_skill(context: Context, name: str) -> None:
    same_rows(context.table, _FINDING, _errors(context, name))


@then("the errors that keep the catalog from being used are")
def errors_of_catalog(context: Context) -> None:
    same_rows(context.table, _FINDING, _errors(context, None))


@then('the catalog cannot resolve "{name}" because of')
def catalog_cannot_resolve(context: Context, name: str) -> None:
    found: tuple[Diagnostic, ...] = ()
    try:
        context.catalog.resolve(name)
    except CatalogError as error:
        found = error.diagnostics
    same_rows(context.table, _FINDING, found)


@then('loading the folder "{path}" raises {kind}')
def loading_raises(context: Context, path: str, kind: str) -> None:
    raised = ""
    try:
        load_catalog(context.folder / path, config=False)
    except OSError as error:
        raised = type(error).__name__
    same(kind, raised)


def _errors(context: Context, name: str | None) -> tuple[Diagnostic, ...]:
    try:
        context.catalog.raise_for_errors(name)
    except CatalogError as error:
        return error.diagnostics
    return ()
