"""Where a skill that is a plain folder stands in its `SKILL.md`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

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
    _places: dict[tuple[str, ...], tuple[Location, ...]] = field(factory=dict, init=False)

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
        places = self._places.get(key)
        if places is None:  # found all at once: there may be thousands
            places = self._places[key] = self._items(key)
        if isinstance(index, int) and index < len(places):
            return places[index]
        return self._document.locate(WHOLE, *key)

    def _items(self, key: tuple[str, ...]) -> tuple[Location, ...]:
        said: Any = self.fields
        for step in key:
            said = said.get(step) if isinstance(said, Mapping) else None
        words = in_words(said)
        if isinstance(said, list):
            numbers = [at for at, each in enumerate(said) if isinstance(each, str) and each.strip()]
            places = [self._document.locate(WHOLE, *key, number) for number in numbers]
        else:
            places = self._words(self._document.locate(WHOLE, *key), words)
        if key not in _TOOLS:
            return tuple(places)
        first: dict[str, Location] = {}
        for word, place in zip(words, places, strict=False):
            first.setdefault(word, place)
        return tuple(first.values())

    def _words(self, whole: Location, words: Sequence[str]) -> list[Location]:
        """Give the place of each word of a text on one line; from one not there on, the text."""
        places: list[Location] = []
        if whole.line is not None and whole.column is not None:
            start = whole.column - 1
            written = self.file.lines[whole.line - 1][start : start + whole.width]
            at = 0
            for word in words:
                found = written.find(word, at)
                if found < 0 or in_words(written[at:found].strip("\"'")):
                    break
                places.append(evolve(whole, column=whole.column + found, width=len(word)))
                at = found + len(word)
        return [*places, *[whole] * (len(words) - len(places))]
