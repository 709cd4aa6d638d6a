"""An agent skill breaks the Agent Skills specification.

Why it matters: agents find out what a skill is for from the front matter of its `SKILL.md`, and
skip a folder whose front matter they cannot read or do not accept, mostly without a word.

Bad: a folder `review` whose `SKILL.md` begins with

    ---
    name: Review Helper
    ---

Good:

    ---
    name: review
    description: Reviews a change. Use it when somebody asks for a review.
    ---

The rules: `name` has 1 to 64 lower-case letters, digits and single hyphens, none at either end, and
is the name of the folder; `description` has 1 to 1024 characters; `compatibility` up to 500;
`metadata` is a map of text to text; `license` and `allowed-tools` are text; there are no other
fields. A folder is looked at once, whoever lists it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from unicodedata import normalize

from cleveragents_skills.agent_folder import AgentSkillFolder, FrontMatter
from cleveragents_skills.diagnostics import Code, Diagnostic, Location, Related, Severity
from cleveragents_skills.naming import nearest
from cleveragents_skills.scope import Scope

CODE = Code(
    "SK223",
    "agent-skill-invalid",
    Severity.ERROR,
    "an agent skill breaks the Agent Skills specification",
)
_FIELDS = ("name", "description", "license", "compatibility", "metadata", "allowed-tools")
_LONGEST_NAME = 64
_LONGEST = {"description": 1024, "compatibility": 500}
_MOST_HINTS = 50
"""Of so many unknown fields it is said which field is near."""
_Problem = tuple[str, str, str | None]
"""The field it is about, a message and a hint."""


def check(scope: Scope) -> Iterator[Diagnostic]:
    """Give what is wrong with each folder that an agent skill names, or that is a skill."""
    seen: set[str] = set()
    for skill in scope.skills.values():
        for index, agent in enumerate(skill.agent_skills):
            if agent.folder is None or agent.folder in seen:
                continue
            seen.add(agent.folder)
            found = scope.agent_folder(agent.folder)
            if found is None or not found.exists:
                continue
            place = skill.locate("agent_skills", index, "path")
            if found.front_matter is None:
                message = f"the folder `{agent.folder}` has no `SKILL.md`"
                hint = "begin one with front matter: `name` and `description`"
                yield Diagnostic(CODE, message, place, hint, skill.name)
                continue
            related = (Related(f"`{skill.name}` lists it here", place),)
            for problem, where, way_out in _of_front_matter(found, found.front_matter):
                yield Diagnostic(CODE, problem, where, way_out, skill.name, related)
    for name, folder in scope.plain_folders.items():
        found = scope.agent_folder(folder) if name in scope.skills else None
        if found and found.front_matter:
            for problem, where, way_out in _of_front_matter(found, found.front_matter):
                yield Diagnostic(CODE, problem, where, way_out, name)


def _of_front_matter(
    folder: AgentSkillFolder, front: FrontMatter
) -> Iterator[tuple[str, Location, str | None]]:
    if front.problem:
        yield front.problem[:3]
        return
    fields = front.fields or {}
    for name, message, hint in _problems(fields, folder.name):
        locate = front.source.locate_key if name not in _FIELDS else front.source.locate
        yield message, locate(name), hint


def _problems(fields: Mapping[str, Any], folder: str) -> Iterator[_Problem]:
    """Give what is wrong with the fields; a field that is missing is told of at the top."""
    absent = [name for name in _FIELDS if name not in fields]
    meant: list[str] = []
    for index, name in enumerate(name for name in fields if name not in _FIELDS):
        near = nearest(name, absent, most=1) if index < _MOST_HINTS else ()
        meant.extend(near)
        hint = f"did you mean `{near[0]}`?" if near else f"the fields are {', '.join(_FIELDS)}"
        yield name, f"unknown field `{name}` in the front matter", hint
    for name in ("name", "description"):
        if fields.get(name) is None and name not in meant:
            yield name, f"the field `{name}` is missing in the front matter", None
    for name in ("name", "description", "license", "compatibility", "allowed-tools"):
        yield from _of_text(name, fields.get(name))
    if isinstance(fields.get("name"), str):
        yield from _of_name(fields["name"], folder)
    yield from _of_metadata(fields.get("metadata"))


def _of_text(name: str, value: Any) -> Iterator[_Problem]:
    if value is None:
        return
    if not isinstance(value, str):
        hint = "separate the tools by spaces" if name == "allowed-tools" else "put it in quotes"
        yield name, f"`{name}` must be text", hint
    elif not value.strip() and name in ("name", "description"):
        yield name, f"`{name}` is empty", None
    elif len(value) > _LONGEST.get(name, len(value)):
        most = _LONGEST[name]
        yield name, f"`{name}` has {len(value):,} characters; at most {most:,} are allowed", None


def _of_name(text: str, folder: str) -> Iterator[_Problem]:
    name = normalize("NFKC", text.strip())
    if len(name) > _LONGEST_NAME:
        message = f"`name` has {len(name)} characters; at most {_LONGEST_NAME} are allowed"
        yield "name", message, None
    plain = all(char.isalnum() or char == "-" for char in name) and name == name.lower()
    if name and (not plain or name[0] == "-" or name[-1] == "-" or "--" in name):
        message = f"`{name}` is no name: lower-case letters, digits and single hyphens are allowed"
        yield "name", message, None
    elif name and name != normalize("NFKC", folder):
        message = f"`name` is `{name}`, but the folder is called `{folder}`"
        yield "name", message, "rename one of them"


def _of_metadata(value: Any) -> Iterator[_Problem]:
    if value is None:
        return
    if not isinstance(value, Mapping):
        yield "metadata", "`metadata` must be a mapping of text to text", None
        return
    wrong = [f"`{key}`" for key, each in value.items() if not isinstance(each, str)]
    if wrong:
        message = f"`metadata` must hold text only, unlike {', '.join(wrong)}"
        hint = "put what is no text in quotes"
        if isinstance(value.get("includes"), list):
            hint = "name what `includes` names in one text, separated by spaces"
        yield "metadata", message, hint
