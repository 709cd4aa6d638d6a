"""Folders to a catalog: find the files, read each, put the skills together by name."""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Literal

from attrs import define, evolve, field

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import (
    Diagnostic,
    Excerpt,
    Location,
    Related,
    is_error,
    ordered,
)
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.agent_skills import read_agent_folder
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.config import Config, find_catalog, find_config, read_config
from cleveragents_skills.loading.document import BuiltFile
from cleveragents_skills.loading.files import FoundFile, Homes, Unreadable, find_files, read_file
from cleveragents_skills.loading.ignores import ignore_comments
from cleveragents_skills.loading.problems import LINE_BREAK
from cleveragents_skills.loading.registry import ALL_CODES
from cleveragents_skills.loading.scan import scanned_names
from cleveragents_skills.loading.skills import (
    Definition,
    Structurer,
    problem_diagnostic,
    read_document,
)
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.loading.structure import skill_structurer
from cleveragents_skills.model import AgentSkillFolder, Skill, SkillAgentSource
from cleveragents_skills.policy import Policy
from cleveragents_skills.suppression import IgnoreComment

_KNOWN = frozenset(code.id for code in ALL_CODES)


def load_catalog(
    *roots: str | os.PathLike[str],
    config: Config | str | os.PathLike[str] | Literal[False] | None = None,
) -> Catalog:
    """Give the catalog of one or more folders. Never raises for what a file contains.

    `config` is the one the command would find (None), none at all (False), a file, or a `Config`.
    Without `roots` the catalog is the config's, else the nearest folder `catalogs` upward.
    Raises `FileNotFoundError` or `NotADirectoryError` for a root, `ConfigError` for the config.
    Linear in the bytes of the files.
    """
    settings = _settings(config)
    given = [os.fspath(root) for root in roots] or list(settings.catalog)
    if not given:
        found_root = find_catalog()
        if found_root is None:
            message = "no catalog: name a folder, or have one called `catalogs` here or above"
            raise FileNotFoundError(message)
        given = [found_root]
    names = tuple(dict.fromkeys(map(_root_name, given)))
    for root in names:
        if not os.path.exists(root):
            raise FileNotFoundError(f"no such folder: {root}")
        if not os.path.isdir(root):
            raise NotADirectoryError(f"not a folder: {root}")
    found, diagnostics = find_files(names, settings.files, settings.exclude)
    reading = _Reading(skill_structurer(settings.builtins), Homes.of(names))
    for file in found:
        reading.read(file)
    shown = tuple(each.shown for each in found)
    return reading.catalog(names, shown, diagnostics, settings.policy)


def _settings(config: Config | str | os.PathLike[str] | Literal[False] | None) -> Config:
    if config is None:
        return find_config()
    if config is False:
        return Config()
    return config if isinstance(config, Config) else read_config(Path(config))


def _root_name(root: str) -> str:
    """Give a root as it is shown: POSIX, without a `./` before or a `/` behind."""
    name = root.replace(os.sep, "/").rstrip("/") or root[:1]
    while name.startswith("./") and name != "./":
        name = name[2:].lstrip("/") or "."
    return name


