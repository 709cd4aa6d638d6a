"""A graph as a flowchart of Mermaid, which pages of GitHub and GitLab draw."""

from __future__ import annotations

import re

from cleveragents_skills.report import Graph, Node
from cleveragents_skills.reporters.escape import visible

_SHAPES = {"": '["{}"]', "broken": '["{} (broken)"]', "unknown": '(["{} (unknown)"])'}
_STYLES = {"broken": "stroke-dasharray: 8 4", "unknown": "stroke-dasharray: 2 4"}
_CYCLE_STYLE = "stroke:#c00,stroke-width:3px"


def flowchart(graph: Graph) -> str:
    """Give the flowchart: what cannot be used says so, and so does each include in a cycle."""
    ids = {node.name: f"n{index}" for index, node in enumerate(graph.nodes)}
    lines = ["flowchart LR", *(f"  {ids[node.name]}{_shape(node)}" for node in graph.nodes)]
    for edge in graph.edges:
        arrow = '==>|"cycle"|' if edge.in_cycle else "-->"
        lines.append(f"  {ids[edge.start]} {arrow} {ids[edge.end]}")
    for state, style in _STYLES.items():
        those = [ids[node.name] for node in graph.nodes if node.state == state]
        if those:
            lines += [f"  classDef {state} {style}", f"  class {','.join(those)} {state}"]
    circular = [str(index) for index, edge in enumerate(graph.edges) if edge.in_cycle]
    if circular:
        lines.append(f"  linkStyle {','.join(circular)} {_CYCLE_STYLE}")
    return "\n".join(lines)


def _shape(node: Node) -> str:
    """Give the shape of a skill. What could end or change its label is a character code there."""
    label = re.sub(r"[^\w/ .-]", lambda found: f"#{ord(found.group())};", visible(node.name))
    return _SHAPES[node.state].format(label)
