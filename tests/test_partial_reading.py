"""A command about one skill parses only what it reaches, and says the same all the same."""

from __future__ import annotations

import shutil
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML
from test_loading_never_raises import PIECES, SKILLS

from cleveragents_skills import Catalog
from cleveragents_skills.loading.contents import FileContents
from cleveragents_skills.loading.files import FoundFile
from cleveragents_skills.loading.homes import Homes
from cleveragents_skills.loading.names import possible_names
from cleveragents_skills.loading.reader import read_catalog
from cleveragents_skills.loading.structure import skill_structurer
from cleveragents_skills.model import BUILTIN_GROUPS

HERE = Path(__file__).parent
STRUCTURE = skill_structurer(BUILTIN_GROUPS)
FILES = sorted(
    path for path in (*(HERE / "examples").rglob("*.y*ml"), *(HERE.parent / "catalogs").rglob("*"))
    if path.is_file()
)  # fmt: skip
CATALOGS = sorted({path for path in (HERE / "examples").glob("*/*") if path.is_dir()})


def defined(text: str) -> set[str]:
    """Give the names of what a file defines, once it is parsed."""
    contents = FileContents(FoundFile(".", "a.yaml", "a.yaml"), STRUCTURE, Homes.of({}))
    contents.take(text)
    return {each.name for each in contents.definitions if each.name}


def nothing_is_missed(text: str) -> None:
    possible = possible_names(text)
    assert possible is None or defined(text) <= possible


PLAIN_LINES = """
name: local/a
name: 'local/b'
name: "local/c"  # c
name:
name: local/d x
skill:
  name: local/e
    name: local/f
  - name: local/g
---
--- # d
...
# c
tools: [
  x]
description: |
description: "open
close"
- x
  <<: *a
? name
: local/h
{name: local/i}
'name': local/j
  'name': local/k
name: &x local/l
cleveragents: {}
%YAML 1.2
skill: {name: local/o}
  includes: [local/a]
includes: [local/e]
  description: >-
   name: local/p
name : local/q
name:local/r
""".strip("\n").split("\n")
LINES = st.sampled_from([*PLAIN_LINES, "", "\tname: local/m", "name: local/n\r"])


@settings(max_examples=1000, deadline=None)
@given(st.lists(LINES, max_size=8).map("\n".join))
def test_no_name_in_any_lines_is_missed(text: str) -> None:
    nothing_is_missed(text)


@settings(max_examples=300, deadline=None)
@given(st.lists(PIECES | st.text(max_size=5), max_size=30).map("".join))
def test_no_name_in_any_pieces_of_yaml_is_missed(text: str) -> None:
    nothing_is_missed(text)


@settings(max_examples=200, deadline=None)
@given(SKILLS)
def test_no_name_in_any_skill_is_missed(data: Any) -> None:
    stream = StringIO()
    YAML(typ="safe", pure=True).dump(data, stream)
    nothing_is_missed(stream.getvalue())


@pytest.mark.parametrize("file", FILES, ids=lambda path: path.name)
def test_no_name_in_any_example_is_missed(file: Path) -> None:
    nothing_is_missed(file.read_bytes().decode("utf-8-sig", "replace"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("name: local/a\n", {"local/a"}),
        ("# c\nname: 'local/a'  # c\ntools:\n- x\n", {"local/a"}),
        ("name: local/a\n---\nname: local/b\n", {"local/a", "local/b"}),
        ("name: local/a\r\ntools: [x]\r\n", {"local/a"}),
        ("cleveragents: {version: 1}\nskill:\n  name: local/a\n  tools: [x]\n", {"local/a"}),
        ("skill:\n  # c\n\n    tools: [x]\n    name: local/a\n", {"local/a"}),
        ("", set()),
        ("# nothing\n", set()),
        ("name: local/a\nname: local/b\n", {"local/a", "local/b"}),
        ("{name: local/a}\n", None),
        ("name:\n  local/a\n", None),
        ("'name': local/a\n", None),
        ("<<: *a\nname: local/a\n", None),
        ("name: &x local/a\n", None),
        ("skill: {name: local/a}\n", None),
        ("skill:\n  'name': local/a\n", None),
        ("name: local/a\r", None),
        ("--- {name: local/a}\n", None),
    ],
)
def test_the_names_a_plain_text_may_define(text: str, expected: set[str] | None) -> None:
    assert possible_names(text) == (None if expected is None else frozenset(expected))


def outcome(catalog: Catalog, name: str) -> tuple[Any, ...]:
    """Give all that a command about one skill says of it."""
    part = catalog.part(name)
    try:
        answer: Any = [entry.to_dict() for entry in catalog.resolve(name)]
    except ValueError as error:
        answer = (type(error), str(error))
    return answer, part.diagnostics, sorted(part), sorted(part.broken)


@pytest.mark.parametrize("folder", CATALOGS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_every_skill_of_an_example_is_what_it_is_in_the_whole_catalog(folder: Path) -> None:
    whole = read_catalog(folder, config=False).catalog()

    for name in (*whole, *whole.broken, "local/nobody"):
        part = read_catalog(folder, config=False, reaching=[name]).catalog()
        assert outcome(part, name) == outcome(whole, name)


def test_files_that_are_not_reached_are_not_parsed(tmp_path: Path) -> None:
    shutil.copytree(HERE.parent / "catalogs", tmp_path / "catalogs")
    (tmp_path / "catalogs" / "broken.yaml").write_text("name: local/broken\ntools: [\n")
    whole = read_catalog(tmp_path / "catalogs", config=False).catalog()

    part = read_catalog(tmp_path / "catalogs", config=False, reaching=["local/a"]).catalog()

    assert sorted(part) == sorted(name for name in whole.reached("local/a"))
    assert (sorted(part.broken), sorted(whole.broken)) == ([], ["local/broken"])
    assert part.files == whole.files


def test_a_second_definition_of_what_is_reached_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("name: local/a\nincludes: [local/b]\n")
    (tmp_path / "b.yaml").write_text("name: local/b\n")
    (tmp_path / "c.yaml").write_text("skill:\n  name: local/b\n")
    (tmp_path / "d.yaml").write_text("name: local/d\n")

    part = read_catalog(tmp_path, config=False, reaching=["local/a"]).catalog()

    assert sorted(part) == ["local/a"]
    assert [each.code.id for each in part.broken["local/b"]] == ["SK120"]
