"""A graph as a table: one include a row, and what is not included and includes nothing."""

from __future__ import annotations

from cleveragents_skills.report import Cell, Column, Graph, Table

_COLUMNS = (Column("skill"), Column("includes"), Column())


def edge_table(graph: Graph) -> Table:
    """Give the includes, each with what is wrong about it; then the skills without any."""
    states = {node.name: node.state for node in graph.nodes}
    joined = {name for edge in graph.edges for name in edge[:2]}
    rows = [
        (
            Cell(edge.start, "strong", code=True),
            Cell(edge.end, code=True),
            Cell("in a cycle" if edge.in_cycle else states[edge.end], "risk"),
        )
        for edge in graph.edges
    ]
    rows += [
        (
            Cell(node.name, "strong", code=True),
            Cell("not known" if node.state else "nothing", "faint"),
            Cell(node.state, "risk"),
        )
        for node in graph.nodes
        if node.name not in joined
    ]
    return Table(_COLUMNS, tuple(rows))
