"""What names look like, as schemas with regular expressions that editors know too."""

from __future__ import annotations

from typing import Any

from cleveragents_skills import naming

_HIDDEN = (
    r"\u007f-\u00a0\u00ad\u0600-\u0605\u061c\u06dd\u070f\u0890\u0891\u08e2\u1680\u180e\u2000-\u200f"
    r"\u2028-\u202f\u205f-\u2064\u2066-\u206f\u3000\ufeff\ufff9-\ufffb"
)
"""White space, controls and format characters behind ASCII: `\\s` means less or more to some."""


def _text(pattern: str) -> dict[str, Any]:
    return {"type": "string", "pattern": f"^{pattern}$"}


SKILL_NAME = _text(naming.SKILL_NAME.pattern)
TOOL_NAME = _text(rf"[^\u0000- {_HIDDEN}]+")
PART_NAME = _text(rf"[^\u0000- /{_HIDDEN}]+")
PATH = _text(rf" *[^\u0000- {_HIDDEN}][^\u0000-\u001f{_HIDDEN}]*")