@define
class _Reading:
    """The state of one load: what the files read so far define."""

    structure: Structurer
    homes: Homes
    files: dict[tuple[str, str], SkillFile] = field(factory=dict)
    definitions: list[Definition] = field(factory=list)
    ignores: list[IgnoreComment] = field(factory=list)

    def read(self, found: FoundFile) -> None:
        """Read one file. Whatever is wrong with it becomes a definition that cannot be used."""
        try:
            content = read_file(found)
        except Unreadable as problem:
            self._broken(found, problem.diagnostic, problem.start.decode("utf-8", "replace"))
            return
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._not_utf8(found, content, error)
            return
        file = SkillFile(found.root, found.path, text)
        self.files[found.root, found.path] = file
        built = build(text)
        for index, document in enumerate(built.documents):
            if document.data is not None:
                definition = read_document(file, index, document, self.structure)
                self.definitions.append(self._with_folders(definition, found))
        if "ignore" in text and not built.fatal:
            self.ignores.extend(ignore_comments(file, _KNOWN))
        if built.fatal:
            self._ended_early(file, built)
        elif all(document.data is None for document in built.documents):
            place = file.location(None)
            hint = "a skill begins with `name:`"
            diagnostic = Diagnostic(codes.EMPTY_FILE, "the file holds no skill", place, hint)
            self._unusable(found.root, found.path, diagnostic, ())

    def _with_folders(self, definition: Definition, found: FoundFile) -> Definition:
        """Give the definition with its agent-skill folders found."""
        skill = definition.skill
        if skill is None or not skill.agent_skills:
            return definition
        here = os.path.dirname(found.real)

        def placed(agent: SkillAgentSource) -> SkillAgentSource:
            real = os.path.realpath(os.path.join(here, agent.path))
            return evolve(agent, folder=self.homes.folder(real))

        agents = tuple(placed(agent) for agent in skill.agent_skills)
        return evolve(definition, skill=evolve(skill, agent_skills=agents))

    def _ended_early(self, file: SkillFile, built: BuiltFile) -> None:
        """Take in a file that could not be read to its end."""
        if built.fatal is None:
            return
        names = list(scanned_names(file.lines, built.resume))
        diagnostic = problem_diagnostic(file, built.fatal, names[0][0] if names else None)
        self._unusable(file.catalog, file.file, diagnostic, names)

    def _not_utf8(self, found: FoundFile, content: bytes, error: UnicodeDecodeError) -> None:
        """Take in a file in another encoding, with the place of the first wrong byte."""
        message, hint = "not encoded in UTF-8", "save the file as UTF-8"
        text = content.decode("utf-8", "replace").removeprefix("\ufeff")
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            message, text = (
                "not encoded in UTF-8 but in UTF-16",
                content.decode("utf-16", "replace"),
            )
            location = Location(found.root, found.path, 1, 1)
        else:
            before = LINE_BREAK.split(content[: error.start].decode("utf-8-sig", "replace"))
            location = Location(found.root, found.path, len(before), len(before[-1]) + 1)
            self.files[found.root, found.path] = SkillFile(found.root, found.path, text)
        diagnostic = Diagnostic(codes.NOT_UTF8, message, location, hint)
        self._broken(found, diagnostic, text)

    def _broken(self, found: FoundFile, diagnostic: Diagnostic, text: str) -> None:
        names = list(scanned_names(LINE_BREAK.split(text), 0))
        if names:
            diagnostic = evolve(diagnostic, skill=names[0][0])
        self._unusable(found.root, found.path, diagnostic, names)

    def _unusable(
        self, root: str, path: str, diagnostic: Diagnostic, names: Sequence[tuple[str, int]]
    ) -> None:
        """Keep the finding, and the names that the file would have defined."""
        for name, line in names:
            place = partial(Location, root, path, line + 1, 1)
            self.definitions.append(Definition(name, place, None, (diagnostic,)))
        if not names:
            whole = partial(Location, root, path)
            self.definitions.append(Definition(None, whole, None, (diagnostic,)))

    def catalog(
        self,
        roots: tuple[str, ...],
        files: tuple[str, ...],
        diagnostics: Sequence[Diagnostic],
        policy: Policy,
    ) -> Catalog:
        """Give the catalog of everything read."""
        skills: dict[str, Skill] = {}
        broken: dict[str, tuple[Diagnostic, ...]] = {}
        found = list(diagnostics)
        by_name: dict[str, list[Definition]] = {}
        for definition in self.definitions:
            found.extend(each for each in definition.diagnostics if each not in found[-1:])
            if definition.name is not None:
                by_name.setdefault(definition.name, []).append(definition)
        for name in sorted(by_name):
            definitions = by_name[name]
            wrong = [each for definition in definitions for each in definition.diagnostics]
            if len(definitions) > 1:
                twice = _defined_twice(name, definitions)
                found.append(twice)
                wrong.append(twice)
            skill = definitions[0].skill
            if skill is None or any(map(is_error, wrong)):
                broken[name] = ordered(wrong)
            else:
                skills[name] = skill
        return Catalog(
            skills,
            broken,
            ordered(found),
            roots,
            files,
            excerpt=self._excerpt(),
            policy=policy,
            ignores=tuple(self.ignores),
            agent_folder=self._agent_folder(),
        )

    def _agent_folder(self) -> Callable[[str], AgentSkillFolder]:
        """Give what looks into folders when a rule asks, into each once."""
        files, homes = self.files, self.homes
        return cache(lambda folder: read_agent_folder(folder, homes, files))

    def _excerpt(self) -> Callable[[Location], Excerpt | None]:
        files = self.files

        def excerpt(location: Location) -> Excerpt | None:
            file = files.get((location.catalog, location.file))
            return file.excerpt(location) if file else None

        return excerpt


def _defined_twice(name: str, definitions: Sequence[Definition]) -> Diagnostic:
    first, second, *more = definitions
    related = (
        Related("first defined here", first.locate()),
        *(Related("and here", each.locate()) for each in more),
    )
    message = f"the skill `{name}` is defined {len(definitions)} times"
    if not more:
        message = f"the skill `{name}` is defined twice"
    hint = "rename all but one; until then none of them is used"
    return Diagnostic(codes.DUPLICATE_SKILL, message, second.locate(), hint, name, related)
