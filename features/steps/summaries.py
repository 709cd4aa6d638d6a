"""The capability summary: what powers a skill gives."""

# mypy: allow-untyped-decorators
# (Behave ships no types.)

from __future__ import annotations

from typing import TYPE_CHECKING

from behave import then

from cleveragents_skills import SkillCapabilitySummary, SkillResolver
from features.expectations import documents, same_data

if TYPE_CHECKING:
    from behave.runner import Context


@then("the capability summary says")
def summary_says(context: Context) -> None:
    resolution = context.resolution
    summary = SkillResolver().compute_capability_summary(resolution.skill, resolution)
    _says(context.text, summary)


@then("the capability summary of the plain list of entries says")
def summary_of_list_says(context: Context) -> None:
    resolution = context.resolution
    summary = SkillResolver().compute_capability_summary(resolution.skill, list(resolution))
    _says(context.text, summary)


def _says(text: str, summary: SkillCapabilitySummary) -> None:
    expected = documents(text)[0]
    same_data(text, {word: getattr(summary, word) for word in expected})
