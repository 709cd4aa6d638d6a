"""What each field is, in the words that an editor shows at it."""

from __future__ import annotations

from collections.abc import Mapping

CAPABILITY: Mapping[str, str] = {
    "read_only": "The tool changes nothing.",
    "writes": "The tool changes something.",
    "destructive": "The tool may destroy something. Implies `writes: true`.",
    "checkpointable": "What the tool does can be undone by a checkpoint.",
    "idempotent": "A second call with the same arguments changes nothing more.",
    "open_world": "The tool reaches outside, such as the web.",
    "unsafe": "The tool needs special care.",
    "human_approval_required": "A person must agree to each call.",
    "side_effects": "The side effects of the tool by name, or whether there are any.",
    "checkpoint_scope": "What a checkpoint covers.",
    "write_scope": "What the tool writes to.",
}
_CAPABILITY = "What the tool can do. What is not said is unknown, which is not `false`."
_OVERRIDE = "Metadata laid over the tool. Any key may be used."

FIELDS: Mapping[str, Mapping[str, str]] = {
    "document": {
        "skill": "The skill, where a header stands beside it.",
        "cleveragents": "A header. It is not looked into.",
    },
    "skill": {
        "name": "The name of the skill: `namespace/name`.",
        "description": "What the skill is for.",
        "includes": "Other skills, whose tools this one gets too, in this order.",
        "tools": "Tools that are defined elsewhere, by name.",
        "builtins": "Groups of builtin tools.",
        "inline_tools": "Tools that are defined here.",
        "mcp_servers": "MCP servers, with the tools of each that are wanted.",
        "agent_skills": "Folders with a `SKILL.md`, relative to this file.",
        "overrides": "Metadata laid over the skill's own `tools` and `builtins`, by tool name.",
    },
    "include": {
        "name": "The included skill, with its namespace.",
        "description": "What it is included for.",
        "overrides": "Metadata laid over tools that come with the include, by full tool name.",
        "tool_overrides": "The same as `overrides`, as a list.",
    },
    "tool_override": {
        "tool": "The full name of the tool, as it stands in the resolution of the included skill.",
        "override": _OVERRIDE,
    },
    "tool": {
        "name": "The name of the tool.",
        "description": "What the tool does.",
        "override": f"{_OVERRIDE} It counts more than what stands beside the name.",
    },
    "builtin_group": {
        "group": "The name of the group. The config can add groups.",
    },
    "inline_tool": {
        "name": "The name of the tool. Without one it is anonymous.",
        "description": "What the tool does.",
        "source": "Where the tool comes from.",
        "code": "The code of the tool. It is data: never run and never imported.",
        "input_schema": "The JSON Schema of its arguments.",
        "output_schema": "The JSON Schema of its result.",
        "timeout": "After how long a call is given up. Greater than zero.",
        "capability": _CAPABILITY,
    },
    "mcp_server": {
        "name": "The name of the server. Its tools are called `mcp:server/tool`.",
        "transport": "How the server is reached. `command` or `url` tell it already.",
        "command": "The program that runs the server.",
        "args": "The arguments of the program.",
        "env": "The environment of the program. Write secrets as `${NAME}`.",
        "url": "Where the server runs.",
        "headers": "The HTTP headers of each request. Write secrets as `${NAME}`.",
        "tools": "The tools that are wanted. Without a list nobody knows what the server offers.",
        "tool_filter": "Which of the tools are kept and removed.",
        "overrides": "Metadata laid over tools of the server, by their name in it.",
    },
    "mcp_tool": {
        "name": "The name of the tool in its server.",
        "description": "What the tool does.",
        "annotations": "What the server hints at about the tool.",
        "capability": _CAPABILITY,
    },
    "tool_filter": {
        "include": "The tools that are kept. Without `tools` this is the list of tools.",
        "exclude": "The tools that are removed.",
    },
    "annotations": {
        "title": "A title for people.",
        "readOnlyHint": "`true` declares `read_only: true`, `false` declares `writes: true`.",
        "destructiveHint": "Declares `destructive`, but only beside `readOnlyHint: false`.",
        "idempotentHint": "Declares `idempotent`.",
        "openWorldHint": "Declares `open_world`.",
    },
    "agent_skill": {
        "path": "The folder, relative to this file and inside the catalog.",
        "name": "What the agent skill is called.",
        "sandbox_policy": "How much the agent skill is shut in when it runs.",
    },
    "override": {
        "capability": _CAPABILITY,
    },
}
"""The fields of each kind of mapping, under their first spelling."""
