"""What the folders of agent skills bring: for the answers that tell of skills with such folders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from cleveragents_skills.agent_folder import (
    AgentSkillFolder,
    FrontMatter,
    Scripts,
    allowed_tools,
    tools_are_told,
)
from cleveragents_skills.catalog import Catalog
from cleveragents_skills.masking import masked
from cleveragents_skills.model import Skill
from cleveragents_skills.views.shapes import counted

if TYPE_CHECKING:
    from cleveragents_skills.resolution import Resolution

_LONGEST = 64
_NAMED = 4
_NOT_SAID = "not said"


@frozen
class AgentSkillFacts:
    """What is known of an agent skill. `problem` says why something is not known.

    None is not known or, as a name or description, not said.
    """

    path: str
    folder: str | None
    name: str | None = None
    description: str | None = None
    allowed_tools: tuple[str, ...] | None = None
    scripts: Scripts | None = None
    problem: str | None = None
    is_read: bool = False
    """Whether there is front matter that says what it says."""

    def shape(self) -> dict[str, Any]:
        """Give the facts as JSON has them."""
        return {
            "path": self.path,
            "folder": self.folder,
            "name": self.name,
            "description": self.description,
            "allowed_tools": None if self.allowed_tools is None else list(self.allowed_tools),
            "scripts": None if self.scripts is None else list(self.scripts.names),
            "scripts_total": None if self.scripts is None else self.scripts.total,
            "scripts_at_least": None if self.scripts is None else self.scripts.at_least,
            "problem": self.problem,
        }

    def lines(self) -> Iterator[str]:
        """Give the facts in lines, the description shortened."""
        if self.is_read:
            yield f"name: {self.name or _NOT_SAID}"
            yield f"description: {_shortened(self.description or '') or _NOT_SAID}"
        if self.allowed_tools is not None:
            yield f"granted tools: {', '.join(self.allowed_tools) or 'none'}"
        if self.problem:
            yield f"not known: {self.problem}"
        if self.scripts is not None:
            yield _scripts(self.scripts)


def of_skill(skill: Skill, catalog: Catalog) -> Sequence[AgentSkillFacts]:
    """Give the facts of each agent skill that a skill lists; of one that is a folder, of itself."""
    listed = [(each.path, each.folder) for each in skill.agent_skills]
    return _all([*_own([skill.name], catalog.plain_folders), *listed], catalog)


def of_resolution(resolution: Resolution, catalog: Catalog) -> Sequence[AgentSkillFacts]:
    """Give likewise the facts of all that a resolution has, each folder once."""
    entries = (each for each in resolution if each.kind == "agent_skill")
    listed = {each.folder or each.name: (_path(each.name), each.folder) for each in entries}
    names = (resolution.skill.name, *resolution.parents)
    return _all([*_own(names, catalog.plain_folders), *listed.values()], catalog)


def _own(names: Iterable[str], folders: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Give the folders that skills of these names are."""
    yield from ((folders[name], folders[name]) for name in names if name in folders)


def _path(name: str) -> str:
    return name.removeprefix("agent_skill:")


def _all(listed: Iterable[tuple[str, str | None]], catalog: Catalog) -> Sequence[AgentSkillFacts]:
    return [_facts(path, folder, catalog) for path, folder in listed]


def _facts(path: str, folder: str | None, catalog: Catalog) -> AgentSkillFacts:
    facts = AgentSkillFacts(path, folder)
    if folder is None:
        return evolve(facts, problem="the path leads out of the catalog")
    found = catalog.agent_folder(folder)
    if found is None or not found.exists:
        return evolve(facts, problem=_absent(path, folder, found))
    facts = evolve(facts, scripts=found.scripts)
    if found.scripts is None:
        facts = evolve(facts, problem=f"the folder `{folder}/scripts` cannot be read")
    if found.front_matter is None:
        return evolve(facts, problem=f"the folder `{folder}` has no `SKILL.md`")
    if found.front_matter.problem:
        told = found.front_matter.problem
        return evolve(facts, problem=f"{told.location}: {told.message}")
    return _said(facts, found.front_matter)


def _absent(path: str, folder: str, found: AgentSkillFolder | None) -> str:
    """Give why nothing is known of a folder."""
    if "${" in path:
        return "the path holds a variable"
    return f"there is no folder `{folder}`" if found else "nobody has looked into the folder"


def _said(facts: AgentSkillFacts, front: FrontMatter) -> AgentSkillFacts:
    """Give the facts with what front matter says."""
    fields: Mapping[str, Any] = masked(dict(front.fields or {}))
    name, description = _text(fields.get("name")), _text(fields.get("description"))
    facts = evolve(facts, name=name, description=description, is_read=True)
    if not tools_are_told(fields):
        message = "`allowed-tools` is neither text nor a list of text"
        return evolve(facts, problem=f"{front.source.locate('allowed-tools')}: {message}")
    return evolve(facts, allowed_tools=allowed_tools(fields))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None


def _shortened(text: str) -> str:
    """Give text on one line, cut between words where it is long."""
    words = " ".join(text.split())
    if len(words) <= _LONGEST:
        return words
    return f"{words[:_LONGEST].rpartition(' ')[0] or words[:_LONGEST]} …"


def _scripts(scripts: Scripts) -> str:
    """Give the words that say how many scripts there are, and what some are called."""
    at_least = "at least " if scripts.at_least else ""
    named = ", ".join(scripts.names[:_NAMED])
    left = scripts.total - min(len(scripts.names), _NAMED)
    more = f" and {left:,} more" if left else ""
    if not scripts.total:
        return "scripts: not known" if at_least else "scripts: none"
    return f"{at_least}{counted(scripts.total, 'script')}: {named}{more}"
