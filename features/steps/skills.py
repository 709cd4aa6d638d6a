"""Skills as an author writes them, and what reading them says."""

# mypy: allow-untyped-decorators
# (Behave ships no types.)

from __future__ import annotations

from typing import TYPE_CHECKING

from behave import given, then

from cleveragents_skills import CatalogError, Diagnostic, Skill
from features.expectations import documents, same_rows

if TYPE_CHECKING:
    from behave.runner import Context

_REASONS = {
    "code": lambda each: each.code.id,
    "reason": lambda each: each.message,
    "hint": lambda each: each.hint or "",
}


@given("the skills")
def skills_are_written(context: Context) -> None:
    read = [Skill.from_config(each) for each in documents(context.text)]
    context.skills = {skill.name: skill for skill in read}


@given("the skill data")
def skill_data_is_written(context: Context) -> None:
    (context.data,) = documents(context.text)


@then("the data is refused because")
def data_is_refused(context: Context) -> None:
    found: tuple[Diagnostic, ...] = ()
    try:
        Skill.from_config(context.data)
    except CatalogError as error:
        found = error.diagnostics
    same_rows(context.table, _REASONS, found)
