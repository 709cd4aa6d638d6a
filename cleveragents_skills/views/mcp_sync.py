"""The answer of `skills mcp sync`: what was learned, and where it was written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.learned import LearnedServer, LearnedTool, ServerAnswer, ServerKey
from cleveragents_skills.report import Cell, Column, Report, Table
from cleveragents_skills.views.mcp import Asked
from cleveragents_skills.views.shapes import counted, diagnostics_shape

_COLUMNS = (Column("server"), Column("tools", right=True), Column("what is new", words=True))
Learned = Mapping[ServerKey, LearnedServer]


def sync_report(  # noqa: PLR0913 (what was there, what was learned, and what became of it)
    asked: Asked,
    before: Learned,
    now: Learned,
    file: str,
    *,
    changed: bool,
    stopping: tuple[Diagnostic, ...],
) -> Report:
    """Give the report that what the servers offer was written to `file`.

    `before` is what was recorded, `now` what is; `changed` says that the file was another one.
    """
    removed = [server for key, server in before.items() if key not in now]
    tools = sum(len(server.tools) for server in now.values())
    closing = f"{counted(len(now), 'server')}, {counted(tools, 'tool')}"
    closing += f" {'written to' if changed else 'as they stand in'} {file}"
    names = {server.name for server in before.values()}
    rows = [
        _row(answer.server.name, now.get(key), _news(before.get(key), answer, names))
        for key, answer in zip(asked.servers, asked.answers, strict=True)
    ]
    rows += [
        _row(server.name, None, f"no skill has it any more as {' '.join(server.launch)}; taken out")
        for server in removed
    ]
    return Report(
        command="mcp sync",
        document=lambda: {
            "run": True,
            "file": file,
            "changed": changed,
            "servers": asked.to_list(),
            "removed": [
                {"name": each.name, "transport": each.transport, "launch": list(each.launch)}
                for each in removed
            ],
            "diagnostics": diagnostics_shape(stopping),
        },
        blocks=lambda: [Table(_COLUMNS, tuple(rows))] if rows else [],
        closing=closing,
        remarks=stopping,
        exit_code=1 if stopping or any(each.learned is None for each in asked.answers) else 0,
    )


def _row(name: str, server: LearnedServer | None, news: str) -> tuple[Cell, ...]:
    number = f"{len(server.tools):,}" if server else "-"
    return Cell(name, "strong", code=True), Cell(number), Cell(news, code=True)


def _news(before: LearnedServer | None, answer: ServerAnswer, names: Collection[str]) -> str:
    """Give what is new about a server, in words."""
    odd = "".join(f"; odd: {each}" for each in answer.odd)
    now = answer.learned
    if now is None:
        kept = "what was recorded stays" if before else "nothing is recorded"
        return f"could not be asked, {kept}: {answer.problem}{odd}"
    if before is None:
        if answer.server.name in names:
            return f"started otherwise than it was, so recorded anew{odd}"
        return f"recorded for the first time{odd}"
    was = {tool.name: tool for tool in before.tools}
    offered = {tool.name: tool for tool in now.tools}
    other = [
        name for name in was.keys() & offered.keys() if _said(was[name]) != _said(offered[name])
    ]
    counts = (
        (len(offered.keys() - was.keys()), "new"),
        (len(was.keys() - offered.keys()), "gone"),
        (len(other), "other than before"),
    )
    told = ", ".join(f"{count:,} {word}" for count, word in counts if count)
    if before.version != now.version:
        told += (
            f"{'; ' * bool(told)}{before.version or 'no version'} is now {now.version or 'none'}"
        )
    return (told or "as recorded") + odd


def _said(tool: LearnedTool) -> tuple[object, ...]:
    return dict(tool.hints), tool.description, tool.schema
