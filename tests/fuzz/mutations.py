"""The catalogs that are kept with the project, and what becomes of their files by small slips."""

from __future__ import annotations

from pathlib import Path

from hypothesis import strategies as st
from test_loading_never_raises import PIECES

TESTS = Path(__file__).parent.parent
Files = dict[str, bytes]


def _files(folder: Path) -> Files:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


KEPT: list[Files] = [
    _files(folder)
    for folder in [*sorted((TESTS / "examples").glob("*/*/")), TESTS.parent / "catalogs"]
    if folder.is_dir() and _files(folder)
]
"""The files of each catalog, by path."""
CONTENTS = sorted({content for files in KEPT for content in files.values()})


def text_of(content: bytes) -> str:
    """Give the text of a file; bytes that are no text survive the way there and back."""
    return content.decode("utf-8", "surrogateescape")


def content_of(text: str) -> bytes:
    """Give the bytes of such a text."""
    return text.encode("utf-8", "surrogateescape")


LINES = sorted({line for content in CONTENTS for line in text_of(content).splitlines()})
_MORE = PIECES | st.text(max_size=3) | st.sampled_from(LINES)


def _within_a_line(draw: st.DrawFn, text: str) -> str:
    """Delete, insert or replace some characters."""
    start = draw(st.integers(0, len(text)))
    end = start + draw(st.sampled_from([0, 1, 1, 2, 5, 40]))
    return text[:start] + draw(st.just("") | _MORE) + text[end:]


def _whole_lines(draw: st.DrawFn, text: str) -> str:
    """Move, repeat, remove, set in or set out a line, or put one of another file there."""
    lines = text.splitlines(keepends=True) or [""]
    at = draw(st.integers(0, len(lines) - 1))
    to = draw(st.integers(0, len(lines) - 1))
    line = lines[at]
    match draw(st.integers(0, 5)):
        case 0:
            lines[at], lines[to] = lines[to], line
        case 1:
            lines.insert(to, line)
        case 2:
            del lines[at]
        case 3:
            for each in range(min(at, to), max(at, to) + 1):
                lines[each] = draw(st.sampled_from(["  ", " ", "    ", "- ", "\t"])) + lines[each]
        case 4:
            lines[at] = line[draw(st.integers(1, 4)) :]
        case _:
            lines.insert(to, draw(st.sampled_from(LINES)) + "\n")
    return "".join(lines)


def _everywhere(draw: st.DrawFn, text: str) -> str:
    """End lines in another way, cut the text off, or put a mark before it."""
    match draw(st.integers(0, 2)):
        case 0:
            return text.replace("\n", draw(st.sampled_from(["\r\n", "\r", "\n\n", " # c\n"])))
        case 1:
            return text[: draw(st.integers(0, len(text)))]
        case _:
            return draw(st.sampled_from(["\ufeff", "---\n", "%YAML 1.2\n---\n", "# c\n"])) + text


@st.composite
def mutated_contents(draw: st.DrawFn, contents: list[bytes] = CONTENTS) -> bytes:
    """A file of a kept catalog after one to five slips."""
    text = text_of(draw(st.sampled_from(contents)))
    for _ in range(draw(st.integers(1, 5))):
        kinds = [_within_a_line, _within_a_line, _whole_lines, _whole_lines, _everywhere]
        text = draw(st.sampled_from(kinds))(draw, text)
    return content_of(text)


@st.composite
def mutated_catalogs(draw: st.DrawFn) -> Files:
    """A kept catalog in which one or two files are mutated, perhaps with files of another one."""
    files = dict(draw(st.sampled_from(KEPT)))
    if draw(st.booleans()):
        files |= {f"more/{path}": text for path, text in draw(st.sampled_from(KEPT)).items()}
    paths = st.sampled_from(sorted(files))
    for path in draw(st.lists(paths, min_size=1, max_size=2)):
        files[path] = draw(mutated_contents([files[path]]))
    return files
