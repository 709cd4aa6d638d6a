"""The answer of `skills resolve --explain`: where each tool of a skill comes from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from attrs import evolve, frozen

from cleveragents_skills.diagnostics import Diagnostic, location_to_dict
from cleveragents_skills.masking import masked
from cleveragents_skills.provenance import Explanation, Provenance
from cleveragents_skills.report import Block, Cell, Column, Headline, Report, Table
from cleveragents_skills.resolution import IncludeStep, Origin, ResolvedToolEntry
from cleveragents_skills.views.resolve import (
    closing,
    flattened,
    is_unguarded,
    known_words,
    opening,
    resolve_report,
    words_of,
)
from cleveragents_skills.views.shapes import (
    ACCESS_WORDS,
    declaration_shape,
    offered_words,
    place_text,
)

_SHOWN_STEPS = 20
"""Of a longer include path the middle is only counted, in text."""
_COLUMNS = (Column(), Column(words=True), Column(fold=1))


def explained_report(explanation: Explanation, diagnostics: tuple[Diagnostic, ...]) -> Report:
    """Give the report of a resolution with where each entry comes from."""
    plain = resolve_report(explanation.resolution, diagnostics)
    return evolve(
        plain,
        document=lambda: _document(plain.document(), explanation),
        blocks=lambda: _blocks(explanation),
    )


def _document(plain: Mapping[str, Any], explanation: Explanation) -> dict[str, Any]:
    """Give what the plain answer has, and more."""
    shape: dict[str, Any] = {}
    for key, value in plain.items():
        shape[key] = value
        if key == "parents":
            shape["brought_by"] = _brought_by(value, explanation)
    tools = zip(plain["tools"], explanation, strict=True)
    shape["tools"] = [{**tool, **_tool(each)} for tool, each in tools]
    return shape


def _brought_by(names: Iterable[str], explanation: Explanation) -> dict[str, Any]:
    """Give for each skill the includes that brought it first and last."""
    return {
        name: {"first": _step(explanation.first[name]), "last": _step(explanation.last[name])}
        for name in names
    }


def _step(step: IncludeStep) -> dict[str, Any]:
    return {"skill": step.origin.skill, "location": location_to_dict(step.origin.location)}


def _tool(provenance: Provenance) -> dict[str, Any]:
    origin = provenance.entry.origin
    return {
        "placed": declaration_shape(provenance.placed),
        "set": origin and declaration_shape(origin),
        "layers": [
            {**declaration_shape(layer.origin), "values": masked(layer.values)}
            for layer in provenance.layers
        ],
    }


def _blocks(explanation: Explanation) -> Iterator[Block]:
    resolution = explanation.resolution
    first = _Chains.of(resolution.skill.name, explanation.first)
    last = _Chains.of(resolution.skill.name, explanation.last)
    yield from opening(resolution)
    yield closing(resolution)
    for number, each in enumerate(explanation, start=1):
        yield Headline(each.entry.name, f": {number}, {', '.join(_powers(each.entry))}")
        yield Table(_COLUMNS, tuple(_rows(each, first, last)), indent=2)
    unlisted = [server for server in resolution.mcp_servers if server.tools is None]
    for server in unlisted:
        yield Headline(f"mcp:{server.name}/*", ": mcp, unknown")
        said = f"{server.name} has no tool list{offered_words(server)}"
        yield Table(_COLUMNS, (_row("open", said, server.origins[-1]),), indent=2)


def _powers(entry: ResolvedToolEntry) -> Iterator[str]:
    """Give what an entry is and can do, in words."""
    yield entry.kind
    by = " by override" * entry.by_override + " by the config" * (entry.known is not None)
    if entry.learned and entry.learned.capability.access != "unknown":
        by = " by hints of the server"
    yield ACCESS_WORDS[entry.access] + by
    if is_unguarded(entry):
        yield "destructive and asks for no approval"
    if entry.capability.human_approval_required:
        yield "asks a person first"


def _rows(each: Provenance, first: _Chains, last: _Chains) -> Iterator[tuple[Cell, ...]]:
    """Give a row for each thing that made the entry what it is."""
    placed, origin = each.placed, each.entry.origin
    there, here = first.text(placed.skill), last.text(each.entry.source_skill)
    if origin == placed and there == here:
        yield _row("placed", f"and set by {placed.skill}", placed)
        yield from _path_row(here)
    else:
        yield _row("placed", f"first by {placed.skill}", placed)
        yield from _path_row(there)
        yield _row("set", f"last by {each.entry.source_skill}", origin)
        yield from _path_row(here)
    for index, layer in enumerate(each.layers):
        said = words_of(flattened(masked(layer.values)))
        yield _row("override" * (index == 0), said, layer.origin, code=True)
    known = each.entry.known
    if known:
        place = Cell(place_text(known.location), "faint", code=True)
        yield Cell("config  ", "faint"), Cell(known_words(known), code=True), place
    learned = each.entry.learned
    if learned:
        place = Cell(place_text(learned.location), "faint", code=True)
        yield Cell("learned ", "faint"), Cell(known_words(learned), code=True), place
    for index, shadowed in enumerate(each.shadowed):
        yield _row("replaces" * (index == 0), f"that of {shadowed.skill}", shadowed)


def _row(
    title: str, what: str, origin: Origin | None = None, *, code: bool = False
) -> tuple[Cell, ...]:
    place = place_text(origin.location) if origin else ""
    return (
        Cell(f"{title:8}" if title else "", "faint"),
        Cell(what, code=code),
        Cell(place, "faint", code=True),
    )


def _path_row(chain: str) -> Iterator[tuple[Cell, ...]]:
    """Give a row with the includes, where there are any."""
    if chain:
        yield _row("", chain, code=True)


@frozen(eq=False, repr=False)
class _Chains:
    """The include paths of a tree as text. No more of a path is looked at than is shown of it."""

    steps: Mapping[str, IncludeStep]
    depths: Mapping[str, int]
    heads: Mapping[str, tuple[str, ...]]
    """The first skills on the way to each skill."""

    @classmethod
    def of(cls, root: str, steps: Mapping[str, IncludeStep]) -> _Chains:
        """Give the paths of a tree, in which each skill comes after the one that includes it."""
        depths = {root: 0}
        heads: dict[str, tuple[str, ...]] = {root: (root,)}
        for name, step in steps.items():
            above = step.origin.skill
            depths[name] = depths[above] + 1
            more = len(heads[above]) < _SHOWN_STEPS // 2
            heads[name] = (*heads[above], name) if more else heads[above]
        return cls(steps, depths, heads)

    def text(self, name: str) -> str:
        """Give the path from the root to a skill, of which the middle may only be counted."""
        count = self.depths[name] + 1
        if count == 1:
            return ""
        half = _SHOWN_STEPS // 2
        shown = count if count <= _SHOWN_STEPS else half
        ends = [name]
        while len(ends) < shown:
            ends.append(self.steps[ends[-1]].origin.skill)
        if shown < count:
            ends += (f"({count - 2 * half:,} more)", *reversed(self.heads[name]))
        return " -> ".join(reversed(ends))
