"""Which formats each command has."""

from __future__ import annotations

from collections.abc import Mapping

_ALL = ("text", "json", "names", "markdown")

FORMATS: Mapping[str, tuple[str, ...]] = {
    "resolve": _ALL,
    "summary": _ALL,
    "check": (*_ALL, "concise", "github", "sarif", "gitlab", "junit"),
    "list": _ALL,
    "show": _ALL,
    "why": _ALL,
    "tree": _ALL,
    "graph": (*_ALL, "dot", "mermaid"),
    "diff": ("text", "json", "markdown", "github"),
    "lock": ("text", "json"),
    "explain": _ALL,
    "new": ("text", "json"),
    "export": ("text", "json"),
    "import": ("text", "json"),
    "schema": ("json",),
    "mcp list-tools": _ALL,
    "mcp sync": ("text", "json"),
    "mcp check": (*_ALL, "concise", "github", "sarif", "gitlab", "junit"),
    "config show": ("text", "json"),
}
