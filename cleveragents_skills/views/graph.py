"""The answer of `skills graph`: skills, and the includes among them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import Any

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, is_error, location_to_dict
from cleveragents_skills.graph import IncludeGraph
from cleveragents_skills.include_edges import includes_of
from cleveragents_skills.report import Block, Edge, Graph, Node, Paragraph, Report
from cleveragents_skills.views.include_places import IncludePlaces
from cleveragents_skills.views.shapes import counted, diagnostics_shape


def graph_report(
    catalog: Catalog, names: Collection[str], diagnostics: tuple[Diagnostic, ...]
) -> Report:
    """Give the report of the graph of these skills, with what they include and nothing defines.

    `diagnostics` are those of files that could not be used.
    """
    graph = _graph(catalog, names)
    return Report(
        command="graph",
        document=lambda: {
            "nodes": [_node_shape(node, catalog) for node in graph.nodes],
            "edges": list(_edge_shapes(graph, catalog)),
            "diagnostics": diagnostics_shape(diagnostics),
        },
        blocks=lambda: _blocks(graph),
        names=lambda: [node.name for node in graph.nodes if node.state != "unknown"],
        remarks=diagnostics,
        exit_code=1 if any(map(is_error, diagnostics)) else 0,
    )


def _graph(catalog: Catalog, names: Collection[str]) -> Graph:
    """Give the graph, ordered by name; what a skill includes is in the order written."""
    circles = _circles(catalog)
    edges = [
        Edge(name, included, name in circles and circles[name] == circles.get(included))
        for name, those in includes_of(catalog).items()
        if name in names
        for included in those
        if included in names or included not in catalog.known
    ]
    shown = {*names, *(edge.end for edge in edges)}
    return Graph(tuple(_node(name, catalog) for name in sorted(shown)), tuple(edges))


def _circles(catalog: Catalog) -> dict[str, int]:
    """Give each skill in a cycle the number of the group of skills that include each other."""
    graph = IncludeGraph.of(catalog)
    groups = (group for group in graph.order if graph.is_cyclic(group))
    return {name: number for number, group in enumerate(groups) for name in group}


def _node(name: str, catalog: Catalog) -> Node:
    skill = catalog.get(name)
    if skill is None:
        return Node(name, "broken" if name in catalog.known else "unknown")
    return Node(name, about=next(iter((skill.description or "").strip().splitlines()), ""))


def _node_shape(node: Node, catalog: Catalog) -> dict[str, Any]:
    skill = catalog.get(node.name)
    return {
        "name": node.name,
        "state": node.state or "usable",
        "description": skill.description if skill else None,
        "location": location_to_dict(skill.locate() if skill else None),
    }


def _edge_shapes(graph: Graph, catalog: Catalog) -> Iterator[dict[str, Any]]:
    places = IncludePlaces(catalog)
    for edge in graph.edges:
        yield {
            "from": edge.start,
            "to": edge.end,
            "in_cycle": edge.in_cycle,
            "location": places.shape(edge.start, edge.end),
        }


def _blocks(graph: Graph) -> Iterator[Block]:
    yield graph
    states = Counter(node.state for node in graph.nodes)
    counts = [counted(states[""], "skill")]
    counts += [f"{states[each]:,} {each}" for each in ("broken", "unknown") if states[each]]
    yield Paragraph(", ".join((*counts, counted(len(graph.edges), "include"))))
