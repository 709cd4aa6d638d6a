"""Whatever lies in a catalog, loading says what is wrong, in the right file and within it."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from fuzz.mutations import Files, mutated_catalogs, mutated_contents
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML
from ruamel.yaml.error import YAMLError
from test_loading_never_raises import EVERYTHING, PIECES, check_all
from test_partial_reading import nothing_is_missed
from test_plain import agree
from writing import write

from cleveragents_skills import Catalog, Diagnostic, Location, load_catalog
from cleveragents_skills.diagnostics import is_error


def text_of(content: bytes) -> str:
    return content.decode("utf-8-sig", "replace")


def check_place(place: Location | None, files: Files) -> None:
    """Hold a place to the text of its file."""
    if place is None or place.file not in files:
        return
    lines = re.split(r"\r\n|\r|\n", text_of(files[place.file]))
    if place.line is None:
        assert place.column is None
        return
    assert place.column is not None
    assert 1 <= place.line <= len(lines)
    line = lines[place.line - 1]
    assert 1 <= place.column <= len(line) + 1
    assert 1 <= place.width <= max(len(line) - place.column + 1, 1)


def check_places(catalog: Catalog, files: Files) -> None:
    """Hold all places of all findings to their files."""
    for finding in catalog.diagnostics:
        assert finding.location is not None
        for place in (finding.location, *(each.location for each in finding.related)):
            check_place(place, files)


def files_of(finding: Diagnostic) -> set[str]:
    """Give the files that a finding names; a skill that is defined twice has both."""
    places = (finding.location, *(each.location for each in finding.related))
    return {place.file for place in places if place}


def is_refused(text: str) -> bool:
    """Say whether both parsers refuse the text, each asked without this program."""
    if any(char in text for char in "\x85\u2028\u2029"):
        return False  # they take for line breaks what is none in YAML 1.2
    for pure in (True, False):
        try:
            for _ in YAML(typ="safe", pure=pure).parse(text):
                pass
        except YAMLError:
            continue
        return False
    return True


def check_file(path: str, content: bytes, catalog: Catalog) -> None:
    """Hold a file to this: it is good for a skill, or something is said of it."""
    found = [each for each in catalog.diagnostics if path in files_of(each)]
    places = [skill.locate("name") for skill in catalog.values()]
    if path not in [place.file for place in places if place]:
        assert any(map(is_error, found))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        assert [each.code.name for each in found] == ["not-utf8"]
        return
    if is_refused(text):
        assert [each.code.id for each in found if each.code.id.startswith("SK0")] != []


def check_content(content: bytes) -> None:
    check_all(content)
    text = text_of(content)
    agree(text)
    nothing_is_missed(text)
    check_files({"a.yaml": content})


def check_files(files: Files) -> None:
    """Load files, and hold every one of them, and all places, to what is found."""
    with tempfile.TemporaryDirectory() as folder:
        catalog = load_catalog(write(Path(folder), files), config=EVERYTHING)
        check_places(catalog, files)
        for shown in catalog.files:
            path = Path(shown).relative_to(folder).as_posix()
            check_file(path, files[path], catalog)


@given(st.binary())
def test_any_bytes(content: bytes) -> None:
    check_content(content)


@given(st.text() | st.lists(PIECES | st.text(max_size=5)).map("".join))
def test_any_text(text: str) -> None:
    check_content(text.encode())


@given(mutated_contents())
def test_a_kept_file_after_some_slips(content: bytes) -> None:
    check_content(content)


@given(mutated_catalogs())
def test_a_kept_catalog_after_some_slips(files: Files) -> None:
    check_files(files)
