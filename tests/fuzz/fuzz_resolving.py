"""What files give is what plain recursion over the skills in them gives, or the same error."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from fuzz.skill_files import Written, written_catalogs
from hypothesis import given
from oracle import expected_entries
from test_partial_reading import outcome
from writing import write

from cleveragents_skills import (
    Catalog,
    CatalogError,
    CycleError,
    Skill,
    SkillResolver,
    UnknownSkillError,
    load_catalog,
)
from cleveragents_skills.loading.reader import read_catalog

Problem = tuple[Any, ...]


def expected_problem(
    name: str, skills: Mapping[str, Skill], broken: frozenset[str], path: tuple[str, ...] = ()
) -> Problem | None:
    """Give the first thing that plain recursion trips over, None if there is nothing."""
    if name in path:
        return CycleError, (*path, name)
    if name in broken:
        return CatalogError, name
    if name not in skills:
        return UnknownSkillError, name, path[-1]
    problems = (
        expected_problem(each.name, skills, broken, (*path, name)) for each in skills[name].includes
    )
    return next(filter(None, problems), None)


def problem_of(error: ValueError) -> Problem:
    """Give an error of the program in the same words."""
    if isinstance(error, CycleError):
        return CycleError, error.path
    if isinstance(error, UnknownSkillError):
        return UnknownSkillError, error.name, error.included_by
    assert isinstance(error, CatalogError)
    (code,) = {each.code.name for each in error.diagnostics}
    assert code == "duplicate-skill"
    (name,) = {each.skill for each in error.diagnostics}
    return CatalogError, name


def told(entry: dict[str, Any]) -> dict[str, Any]:
    """Give of an entry what does not depend on where it was read."""
    shadowed = [each["source_skill"] for each in entry["shadowed"]]
    return {**entry, "shadowed": shadowed, "location": None, "folder": None}


def check_skill(name: str, written: Written, catalog: Catalog) -> None:
    problem = expected_problem(name, written.skills, written.twice)
    if problem:
        with pytest.raises(ValueError) as caught:  # noqa: PT011 (what it is, is compared in full)
            catalog.resolve(name)
        assert problem == problem_of(caught.value)
        return
    resolution = catalog.resolve(name)
    expected = expected_entries(written.skills[name], written.skills)
    assert [
        (each.name, each.source_skill, each.origin and each.origin.path, dict(each.overrides))
        for each in resolution
    ] == [(each.name, each.source, each.path, each.merged()) for each in expected]
    assert [[layer.values for layer in each.layers] for each in resolution] == [
        each.layers for each in expected
    ]
    of_values = SkillResolver().resolve_tools(written.skills[name], written.skills)
    assert [told(each.to_dict()) for each in resolution] == [
        {**told(each.to_dict()), **inline_of(each.to_dict())} for each in of_values
    ]
    assert resolution.parents == of_values.parents
    assert resolution.summary == of_values.summary
    assert resolution.mcp_servers == of_values.mcp_servers


def inline_of(entry: dict[str, Any]) -> dict[str, Any]:
    """Give an inline tool with what files say of it beside what the values have."""
    tool = entry["inline_tool"]
    return {"inline_tool": tool and {**tool, "description": "Made here"}}


@given(written_catalogs())
def test_files_resolve_as_plain_recursion_does(written: Written) -> None:
    with tempfile.TemporaryDirectory() as folder:
        catalog = load_catalog(write(Path(folder), written.files), config=False)
        assert sorted(catalog) == sorted(written.skills.keys() - written.twice)
        assert sorted(catalog.broken) == sorted(written.twice)
        for name in written.skills:
            check_skill(name, written, catalog)


@given(written_catalogs())
def test_reading_only_what_is_reached_changes_nothing(written: Written) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), written.files)
        whole = read_catalog(folder, config=False).catalog()
        for name in (*written.skills, "l/nobody"):
            part = read_catalog(folder, config=False, reaching=[name]).catalog()
            assert outcome(part, name) == outcome(whole, name)
