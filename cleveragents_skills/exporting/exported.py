"""What every target gives."""

from __future__ import annotations

from attrs import frozen


@frozen
class Export:
    """The text of a file, and one sentence for each thing that it does not say as the skill."""

    text: str
    warnings: tuple[str, ...]
