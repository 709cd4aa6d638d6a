"""The answer of `skills mcp check`: what servers offer otherwise than is recorded."""

from __future__ import annotations

from cleveragents_skills.diagnostics import Diagnostic, is_error
from cleveragents_skills.report import Report
from cleveragents_skills.views.mcp import Asked
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def mcp_check_report(
    asked: Asked, diagnostics: tuple[Diagnostic, ...], fail_on: str, file: str, *, quiet: bool
) -> Report:
    """Give the report of the findings about servers that were held to the lock in `file`.

    It fails if there is a finding of the severity `fail_on` or above; with `never` it does not.
    With `quiet` there is no closing line without any.
    """
    errors = sum(map(is_error, diagnostics))
    warnings = len(diagnostics) - errors
    failing = {"error": errors, "warning": len(diagnostics), "never": 0}
    said = [counted(n, noun) for n, noun in ((errors, "error"), (warnings, "warning")) if n]
    closing = f"{' and '.join(said) or 'no findings'} in {counted(len(asked.servers), 'server')}"
    return Report(
        command="mcp check",
        document=lambda: {
            "run": True,
            "file": file,
            "servers": asked.to_list(),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        names=lambda: dict.fromkeys(each.location.path for each in diagnostics if each.location),
        findings=diagnostics,
        closing="" if quiet and not diagnostics else f"{closing} (held to {file})",
        more=f"skills explain {diagnostics[0].code.id}" if diagnostics else "",
        exit_code=1 if failing[fail_on] else 0,
        fail_on=fail_on,
    )
