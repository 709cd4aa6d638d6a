"""Catalogs of skills for AI agents: load them, resolve a skill to its tools, sum up its powers.

    from cleveragents_skills import SkillResolver, load_catalog

    catalog = load_catalog("catalogs")
    entries = SkillResolver().resolve_tools(catalog["local/a"], catalog)

Names are imported when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cleveragents_skills.capability import Capability
    from cleveragents_skills.catalog import Catalog, CatalogError
    from cleveragents_skills.changes import compare
    from cleveragents_skills.comparison import Change, Comparison
    from cleveragents_skills.diagnostics import (
        Code,
        Diagnostic,
        IncludeCycle,
        Location,
        Related,
        Severity,
    )
    from cleveragents_skills.graph import CycleError, UnknownSkillError
    from cleveragents_skills.include_edges import dependents
    from cleveragents_skills.include_paths import IncludePath, ToolPaths, paths
    from cleveragents_skills.loading import Config, ConfigError, load_catalog
    from cleveragents_skills.model import (
        KnownCapability,
        Skill,
        SkillAgentSource,
        SkillBuiltinGroup,
        SkillInclude,
        SkillInlineTool,
        SkillMcpSource,
        SkillMcpTool,
        SkillToolFilter,
        SkillToolRef,
    )
    from cleveragents_skills.provenance import Explanation, Provenance, explain
    from cleveragents_skills.resolution import (
        IncludeStep,
        Origin,
        OverrideLayer,
        Resolution,
        ResolvedMcpServer,
        ResolvedToolEntry,
        SkillCapabilitySummary,
    )
    from cleveragents_skills.resolver import KeyClashError, SkillResolver

_HOMES = {
    "capability": ("Capability",),
    "catalog": ("Catalog", "CatalogError"),
    "changes": ("compare",),
    "comparison": ("Change", "Comparison"),
    "diagnostics": ("Code", "Diagnostic", "IncludeCycle", "Location", "Related", "Severity"),
    "graph": ("CycleError", "UnknownSkillError"),
    "include_edges": ("dependents",),
    "include_paths": ("IncludePath", "ToolPaths", "paths"),
    "loading": ("Config", "ConfigError", "load_catalog"),
    "model": (
        "KnownCapability",
        "Skill",
        "SkillAgentSource",
        "SkillBuiltinGroup",
        "SkillInclude",
        "SkillInlineTool",
        "SkillMcpSource",
        "SkillMcpTool",
        "SkillToolFilter",
        "SkillToolRef",
    ),
    "provenance": ("Explanation", "Provenance", "explain"),
    "resolution": (
        "IncludeStep",
        "Origin",
        "OverrideLayer",
        "Resolution",
        "ResolvedMcpServer",
        "ResolvedToolEntry",
        "SkillCapabilitySummary",
    ),
    "resolver": ("KeyClashError", "SkillResolver"),
}
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Capability",
    "Catalog",
    "CatalogError",
    "Change",
    "Code",
    "Comparison",
    "Config",
    "ConfigError",
    "CycleError",
    "Diagnostic",
    "Explanation",
    "IncludeCycle",
    "IncludePath",
    "IncludeStep",
    "KeyClashError",
    "KnownCapability",
    "Location",
    "Origin",
    "OverrideLayer",
    "Provenance",
    "Related",
    "Resolution",
    "ResolvedMcpServer",
    "ResolvedToolEntry",
    "Severity",
    "Skill",
    "SkillAgentSource",
    "SkillBuiltinGroup",
    "SkillCapabilitySummary",
    "SkillInclude",
    "SkillInlineTool",
    "SkillMcpSource",
    "SkillMcpTool",
    "SkillResolver",
    "SkillToolFilter",
    "SkillToolRef",
    "ToolPaths",
    "UnknownSkillError",
    "compare",
    "dependents",
    "explain",
    "load_catalog",
    "paths",
]


def __getattr__(name: str) -> object:
    if name not in _HOME:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{_HOME[name]}"), name)


def __dir__() -> list[str]:
    return __all__
