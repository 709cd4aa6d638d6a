"""Where a skill that is a plain folder stands in its `SKILL.md`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, frozen

from cleveragents_skills.agent_folder import in_words
from cleveragents_skills.diagnostics import Location
from cleveragents_skills.loading.misfits import WHOLE
from cleveragents_skills.loading.source import DocumentSource, SkillFile

INCLUDES = ("metadata", "includes")
_TOOLS = (("allowed-tools",), ("allowed_tools",))


@frozen(eq=False, repr=False)
class ManifestSource:
    """Finds the parts of a skill in front matter: what `Skill.source` is for a plain folder."""

    file: SkillFile
    fields: Mapping[str, Any]

    def locate(self, *path: str | int) -> Location:
        """Give the place of a part of the skill, or of the nearest thing around it.

        A tool or an include has one of its own within the text or list that names it.
        """
        key = self._key(path)
        if key is None:
            return self._document.locate(WHOLE, *path)
        index = path[1] if len(path) > 1 else None
        return self._document.locate(WHOLE, *key) if index is None else self._item(key, index)

    def locate_key(self, *path: str | int) -> Location:
        """Give the place of the key that names it, likewise."""
        key = self._key(path)
        if key is None or len(path) > 1:
            return self.locate(*path)
        return self._document.locate_key(WHOLE, *key)

    def data(self) -> Mapping[str, Any]:
        """Give the front matter as it is written."""
        return self.fields

    def other_spellings(self) -> Iterator[tuple[tuple[str | int, ...], str]]:
        """Give nothing: front matter has no other spellings of a field."""
        return iter(())

    @property
    def _document(self) -> DocumentSource:
        return DocumentSource(self.file, 0)

    def _key(self, path: Sequence[str | int]) -> tuple[str, ...] | None:
        """Give the keys in front matter under which a list of the skill stands."""
        if path[:1] == ("includes",):
            return INCLUDES
        if path[:1] == ("tools",):
            return next((key for key in _TOOLS if key[0] in self.fields), _TOOLS[0])
        return None

    def _item(self, key: tuple[str, ...], index: str | int) -> Location:
        """Give the place of an item: the one of that number, each tool counted once."""
        said: Any = self.fields
        for step in key:
            said = said.get(step) if isinstance(said, Mapping) else None
        whole = self._document.locate(WHOLE, *key)
        words = in_words(said)
        wanted = list(dict.fromkeys(words)) if key in _TOOLS else list(words)
        if not isinstance(index, int) or index >= len(wanted):
            return whole
        if isinstance(said, list):
            places = [at for at, each in enumerate(said) if isinstance(each, str) and each.strip()]
            at = index if key not in _TOOLS else words.index(wanted[index])
            return self._document.locate(WHOLE, *key, places[at])
        at = index if key not in _TOOLS else words.index(wanted[index])
        return self._word(whole, words, at)

    def _word(self, whole: Location, words: Sequence[str], index: int) -> Location:
        """Give the place of a word of a text that stands on one line as it is, else of the text."""
        if whole.line is None or whole.column is None:
            return whole
        start = whole.column - 1
        written = self.file.lines[whole.line - 1][start : start + whole.width]
        at = 0
        for number, word in enumerate(words):
            found = re.compile(re.escape(word)).search(written, at)
            if found is None or in_words(written[at : found.start()].strip("\"'")):
                return whole
            if number == index:
                begin = whole.column + found.start()
                return evolve(whole, column=begin, width=len(word))
            at = found.end()
        return whole
