"""What shows that edits are safe: nothing but what they remove or rename is another."""

from __future__ import annotations

import json
from collections import ChainMap, Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from attrs import define, evolve, field

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.editing.edits import CODES, Edit, applied, expected, overlap
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.reader import FileKey, Reading
from cleveragents_skills.model import Skill
from cleveragents_skills.resolver import SkillResolver

_SEEN = (
    "name",
    "source_skill",
    "kind",
    "inline_tool",
    "overrides",
    "capability",
    "access",
    "by_override",
    "server",
    "tool_name",
    "folder",
    "sandbox_policy",
)
"""What one sees of an entry."""
_UNSURE = "it is not sure that nothing else would change"


@define
class Proof:
    """Tries edits of the files of a reading, whose catalog is `catalog`."""

    reading: Reading
    catalog: Catalog
    _held: dict[tuple[FileKey, str], FileContents] = field(factory=dict)
    _outcomes: dict[str, Any] = field(factory=dict)

    def objection_in_file(self, key: FileKey, edits: Sequence[Edit]) -> str | None:
        """Give why the edits of a file are not safe as far as skills go, None if they are.

        What a skill gives follows from what the skills it includes give, so only those of the
        file are resolved again, and of them only those that are another now.
        """
        before = self.reading.contents[key]
        if before.file is None or overlap(edits):
            return _UNSURE
        after = self.edited(key, edits)
        documents = [each.data for each in before.file.built.documents]
        wanted = expected(documents, edits)
        if after.file is None or after.file.built.fatal or wanted is None:
            return _UNSURE
        if wanted != [each.data for each in after.file.built.documents]:
            return _UNSURE
        if [each.name for each in before.definitions] != [e.name for e in after.definitions]:
            return _UNSURE
        changed = {}
        for one, other in zip(before.definitions, after.definitions, strict=True):
            if (one.skill is None) != (other.skill is None):
                return _UNSURE
            if other.skill is not None and one.skill != other.skill:
                changed[other.skill.name] = other.skill
        return self._objection_to(changed)

    def edited(self, key: FileKey, edits: Sequence[Edit]) -> FileContents:
        """Give what the file holds after the edits."""
        file = self.reading.contents[key].file
        text = applied(file.text if file else "", edits)
        if (key, text) not in self._held:
            self._held[key, text] = self.reading.with_text(key, text)
        return self._held[key, text]

    def _objection_to(self, changed: Mapping[str, Skill]) -> str | None:
        """Give why these skills may not stand in the place of those of the same names."""
        lookup = ChainMap(dict(changed), dict(self.catalog.skills))
        for name, skill in changed.items():
            if name not in self._outcomes:
                self._outcomes[name] = _outcome(self.catalog[name], self.catalog)
            if self._outcomes[name] is None:
                return f"`{name}` cannot be resolved, so nobody can tell what it would change"
            if self._outcomes[name] != _outcome(skill, lookup):
                return f"it would change what `{name}` gives"
        return None

    def objection(self, edits: Sequence[Edit]) -> str | None:
        """Give why these edits of any files are not safe: in their files, or for new findings.

        Findings that can be mended are fine, since they are mended next.
        """
        files = by_file(edits)
        for key, each in files.items():
            objection = self.objection_in_file(key, each)
            if objection:
                return objection
        reading = self.reading.edited({key: self.edited(key, each) for key, each in files.items()})
        after = evolve(reading.catalog(), policy=self.catalog.policy)
        new = _subjects(after) - _subjects(self.catalog)
        found = next((each for each in after.diagnostics if _subject(each) in new), None)
        if found is None:
            return None
        return f"there would be another finding: {found.code.id} {found.message}"


def _subjects(catalog: Catalog) -> Counter[tuple[str, ...]]:
    """Give what the findings are about, those left out that can be mended."""
    return Counter(map(_subject, (e for e in catalog.diagnostics if e.code.id not in CODES)))


def _subject(finding: Diagnostic) -> tuple[str, ...]:
    """Give what a finding is about: its code, file and skill, and the first name that it quotes.

    One that only names another cause, such as the include that is left, was there before.
    """
    code, file, skill, message = finding.content
    return code, file, skill, *message.split("`")[1:2]


def by_file(edits: Iterable[Edit]) -> dict[FileKey, list[Edit]]:
    """Give the edits of each file."""
    files: dict[FileKey, list[Edit]] = {}
    for edit in edits:
        place = edit.finding.location
        if place is not None:
            files.setdefault((place.catalog, place.file), []).append(edit)
    return files


def _outcome(skill: Skill, lookup: Mapping[str, Skill]) -> Any:
    """Give what counts of a skill's resolution, None if it has none.

    For an entry that is more than one sees of it: layers and the declaration decide what becomes of
    it in a skill that includes this one. Where things stand and what they shadow does not count.
    Layers are compared as text, since 1 and true are equal and not the same.
    """
    try:
        resolution = SkillResolver().resolve_tools(skill, lookup)
    except ValueError:
        return None
    own = {each.path: each.item for each in skill.declarations}
    entries = [
        (
            *(getattr(entry, name) for name in _SEEN),
            [json.dumps(layer.values, sort_keys=True) for layer in entry.layers],
            entry.source_skill == skill.name and entry.origin and own.get(entry.origin.path),
        )
        for entry in resolution
    ]
    servers = [
        (each.name, each.transport, each.command, each.url, each.tools)
        for each in resolution.mcp_servers
    ]
    return entries, servers, sorted(resolution.parents)
