"""Completion in the shell: quick, and silent whatever goes wrong."""

from __future__ import annotations

import typer  # noqa: TC002 (Typer reads the annotations of its callbacks)


def complete_skill(context: typer.Context, incomplete: str) -> list[str]:
    """Give the names of skills that begin with what is typed; those in `local/` without it too."""
    try:
        from cleveragents_skills.cli.roots import catalog_roots
        from cleveragents_skills.loading import load_catalog

        catalog = load_catalog(*catalog_roots(context.params.get("catalog")))
        names = sorted({*catalog, *catalog.broken})
    except Exception:  # noqa: BLE001 (a shell that completes must not be disturbed)
        return []
    if "/" not in incomplete:
        names = [name.removeprefix("local/") for name in names]
    return [name for name in names if name.startswith(incomplete)]


def complete_tool(context: typer.Context, incomplete: str) -> list[str]:
    """Give the tools of the skill that is named already, those that begin with what is typed."""
    try:
        from cleveragents_skills.cli.roots import catalog_roots
        from cleveragents_skills.loading.reader import read_catalog
        from cleveragents_skills.naming import full_name

        skill = full_name(context.params["name"])
        roots = catalog_roots(context.params.get("catalog"))
        tools = [
            entry.name for entry in read_catalog(*roots, reaching=[skill]).catalog().resolve(skill)
        ]
    except Exception:  # noqa: BLE001 (a shell that completes must not be disturbed)
        return []
    return [name for name in tools if name.startswith(incomplete)]


def complete_code(incomplete: str) -> list[str]:
    """Give the codes that begin with what is typed."""
    from cleveragents_skills.loading import ALL_CODES

    return [code.id for code in ALL_CODES if code.id.startswith(incomplete.upper())]


def complete_explained(incomplete: str) -> list[str]:
    """Give the codes that begin with what is typed, or else their names."""
    from cleveragents_skills.loading import ALL_CODES

    names = [code.name for code in ALL_CODES if code.name.startswith(incomplete.lower())]
    return complete_code(incomplete) or names


def complete_target(incomplete: str) -> list[str]:
    """Give what skills are exported to, as far as it begins with what is typed."""
    from cleveragents_skills.exporting import TARGETS

    return [name for name in TARGETS if name.startswith(incomplete)]


def complete_output(context: typer.Context, incomplete: str) -> list[str]:
    """Give the beginnings of an output: each format with its colon."""
    return [f"{name}:" for name in complete_format(context, incomplete)]


def complete_format(context: typer.Context, incomplete: str) -> list[str]:
    """Give the formats of the command that begin with what is typed."""
    from cleveragents_skills.cli.formats import FORMATS

    _, _, command = context.command_path.partition(" ")
    formats = FORMATS.get(command, ())
    return [name for name in formats if name.startswith(incomplete)]
