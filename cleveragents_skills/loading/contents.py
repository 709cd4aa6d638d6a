"""One file to what it holds: skills, comments that ignore findings, or what is wrong with it."""

from __future__ import annotations

import codecs
import os
from collections.abc import Sequence
from functools import partial

from attrs import define, evolve, field

from cleveragents_skills.diagnostics import Diagnostic, Location
from cleveragents_skills.loading import codes
from cleveragents_skills.loading.ahead import Parsed
from cleveragents_skills.loading.builder import build
from cleveragents_skills.loading.document import BuiltFile
from cleveragents_skills.loading.files import FoundFile, Unreadable, decoded, on_disk, read_file
from cleveragents_skills.loading.homes import Homes
from cleveragents_skills.loading.ignores import ignore_comments
from cleveragents_skills.loading.plain import build_plain, without_places
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
from cleveragents_skills.model import SkillAgentSource
from cleveragents_skills.suppression import IgnoreComment

_KNOWN = frozenset(code.id for code in ALL_CODES)


@define(eq=False, repr=False)
class FileContents:
    """What one file holds. `file` is its text, None where it could not be read as such."""

    found: FoundFile
    structure: Structurer
    homes: Homes
    file: SkillFile | None = None
    definitions: list[Definition] = field(factory=list)
    ignores: list[IgnoreComment] = field(factory=list)

    @property
    def plain_folder(self) -> str | None:
        """The folder that is a skill, if this is its `SKILL.md` and no skill file."""
        return None

    def read(self, parsed: Parsed | None = None) -> None:
        """Read the file, or take in what was `parsed` of it already.

        Whatever is wrong with it becomes a definition that cannot be used.
        """
        if parsed is not None:
            self.take(parsed[0], without_places(parsed[1]))
            return
        text = self.text()
        if text is not None:
            self.take(text)

    def text(self) -> str | None:
        """Give the text of the file; if there is none, what is wrong is taken in."""
        try:
            content = read_file(self.found)
        except Unreadable as problem:
            self._broken(problem.diagnostic, problem.start.decode("utf-8", "replace"))
            return None
        try:
            return decoded(content)
        except UnicodeDecodeError as error:
            self._not_utf8(content, error)
            return None

    def take(self, text: str, built: BuiltFile | None = None) -> None:
        """Take in the text that the file has, or is to have, and what was `built` of it."""
        file = self.file = SkillFile(self.found.root, self.found.path, text)
        built = built or build_plain(text) or build(text)
        for index, document in enumerate(built.documents):
            if document.data is not None:
                definition = read_document(file, index, document, self.structure)
                self.definitions.append(self._with_folders(definition))
        if not built.fatal:
            self.take_ignores(file)
        if built.fatal:
            self._ended_early(file, built)
        elif all(document.data is None for document in built.documents):
            place = file.location(None)
            hint = "a skill begins with `name:`"
            diagnostic = Diagnostic(codes.EMPTY_FILE, "the file holds no skill", place, hint)
            self._unusable(diagnostic, ())

    def take_ignores(self, file: SkillFile) -> None:
        """Take in the comments of the file that ignore findings."""
        if "ignore" in file.text:
            self.ignores.extend(ignore_comments(file, _KNOWN))

    def _with_folders(self, definition: Definition) -> Definition:
        """Give the definition with its agent-skill folders found."""
        skill = definition.skill
        if skill is None or not skill.agent_skills:
            return definition
        here = os.path.dirname(self.found.real)

        def placed(agent: SkillAgentSource) -> SkillAgentSource:
            real = os.path.realpath(os.path.join(here, on_disk(agent.path)))
            return evolve(agent, folder=self.homes.folder(real))

        agents = tuple(placed(agent) for agent in skill.agent_skills)
        return evolve(definition, skill=evolve(skill, agent_skills=agents))

    def _ended_early(self, file: SkillFile, built: BuiltFile) -> None:
        """Take in a file that could not be read to its end."""
        if built.fatal is None:
            return
        names = list(scanned_names(file.lines, built.resume))
        diagnostic = problem_diagnostic(file, built.fatal, names[0][0] if names else None)
        self._unusable(diagnostic, names)

    def _not_utf8(self, content: bytes, error: UnicodeDecodeError) -> None:
        """Take in a file in another encoding, with the place of the first wrong byte."""
        root, path = self.found.root, self.found.path
        message, hint = "not encoded in UTF-8", "save the file as UTF-8"
        text = content.decode("utf-8", "replace").removeprefix("\ufeff")
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            message, text = (
                "not encoded in UTF-8 but in UTF-16",
                content.decode("utf-16", "replace"),
            )
            location = Location(root, path, 1, 1)
        else:
            before = LINE_BREAK.split(content[: error.start].decode("utf-8-sig", "replace"))
            location = Location(root, path, len(before), len(before[-1]) + 1)
            self.file = SkillFile(root, path, text)
        diagnostic = Diagnostic(codes.NOT_UTF8, message, location, hint)
        self._broken(diagnostic, text)

    def _broken(self, diagnostic: Diagnostic, text: str) -> None:
        names = list(scanned_names(LINE_BREAK.split(text), 0))
        if names:
            diagnostic = evolve(diagnostic, skill=names[0][0])
        self._unusable(diagnostic, names)

    def _unusable(self, diagnostic: Diagnostic, names: Sequence[tuple[str, int]]) -> None:
        """Keep the finding, and the names that the file would have defined."""
        root, path = self.found.root, self.found.path
        for name, line in names:
            place = partial(Location, root, path, line + 1, 1)
            self.definitions.append(Definition(name, place, None, (diagnostic,)))
        if not names:
            whole = partial(Location, root, path)
            self.definitions.append(Definition(None, whole, None, (diagnostic,)))
