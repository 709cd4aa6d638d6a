"""Asking several servers at once; all of them end, whatever happens."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence

import anyio
from attrs import evolve

from cleveragents_skills.learned import LearnedServer, ServerAnswer, server_key
from cleveragents_skills.mcp.asking import Conversation
from cleveragents_skills.mcp.hiding import hider, offer_hider
from cleveragents_skills.mcp.interruption import Interruption
from cleveragents_skills.mcp.offered import offered
from cleveragents_skills.mcp.processes import ServerLoop
from cleveragents_skills.mcp.quiet import quiet
from cleveragents_skills.mcp.references import filled
from cleveragents_skills.mcp.wording import AskingError, first_error, no_answer, not_set, strays
from cleveragents_skills.model import SkillMcpSource


def answers(
    servers: Sequence[SkillMcpSource],
    environment: Mapping[str, str],
    *,
    limit: float,
    at_once: int,
    done: Callable[[ServerAnswer], None] | None,
) -> tuple[ServerAnswer, ...]:
    """Give what came of each server, in their order; see `ask`."""
    found: dict[int, ServerAnswer] = {}

    async def every(interruption: Interruption) -> None:
        limiter = anyio.CapacityLimiter(max(1, at_once))
        loop = asyncio.get_running_loop()

        async def one(index: int, server: SkillMcpSource) -> None:
            async with limiter:
                answer = found[index] = await _answer(server, environment, limit)
            if done is not None:
                done(answer)

        async with anyio.create_task_group() as group:
            interruption.stop = lambda: _soon(loop, group.cancel_scope.cancel)
            if interruption.came:
                group.cancel_scope.cancel()
            for index, server in enumerate(servers):
                group.start_soon(one, index, server)

    with quiet(), Interruption() as interruption:
        loop = ServerLoop()
        interruption.kill = loop.kill_all
        try:
            with asyncio.Runner(loop_factory=lambda: loop) as runner:
                runner.run(every(interruption))
        except BaseExceptionGroup as errors:
            raise first_error(errors) from None
        finally:
            loop.kill_all()
    return tuple(found[index] for index in range(len(servers)))


async def _answer(
    server: SkillMcpSource, environment: Mapping[str, str], limit: float
) -> ServerAnswer:
    begin = time.monotonic()
    answer = await _timed(server, environment, limit)
    return evolve(answer, seconds=time.monotonic() - begin)


async def _timed(
    server: SkillMcpSource, environment: Mapping[str, str], limit: float
) -> ServerAnswer:
    full = filled(server, environment)
    if full.unset:
        return ServerAnswer(server, problem=not_set(full.unset))
    hide = hider(full)
    conversation = Conversation(full.server, hide)
    problem = None
    with anyio.move_on_after(limit):
        try:
            await conversation.hold()
        except AskingError as error:
            problem = str(error)
    if conversation.found is None:
        return ServerAnswer(server, problem=_why(problem, conversation, limit))
    tools, odd = offered(conversation.found.tools, offer_hider(full))
    name, transport, launch = server_key(server)
    if conversation.strays:
        odd = (strays(conversation.strays, transport), *odd)
    learned = LearnedServer(name, transport, launch, conversation.found.version, tools)
    return ServerAnswer(server, learned, odd=odd)


def _why(problem: str | None, conversation: Conversation, limit: float) -> str:
    """Give the problem, with what the server itself let people know of it."""
    text = problem or no_answer(limit, conversation.stage)
    if conversation.strays:
        text += "; what it sends is not MCP"
    if conversation.last_words:
        text += f": {conversation.last_words}"
    return text


def _soon(loop: asyncio.AbstractEventLoop, what: Callable[[], None]) -> None:
    """Have the loop do something, also if it is waiting, or over."""
    if not loop.is_closed():
        loop.call_soon_threadsafe(what)
