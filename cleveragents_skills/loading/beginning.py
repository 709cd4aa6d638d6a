"""The file that a new skill begins with."""

from __future__ import annotations

_NAME = "name: local/name\n"


def new_skill(name: str) -> str:
    """Give the text of a skill file with this name, in which comments show every part."""
    from importlib.resources import files  # noqa: PLC0415 (needed for a new skill only)

    text = files(__package__).joinpath("new_skill.yaml").read_text("utf-8")
    return text.replace(_NAME, f"name: {name}\n")
