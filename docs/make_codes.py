"""Writes the pages of the codes into `docs/reference/codes.md`, as `skills explain` shows them.

    python docs/make_codes.py

What stands above the first heading of the second level is kept.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from pathlib import Path

from cleveragents_skills.diagnostics import Code
from cleveragents_skills.loading import ALL_CODES, page

FILE = Path(__file__).parent / "reference" / "codes.md"
TITLES: Mapping[str, str] = {
    "SK0": "SK0xx: not readable",
    "SK1": "SK1xx: does not fit the model",
    "SK2": "SK2xx: skills do not fit together",
    "SK3": "SK3xx: probably a mistake",
    "SK4": "SK4xx: not what a contract or mcp.lock says",
}


def with_pages(text: str) -> str:
    """Give the text of the file with all below its introduction written anew."""
    introduction = text.partition("\n## ")[0].rstrip()
    return "\n\n".join((introduction, *_sections())) + "\n"


def _sections() -> Iterator[str]:
    for beginning, group in groupby(ALL_CODES, key=lambda code: code.id[:3]):
        codes = list(group)
        yield f"## {TITLES[beginning]}"
        head = ("| Code | Name | Severity | On by default | Summary |", "|---|---|---|---|---|")
        yield "\n".join((*head, *map(_row, codes)))
        for code in codes:
            yield f"### {code.id} {code.name}"
            yield page(code)


def _row(code: Code) -> str:
    link = f"[`{code.id}`](#{code.id.lower()}-{code.name})"
    on = "yes" if code.on else "no"
    return f"| {link} | `{code.name}` | {code.severity} | {on} | {code.summary} |"


if __name__ == "__main__":
    FILE.write_text(with_pages(FILE.read_text(encoding="utf-8")), encoding="utf-8")
