"""The answer of `skills summary`: what powers skills give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.report import Block, Cell, Column, Failure, Headline, Report, Table
from cleveragents_skills.resolution import Resolution, ResolvedMcpServer, ResolvedToolEntry
from cleveragents_skills.views.agent_skills import of_resolution
from cleveragents_skills.views.failure import failure_shape
from cleveragents_skills.views.shapes import (
    ACCESS_WORDS,
    at_least,
    counted,
    described,
    diagnostics_shape,
    file_text,
    offered_words,
    summary_shape,
)

_COLUMNS = (Column(), Column(right=True), Column(), Column(words=True))


@frozen
class SummaryAnswer:
    """The resolution of one skill, or why there is none."""

    skill: str
    resolution: Resolution | None = None
    failure: Failure | None = None


def summary_report(
    answers: Sequence[SummaryAnswer],
    catalog: Catalog,
    diagnostics: tuple[Diagnostic, ...],
    exit_code: int,
) -> Report:
    """Give the report of the skills of a catalog that were asked for."""
    return Report(
        command="summary",
        document=lambda: {
            "skills": [_shape(answer, catalog) for answer in answers],
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: (block for answer in answers for block in _blocks(answer, catalog)),
        names=lambda: [answer.skill for answer in answers if answer.resolution is not None],
        remarks=diagnostics,
        exit_code=exit_code,
    )


def _shape(answer: SummaryAnswer, catalog: Catalog) -> dict[str, Any]:
    if answer.resolution is None:
        error = answer.failure and failure_shape(answer.failure)
        return {"skill": answer.skill, "summary": None, "agent_skills": None, "error": error}
    summary = answer.resolution.summary
    names = {each: list(found) for each, found in summary.names.items()}
    shape = {**summary_shape(summary), "names": names}
    agents = [each.shape() for each in of_resolution(answer.resolution, catalog)]
    return {"skill": answer.skill, "summary": shape, "agent_skills": agents, "error": None}


def _blocks(answer: SummaryAnswer, catalog: Catalog) -> Iterator[Block]:
    resolution = answer.resolution
    if resolution is None:
        reason = answer.failure.message if answer.failure else ""
        yield Headline(answer.skill, f": cannot be resolved: {reason}")
        return
    source = resolution.skill.source
    yield Headline(answer.skill, "", file_text(source.locate("name") if source else None))
    yield from described(resolution.skill)
    yield Table(_COLUMNS, tuple(_rows(resolution, catalog)), indent=2)


def _rows(resolution: Resolution, catalog: Catalog) -> Iterator[tuple[Cell, ...]]:
    summary = resolution.summary
    yield _row("Tools", f"{at_least(summary)}{summary.total_tools:,}")
    by_access = {access: [e for e in resolution if e.access == access] for access in ACCESS_WORDS}
    told = [entry for entry in by_access["read_only"] if _notes(entry)]
    yield from _section("  read-only", len(by_access["read_only"]), map(_tool, told))
    yield from _section("  write", len(by_access["write"]), map(_tool, by_access["write"]))
    unknown = by_access["unknown"]
    reason = "not declared, so not counted as safe:" if unknown else ""
    yield _row("  unknown", f"{len(unknown):,}", reason)
    for entry in unknown:
        yield _row("", "", *_tool(entry), code=True)
    effects = _effects(resolution)
    if effects:
        yield from _section("Side effects", len(effects), effects.items())
    else:
        yield _row("Side effects", "0", "none declared")
    servers = [(server.name, _server(server)) for server in resolution.mcp_servers]
    yield from _section("MCP servers", summary.mcp_sources, servers)
    yield from _agent_skills(resolution, catalog)


def _agent_skills(resolution: Resolution, catalog: Catalog) -> Iterator[tuple[Cell, ...]]:
    """Give the rows of the agent-skill folders, each with what it brings."""
    folders = {e.folder or e.name: e for e in resolution if e.kind == "agent_skill"}
    facts = of_resolution(resolution, catalog)
    if not facts:
        yield _row("Agent skills", "0")
    for index, each in enumerate(facts):
        entry = folders.get(each.folder or f"agent_skill:{each.path}")
        title, count = ("", "") if index else ("Agent skills", f"{len(facts):,}")
        note = _sandbox(entry) if entry else "a skill of this catalog itself"
        yield _row(title, count, each.folder or f"agent_skill:{each.path}", note, code=True)
        for line in each.lines():
            yield (Cell(""), Cell(""), Cell(""), Cell(line, "faint", code=True))


def _section(
    title: str, count: int, lines: Iterable[tuple[str, str]]
) -> Iterator[tuple[Cell, ...]]:
    """Give the rows of a section: its count, and names with what is to be said of them."""
    first = True
    for name, note in lines:
        yield _row(title if first else "", f"{count:,}" if first else "", name, note, code=True)
        first = False
    if first:
        yield _row(title, f"{count:,}")


def _row(
    title: str, count: str, name: str = "", note: str = "", *, code: bool = False
) -> tuple[Cell, ...]:
    return (Cell(title), Cell(count), Cell(name, code=code), Cell(note, "faint"))


def _effects(resolution: Resolution) -> dict[str, str]:
    """Give each side effect with the tools that have it."""
    found: dict[str, list[str]] = {effect: [] for effect in resolution.summary.side_effects}
    for entry in resolution:
        effects = entry.capability.side_effects
        for effect in effects if isinstance(effects, tuple) else ("not named",) * bool(effects):
            found.setdefault(effect, []).append(f"`{entry.name}`")
    return {effect: ", ".join(names) for effect, names in found.items()}


def _notes(entry: ResolvedToolEntry) -> list[str]:
    capability = entry.capability
    notes = {
        "only by override": entry.by_override,
        "from the config": entry.known is not None,
        "learned from the server": entry.learned is not None,
        "destructive": capability.destructive,
        "unsafe": capability.unsafe,
        "checkpointable": capability.checkpointable,
        "asks for approval": capability.human_approval_required,
    }
    return [note for note, holds in notes.items() if holds]


def _tool(entry: ResolvedToolEntry) -> tuple[str, str]:
    return entry.name, ", ".join(_notes(entry))


def _server(server: ResolvedMcpServer) -> str:
    where = server.command or ""
    if server.url:
        try:
            where = urlsplit(server.url).hostname or "an address with variables"
        except ValueError:
            where = "an address that is no URL"
    listed = "NO TOOL LIST" + offered_words(server)
    if server.tools is not None:
        listed = f"{counted(len(server.tools), 'tool')} listed"
    return f"`{where}` ({server.transport}), {listed}"


def _sandbox(entry: ResolvedToolEntry) -> str:
    where = "outside of the catalog, " if entry.folder is None else ""
    return f"{where}sandbox: {entry.sandbox_policy or 'not said'}"
