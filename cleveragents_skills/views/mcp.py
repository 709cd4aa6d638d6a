"""The answers of `skills mcp list-tools`: what would be asked, and what servers offer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from cleveragents_skills.capability import HINTS
from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.learned import LearnedTool, ServerAnswer, ServerKey
from cleveragents_skills.report import Block, Cell, Column, Headline, Paragraph, Report, Table
from cleveragents_skills.server_definitions import ServerDefinitions, Servers
from cleveragents_skills.views.resolve import TONES
from cleveragents_skills.views.shapes import ACCESS_WORDS, counted, diagnostics_shape, place_text

Needs = Mapping[ServerKey, Mapping[str, bool]]
"""The variables that each server needs, and whether they are set."""


class Asked(NamedTuple):
    """Servers with what they need; once they were asked, with the answers, in their order."""

    servers: Servers
    needs: Needs
    answers: tuple[ServerAnswer, ...] = ()

    def to_list(self) -> list[dict[str, Any]]:
        """Give the servers as JSON has them: the same keys whether they were asked or not."""
        return [
            _shape(key, each, self.needs[key], answer)
            for (key, each), answer in zip_longest(self.servers.items(), self.answers)
        ]


_PLAN = (
    Column("server"),
    Column("transport"),
    Column("starts or contacts"),
    Column("needs", fold=2, lead="needs "),
    Column("defined", fold=1),
)
_TOOLS = (Column("tool"), Column("access"), Column("hints"), Column("description", words=True))


def plan_report(  # noqa: PLR0913 (whose servers, and what else the command answers)
    command: str,
    asked: Asked,
    stopping: tuple[Diagnostic, ...],
    *,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    exit_code: int = 0,
) -> Report:
    """Give the report of what would be started or contacted. `stopping` is what hides servers.

    `before` and `after` are the fields of the command's document around the servers, `exit_code`
    is for a command of which nothing is done by that.
    """
    closing = (
        f"{counted(len(asked.servers), 'server')}; nothing was started or contacted: `--run` does"
    )
    rows = tuple(_plan_row(key, each, asked.needs[key]) for key, each in asked.servers.items())
    return Report(
        command=command,
        document=lambda: {
            "run": False,
            **(before or {}),
            "servers": asked.to_list(),
            **(after or {}),
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=lambda: [Table(_PLAN, rows)] if rows else [],
        names=lambda: [name for name, *_ in asked.servers],
        closing=closing,
        remarks=stopping,
        exit_code=exit_code or (1 if stopping else 0),
    )


def _plan_row(
    key: ServerKey, each: ServerDefinitions, needs: Mapping[str, bool]
) -> tuple[Cell, ...]:
    name, transport, launch = key
    said = ", ".join(name if is_set else f"{name} (not set)" for name, is_set in needs.items())
    return (
        Cell(name, "strong", code=True),
        Cell(transport),
        Cell(" ".join(launch), code=True),
        Cell(said, "" if all(needs.values()) else "open", code=bool(said)),
        Cell(place_text(each.origins[0].location), "faint", code=True),
    )


def _shape(
    key: ServerKey,
    each: ServerDefinitions,
    needs: Mapping[str, bool],
    answer: ServerAnswer | None,
) -> dict[str, Any]:
    """Give a server as JSON has it, with what came of asking it, if it was asked."""
    name, transport, launch = key
    learned = answer.learned if answer else None
    return {
        "name": name,
        "transport": transport,
        "launch": list(launch),
        "skills": list(dict.fromkeys(origin.skill for origin in each.origins)),
        "locations": [location_to_dict(origin.location) for origin in each.origins],
        "variables": [{"name": name, "set": is_set} for name, is_set in needs.items()],
        "version": learned.version if learned else None,
        "problem": answer.problem if answer else None,
        "odd": list(answer.odd) if answer else [],
        "offered": None if learned is None else [_tool_shape(tool) for tool in learned.tools],
    }


def _tool_shape(tool: LearnedTool) -> dict[str, Any]:
    return {
        "name": tool.name,
        "title": tool.title,
        "description": tool.text,
        "access": tool.capability.access,
        "capability": tool.capability.to_dict(),
        "hints": {hint: tool.hints.get(hint) for hint in HINTS},
        "schemas": tool.schemas,
        "digests": {"description": tool.description, "schema": tool.schema},
    }


def offers_report(
    command: str,
    asked: Asked,
    stopping: tuple[Diagnostic, ...],
) -> Report:
    """Give the report of what the servers offer."""
    answers = asked.answers
    failed = sum(answer.learned is None for answer in answers)
    return Report(
        command=command,
        document=lambda: {
            "run": True,
            "servers": asked.to_list(),
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=lambda: (
            block
            for key, answer in zip(asked.servers, answers, strict=True)
            for block in _offer_blocks(key, answer)
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
    # All of it: what a model would read is what is reviewed.
    about = " ".join(f"{tool.title or ''} {tool.text or ''}".split())
    return (
        Cell(tool.name, code=True),
        Cell(ACCESS_WORDS[access], TONES[access]),
        Cell(", ".join(_hint_words(tool)) if tool.hints else "none", "" if tool.hints else "faint"),
        Cell(about, "faint", code=True),
    )


def _hint_words(tool: LearnedTool) -> Iterator[str]:
    """Give the hints beside the access in words; what is absent is not said."""
    hints = tool.hints
    if "destructiveHint" in hints:
        yield "destructive" if hints["destructiveHint"] else "not destructive"
    if "idempotentHint" in hints:
        yield "idempotent" if hints["idempotentHint"] else "not idempotent"
    if "openWorldHint" in hints:
        yield "open world" if hints["openWorldHint"] else "closed world"
