"""Folders to a catalog: find the files, read each, put the skills together by name."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
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
from cleveragents_skills.loading.ahead import is_worth_it, parsed_ahead
from cleveragents_skills.loading.config import Config, find_config, read_config
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.files import FoundFile, find_files
from cleveragents_skills.loading.homes import Homes
from cleveragents_skills.loading.near import find_catalog
from cleveragents_skills.loading.reached import take_reached
from cleveragents_skills.loading.skills import Definition, Structurer
from cleveragents_skills.loading.source import SkillFile
from cleveragents_skills.loading.structure import skill_structurer
from cleveragents_skills.model import Skill
from cleveragents_skills.policy import Policy

FileKey = tuple[str, str]
"""A file by its root and the POSIX path below it, both as shown."""


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
    return read_catalog(*roots, config=config).catalog()


def read_catalog(  # noqa: PLR0913 (what a command may know beside the roots)
    *roots: str | os.PathLike[str],
    config: Config | str | os.PathLike[str] | Literal[False] | None = None,
    reaching: Collection[str] = (),
    watch: Callable[[Sequence[FileContents]], Iterable[FileContents]] = iter,
    alone: bool = False,
    stand: Callable[[str], str] = os.path.realpath,
    known: Mapping[str, FileContents] | None = None,
) -> Reading:
    """Give what the files of a catalog hold, for a catalog now and again; as `load_catalog`.

    With names in `reaching`, files that are sure to define none of what these skills reach are not
    parsed, unless a name is missing. The files are read as `watch` gives them on.
    A caller that is `alone` has no other threads, so that a second process can help with many.
    `stand` gives the real path of a root, if it stands elsewhere than its name says. `known` gives
    by real path what is known to be in a file, read with the same builtin groups.
    """
    settings = _settings(config)
    names = _root_names([os.fspath(root) for root in roots] or list(settings.catalog), stand)
    homes = {name: stand(name) for name in names}
    found, diagnostics, manifests = find_files(homes, settings.files, settings.exclude)
    plain = bool(manifests) and not found
    if plain:  # nothing of these is read in part, or ahead
        found, reaching, alone, known = manifests, (), False, None
    left = () if plain or reaching else tuple(manifests)
    structure, new_contents = _made(settings, plain=plain)
    reading = Reading(names, diagnostics, settings.policy, structure, Homes.of(homes), left)
    for file in found:
        contents = new_contents(file, reading.structure, reading.homes)
        reading.contents[file.root, file.path] = contents
    files = tuple(reading.contents.values())
    if known:
        for contents in watch(files):
            same = known.get(contents.found.real)
            if same is None or same.found[:2] != contents.found[:2]:
                contents.read()
            else:
                reading.contents[contents.found.root, contents.found.path] = same
    elif reaching:
        take_reached([(contents, contents.text()) for contents in watch(files)], reaching)
    elif alone and is_worth_it(found):
        # It has to begin before `watch` does, which may make a thread.
        with parsed_ahead(found) as ahead:
            for contents, parsed in zip(watch(files), ahead, strict=False):
                contents.read(parsed)
    else:
        for contents in watch(files):
            contents.read()
    return reading


def _made(settings: Config, *, plain: bool) -> tuple[Structurer, Callable[..., FileContents]]:
    """Give what makes skills of data, and what takes in a file; `plain` ones are a `SKILL.md`."""
    structure = skill_structurer(settings.builtins)
    new_contents: Callable[..., FileContents] = FileContents
    if plain:
        from cleveragents_skills.loading.manifests import manifest_reader  # noqa: PLC0415 (few have none else)

        structure, new_contents = manifest_reader(settings.agent_namespace)
    if settings.capabilities or settings.learned:
        from cleveragents_skills.loading.filling import filled  # noqa: PLC0415 (few need it)

        structure = filled(structure, settings)
    return structure, new_contents


def _settings(config: Config | str | os.PathLike[str] | Literal[False] | None) -> Config:
    if config is None:
        return find_config()
    if config is False:
        return Config()
    return config if isinstance(config, Config) else read_config(Path(config))


def _root_names(given: Sequence[str], stand: Callable[[str], str]) -> tuple[str, ...]:
    """Give the roots as they are shown, each once; without any, the catalog that is near."""
    if not given:
        found_root = find_catalog()
        if found_root is None:
            message = "no catalog: name a folder, or have one called `catalogs` here or above"
            raise FileNotFoundError(message)
        given = [found_root]
    names = tuple(dict.fromkeys(map(root_name, given)))
    for root in names:
        if not root or not os.path.exists(stand(root)):
            raise FileNotFoundError(f"no such folder: {root}")
        if not os.path.isdir(stand(root)):
            raise NotADirectoryError(f"not a folder: {root}")
    return names


def root_name(root: str) -> str:
    """Give a root as it is shown: POSIX, without a `./` before or a `/` behind."""
    name = root.replace(os.sep, "/").rstrip("/") or root[:1]
    while name.startswith("./") and name != "./":
        name = name[2:].lstrip("/") or "."
    return name


@define(eq=False, repr=False)
class Reading:
    """The files of a catalog, each read once. Some may be given another text."""

    roots: tuple[str, ...]
    diagnostics: Sequence[Diagnostic]
    policy: Policy
    structure: Structurer
    homes: Homes
    left: Sequence[FoundFile] = ()
    """Each `SKILL.md` that is no skill by itself, as there are skill files."""
    contents: dict[FileKey, FileContents] = field(factory=dict)

    @property
    def parsed(self) -> int:
        """How many files were taken in, whatever came of that. Of others only names are known."""
        return sum(bool(each.file or each.definitions) for each in self.contents.values())

    def with_text(self, key: FileKey, text: str) -> FileContents:
        """Give what the file would hold if this were its text. No other file is read."""
        contents = FileContents(self.contents[key].found, self.structure, self.homes)
        contents.take(text)
        return contents

    def edited(self, contents: Mapping[FileKey, FileContents]) -> Reading:
        """Give the reading in which some files hold something else."""
        return evolve(self, contents={**self.contents, **contents})

    def catalog(self) -> Catalog:
        """Give the catalog of everything read."""
        skills: dict[str, Skill] = {}
        broken: dict[str, tuple[Diagnostic, ...]] = {}
        found = list(self.diagnostics)
        by_name: dict[str, list[Definition]] = {}
        for contents in self.contents.values():
            for definition in contents.definitions:
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
        listed = any(skill.agent_skills for skill in skills.values())
        if len(self.left) > len(skills) and not broken and not listed:
            found.append(_not_read(self.left))
        files = {key: each.file for key, each in self.contents.items() if each.file}
        folders = {
            definition.name or "": each.plain_folder
            for each in self.contents.values()
            if each.plain_folder
            for definition in each.definitions
        }
        return Catalog(
            skills,
            broken,
            ordered(found),
            self.roots,
            tuple(each.found.shown for each in self.contents.values()),
            excerpt=_excerpt_from(files),
            policy=self.policy,
            ignores=tuple(each for held in self.contents.values() for each in held.ignores),
            agent_folder=cache(partial(read_agent_folder, homes=self.homes, files=files)),
            plain_folders={name: folders[name] for name in skills if name in folders},
        )


def _not_read(manifests: Sequence[FoundFile]) -> Diagnostic:
    first, *others = manifests
    if others:
        what = f"{len(manifests):,} folders with a `SKILL.md` are no skills here"
    else:
        what = "the folder of this `SKILL.md` is no skill here"
    message = f"{what}, since there are skill files, none of which lists an agent skill"
    hint = "list the folders under `agent_skills`, or leave the skill files out with `exclude`"
    place = Location(first.root, first.path)
    return Diagnostic(codes.FOLDERS_NOT_READ, message, place, hint)


def _excerpt_from(files: Mapping[FileKey, SkillFile]) -> Callable[[Location], Excerpt | None]:
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
