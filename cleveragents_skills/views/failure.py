"""Why an answer could not be made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import evolve

from cleveragents_skills.catalog import Catalog, CatalogError
from cleveragents_skills.cycles import chain_text
from cleveragents_skills.diagnostics import Diagnostic, IncludeCycle, is_error, location_to_dict
from cleveragents_skills.graph import CycleError, UnknownSkillError
from cleveragents_skills.report import Failure, Report
from cleveragents_skills.resolver import KeyClashError
from cleveragents_skills.rules import include_cycle, reference_clash, unknown_include
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def failure_of(error: ValueError, name: str, part: Catalog) -> Failure:
    """Give why `name` cannot be resolved, from what `Catalog.resolve` raised.

    `part` is the catalog of what `name` reaches: it has the findings behind the error.
    """
    message, path = str(error), None
    if isinstance(error, CatalogError):
        found = [each for each in error.diagnostics if is_error(each)]
        message = f"{_broken(name, found)} cannot be used: {found[0].message}"
    elif isinstance(error, CycleError):
        path = error.path
        message = f"Cycle detected in skill includes: {chain_text(path)}"
        cycles = [each for each in part.stopping if each.code is include_cycle.CODE]
        found = [
            _as_met(each, each.cycle, error.path, part)
            for each in cycles
            if each.cycle and path[-1] in each.cycle.members
        ]
    elif isinstance(error, UnknownSkillError):
        found = [
            each
            for each in part.stopping
            if each.code is unknown_include.CODE and each.skill == error.included_by
        ][:1]
        hint = f"did you mean `{error.suggestions[0]}`?" if error.suggestions else None
        found = [evolve(each, hint=hint) for each in found]
        message = found[0].message
    elif isinstance(error, KeyClashError):
        found = [each for each in part.stopping if each.code is reference_clash.CODE]
    else:
        raise error
    first = found[0]
    return Failure(
        code=first.code.id,
        message=message,
        exit_code=1,
        hint=first.hint,
        location=first.location,
        path=path,
        findings=tuple(found),
    )


def _as_met(
    finding: Diagnostic, cycle: IncludeCycle, path: Sequence[str], part: Catalog
) -> Diagnostic:
    """Give the finding about a group with the circle of it that the include path ran into."""
    circle = tuple(path[path.index(path[-1]) :])
    steps = include_cycle.steps_of(circle, part)
    return evolve(
        finding,
        message=f"Cycle detected in skill includes: {chain_text(path)}",
        location=steps[-1].location,
        related=steps,
        cycle=cycle._replace(path=circle),
    )


def _broken(name: str, found: Sequence[Diagnostic]) -> str:
    skill = found[0].skill
    if skill in (None, name):
        return f"`{name}`"
    return f"`{name}` reaches `{skill}`, which"


def unknown_skill(error: UnknownSkillError, catalog: Catalog) -> Failure:
    """Give the failure that the skill asked for does not exist."""
    hint = "`skills list` names those there are"
    if error.suggestions:
        hint = f"did you mean `{error.suggestions[0]}`?"
    message = f"no skill `{error.name}` in {', '.join(catalog.roots)}"
    unread = catalog.unreadable_files
    if unread:
        message += f"; {counted(len(unread), 'file')} could not be read: {', '.join(unread[:5])}"
        message += f" and {len(unread) - 5:,} more" if len(unread) > 5 else ""  # noqa: PLR2004
    return Failure("unknown-skill", message, 2, hint)


def failure_shape(failure: Failure) -> dict[str, Any]:
    """Give a failure as JSON has it."""
    return {
        "code": failure.code,
        "message": failure.message,
        "path": list(failure.path) if failure.path else None,
        "location": location_to_dict(failure.location),
        "hint": failure.hint,
    }


_EMPTY: dict[str, tuple[str, ...]] = {
    "resolve": ("skill", "tools", "parents", "mcp_servers", "summary"),
    "summary": ("skills",),
    "check": ("checked",),
    "list": ("skills", "broken"),
    "explain": ("codes",),
    "new": ("skill", "file", "new_catalog", "text"),
    "export": ("skill", "target", "text", "warnings"),
    "import": ("skill", "file", "new_catalog", "text", "warnings"),
    "mcp list-tools": ("run", "servers"),
    "mcp sync": ("run", "file", "changed", "servers", "removed"),
    "mcp check": ("run", "file", "servers"),
    "config show": ("config", "settings"),
    "show": ("skill", "location", "fields", "included_by", "agent_skills"),
    "diff": ("base", "head", "compared", "changes", "skills", "unresolved"),
    "lock": ("file", "changed", "skills", "tools", "unresolved", "text"),
    "why": ("skill", "tool", "winner", "shadowed", "paths", "total_paths"),
    "tree": ("skill", "inverted", "depth", "branches", "not_shown"),
    "graph": ("nodes", "edges"),
}
"""The fields of each command's answer, which are null where there is none."""


def failed_report(
    command: str,
    failure: Failure,
    skill: str | None = None,
    diagnostics: tuple[Diagnostic, ...] = (),
) -> Report:
    """Give the report of a command whose answer could not be made."""
    known = diagnostics or failure.findings

    def document() -> dict[str, Any]:
        fields: dict[str, Any] = dict.fromkeys(_EMPTY.get(command, ()))
        if "skill" in fields:
            fields["skill"] = skill
        return {
            **fields,
            "diagnostics": diagnostics_shape(known),
            "error": failure_shape(failure),
        }

    return Report(
        command=command,
        document=document,
        findings=known,
        failure=failure,
        exit_code=failure.exit_code,
    )
