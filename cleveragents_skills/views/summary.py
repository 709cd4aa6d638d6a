"""The answer of `skills summary`: what powers skills give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from urllib.parse import urlsplit

from attrs import frozen

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.report import Block, Cell, Column, Failure, Headline, Report, Table
from cleveragents_skills.resolution import Resolution, ResolvedMcpServer, ResolvedToolEntry
from cleveragents_skills.views.failure import failure_shape
from cleveragents_skills.views.shapes import (
    at_least,
    counted,
    described,
    diagnostics_shape,
    file_text,
    summary_shape,
)

_COLUMNS = (Column(), Column(right=True), Column())


@frozen
class SummaryAnswer:
    """The resolution of one skill, or why there is none."""

    skill: str
    resolution: Resolution | None = None
    failure: Failure | None = None


def summary_report(
    answers: Sequence[SummaryAnswer], diagnostics: tuple[Diagnostic, ...], exit_code: int
) -> Report:
    """Give the report of the skills that were asked for."""
    return Report(
        command="summary",
        document=lambda: {
            "skills": [_shape(answer) for answer in answers],
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: (block for answer in answers for block in _blocks(answer)),
        names=lambda: [answer.skill for answer in answers if answer.resolution is not None],
        remarks=diagnostics,
        exit_code=exit_code,
    )


def _shape(answer: SummaryAnswer) -> dict[str, Any]:
    if answer.resolution is None:
        error = answer.failure and failure_shape(answer.failure)
        return {"skill": answer.skill, "summary": None, "error": error}
    summary = answer.resolution.summary
    names = {each: list(found) for each, found in summary.names.items()}
    shape = {**summary_shape(summary), "names": names}
    return {"skill": answer.skill, "summary": shape, "error": None}


def _blocks(answer: SummaryAnswer) -> Iterator[Block]:
    resolution = answer.resolution
    if resolution is None:
        reason = answer.failure.message if answer.failure else ""
        yield Headline(answer.skill, f": cannot be resolved: {reason}")
        return
    source = resolution.skill.source
    yield Headline(answer.skill, "", file_text(source.locate("name") if source else None))
    yield from described(resolution.skill)
    yield Table(_COLUMNS, tuple(_rows(resolution)), indent=2)


def _rows(resolution: Resolution) -> Iterator[tuple[Cell, ...]]:
    summary = resolution.summary
    total = f"{at_least(summary)}{summary.total_tools:,}"
    yield _line("Tools", total, "")
    read_only = [each for each in resolution if each.access == "read_only"]
    told = [_noted(entry) for entry in read_only if _notes(entry)]
    yield from _lines("  read-only", len(read_only), told)
    writing = [each for each in resolution if each.access == "write"]
    yield from _lines("  write", len(writing), [_noted(entry) for entry in writing])
    unknown = [each for each in resolution if each.access == "unknown"]
    told = [_noted(entry) for entry in unknown if _notes(entry)]
    yield _line(
        "  unknown", f"{len(unknown):,}", "not declared, so not counted as safe" if unknown else ""
    )
    for line in told:
        yield _line("", "", line, code=True)
    effects = {
        effect: [
            each.name
            for each in resolution
            if isinstance(each.capability.side_effects, tuple)
            and effect in each.capability.side_effects
        ]
        for effect in summary.side_effects
    }
    unnamed = [each.name for each in resolution if each.capability.side_effects is True]
    lines = [f"{effect}: {', '.join(names)}" for effect, names in effects.items()]
    lines += [f"not named: {', '.join(unnamed)}"] if unnamed else []
    count = len(effects) + bool(unnamed)
    yield from (
        _lines("Side effects", count, lines)
        if lines
        else [_line("Side effects", "0", "none declared")]
    )
    yield from _lines("MCP servers", summary.mcp_sources, _servers(resolution.mcp_servers))
    agents = [each for each in resolution if each.kind == "agent_skill"]
    folders = {each.folder or each.name: each for each in agents}
    yield from _lines("Agent skills", len(folders), [_agent(each) for each in folders.values()])


def _lines(title: str, count: int, lines: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    yield _line(title, f"{count:,}", lines[0] if lines else "", code=True)
    for line in lines[1:]:
        yield _line("", "", line, code=True)


def _line(title: str, count: str, text: str, *, code: bool = False) -> tuple[Cell, ...]:
    return (Cell(title), Cell(count), Cell(text, "faint", code=code))


def _notes(entry: ResolvedToolEntry) -> list[str]:
    capability = entry.capability
    notes = {
        "only by override": entry.by_override,
        "destructive": capability.destructive,
        "unsafe": capability.unsafe,
        "checkpointable": capability.checkpointable,
        "asks for approval": capability.human_approval_required,
    }
    return [note for note, holds in notes.items() if holds]


def _noted(entry: ResolvedToolEntry) -> str:
    notes = ", ".join(_notes(entry))
    return f"{entry.name} ({notes})" if notes else entry.name


def _servers(servers: Sequence[ResolvedMcpServer]) -> list[str]:
    width = max((len(server.name) for server in servers), default=0)
    return [f"{server.name:<{width}}  {_server(server)}" for server in servers]


def _server(server: ResolvedMcpServer) -> str:
    where = server.command or ""
    if server.url:
        where = urlsplit(server.url).hostname or "an address with variables"
    tools = (
        "NO TOOL LIST" if server.tools is None else f"{counted(len(server.tools), 'tool')} listed"
    )
    return f"{where} ({server.transport}), {tools}"


def _agent(entry: ResolvedToolEntry) -> str:
    policy = entry.sandbox_policy or "not said"
    return f"{entry.folder or 'outside the catalog'} (sandbox: {policy})"
