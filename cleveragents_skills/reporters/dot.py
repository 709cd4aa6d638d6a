"""DOT: the graph for Graphviz."""

from __future__ import annotations

from collections.abc import Iterator

from cleveragents_skills.report import Edge, Graph, Node, Output, Report
from cleveragents_skills.reporters.escape import visible

_STYLES = {"broken": "dashed", "unknown": "dotted"}
_CYCLE = ' [label="cycle", color="red", fontcolor="red", style="bold"]'


def render(report: Report, out: Output) -> None:
    """Write the graph: what cannot be used says so, and so does each include in a cycle."""
    for block in report.blocks():
        if isinstance(block, Graph):
            out.stream.write("\n".join(_lines(block)) + "\n")


def _lines(graph: Graph) -> Iterator[str]:
    yield "digraph skills {"
    yield "  rankdir=LR;"
    yield "  node [shape=box];"
    for node in graph.nodes:
        yield f"  {_quoted(node.name)}{_attributes(node)};"
    for edge in graph.edges:
        yield f"  {_arrow(edge)};"
    yield "}"


def _attributes(node: Node) -> str:
    """Give how a skill is drawn, where that is not how all are."""
    shown = _label(node.name)
    told = []
    if node.state:
        told += [f'label="{shown}\\n({node.state})"', f'style="{_STYLES[node.state]}"']
    elif shown != node.name:
        told.append(f'label="{shown}"')
    if node.about:
        told.append(f'tooltip="{_label(node.about)}"')
    return f" [{', '.join(told)}]" if told else ""


def _arrow(edge: Edge) -> str:
    return f"{_quoted(edge.start)} -> {_quoted(edge.end)}{_CYCLE if edge.in_cycle else ''}"


def _quoted(name: str) -> str:
    """Give the id of a skill: its name."""
    return f'"{_escaped(visible(name))}"'


def _label(text: str) -> str:
    """Give text that is shown as it is. In labels `&` begins the name of a character."""
    return _escaped(visible(text).replace("&", "&amp;"))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')
