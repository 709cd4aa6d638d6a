"""The tools that a server has listed, as they were written: what they say, and what is odd."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from cleveragents_skills.capability import HINTS
from cleveragents_skills.learned import LearnedTool, written_name
from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.naming import is_part_name
from cleveragents_skills.sameness import digest_of

_LONGEST = 100
"""So many characters of a name are shown where it is odd."""


def offered(
    listed: Sequence[Any], hide: Callable[[str], str]
) -> tuple[tuple[LearnedTool, ...], tuple[str, ...]]:
    """Give the tools by name, and what is not as MCP or a catalog has it, one line each.

    Of a name that is listed twice only what both say counts. `hide` takes secrets out of all texts.
    """
    tools: dict[str, LearnedTool] = {}
    odd = []
    for number, item in enumerate(listed, 1):
        written = item.get("name") if isinstance(item, Mapping) else None
        if not isinstance(written, str):
            odd.append(f"number {number} of its tools has no name, so it is left out")
            continue
        hidden = hide(written)
        name = written_name(hidden)
        if name in tools:
            odd.append(f"{_shown(name)} is listed twice: only what both say counts")
            tools[name] = _both(tools[name], _tool(name, item, hide))
            continue
        tools[name] = _tool(name, item, hide)
        odd += (f"{_shown(name)} {each}" for each in _oddities(name, _annotations(item)))
        if hidden != written:
            odd.append(f"{_shown(name)} holds the value of a variable in its name")
    return tuple(tools[name] for name in sorted(tools)), tuple(dict.fromkeys(odd))


def _tool(name: str, item: Mapping[str, Any], hide: Callable[[str], str]) -> LearnedTool:
    annotations = _annotations(item)
    description, title = _hidden(item.get("description"), hide), _hidden(item.get("title"), hide)
    said = {
        "title": title,
        "annotations": {"title": _hidden(annotations.get("title"), hide)},
        "description": description,
    }
    schemas = _hidden({key: item.get(key) for key in ("inputSchema", "outputSchema")}, hide)
    shown = _hidden(schemas, mask_tokens)
    hints = {hint: annotations[hint] for hint in HINTS if isinstance(annotations.get(hint), bool)}
    text = mask_tokens(description) if isinstance(description, str) else ""
    title = mask_tokens(title) if isinstance(title, str) else None
    return LearnedTool(name, hints, digest_of(said), digest_of(schemas), text, title, shown)


def _both(one: LearnedTool, other: LearnedTool) -> LearnedTool:
    """Give what two tools of one name say alike; nobody knows which of them is called."""
    if one == other:
        return one
    hints = {hint: value for hint, value in one.hints.items() if other.hints.get(hint) is value}
    description = digest_of([one.description, other.description])
    schema = digest_of([one.schema, other.schema])
    text = f"{one.text} / {other.text}"
    return evolve(one, hints=hints, description=description, schema=schema, text=text)


def _hidden(value: Any, hide: Callable[[str], str]) -> Any:
    """Give plain data without secrets; what is no data without them is given as text."""
    if value is None:
        return None
    if isinstance(value, str):
        return hide(value)
    text = json.dumps(value, ensure_ascii=False)
    shown = hide(text)
    if shown == text:
        return value
    try:
        return json.loads(shown)
    except ValueError:
        return shown


def _annotations(item: Mapping[str, Any]) -> Mapping[str, Any]:
    found = item.get("annotations")
    return found if isinstance(found, Mapping) else {}


def _oddities(name: str, annotations: Mapping[str, Any]) -> Iterator[str]:
    if not is_part_name(name):
        yield "is no name that a catalog can hold"
    for hint in HINTS:
        value = annotations.get(hint)
        if value is not None and not isinstance(value, bool):
            yield f"has a `{hint}` that is not true or false, so it says nothing"
    if annotations.get("readOnlyHint") is True and annotations.get("destructiveHint") is True:
        yield "says of itself that it is read-only and destructive"


def _shown(name: str) -> str:
    """Give a name with everything escaped that a terminal could obey."""
    return repr(name if len(name) <= _LONGEST else name[:_LONGEST] + "...")
