"""Reading only what some skills reach: of the other files just the names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from attrs import define, field

from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.names import possible_names

Opened = tuple[FileContents, str | None]
"""A file with its text, or None where it has none to take in."""


def take_reached(files: Sequence[Opened], names: Collection[str]) -> None:
    """Take in the files that may define one of these skills, or one that they reach.

    Where a name is defined nowhere, all files are taken in, so that it can be said what there is.
    Linear in the text of all files, and parses only what it takes in.
    """
    taking = _Taking(files)
    by_name: dict[str, list[int]] = {}
    for index, (_, text) in enumerate(files):
        possible = None if text is None else possible_names(text)
        if possible is None:
            taking.take((index,))
        for name in possible or ():
            by_name.setdefault(name, []).append(index)
    seen = dict.fromkeys(names)
    for name in (queue := list(seen)):
        taking.take(by_name.get(name, ()))
        if name not in taking.includes:
            taking.take(range(len(files)))
            return
        new = dict.fromkeys(each for each in taking.includes[name] if each not in seen)
        seen.update(new)
        queue.extend(new)


@define(eq=False, repr=False)
class _Taking:
    """The files that are taken in so far, and what the skills in them include."""

    files: Sequence[Opened]
    includes: dict[str, list[str]] = field(factory=dict)
    taken: set[int] = field(factory=set)

    def take(self, indices: Iterable[int]) -> None:
        """Take these files in, each once."""
        for index in indices:
            if index in self.taken:
                continue
            self.taken.add(index)
            contents, text = self.files[index]
            if text is not None:
                contents.take(text)
            for each in contents.definitions:
                listed = self.includes.setdefault(each.name or "", [])
                listed += [include.name for include in (each.skill.includes if each.skill else ())]
