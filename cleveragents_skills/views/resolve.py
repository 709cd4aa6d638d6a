"""The answer of `skills resolve`: the ordered tools of a skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.masking import mask_url, masked
from cleveragents_skills.model import KnownCapability
from cleveragents_skills.report import Block, Cell, Column, Headline, Paragraph, Report, Table, Tone
from cleveragents_skills.resolution import (
    OverrideLayer,
    Resolution,
    ResolvedMcpServer,
    ResolvedToolEntry,
)
from cleveragents_skills.views.shapes import (
    ACCESS_WORDS,
    at_least,
    by_override_count,
    counted,
    described,
    diagnostics_shape,
    file_text,
    flow,
    offered_words,
    place_text,
    summary_shape,
    unlisted_words,
)

TONES: Mapping[str, Tone] = {"read_only": "good", "write": "risk", "unknown": "faint"}
_TITLES = (
    "~ replaces",
    "* override",
    "= config",
    "^ learned",
    "! destructive",
    "? approval",
    "+ open",
)
"""The marks, in the order in which they are explained."""
_LEGEND = (
    Column(right=False),
    Column(),
    Column(right=True),
    Column(),
    Column(fold=1),
)


def resolve_report(resolution: Resolution, diagnostics: tuple[Diagnostic, ...]) -> Report:
    """Give the report of a resolution; `diagnostics` are those about the skills it reaches."""
    return Report(
        command="resolve",
        document=lambda: _document(resolution, diagnostics),
        blocks=lambda: _blocks(resolution),
        names=lambda: [entry.name for entry in resolution],
        caveat=unlisted_words(resolution.summary.unlisted_mcp_servers),
        remarks=diagnostics,
    )


def _document(resolution: Resolution, diagnostics: tuple[Diagnostic, ...]) -> dict[str, Any]:
    return {
        "skill": resolution.skill.name,
        "tools": [
            {"position": position, **_tool(entry, resolution.parents)}
            for position, entry in enumerate(resolution, start=1)
        ],
        "parents": dict(resolution.parents),
        "mcp_servers": [_server(server) for server in resolution.mcp_servers],
        "summary": summary_shape(resolution.summary),
        "diagnostics": diagnostics_shape(diagnostics),
    }


def _tool(entry: ResolvedToolEntry, parents: Mapping[str, str]) -> dict[str, Any]:
    shape = masked(entry.to_dict())
    return {
        "name": shape.pop("name"),
        "kind": shape.pop("kind"),
        "source_skill": shape.pop("source_skill"),
        "via": parents.get(entry.source_skill),
        **shape,
    }


def _server(server: ResolvedMcpServer) -> dict[str, Any]:
    return {
        "name": server.name,
        "transport": server.transport,
        "command": server.command,
        "url": server.url and mask_url(server.url),
        "listed": server.tools is not None,
        "offered": None if server.offered is None else list(server.offered),
        "locations": [location_to_dict(origin.location) for origin in server.origins],
    }


def opening(resolution: Resolution) -> Iterator[Block]:
    """Give what is said before the tools."""
    summary = resolution.summary
    skills = counted(len(resolution.parents) + 1, "skill")
    tools = counted(summary.total_tools, "tool")
    origin = resolution.skill.source
    yield Headline(
        resolution.skill.name,
        f": {at_least(summary)}{tools} from {skills}",
        file_text(origin.locate("name") if origin else None),
    )
    yield from described(resolution.skill)


def _blocks(resolution: Resolution) -> Iterator[Block]:
    yield from opening(resolution)
    unlisted = [server for server in resolution.mcp_servers if server.tools is None]
    yield Table(
        (
            Column("#", right=True),
            Column(),
            Column("tool"),
            Column("kind", fold=2),
            Column("access"),
            Column("from", fold=1),
        ),
        (
            *(_row(number, entry) for number, entry in enumerate(resolution, start=1)),
            *(_open_row(server) for server in unlisted),
        ),
    )
    yield Table(_LEGEND, tuple(_legend(resolution, unlisted)))
    yield closing(resolution)


def _marks(entry: ResolvedToolEntry) -> str:
    marks = "~" if entry.shadowed else ""
    if _told(entry):
        marks += "*"
    marks += "=" if entry.known else ""
    marks += "^" if entry.learned else ""
    marks += "!" if is_unguarded(entry) else ""
    return marks + ("?" if entry.capability.human_approval_required else "")


def is_unguarded(entry: ResolvedToolEntry) -> bool:
    """Say whether an entry is destructive and asks nobody."""
    capability = entry.capability
    return bool(capability.destructive) and not capability.human_approval_required


def _row(number: int, entry: ResolvedToolEntry) -> tuple[Cell, ...]:
    return (
        Cell(str(number), "faint"),
        Cell(_marks(entry), "strong"),
        Cell(entry.name, code=True),
        Cell(entry.kind),
        Cell(ACCESS_WORDS[entry.access] + "*" * entry.by_override, TONES[entry.access]),
        Cell(entry.source_skill, "faint", code=True),
    )


def _open_row(server: ResolvedMcpServer) -> tuple[Cell, ...]:
    return (
        Cell("-", "faint"),
        Cell("+", "strong"),
        Cell(f"mcp:{server.name}/*", code=True),
        Cell("mcp"),
        Cell("unknown", TONES["unknown"]),
        Cell(server.origins[-1].skill, "faint", code=True),
    )


def _legend(
    resolution: Resolution, unlisted: Sequence[ResolvedMcpServer]
) -> Iterator[tuple[Cell, ...]]:
    """Give one line for each mark in the table: what it means there, and where to look."""
    groups: dict[str, list[tuple[str, str, str]]] = {}
    asking: list[str] = []
    for number, entry in enumerate(resolution, start=1):
        for shadowed in entry.shadowed:
            what = f"{entry.name} of {shadowed.skill}"
            groups.setdefault("~ replaces", []).append(
                (str(number), what, place_text(shadowed.location))
            )
        for layer, said in _told(entry):
            place = place_text(layer.origin.location)
            groups.setdefault("* override", []).append((str(number), said, place))
        if entry.capability.human_approval_required:
            asking.append(str(number))
        if is_unguarded(entry):
            what = "and asks for no approval"
            place = place_text(entry.location)
            groups.setdefault("! destructive", []).append((str(number), what, place))
    groups["= config"] = [
        ("", f"{numbers}: {words}", at) for words, at, numbers in _known(resolution)
    ]
    groups["^ learned"] = [
        ("", f"{numbers}: {words}", at) for words, at, numbers in _learned(resolution)
    ]
    if asking:
        verb = "asks" if len(asking) == 1 else "ask"
        groups["? approval"] = [("", f"{', '.join(asking)} {verb} a person first", "")]
    for server in unlisted:
        place = place_text(server.origins[-1].location)
        groups.setdefault("+ open", []).append(
            ("", f"{server.name} has no tool list{offered_words(server)}", place)
        )
    for title in _TITLES:
        mark, _, word = title.partition(" ")
        for index, (position, what, place) in enumerate(groups.get(title, ())):
            yield (
                Cell(mark if index == 0 else "", "strong"),
                Cell(word if index == 0 else ""),
                Cell(position, "faint"),
                Cell(what, code=True),
                Cell(place, "faint", code=True),
            )


def _known(resolution: Resolution) -> Iterator[tuple[str, str, str]]:
    """Give what the config says of tools, where, and of which, by their positions."""
    found: dict[KnownCapability, list[str]] = {}
    for number, entry in enumerate(resolution, start=1):
        if entry.known:
            found.setdefault(entry.known, []).append(str(number))
    for known, numbers in found.items():
        yield known_words(known), place_text(known.location), ", ".join(numbers)


def _learned(resolution: Resolution) -> Iterator[tuple[str, str, str]]:
    """Give what servers said of their tools, the file it is from, and of which tools."""
    found: dict[tuple[str, str], list[str]] = {}
    for number, entry in enumerate(resolution, start=1):
        if entry.learned:
            said = known_words(entry.learned), file_text(entry.learned.location)
            found.setdefault(said, []).append(str(number))
    for (words, file), numbers in found.items():
        yield words, file, ", ".join(numbers)


def known_words(known: KnownCapability) -> str:
    """Give what the config, or a server, says of a tool."""
    said = known.capability.to_dict()
    return flow({word: value for word, value in said.items() if value is not None})[1:-1]


def _told(entry: ResolvedToolEntry) -> list[tuple[OverrideLayer, str]]:
    """Give the layers of an entry that say something that holds, and what: not a description."""
    told = []
    later: set[tuple[str, ...]] = {("description",)}
    for layer in reversed(entry.layers):
        flat = flattened(masked(layer.values))
        said = {key: value for key, value in flat.items() if key not in later}
        later.update(flat)
        if said:
            told.append((layer, words_of(said)))
    return told[::-1]


def words_of(said: Mapping[tuple[str, ...], Any]) -> str:
    """Give flattened metadata on one line."""
    return ", ".join(f"{'.'.join(key)}: {flow(value)}" for key, value in said.items())


def flattened(values: Mapping[str, Any]) -> dict[tuple[str, ...], Any]:
    """Give metadata with the words under `capability` beside the others, as layers meet there."""
    flat: dict[tuple[str, ...], Any] = {}
    for key, value in values.items():
        if key == "capability" and isinstance(value, Mapping):
            flat.update({(key, word): each for word, each in value.items()})
        else:
            flat[key,] = value
    return flat


def closing(resolution: Resolution) -> Paragraph:
    """Give the counts of the access classes, and how many of them rest on an override only."""
    summary = resolution.summary
    counts = (
        ("read_only", summary.read_only_tools),
        ("write", summary.write_tools),
        ("unknown", summary.unknown_tools),
    )
    said = []
    for access, count in counts:
        only = by_override_count(resolution, access)
        rest = f" ({only:,}*)" if only else ""
        said.append(f"{count:,} {ACCESS_WORDS[access]}{rest}")
    legend = "  * only by override" if summary.by_override_tools else ""
    return Paragraph(", ".join(said) + legend)
