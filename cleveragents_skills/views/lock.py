"""The answer of `skills lock`: what was recorded, and where."""

from __future__ import annotations

from collections.abc import Mapping

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import ordered
from cleveragents_skills.report import Listing, Report
from cleveragents_skills.snapshot import SkillSnapshot
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def lock_report(
    catalog: Catalog,
    skills: Mapping[str, SkillSnapshot],
    text: str,
    file: str | None,
    *,
    changed: bool,
) -> Report:
    """Give the report that a lock was written to `file`; without one the text is the answer.

    `changed` says that the file was another one before. What keeps skills from being resolved is
    told beside it.
    """
    unresolved = sorted(name for name, skill in skills.items() if skill.problem)
    tools = sum(len(skill.tools) for skill in skills.values())
    stopping = ordered(dict.fromkeys((*catalog.stopping, *catalog.loading)))
    closing = f"{counted(len(skills), 'skill')}, {counted(tools, 'tool')}"
    closing += f", {len(unresolved):,} unresolved" if unresolved else ""
    closing += f" {'written to' if changed else 'as they stand in'} {file}"
    return Report(
        command="lock",
        document=lambda: {
            "file": file,
            "changed": changed,
            "skills": len(skills),
            "tools": tools,
            "unresolved": unresolved,
            "text": None if file else text,
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=tuple if file else (lambda: [Listing(text)]),
        closing=closing if file else "",
        remarks=stopping,
        exit_code=1 if unresolved else 0,
    )
