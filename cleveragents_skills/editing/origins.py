"""Where in a file, as it was read, something stands of which the text has been edited since."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from attrs import define, evolve, field, frozen

from cleveragents_skills.diagnostics import Diagnostic
from cleveragents_skills.editing.edits import Edit
from cleveragents_skills.editing.removal import Span, Text
from cleveragents_skills.loading.reader import FileKey


@frozen(eq=False)
class _Round:
    """The edits of one round: their spans, and where in the new text each of them is done."""

    spans: Sequence[Span]
    ends: Sequence[int]

    @classmethod
    def of(cls, edits: Iterable[Edit]) -> _Round:
        spans = sorted(span for edit in edits for span in edit.spans)
        ends = []
        longer = 0
        for start, end, instead in spans:
            ends.append(start + longer + len(instead))
            longer += len(instead) - (end - start)
        return cls(spans, ends)

    def before(self, offset: int) -> int:
        """Give the number that a character of the new text had in the old one.

        One that was put there has the number of where it was put.
        """
        done = bisect_right(self.ends, offset)
        if done < len(self.spans):
            start, _, instead = self.spans[done]
            if instead and self.ends[done] - len(instead) <= offset:
                return start
        if not done:
            return offset
        return self.spans[done - 1][1] + offset - self.ends[done - 1]


@define
class Origins:
    """Knows the files that are edited as they were read, as they are now, and the edits between."""

    _first: dict[FileKey, Text] = field(factory=dict)
    _now: dict[FileKey, Text] = field(factory=dict)
    _rounds: dict[FileKey, list[_Round]] = field(factory=dict)

    def edited(self, key: FileKey, before: str, after: str, edits: Iterable[Edit]) -> None:
        """Take in one more round of edits of a file."""
        self._first.setdefault(key, Text(before))
        self._now[key] = Text(after)
        self._rounds.setdefault(key, []).append(_Round.of(edits))

    def as_read(self, finding: Diagnostic) -> Diagnostic:
        """Give a finding in a file as it is now at the place where that was when it was read."""
        place = finding.location
        if place is None or place.line is None or place.column is None:
            return finding
        key = (place.catalog, place.file)
        if key not in self._rounds:
            return finding
        offset = self._now[key].offset((place.line - 1, place.column - 1))
        for each in reversed(self._rounds[key]):
            offset = each.before(offset)
        first = self._first[key]
        line = first.line_of(offset)
        column = offset - first.starts[line]
        return evolve(finding, location=evolve(place, line=line + 1, column=column + 1))
