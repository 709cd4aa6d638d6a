"""Importing: an `.mcp.json` as a skill, and what of it a skill cannot say.

Source: Claude Code docs, "Connect Claude Code to tools via MCP" (`mcpServers`; `type` is `stdio` if
it is not said, `http` or its other name `streamable-http`, or `sse`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import frozen

from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.model import SkillMcpSource, Transport
from cleveragents_skills.naming import is_part_name
from cleveragents_skills.quoting import yaml_text
from cleveragents_skills.withheld import without_secrets

_TYPES: Mapping[str, Transport] = {
    "stdio": "stdio",
    "http": "streamable-http",
    "streamable-http": "streamable-http",
    "sse": "sse",
}
_FIELDS = {"stdio": ("command", "args", "env"), "url": ("url", "headers")}
_ABOUT = "# Servers of an .mcp.json. What they offer is not known: list the `tools` you want.\n"


class ImportingError(ValueError):
    """What was read is no `.mcp.json`, or has nothing that a skill could have."""

    def __init__(self, message: str, warnings: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.warnings = tuple(warnings)


@frozen
class Imported:
    """The text of a skill file, and one sentence for each thing that it does not say."""

    text: str
    warnings: tuple[str, ...]


def imported(data: Any, skill: str) -> Imported:
    """Give the file of a skill with the servers that the data of an `.mcp.json` has, in order.

    No secret is in it. Raises `ImportingError`.
    """
    if not isinstance(data, Mapping) or not isinstance(data.get("mcpServers"), Mapping):
        raise ImportingError("it has no `mcpServers` with the servers by name")
    warnings = [
        f"`{key}` is left out: a skill has servers only"
        for key in data
        if key not in ("mcpServers", "$schema")
    ]
    servers: list[SkillMcpSource] = []
    for name, definition in data["mcpServers"].items():
        reason = _misfit(name, definition)
        if reason:
            warnings.append(f"the server `{name}` is left out: {reason}")
        else:
            servers.append(_server(name, definition))
            warnings += _lost(name, definition)
    if not servers:
        raise ImportingError("it has no server that a skill could have", warnings)
    open_servers, withheld = without_secrets(servers)
    text = "".join((_ABOUT, f"name: {skill}\n\nmcp_servers:\n", *map(_yaml, open_servers)))
    return Imported(text, (*warnings, *map(str, withheld)))


def _misfit(name: str, definition: Any) -> str:
    """Give why a skill cannot have a server; nothing if it can."""
    if not is_part_name(name):
        return "its name is empty, or has white space or a `/` in it"
    if mask_tokens(name) != name:
        return "its name has the shape of a secret"
    if not isinstance(definition, Mapping):
        return "it is no object"
    kind = _kind(definition)
    if not isinstance(kind, str) or kind not in _TYPES:
        return f"a skill has no servers of the type `{kind}`"
    main = "command" if kind == "stdio" else "url"
    if not isinstance(definition.get(main), str) or not definition[main].strip():
        return f"it has no `{main}`"
    return next(_misfits(definition), "")


def _misfits(definition: Mapping[str, Any]) -> Iterator[str]:
    for field in _fields(definition):
        texts = _texts(field, definition.get(field))
        if not all(isinstance(each, str) for each in texts):
            yield f"its `{field}` has something other than text"
        elif not all(map(_is_unicode, texts)):
            yield f"its `{field}` has half of a character"
        elif isinstance(definition.get(field), Mapping) and any(
            mask_tokens(key) != key for key in definition[field]
        ):
            yield f"a name in its `{field}` has the shape of a secret"


def _texts(field: str, value: Any) -> Sequence[Any]:
    """Give what has to be text in a field."""
    if value is None:
        return ()
    if field == "args" and isinstance(value, list):
        return value
    if field in ("env", "headers") and isinstance(value, Mapping):
        return [*value, *value.values()]
    return [value if field in ("command", "url") else None]


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _kind(definition: Mapping[str, Any]) -> Any:
    """Give the type of a server, said or not."""
    is_remote = "url" in definition and "command" not in definition
    return definition.get("type", "http" if is_remote else "stdio")


def _fields(definition: Mapping[str, Any]) -> Sequence[str]:
    return _FIELDS["stdio" if _kind(definition) == "stdio" else "url"]


def _server(name: str, definition: Mapping[str, Any]) -> SkillMcpSource:
    given = {field: definition[field] for field in _fields(definition) if definition.get(field)}
    return SkillMcpSource(name, _TYPES[_kind(definition)], **given)


def _lost(name: str, definition: Mapping[str, Any]) -> Iterator[str]:
    """Say what of a server is not written."""
    known = ("type", *_fields(definition))
    lost = ", ".join(f"`{key}`" for key in definition if key not in known)
    if lost:
        yield f"left out of the server `{name}`, as a skill has no place for it: {lost}"
    if "type" not in definition and _kind(definition) == "http":
        yield f"the server `{name}` has no `type`: it is taken for `http`"


def _yaml(server: SkillMcpSource) -> str:
    lines = [f"  - name: {yaml_text(server.name)}"]
    if server.transport == "sse":
        lines.append("    transport: sse")
    for field in ("command", "url"):
        value = getattr(server, field)
        if value is not None:
            lines.append(f"    {field}: {yaml_text(value)}")
    if server.args:
        lines.append(f"    args: [{', '.join(map(yaml_text, server.args))}]")
    for field in ("env", "headers"):
        values = getattr(server, field)
        if values:
            lines.append(f"    {field}:")
            lines += [f"      {yaml_text(key)}: {yaml_text(each)}" for key, each in values.items()]
    return "\n".join(lines) + "\n"
