"""A baseline lists findings that are not there any more.

Why it matters: a baseline holds the findings that a team knows of and has put off, so that `check`
tells new ones only. An entry for a finding that has been mended would hide it, should it come back.

Bad: `skills check --baseline known.json` after some of what `known.json` lists was mended.

Good: `skills check --baseline known.json --write-baseline` writes the list anew.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from cleveragents_skills.diagnostics import Code, Diagnostic, Location, Severity
from cleveragents_skills.masking import mask_tokens
from cleveragents_skills.policy import UNREADABLE

CODE = Code(
    "SK392", "stale-baseline", Severity.WARNING, "a baseline lists findings that are not there"
)
VERSION = 1
_SHOWN = 3
_SURROGATE = "[\ud800-\udfff]"
"""Stands in the name of a file for a byte that is no UTF-8."""


@frozen(eq=False, repr=False)
class Baseline:
    """Findings that are known and put off: fingerprint to what it was, for people to read."""

    entries: Mapping[str, Mapping[str, Any]] = field(factory=dict)

    @classmethod
    def of(cls, diagnostics: Iterable[Diagnostic]) -> Baseline:
        """Give the baseline of these findings. One of a file that was not read is not put off."""
        kept = (each for each in diagnostics if not each.code.id.startswith(UNREADABLE))
        return cls({each.fingerprint: _entry(each) for each in kept})

    @classmethod
    def parse(cls, text: str) -> Baseline:
        """Give the baseline that `to_json` has written. Raises `ValueError` for anything else."""
        try:
            data = json.loads(text)
        except RecursionError:
            raise ValueError("nested too deeply") from None
        if not isinstance(data, dict) or data.get("baseline_version") != VERSION:
            raise ValueError(f"no baseline of version {VERSION}")
        findings = data.get("findings")
        if not isinstance(findings, list) or not all(map(_is_entry, findings)):
            raise ValueError("`findings` must be a list of findings with a `fingerprint`")
        return cls({each["fingerprint"]: each for each in findings})

    def to_json(self) -> str:
        """Give the text of the file: no lines or columns, so that it changes with findings only.

        What has a token's shape is masked. The text is Unicode whatever the names of the files are.
        """
        findings = [{**_shown(entry), "fingerprint": key} for key, entry in self.entries.items()]
        document = {"baseline_version": VERSION, "findings": findings}
        text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
        return re.sub(_SURROGATE, lambda found: f"\\u{ord(found.group()):04x}", text)


def _entry(diagnostic: Diagnostic) -> dict[str, Any]:
    code, file, _, message = diagnostic.content
    return {"code": code, "file": file, "message": message}


def _shown(entry: Mapping[str, Any]) -> dict[str, Any]:
    """Give an entry as it may be written into a file."""
    return {
        name: mask_tokens(value) if isinstance(value, str) else value
        for name, value in entry.items()
    }


def _is_entry(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("fingerprint"), str)


def _always(_: str) -> bool:
    return True


def without_baseline(
    diagnostics: Sequence[Diagnostic],
    baseline: Baseline,
    file: str,
    is_looked_for: Callable[[str], bool] = _always,
    unchecked: Collection[str] = (),
) -> tuple[list[Diagnostic], Diagnostic | None]:
    """Give the diagnostics that are new, and a finding in `file` if some entries are stale.

    One of a code that is not looked for is not called stale, nor one of a file in `unchecked`,
    which was not checked to the end.
    """
    left = {*unchecked, *map(mask_tokens, unchecked)}
    prints = {each.fingerprint: each for each in diagnostics}
    new = [
        each
        for key, each in prints.items()
        if key not in baseline.entries or each.code.id.startswith(UNREADABLE)
    ]
    stale = [
        entry
        for key, entry in baseline.entries.items()
        if key not in prints
        and is_looked_for(str(entry.get("code")))
        and str(entry.get("file")) not in left
    ]
    if not stale:
        return new, None
    told = Counter(f"{each.get('code')} in {each.get('file')}" for each in stale)
    listed = [f"{each} ({count:,} times)" if count > 1 else each for each, count in told.items()]
    more = f"; and {len(listed) - _SHOWN:,} more" if len(listed) > _SHOWN else ""
    shown = "; ".join(listed[:_SHOWN])
    one = len(stale) == 1
    count = "1 finding that is" if one else f"{len(stale):,} findings that are"
    message = f"the baseline lists {count} not there: {shown}{more}"
    hint = "write it anew with `--write-baseline`"
    return new, Diagnostic(CODE, message, Location("", file), hint)
