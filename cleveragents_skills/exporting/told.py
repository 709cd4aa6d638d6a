"""The sentences about what a target cannot say. Each names all that it is about."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from cleveragents_skills.capability import CAPABILITY_FIELDS
from cleveragents_skills.exporting.names import (
    LONGEST,
    excluded,
    flat_names,
    is_allowed,
    open_servers,
)
from cleveragents_skills.resolution import Resolution, ResolvedToolEntry


def left_out(
    resolution: Resolution, program: str, knows: Callable[[str], bool] = lambda _: False
) -> Iterator[str]:
    """Say which tools another program cannot be given: it does not know them, or has no place."""
    kinds = (
        ("tool", "tool reference", f"{program} knows no tool of that name"),
        ("inline", "inline tool", f"{program} cannot be given the definition of a tool"),
        ("agent_skill", "agent skill", f"{program} looks for agent skills in folders of its own"),
    )
    for kind, noun, reason in kinds:
        names = [each.name for each in resolution if each.kind == kind]
        names = [name for name in names if kind != "tool" or not knows(name)]
        if names:
            yield f"{many(names, noun)} left out, as {reason}: {quoted(names)}"


def other_kinds(resolution: Resolution) -> Iterator[str]:
    """Say of a target that has MCP servers and nothing else what has no place there."""
    names = [each.name for each in resolution if each.kind != "mcp"]
    if names:
        yield f"{many(names, 'tool')} left out, as no MCP server offers them: {quoted(names)}"


def refused(resolution: Resolution) -> Iterator[str]:
    """Say which MCP tools have names that agents refuse: those are left out."""
    names = [
        each.name
        for each in resolution
        if each.kind == "mcp"
        and not (is_allowed(each.server or "") and is_allowed(each.tool_name or ""))
    ]
    names += [
        f"mcp:{each.name}/*" for each in open_servers(resolution) if not is_allowed(each.name)
    ]
    if names:
        reason = "agents accept letters, digits, `_` and `-` in a name"
        yield f"{many(names, 'MCP tool')} left out, as {reason}: {quoted(names)}"


def too_long(entries: Iterable[ResolvedToolEntry]) -> Iterator[str]:
    """Say which MCP tools have names that are too long."""
    names = [name for name in flat_names(entries) if len(name) > LONGEST]
    if names:
        verb = "has a name" if len(names) == 1 else "have names"
        yield (
            f"{_count(names, 'MCP tool')} {verb} of more than {LONGEST} characters, which agents"
            f" may cut or refuse: {quoted(names)}"
        )


def whole_servers(resolution: Resolution, *, can_exclude: bool) -> Iterator[str]:
    """Say which servers are open: whatever they offer is meant, but for what is excluded."""
    names = [each.name for each in open_servers(resolution)]
    if names:
        verb = "has" if len(names) == 1 else "have"
        yield (
            f"{_count(names, 'server')} {verb} no tool list, so everything there is meant,"
            f" whatever it does: {quoted(names)}"
        )
    taken = [f"{server}/{tool}" for server, those in excluded(resolution).items() for tool in those]
    if taken and not can_exclude:
        yield f"what a filter excludes from these servers cannot be said: {quoted(taken)}"


def powers(entries: Sequence[ResolvedToolEntry], program: str) -> Iterator[str]:
    """Say of a target that does not tell what tools do which of them write or are unknown."""
    for access, words in (("write", "writes"), ("unknown", "is not known to be read-only")):
        names = [each.name for each in entries if each.access == access]
        if names:
            yield f"{program} does not say that a tool {words}: {quoted(names)}"


def approvals(entries: Sequence[ResolvedToolEntry], program: str) -> Iterator[str]:
    """Say of a target that cannot ask for approval which tools need it."""
    names = [each.name for each in entries if each.capability.human_approval_required]
    if names:
        yield f"{program} does not say that a person has to approve a tool: {quoted(names)}"


def overrides(entries: Iterable[ResolvedToolEntry], program: str) -> Iterator[str]:
    """Say which metadata is laid over tools that has no place in a target."""
    powers_of_tools = {*CAPABILITY_FIELDS, "capability"}
    said = [
        f"`{each.name}` ({', '.join(words)})"
        for each in entries
        if (words := [word for word in each.overrides if word not in powers_of_tools])
    ]
    if said:
        yield f"{program} has no place for what is laid over tools: {', '.join(said)}"


def quoted(names: Iterable[str]) -> str:
    """Give names as a list in a sentence."""
    return ", ".join(f"`{name}`" for name in names)


def many(names: Sequence[str], noun: str) -> str:
    """Give how many there are, with the verb that follows."""
    return f"{_count(names, noun)} {'is' if len(names) == 1 else 'are'}"


def _count(names: Sequence[str], noun: str) -> str:
    return f"{len(names):,} {noun}{'' if len(names) == 1 else 's'}"
