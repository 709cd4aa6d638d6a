"""The rules for names, and what is near to one."""

from __future__ import annotations

import pytest

from cleveragents_skills.naming import (
    did_you_mean,
    full_name,
    is_part_name,
    is_skill_name,
    is_tool_name,
    nearest,
)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("local/a", True),
        ("MyOrg/DevOps-Toolkit_2", True),
        ("a", False),
        ("a/", False),
        ("/a", False),
        ("a/b/c", False),
        ("local/a ", False),
        ("local/a\n", False),
        ("local/caf\u00e9", False),
        ("", False),
    ],
)
def test_a_skill_name_is_a_namespace_and_a_name(name: str, expected: bool) -> None:  # noqa: FBT001
    assert is_skill_name(name) is expected


@pytest.mark.parametrize(
    ("name", "tool", "part"),
    [
        ("read_file", True, True),
        ("builtin/read_file", True, False),
        ("\u691c\u7d22", True, True),
        ("with space", False, False),
        ("no\u00a0break", False, False),
        ("tab\t", False, False),
        ("right\u202eleft", False, False),
        ("zero\u200bwidth", False, False),
        ("", False, False),
    ],
)
def test_a_tool_name_has_nothing_that_cannot_be_seen(name: str, tool: bool, part: bool) -> None:  # noqa: FBT001
    assert (is_tool_name(name), is_part_name(name)) == (tool, part)


def test_a_name_without_a_namespace_is_local() -> None:
    assert (full_name("a"), full_name("team/a")) == ("local/a", "team/a")


@pytest.mark.parametrize(
    ("name", "known", "expected"),
    [
        ("local/bsae", ["local/base", "local/a"], ("local/base",)),
        ("local/Base", ["local/base"], ("local/base",)),
        ("team/base", ["local/base"], ("local/base",)),
        ("local/nope", ["local/app", "local/nope"], ()),
        ("tols", ["tools", "name"], ("tools",)),
        ("x" * 300, ["x" * 299], ()),
    ],
)
def test_the_nearest_names_are_slips_of_one_another(
    name: str, known: list[str], expected: tuple[str, ...]
) -> None:
    assert nearest(name, known) == expected


def test_nothing_is_compared_where_there_are_too_many_names() -> None:
    known = [f"local/skill{index}" for index in range(20_001)]

    assert did_you_mean("local/skil1", known) is None
    assert did_you_mean("local/skil1", known[:20_000]) == "did you mean `local/skill1`?"
