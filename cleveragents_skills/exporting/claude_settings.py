"""The permissions in the settings of Claude Code (`.claude/settings.json`).

Sources: Claude Code docs, "Settings" (`permissions`, `$schema`; no field defines MCP servers) and
"Configure permissions" (rules for MCP tools; deny goes before ask, ask before allow).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cleveragents_skills.exporting import told
from cleveragents_skills.exporting.claude_code import PROGRAM, knows_rule
from cleveragents_skills.exporting.exported import Export
from cleveragents_skills.exporting.names import (
    excluded,
    flat_name,
    flat_names,
    is_allowed,
    mcp_entries,
    open_servers,
)
from cleveragents_skills.quoting import json_text
from cleveragents_skills.resolution import Resolution, ResolvedToolEntry

_SCHEMA = "https://json.schemastore.org/claude-code-settings.json"
_REASONS = (
    ("write", "as it writes", "as they write"),
    ("unknown", "as nothing says that it is read-only", "as nothing says that they are read-only"),
    ("learned", "as only its server says that it reads", "as only servers say that they read"),
    ("risky", "as it is unsafe or has side effects", "as they are unsafe or have side effects"),
)


def export(resolution: Resolution, *, ascii_only: bool = False) -> Export:
    """Give permissions: what is read-only is allowed, everything else is asked about.

    So is what is read-only by the word of its server alone.

    What a filter excludes from a server without a tool list is denied.
    """
    written = _written(resolution)
    reasons = {name: _reason(entry) for name, entry in written.items()}
    servers = [each.name for each in open_servers(resolution) if is_allowed(each.name)]
    asked = (name for name, reason in reasons.items() if reason)
    ask = dict.fromkeys((*asked, *(f"mcp__{each}" for each in servers)))
    allow = [name for name, reason in reasons.items() if not reason and name not in ask]
    deny = [
        flat_name(server, tool)
        for server, tools in excluded(resolution).items()
        for tool in tools
        if is_allowed(server) and is_allowed(tool)
    ]
    permissions = {"allow": allow, "ask": [*ask], **({"deny": deny} if deny else {})}
    data = {"$schema": _SCHEMA, "permissions": permissions}
    warnings = (
        *told.left_out(resolution, PROGRAM, knows_rule),
        *told.refused(resolution),
        *told.too_long(mcp_entries(resolution)),
        *told.whole_servers(resolution, can_exclude=True),
        *_asked(written, reasons),
        *_order(written, (*allow, *ask)),
        *told.overrides(written.values(), "a permission"),
        *_servers(resolution),
    )
    return Export(json_text(data, ascii_only=ascii_only), warnings)


def _written(resolution: Resolution) -> Mapping[str, ResolvedToolEntry]:
    """Give the entries for which there can be a rule, by that rule, in order."""
    allowed = set(map(id, mcp_entries(resolution)))
    rules: dict[str, ResolvedToolEntry] = {}
    for entry in resolution:
        if id(entry) in allowed:
            names = [*flat_names([entry])]
        else:
            names = [entry.name] if entry.kind == "tool" and knows_rule(entry.name) else []
        for name in names:
            # Two tools may have one name there. What is asked about stays so.
            if name not in rules or _reason(entry):
                rules[name] = entry
    return rules


def _reason(entry: ResolvedToolEntry) -> str:
    """Give why a tool is asked about; nothing if it is not."""
    able = entry.capability
    if able.human_approval_required:
        return "approval"
    if entry.access != "read_only":
        return entry.access
    if entry.learned and entry.learned.capability.read_only:
        return "learned"
    return "risky" if able.unsafe or able.destructive or able.side_effects else ""


def _asked(written: Mapping[str, ResolvedToolEntry], reasons: Mapping[str, str]) -> Iterator[str]:
    """Say of what is asked about that the skill does not say so."""
    for reason, one, several in _REASONS:
        names = [entry.name for name, entry in written.items() if reasons[name] == reason]
        if names:
            why = one if len(names) == 1 else several
            yield f"{told.many(names, 'tool')} asked about, {why}: {told.quoted(names)}"


def _order(names: Iterable[str], rules: Iterable[str]) -> Iterator[str]:
    """Say that the order of the skill is lost, where it is."""
    wanted = dict.fromkeys(names)
    if [name for name in rules if name in wanted] != [*wanted]:
        yield "permissions have no order: that of the skill is lost"


def _servers(resolution: Resolution) -> Iterator[str]:
    """Say what the settings leave to others."""
    listed = [each.name for each in resolution.mcp_servers if each.tools is not None]
    if listed:
        yield (
            "permissions hide nothing, so an agent may still ask for other tools of"
            f" {told.quoted(listed)}"
        )
    if resolution.mcp_servers:
        yield (
            "settings define no server: `skills export --to mcp-json` writes"
            f" {told.quoted(each.name for each in resolution.mcp_servers)}"
        )
