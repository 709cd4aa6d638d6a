"""What lies in the folder of an agent skill."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cleveragents_skills.diagnostics import Code, Location, Source


class FrontMatterProblem(NamedTuple):
    """Why front matter cannot be read, and where; `code` is that of a skill file with it."""

    message: str
    location: Location
    hint: str | None
    code: Code


class FrontMatter(NamedTuple):
    """What a `SKILL.md` says of itself, in the YAML between its first two lines of `---`.

    `fields` is None where it cannot be read; `problem` then says why.
    """

    source: Source
    fields: Mapping[str, Any] | None = None
    problem: FrontMatterProblem | None = None


class Scripts(NamedTuple):
    """The files below `scripts/`, by their paths from the folder of the agent skill.

    `names` are sorted, and no more than people look at. `total` counts all; with `at_least` there
    may be more than it counts.
    """

    names: tuple[str, ...] = ()
    total: int = 0
    at_least: bool = False


class AgentSkillFolder(NamedTuple):
    """What lies in the folder of an agent skill; `front_matter` is None without a `SKILL.md`.

    `scripts` is None where nobody can tell.
    """

    name: str
    exists: bool
    front_matter: FrontMatter | None = None
    scripts: Scripts | None = None


def allowed_tools(fields: Mapping[str, Any]) -> tuple[str, ...]:
    """Give the tools that the `allowed-tools` of a front matter grants, each once as it is written.

    Text names them with spaces or commas between, parentheses kept whole; a list one by one.
    What is neither names none, which `tools_are_told` tells apart.
    """
    return tuple(dict.fromkeys(in_words(_said(fields))))


def tools_are_told(fields: Mapping[str, Any]) -> bool:
    """Say whether it is known which tools `allowed-tools` grants: without it, none."""
    said = _said(fields)
    if isinstance(said, list):
        return all(isinstance(each, str) for each in said)
    return said is None or isinstance(said, str)


def in_words(said: Any) -> tuple[str, ...]:
    """Give the words of a text, with spaces or commas between, or the texts of a list."""
    if isinstance(said, str):
        return tuple(_split(said))
    listed = said if isinstance(said, list) else ()
    return tuple(each.strip() for each in listed if isinstance(each, str) and each.strip())


def _split(text: str) -> Iterator[str]:
    """Give the words; what stands in parentheses belongs to one, unless these are not closed."""
    start, depth = -1, 0
    for at, char in enumerate(text):
        if not depth and (char == "," or char.isspace()):
            if start >= 0:
                yield text[start:at]
            start = -1
            continue
        start = at if start < 0 else start
        depth += (char == "(") - (char == ")" and depth > 0)
    if start >= 0:
        # No tool may hide behind a parenthesis that somebody forgot to close.
        yield from text[start:].replace(",", " ").split() if depth else (text[start:],)


def _said(fields: Mapping[str, Any]) -> Any:
    return fields.get("allowed-tools", fields.get("allowed_tools"))
