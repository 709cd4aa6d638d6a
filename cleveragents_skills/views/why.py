"""The answer of `skills why`: the include paths by which a skill gets a tool."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.include_paths import IncludePath, ToolPaths
from cleveragents_skills.naming import is_part_name, nearest
from cleveragents_skills.report import (
    Block,
    Cell,
    Column,
    Failure,
    Headline,
    Paragraph,
    Report,
    Table,
)
from cleveragents_skills.resolution import IncludeStep, Origin, Resolution
from cleveragents_skills.views.shapes import (
    counted,
    declaration_shape,
    diagnostics_shape,
    file_text,
    place_text,
)

_SHOWN_STEPS = 20
"""Of a longer path the middle is only counted, in text."""
_BEYOND_NUMBERS: int = 10**300
"""As large a number of paths is not written out: it is more than many readers of JSON take."""


def why_report(
    found: ToolPaths, diagnostics: tuple[Diagnostic, ...], *, every: bool = False
) -> Report:
    """Give the report of the paths to a tool that the skill has; with `every` all were asked for.

    `diagnostics` are those about the skills that the skill reaches.
    """
    return Report(
        command="why",
        document=lambda: _document(found, diagnostics),
        blocks=lambda: _blocks(found, every=every),
        names=lambda: dict.fromkeys(origin.skill for origin in _declarations(found)),
        remarks=diagnostics,
    )


def unknown_tool(resolution: Resolution, tool: str) -> Failure:
    """Give the failure that a skill does not have a tool, or that nobody knows whether it does."""
    name = resolution.skill.name
    message = f"`{name}` has no tool `{tool}`"
    location = None
    for server, origin in _may_offer(tool, resolution):
        location = origin.location
        message += (
            f" that is known; the MCP server `{server}` may offer it, since it has no tool list:"
            f" {place_text(location)}"
        )
    close = [f"`{each}`" for each in _nearest(tool, resolution)]
    hint = f"`skills resolve {name}` shows the tools there are"
    if close:
        hint = f"did you mean {', '.join(close[:-1])}{' or ' * (len(close) > 1)}{close[-1]}?"
    return Failure("unknown-tool", message, 1, hint, location)


def _may_offer(tool: str, resolution: Resolution) -> Iterator[tuple[str, Origin]]:
    """Give the server that may have the tool, with a definition without a tool list, if one may."""
    for server in resolution.mcp_servers:
        name = tool.removeprefix(f"mcp:{server.name}/")
        if name == tool or not is_part_name(name):
            continue
        for definition, origin in zip(server.definitions, server.origins, strict=True):
            removed = definition.tool_filter and definition.tool_filter.exclude
            if definition.tools is None and name not in (removed or ()):
                yield server.name, origin
                return


def _nearest(tool: str, resolution: Resolution) -> Sequence[str]:
    """Give the names that look like it; else those whose last part does, whatever is before it."""
    names = [entry.name for entry in resolution]
    by_end: dict[str, list[str]] = {}
    for name in names:
        by_end.setdefault(name.rpartition("/")[2], []).append(name)
    close = nearest(tool.rpartition("/")[2], by_end)
    return nearest(tool, names) or [name for each in close for name in by_end[each]][:3]


def _declarations(found: ToolPaths) -> Iterator[Origin]:
    """Give the declarations of the tool, the winner first."""
    if found.winner is not None:
        yield found.winner
    yield from found.shadowed


def _document(found: ToolPaths, diagnostics: tuple[Diagnostic, ...]) -> dict[str, Any]:
    return {
        "skill": found.skill.name,
        "tool": found.tool,
        "winner": found.winner and declaration_shape(found.winner),
        "shadowed": [declaration_shape(each) for each in found.shadowed],
        "paths": [
            {
                "wins": each.wins,
                "includes": [_step_shape(step) for step in each.steps],
                **declaration_shape(each.origin),
            }
            for each in found
        ],
        "total_paths": found.total if _is_writable(found.total) else None,
        "diagnostics": diagnostics_shape(diagnostics),
    }


def _step_shape(step: IncludeStep) -> dict[str, Any]:
    return {
        "skill": step.origin.skill,
        "includes": step.skill,
        "position": step.index + 1,
        "location": location_to_dict(step.origin.location),
    }


def _is_writable(number: int) -> bool:
    return number < _BEYOND_NUMBERS


def _number(number: int) -> str:
    return f"{number:,}" if _is_writable(number) else "more than 10^300"


def _blocks(found: ToolPaths, *, every: bool) -> Iterator[Block]:
    source = found.skill.source
    declared = counted(1 + len(found.shadowed), "declaration")
    ways = f"{_number(found.total)} include path{'' if found.total == 1 else 's'}"
    yield Headline(
        found.tool,
        f" in {found.skill.name}: {declared}, {ways}",
        file_text(source.locate("name") if source else None),
    )
    rows = [row for number, each in enumerate(found, 1) for row in _rows(number, each, found.tool)]
    columns = (Column(right=True), Column(), Column(), Column(), Column(), Column(fold=1))
    yield Table(columns, tuple(rows))
    yield Table((Column(), Column(), Column(), Column(fold=1)), tuple(_legend(found)))
    more = found.total - len(found)
    if more:
        yield Paragraph(f"and {_number(more)} more; `--{'limit' if every else 'all'}` lists more")


def _rows(number: int, path: IncludePath, tool: str) -> Iterator[tuple[Cell, ...]]:
    """Give the rows of a path: one for each include, and one for the declaration."""
    lead = (Cell(str(number), "faint"), Cell(">" if path.wins else "~", "strong"))
    for cells in (*_step_rows(path.steps), _row(path.origin.skill, "declares", tool, path.origin)):
        yield (*lead, *cells)
        lead = (Cell(""), Cell(""))


def _step_rows(steps: Sequence[IncludeStep]) -> Iterator[tuple[Cell, ...]]:
    half = _SHOWN_STEPS // 2
    left_out = len(steps) - 2 * half
    if left_out > 0:
        yield from _step_rows(steps[:half])
        yield (Cell(f"({left_out:,} more)"), Cell(""), Cell(""), Cell(""))
        steps = steps[-half:]
    for step in steps:
        yield _row(step.origin.skill, "includes", step.skill, step.origin)


def _row(skill: str, verb: str, what: str, origin: Origin) -> tuple[Cell, ...]:
    return (
        Cell(skill, code=True),
        Cell(verb, "faint"),
        Cell(what, code=True),
        Cell(place_text(origin.location), "faint", code=True),
    )


def _legend(found: ToolPaths) -> Iterator[tuple[Cell, ...]]:
    """Give a line for each declaration: that it wins, or that it is replaced."""
    mark, word = ">", "wins"
    for index, origin in enumerate(_declarations(found)):
        if index == 1:
            mark, word = "~", "replaced"
        place = Cell(place_text(origin.location), "faint", code=True)
        yield Cell(mark, "strong"), Cell(word), Cell(origin.skill, code=True), place
        if index:
            mark = word = ""
