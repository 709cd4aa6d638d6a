"""Domain values to reports: one function a command. Here every JSON field has its name."""

from __future__ import annotations

from cleveragents_skills.views.check import baseline_report, check_report
from cleveragents_skills.views.explain import explain_report
from cleveragents_skills.views.failure import failed_report, failure_of, unknown_skill
from cleveragents_skills.views.listing import list_report
from cleveragents_skills.views.new import new_report
from cleveragents_skills.views.resolve import resolve_report
from cleveragents_skills.views.settings import Setting, settings_report
from cleveragents_skills.views.shapes import counted
from cleveragents_skills.views.show import show_report
from cleveragents_skills.views.summary import SummaryAnswer, summary_report

__all__ = [
    "Setting",
    "SummaryAnswer",
    "baseline_report",
    "check_report",
    "counted",
    "explain_report",
    "failed_report",
    "failure_of",
    "list_report",
    "new_report",
    "resolve_report",
    "settings_report",
    "show_report",
    "summary_report",
    "unknown_skill",
]
