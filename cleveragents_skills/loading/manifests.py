"""Skills that are plain folders with a `SKILL.md`, in a catalog without any skill file."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from unicodedata import normalize

from attrs import define, evolve, field

from cleveragents_skills.agent_folder import allowed_tools, in_words, tools_are_told
from cleveragents_skills.diagnostics import Code, Diagnostic, Location, ordered
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.agent_skills import read_front_matter
from cleveragents_skills.loading.ahead import Parsed
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.manifest_source import INCLUDES, ManifestSource
from cleveragents_skills.loading.misfits import kind_name
from cleveragents_skills.loading.skills import Definition
from cleveragents_skills.model import Skill, SkillInclude, SkillToolRef
from cleveragents_skills.naming import is_skill_name, is_tool_name


@define(eq=False, repr=False)
class ManifestContents(FileContents):
    """What a `SKILL.md` holds: one skill, in the namespace that such skills have.

    What its `structure` makes is a skill of a skill, which knows what the config says of its tools.
    """

    namespace: str = field(kw_only=True)

    @property
    def plain_folder(self) -> str | None:
        """The folder, as one opens it."""
        return self.homes.folder(os.path.dirname(self.found.real))

    def read(self, _: Parsed | None = None) -> None:
        """Read the file. Whatever is wrong with it becomes a definition that cannot be used."""
        self.file, front = read_front_matter(self.found, self.homes)
        if self.file is None or front.fields is None:
            name = self._name({})
            told = front.problem
            if told is not None:
                found = Diagnostic(told.code, told.message, told.location, told.hint, name)
                self._add(name, lambda: told.location, None, (found,))
            return
        self.take_ignores(self.file)
        source = ManifestSource(self.file, front.fields)
        name, where = self._name(front.fields), partial(source.locate, "name")
        found_wrong = ordered(self._wrong(front.fields, name, source))
        skill = None if found_wrong else self._skill(name or "", front.fields, source)
        self._add(name, where, skill, found_wrong)

    def _add(
        self,
        name: str | None,
        locate: Callable[[], Location],
        skill: Skill | None,
        found: tuple[Diagnostic, ...],
    ) -> None:
        self.definitions.append(Definition(name, locate, skill, found))

    def _name(self, fields: Mapping[str, Any]) -> str | None:
        """Give the name of the skill: what the file says, else that of the folder; None if neither.

        What can be no part of a skill name is not looked at.
        """
        folder = os.path.basename(os.path.dirname(self.found.real))
        for each in (fields.get("name"), folder):
            said = each if isinstance(each, str) else ""
            full = f"{self.namespace}/{normalize('NFKC', said.strip())}"
            if is_skill_name(full):
                return full
        return None

    def _skill(self, name: str, fields: Mapping[str, Any], source: ManifestSource) -> Skill:
        description = fields.get("description")
        skill = Skill(
            name,
            description if _is_text(description) else None,
            [SkillInclude(self._full(each)) for each in _included(fields)],
            [SkillToolRef(each) for each in allowed_tools(fields)],
        )
        return self.structure(evolve(skill, source=source))

    def _full(self, name: str) -> str:
        return name if "/" in name else f"{self.namespace}/{name}"

    def _wrong(
        self, fields: Mapping[str, Any], name: str | None, source: ManifestSource
    ) -> Iterator[Diagnostic]:
        """Give what keeps the skill from being used; what breaks the specification is a rule."""

        def finding(code: Code, message: str, *path: str | int, hint: str | None) -> Diagnostic:
            return Diagnostic(code, message, source.locate(*path), hint, name)

        if fields.get("name") is None and fields.get("description") is None:
            message = "the front matter has neither `name` nor `description`"
            yield finding(codes.MISSING_FIELD, message, hint="begin it with `name:`")
        elif name is None:
            message = "neither `name` nor the folder is part of a skill name"
            hint = "take letters, digits, `-` and `_`, the same for both"
            yield finding(codes.INVALID_NAME, message, "name", hint=hint)
        if not tools_are_told(fields):
            message, hint = "`allowed-tools` must be text", "separate the tools by spaces"
            yield finding(codes.WRONG_TYPE, message, "tools", hint=hint)
        for index, tool in enumerate(allowed_tools(fields)):
            if in_words(tool) != (tool,) or not is_tool_name(tool.replace(" ", "")):
                message = f"invalid name `{tool}` in `allowed-tools`"
                hint = "it must hold white space only in parentheses, no invisible characters"
                yield finding(codes.INVALID_NAME, message, "tools", index, hint=hint)
        said = _includes(fields)
        if not (said is None or _is_text(said) or (isinstance(said, list) and _are_text(said))):
            message = f"`metadata.includes` must be text, not {kind_name(said)}"
            hint = "separate the names of skills by spaces"
            yield finding(codes.WRONG_TYPE, message, "includes", hint=hint)
        for index, included in enumerate(_included(fields)):
            if not is_skill_name(self._full(included)):
                message = f"invalid name `{included}` in `metadata.includes`"
                hint = "a skill is named by letters, digits, `-` and `_`"
                yield finding(codes.INVALID_NAME, message, "includes", index, hint=hint)


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _are_text(values: Sequence[Any]) -> bool:
    return all(map(_is_text, values))


def _includes(fields: Mapping[str, Any]) -> Any:
    """Give what stands under `metadata: includes:`, None if nothing does."""
    said: Any = fields
    for key in INCLUDES:
        said = said.get(key) if isinstance(said, Mapping) else None
    return said


def _included(fields: Mapping[str, Any]) -> Sequence[str]:
    return in_words(_includes(fields))


def manifest_reader(
    namespace: str,
) -> tuple[Callable[[Any], Skill], Callable[..., ManifestContents]]:
    """Give the structurer of such skills, and what makes the contents of a file."""
    return lambda skill: skill, partial(ManifestContents, namespace=namespace)
