"""The answer of `skills export`: a file of another program."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.exporting.exported import Export
from cleveragents_skills.report import Listing, Report
from cleveragents_skills.views.shapes import diagnostics_shape


def export_report(
    skill: str, target: str, export: Export, diagnostics: tuple[Diagnostic, ...]
) -> Report:
    """Give the report of an export; `diagnostics` are those about the skills it reaches."""
    return Report(
        command="export",
        document=lambda: {
            "skill": skill,
            "target": target,
            "text": export.text,
            "warnings": list(export.warnings),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: [Listing(export.text)],
        remarks=diagnostics,
        notes=tuple(f"warning: {each}" for each in export.warnings),
    )
