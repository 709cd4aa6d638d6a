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


ALL_LINES = r"""a
-
a: b
  c: d
    e: 'f'
- x
  - x
k:
  k:
- k: v
  - k:
- - a
t: |
t: >-
  t: |-
- |
      code: # x
# c
  # c
---
...
x: 'it''s' # z
x: "\"\n"
f: [a, 'b c']
f: {a: b, c: [d, {e: ~}]}
f: [a, ]
a: b: c
a: b:c
a: -x
a: - x
a: x #y
a: x#y
a : b
? a
n: 0x1F
true: x
1: x
<<: {a: b}
é: ü
a: &x 1
b: *x
a: !!str 1
%TAG
"""
LINES = [*ALL_LINES.splitlines(), "", "   ", "a:   ", "a: b "]


@settings(max_examples=500, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_any_text_gives_what_the_builder_gives(text: str) -> None:
    agree(text)


@settings(max_examples=2000, deadline=None)
@given(
    st.lists(st.sampled_from(LINES), max_size=8),
    st.sampled_from(["\n", "\r\n"]),
    st.text(max_size=2),
    st.data(),
)
def test_lines_give_what_the_builder_gives(
    lines: list[str], end: str, more: str, data: st.DataObject
) -> None:
    text = end.join(lines)
    at = data.draw(st.integers(0, len(text)))
    agree(text[:at] + more + text[at:])


@pytest.mark.parametrize("file", EXAMPLES, ids=lambda path: path.name)
def test_every_example_gives_what_the_builder_gives(file: Path) -> None:
    agree(file.read_bytes().decode("utf-8-sig", "replace"))


DEEP = "".join(f"{'  ' * depth}a:\n" for depth in range(MAX_DEPTH // 2))


@pytest.mark.parametrize(
    "text",
    [
        "name: a\ntools: [x, 'y', \"z\"]\n",
        "# what it is\n\n---\nb: {c: [~, true, 1.5], d: {}} # short\n",
        "a: |\n  text\n\n  # more\nb: >-\n  folded\n  twice\n",
        "a: 2024-01-31\nb: 'it''s'\nc: \"a\\tb \\\"c\\\"\"\n",
        "a:\n- b: c\n  d:\n- e\nf:\n",
        "a: b # not c\r\nd: e#f\r\n",
        "# first\na: 1\n---\nb: 2\n--- \nc: 3\n",
        'mcp:a/b: {c: d}\ne: [-f, --g=h]\ni: ["j", ""]\n',
        "a: " + "[" * 31 + "]" * 31 + "\n",
        DEEP,
    ],
)
def test_plain_text_goes_the_quick_way(text: str) -> None:
    assert agree(text) is True


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "just text\n",
        "- 1\n- two\n",
        "a: 1\n---\n---\nb: 2\n",
        "a: 1\n---\n# nothing\n",
        "a: 1\n...\n",
        "a: 1\na: 2\n",
        "a: {b: 1, b: 2}\n",
        "a: &x 1\nb: *x\n",
        "a: !!str 1\n",
        "<<: {a: 1}\n",
        "1: a\n",
        "null: a\n",
        "a: .nan\n",
        "a: 'open\n",
        'a: "\\ud800"\n',
        "a: \x07\n",
        "a: b\n  c\n",
        "a: |\n\ttab\n",
        "a: |\n  no end of line",
        "a: >\n  two\n\n  paragraphs\n",
        "a: |+\n  kept\n\n",
        "a: [b,\n  c]\n",
        "a: [b, ]\n",
        "a: {b:c}\n",
        "a: [" + "[" * 31 + "]" * 31 + "]\n",
        DEEP + "  " * (MAX_DEPTH // 2) + "a:\n",
        "a: [" * (MAX_DEPTH + 1) + "]" * (MAX_DEPTH + 1) + "\n",
        f"a: [{'a,' * MAX_NODES}]\n",
        f"a: [a{',a' * MAX_NODES}]\n",
    ],
)
def test_what_is_out_of_the_ordinary_is_left_to_the_builder(text: str) -> None:
    assert agree(text) is False
