"""The answers of `skills mcp list-tools`: what would be asked, and what servers offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.capability import HINTS
from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.learned import LearnedTool, ServerAnswer, ServerKey
from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.report import Block, Cell, Column, Headline, Paragraph, Report, Table
from cleveragents_skills.server_definitions import ServerDefinitions, Servers
from cleveragents_skills.views.resolve import TONES
from cleveragents_skills.views.shapes import ACCESS_WORDS, counted, diagnostics_shape, place_text

Needs = Mapping[ServerKey, Mapping[str, bool]]
"""The variables that each server needs, and whether they are set."""
_PLAN = (
    Column("server"),
    Column("transport"),
    Column("starts or contacts"),
    Column("needs"),
    Column("defined", fold=1),
)
_TOOLS = (Column("tool"), Column("access"), Column("hints"), Column("description", words=True))
_LONGEST = 100
"""So many characters of a description are shown."""


def plan_report(
    command: str, servers: Servers, needs: Needs, stopping: tuple[Diagnostic, ...]
) -> Report:
    """Give the report of what would be started or contacted. `stopping` is what hides servers."""
    closing = f"{counted(len(servers), 'server')}; nothing was started or contacted: `--run` does"
    return Report(
        command=command,
        document=lambda: {
            "run": False,
            "servers": [
                {**server_shape(key, each), "variables": _variables(needs.get(key, {}))}
                for key, each in servers.items()
            ],
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=lambda: (
            [
                Table(
                    _PLAN,
                    tuple(_plan_row(key, servers[key], needs.get(key, {})) for key in servers),
                )
            ]
            if servers
            else []
        ),
        names=lambda: [name for name, *_ in servers],
        remarks=stopping,
        closing=closing,
        exit_code=1 if stopping else 0,
    )


def _variables(needs: Mapping[str, bool]) -> list[dict[str, Any]]:
    return [{"name": name, "set": is_set} for name, is_set in needs.items()]


def _plan_row(
    key: ServerKey, each: ServerDefinitions, needs: Mapping[str, bool]
) -> tuple[Cell, ...]:
    name, transport, launch = key
    said = ", ".join(name if is_set else f"{name} (not set)" for name, is_set in needs.items())
    return (
        Cell(name, "strong", code=True),
        Cell(transport),
        Cell(" ".join(launch), code=True),
        Cell(said or "-", "" if all(needs.values()) else "open", code=bool(said)),
        Cell(place_text(each.origins[0].location), "faint", code=True),
    )


def server_shape(key: ServerKey, each: ServerDefinitions) -> dict[str, Any]:
    """Give a server as JSON has it."""
    name, transport, launch = key
    return {
        "name": name,
        "transport": transport,
        "launch": list(launch),
        "skills": list(dict.fromkeys(origin.skill for origin in each.origins)),
        "locations": [location_to_dict(origin.location) for origin in each.origins],
    }


def answer_shape(key: ServerKey, each: ServerDefinitions, answer: ServerAnswer) -> dict[str, Any]:
    """Give what came of asking a server as JSON has it."""
    learned = answer.learned
    return {
        **server_shape(key, each),
        "version": learned.version if learned else None,
        "problem": answer.problem,
        "odd": list(answer.odd),
        "tools": None if learned is None else [_tool_shape(tool) for tool in learned.tools],
    }


def _tool_shape(tool: LearnedTool) -> dict[str, Any]:
    words = tool.capability.to_dict()
    return {
        "name": tool.name,
        "description": None if tool.text is None else mask_tokens(tool.text),
        "access": tool.capability.access,
        "capability": {word: value for word, value in words.items() if value is not None},
        "hints": {hint: tool.hints.get(hint) for hint in HINTS},
        "digests": {"description": tool.description, "schema": tool.schema},
    }


def offers_report(
    command: str,
    servers: Servers,
    answers: Sequence[ServerAnswer],
    stopping: tuple[Diagnostic, ...],
) -> Report:
    """Give the report of what the servers offer, in the order of both."""
    asked = list(zip(servers.items(), answers, strict=True))
    failed = sum(answer.learned is None for answer in answers)
    return Report(
        command=command,
        document=lambda: {
            "run": True,
            "servers": [answer_shape(*server, answer) for server, answer in asked],
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=lambda: (
            block for (key, _), answer in asked for block in _offer_blocks(key, answer)
        ),
        names=lambda: (
            f"mcp:{answer.server.name}/{tool.name}"
            for answer in answers
            if answer.learned
            for tool in answer.learned.tools
        ),
        remarks=stopping,
        caveat=failed_words(answers),
        exit_code=1 if failed or stopping else 0,
    )


def failed_words(answers: Sequence[ServerAnswer]) -> str:
    """Give the words that say which servers could not be asked."""
    names = [answer.server.name for answer in answers if answer.learned is None]
    return f"not asked in the end: {', '.join(names)}" if names else ""


def _offer_blocks(key: ServerKey, answer: ServerAnswer) -> Iterator[Block]:
    name, transport, launch = key
    place = f"{' '.join(launch)} ({transport})"
    learned = answer.learned
    if learned is None:
        yield Headline(name, ": could not be asked", place)
        yield Paragraph(f"  {answer.problem}", "risk", code=True)
    else:
        of = f" of {learned.version}" if learned.version else ""
        yield Headline(name, f": {counted(len(learned.tools), 'tool')}{of}", place)
    for each in answer.odd:
        yield Paragraph(f"  odd: {each}", "open", code=True)
    if learned and learned.tools:
        yield Table(_TOOLS, tuple(map(_tool_row, learned.tools)), indent=2)


def _tool_row(tool: LearnedTool) -> tuple[Cell, ...]:
    access = tool.capability.access
    lines = mask_tokens(tool.text or "").strip().splitlines()
    about = lines[0] if lines else ""
    about = about if len(about) <= _LONGEST else about[: _LONGEST - 1] + "…"
    return (
        Cell(tool.name, code=True),
        Cell(ACCESS_WORDS[access], TONES[access]),
        Cell(", ".join(_hint_words(tool)) or "none", "" if tool.hints else "faint"),
        Cell(about, "faint", code=True),
    )


def _hint_words(tool: LearnedTool) -> Iterator[str]:
    """Give the hints beside the access in words; what is absent is not said."""
    hints = tool.hints
    if "readOnlyHint" in hints and not tool.capability.read_only and "destructiveHint" in hints:
        yield "destructive" if hints["destructiveHint"] else "not destructive"
    if "idempotentHint" in hints:
        yield "idempotent" if hints["idempotentHint"] else "not idempotent"
    if "openWorldHint" in hints:
        yield "open world" if hints["openWorldHint"] else "closed world"
