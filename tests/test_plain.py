"""The quick way through a file, against the builder: the same data, or none at all."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_loading_never_raises import PIECES

from cleveragents_skills.loading.builder import MAX_DEPTH, MAX_NODES, build
from cleveragents_skills.loading.plain import build_plain

EXAMPLES = sorted(
    path for path in (Path(__file__).parent / "examples").rglob("*.y*ml") if path.is_file()
)


def agree(text: str) -> bool:
    """Say whether the quick way had an answer; if so, it is the builder's, and nothing is wrong."""
    quick = build_plain(text)
    if quick is None:
        return False
    slow = build(text)
    assert (slow.fatal, [each.problems for each in slow.documents]) == (
        None,
        [()] * len(slow.documents),
    )
    expected = [(type(each.data), repr(each.data)) for each in slow.documents]
    assert [(type(each.data), repr(each.data)) for each in quick.documents] == expected
    return True


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_any_text_gives_what_the_builder_gives(text: str) -> None:
    agree(text)


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.name)
def test_every_example_gives_what_the_builder_gives(file: Path) -> None:
    agree(file.read_bytes().decode("utf-8-sig", "replace"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: a\ntools: [x, 'y', \"z\"]\n", True),
        ("a: 1\n---\nb: {c: [~, true, 1.5]}\n...\n---\n", True),
        ("a: |\n  text\n  # more\nb: >-\n  folded\n", True),
        ("a: 2024-01-31\n", True),
        ("- 1\n- two\n", True),
        ("just text", True),
        ("", True),
        ("a: [" * 20 + "]" * 20, True),
        ("a: 1\na: 2\n", False),
        ("a: &x 1\nb: *x\n", False),
        ("a: !!str 1\n", False),
        ("<<: {a: 1}\n", False),
        ("1: a\n", False),
        ("a: .nan\n", False),
        ("a: 'open\n", False),
        ('a: "\\ud800"\n', False),
        ("a: \x07\n", False),
        ("[" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1), False),
        (f"[{'a,' * MAX_NODES}]", False),
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_the_builder(text: str, expected: bool) -> None:  # noqa: FBT001 (a table)
    assert agree(text) == expected
