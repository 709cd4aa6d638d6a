"""The effective capability: the outermost word holds, and a declared power stays."""

from __future__ import annotations

from typing import Any

import pytest

from cleveragents_skills import Capability
from cleveragents_skills.capability import capability_words, laid_over


@pytest.mark.parametrize(
    ("declared", "layers", "expected"),
    [
        (Capability(), [], Capability()),
        (Capability(), [{"note": "x"}], Capability()),
        (Capability(), [{"writes": True}], Capability(writes=True, read_only=False)),
        (
            Capability(),
            [{"capability": {"read_only": True}}],
            Capability(read_only=True, writes=False),
        ),
        (
            Capability(),
            [{"writes": True}, {"read_only": True}],
            Capability(read_only=True, writes=False),
        ),
        (
            Capability(),
            [{"read_only": True}, {"capability": {"destructive": True}}],
            Capability(read_only=False, writes=True, destructive=True),
        ),
        (Capability(), [{"unsafe": True}, {"unsafe": None}], Capability(unsafe=True)),
        (Capability(), [{"unsafe": True}, {"unsafe": False}], Capability(unsafe=False)),
        (
            Capability(writes=True),
            [{"read_only": True}],
            Capability(writes=True, read_only=False),
        ),
        (
            Capability(writes=True, destructive=True, unsafe=True),
            [{"writes": False, "destructive": False, "unsafe": False}],
            Capability(writes=True, destructive=True, unsafe=True, read_only=False),
        ),
        (
            Capability(side_effects=("mail",)),
            [{"side_effects": []}],
            Capability(side_effects=("mail",)),
        ),
        (
            Capability(side_effects=("mail",)),
            [{"side_effects": ["disk", "mail"]}],
            Capability(side_effects=("mail", "disk")),
        ),
        (Capability(side_effects=True), [{"side_effects": False}], Capability(side_effects=True)),
        (
            Capability(side_effects=True),
            [{"side_effects": ["mail"]}],
            Capability(side_effects=("mail",)),
        ),
        (Capability(side_effects=True), [{"side_effects": []}], Capability(side_effects=True)),
        (
            Capability(side_effects=("mail",)),
            [{"side_effects": False}],
            Capability(side_effects=("mail",)),
        ),
        (Capability(), [{"side_effects": False}], Capability(side_effects=False)),
        (
            Capability(read_only=True),
            [{"human_approval_required": True, "write_scope": ["a"]}],
            Capability(read_only=True, human_approval_required=True, write_scope=("a",)),
        ),
    ],
)
def test_layers_are_laid_over_the_declaration(
    declared: Capability, layers: list[dict[str, Any]], expected: Capability
) -> None:
    assert laid_over(declared, layers) == expected


@pytest.mark.parametrize(
    ("capability", "access"),
    [
        (Capability(), "unknown"),
        (Capability(read_only=True), "read_only"),
        (Capability(writes=True, read_only=False), "write"),
        (Capability(read_only=False), "unknown"),
        (Capability(writes=False), "unknown"),
    ],
)
def test_access_is_one_of_three_classes(capability: Capability, access: str) -> None:
    assert capability.access == access


def test_words_are_those_a_capability_has_flat_and_nested() -> None:
    metadata = {"note": 1, "unsafe": True, "capability": {"writes": False, "idempotent": None}}

    assert capability_words(metadata) == {"unsafe": True, "writes": False}
