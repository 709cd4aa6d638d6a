"""Mends what is safe to mend, round after round, until nothing is left."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from attrs import evolve, frozen

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.diagnostics import Diagnostic, ordered
from cleveragents_skills.editing.edits import CODES, Draft, Edit, overlap
from cleveragents_skills.editing.origins import Origins
from cleveragents_skills.editing.proof import Proof, by_file
from cleveragents_skills.editing.removal import NotMendable
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.reader import FileKey, Reading
from cleveragents_skills.policy import Policy

Refused = tuple[Diagnostic, str]
"""A finding that is not mended, and why."""

_PARTS = 8
"""Into how many parts edits are cut: that few trials find one that is not safe, or that all are."""


@frozen(eq=False)
class Mended:
    """What became of the findings: which are mended in which files, which are not and why.

    Those that are mended are at the places where they were in what was read, those that are not at
    the places where they are in `reading`.
    """

    reading: Reading
    findings: Mapping[FileKey, Sequence[Diagnostic]]
    refused: tuple[Refused, ...]
    origins: Origins


def mend(
    reading: Reading, policy: Policy, reported: Callable[[Catalog], Iterable[Diagnostic]]
) -> Mended:
    """Mend those of the reported findings that can be mended, in what was read, not on disk.

    No skill gives anything else afterwards. A finding that was hidden behind another one, such as
    a redundant include that was there twice, is mended in the next round. In the last round
    nothing is mended, so doing it all again would change nothing.
    """
    mended: dict[FileKey, list[Diagnostic]] = {}
    origins = Origins()
    while True:
        catalog = evolve(reading.catalog(), policy=policy)
        findings = list(reported(catalog))
        edits, refused = _edits(findings, reading)
        proof = Proof(reading, catalog)
        kept, unsafe = _safe(edits, proof)
        if not kept:
            place = {id(finding): index for index, finding in enumerate(findings)}
            told = sorted((*refused, *unsafe), key=lambda each: place[id(each[0])])
            in_order = {key: ordered(each) for key, each in mended.items()}
            return Mended(reading, in_order, tuple(told), origins)
        files = by_file(kept)
        for key, each in files.items():
            mended.setdefault(key, []).extend(origins.as_read(edit.finding) for edit in each)
        after = {key: proof.edited(key, each) for key, each in files.items()}
        for key, each in files.items():
            origins.edited(key, _text(reading.contents[key]), _text(after[key]), each)
        reading = reading.edited(after)


def _text(contents: FileContents) -> str:
    return contents.file.text if contents.file else ""


def _edits(findings: Iterable[Diagnostic], reading: Reading) -> tuple[list[Edit], list[Refused]]:
    """Give the edits that would mend the findings, and what cannot be mended at all."""
    drafts: dict[FileKey, Draft] = {}
    edits: list[Edit] = []
    refused: list[Refused] = []
    for finding in findings:
        place = finding.location
        key = (place.catalog, place.file) if place else ("", "")
        file = reading.contents[key].file if key in reading.contents else None
        if finding.code.id not in CODES or file is None:
            continue
        if reading.contents[key].plain_folder is not None:
            refused.append((finding, "a `SKILL.md` is never edited"))
            continue
        if key not in drafts:
            drafts[key] = Draft.of(file)
        try:
            edits.append(drafts[key].edit(finding))
        except NotMendable as reason:
            refused.append((finding, str(reason)))
    return edits, refused


def _safe(edits: Sequence[Edit], proof: Proof) -> tuple[list[Edit], list[Refused]]:
    """Give the edits that are safe together, and those that are not."""
    kept: list[Edit] = []
    refused: list[Refused] = []
    for key, each in by_file(edits).items():
        some, others = _largest(each, partial(proof.objection_in_file, key))
        kept += some
        refused += others
    kept, others = _largest(kept, proof.objection)
    return kept, refused + others


def _largest(
    edits: Sequence[Edit], objection: Callable[[Sequence[Edit]], str | None]
) -> tuple[list[Edit], list[Refused]]:
    """Give edits to which there is no objection, and each of the others with that to it.

    All are tried at once, and then parts of what is objected to. An edit that touches what another
    one has changed already waits for the next round.
    """
    kept: list[Edit] = []
    refused: list[Refused] = []
    apart: list[Edit] = []
    late: list[list[Edit]] = []
    for edit in sorted(edits, key=lambda each: each.part):
        if overlap((*apart[-1:], edit)):
            late.append([edit])
        else:
            apart.append(edit)
    stack = [*reversed(late), apart]
    while stack:
        part = stack.pop()
        if not part or overlap((*kept, *part)):
            continue
        reason = objection((*kept, *part))
        if reason is None:
            kept += part
        elif len(part) == 1:
            refused.append((part[0].finding, reason))
        else:
            size = -(-len(part) // _PARTS)
            stack += [part[at : at + size] for at in reversed(range(0, len(part), size))]
    return kept, refused
