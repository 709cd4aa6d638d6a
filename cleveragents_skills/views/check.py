"""The answer of `skills check`: what is wrong with a catalog."""

from __future__ import annotations

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, is_error
from cleveragents_skills.report import Report
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def check_report(
    catalog: Catalog, diagnostics: tuple[Diagnostic, ...], fail_on: str, *, quiet: bool
) -> Report:
    """Give the report of the findings; with `quiet` there is no closing line without any.

    It fails if there is a finding of the severity `fail_on` or above; with `never` it does not.
    """
    skills = len(catalog) + len(catalog.broken)
    checked = f"{counted(skills, 'skill')} ({counted(len(catalog.files), 'file')})"
    errors = sum(map(is_error, diagnostics))
    warnings = len(diagnostics) - errors
    failing = {"error": errors, "warning": len(diagnostics), "never": 0}
    said = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    closing = f"{' and '.join(said) or 'no findings'} in {checked}"
    if quiet and not diagnostics:
        closing = ""
    return Report(
        command="check",
        document=lambda: {
            "checked": {"files": len(catalog.files), "skills": skills},
            "diagnostics": diagnostics_shape(diagnostics),
        },
        names=lambda: dict.fromkeys(each.location.path for each in diagnostics if each.location),
        findings=diagnostics,
        closing=closing,
        exit_code=1 if failing[fail_on] else 0,
        excerpt=catalog.excerpt,
    )
