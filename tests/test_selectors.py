"""Selectors: names, globs, what uses a tool, and what is around them, against a naive closure."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from command import run
from hypothesis import given
from hypothesis import strategies as st
from random_catalogs import catalogs
from repository import repository
from writing import write

from cleveragents_skills import Skill, SkillInclude, SkillResolver
from cleveragents_skills.selection import Selection, Selector

PROJECT = Path(__file__).parent.parent
FILES = {
    "app.yaml": "name: local/app\nincludes: [local/mid, local/bad]\n",
    "mid.yaml": "name: local/mid\nincludes: [team/base]\n",
    "base.yaml": "name: team/base\ntools: [read]\n",
    "other.yaml": "name: team/other\nincludes: [team/base, local/gone]\ntools: [write, c++]\n",
    "round.yaml": "name: team/round\nincludes: [team/trip]\n",
    "trip.yaml": "name: team/trip\nincludes: [team/round]\ntools: [write]\n",
    "bad.yaml": "name: local/bad\ntool: [x]\n",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("selectors")
    write(root / "catalogs", FILES)
    return root


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("app", Selector("app")),
        ("+app", Selector("app", includes=None)),
        ("app+", Selector("app", includers=None)),
        ("+app+", Selector("app", None, None)),
        ("app+1", Selector("app", includers=1)),
        ("12+app", Selector("app", includes=12)),
        ("1+team/*+2", Selector("team/*", 1, 2)),
        ("uses:a/*+", Selector("uses:a/*", includers=None)),
        ("app[+]", Selector("app[+]")),
        ("+", Selector("", includes=None)),
        ("", Selector("")),
        (f"app+{'9' * 5000}", Selector(f"app+{'9' * 5000}")),
        ("app+\u0661", Selector("app+\u0661")),
    ],
)
def test_a_selector_says_what_it_says(text: str, expected: Selector) -> None:
    assert expected == Selector.parse(text)


@pytest.mark.parametrize("text", ["app", "team/app", "no such"])
def test_a_name_is_a_name(text: str) -> None:
    assert Selector.parse(text).is_name


@pytest.mark.parametrize("text", ["app+", "+app", "1+app", "team/*", "a?", "[ab]", "uses:read"])
def test_all_else_is_more_than_a_name(text: str) -> None:
    assert not Selector.parse(text).is_name


@st.composite
def skills(draw: st.DrawFn) -> dict[str, Skill]:
    """Up to six skills with any includes, loops and unknown ones among them."""
    names = [f"l/{letter}" for letter in "abcdef"[: draw(st.integers(1, 6))]]
    some = st.lists(st.sampled_from([*names, "l/bad", "l/gone"]), max_size=3)
    return {name: Skill(name, includes=map(SkillInclude, draw(some))) for name in names}


def grown(names: Collection[str], near: Mapping[str, set[str]], steps: int | None) -> set[str]:
    """Give the names with those around them, one step after another."""
    found = {*names}
    for _ in range(100 if steps is None else steps):
        found |= {far for name in found for far in near.get(name, ())}
    return found


@given(skills(), st.none() | st.integers(0, 3), st.none() | st.integers(0, 3), st.data())
def test_around_what_a_selector_fits_is_what_a_naive_closure_finds(
    catalog: dict[str, Skill], includes: int | None, includers: int | None, data: st.DataObject
) -> None:
    known = {*catalog, "l/bad"}
    start = data.draw(st.sampled_from(sorted(known)))
    forth = {name: {each.name for each in skill.includes} for name, skill in catalog.items()}
    back = {name: {one for one in forth if name in forth[one]} for name in known}
    expected = (grown([start], forth, includes) | grown([start], back, includers)) & known
    actual = Selection(catalog, known).around([start], Selector(start, includes, includers))
    assert expected == actual


@given(catalogs(), st.sampled_from(["t0", "t*", "mcp:m/a", "*git_log", "l/s?/_anon_0", "t[12]"]))
def test_a_skill_uses_a_tool_if_its_resolution_has_it(
    catalog: dict[str, Skill], pattern: str
) -> None:
    selection = Selection(catalog, catalog.keys())
    expected = {
        name
        for name, skill in catalog.items()
        if any(
            matches(entry.name, pattern) for entry in SkillResolver().resolve_tools(skill, catalog)
        )
    }
    assert expected == set(selection.using(pattern))


def matches(name: str, pattern: str) -> bool:
    """Say whether one of the globs above fits, by other means than the program's."""
    if "*" in pattern:
        begin, _, end = pattern.partition("*")
        return name.startswith(begin) and name.endswith(end)
    if "?" in pattern:
        begin, _, end = pattern.partition("?")
        middle = name.removeprefix(begin).removesuffix(end)
        return name.startswith(begin) and name.endswith(end) and len(middle) == 1
    return name in ("t1", "t2") if pattern == "t[12]" else name == pattern


CHOSEN = {
    "app": "local/app",
    "team/*": "team/base team/other team/round team/trip",
    "*": "local/app local/mid",
    "*/*": "local/app local/mid team/base team/other team/round team/trip",
    "team/base+": "local/app local/mid team/base team/other",
    "team/base+1": "local/mid team/base team/other",
    "team/base+0": "team/base",
    "+app": "local/app local/mid team/base",
    "1+app": "local/app local/mid",
    "+mid+": "local/app local/mid team/base",
    "bad+": "local/app",
    "bad": "",
    "+team/other": "team/base team/other",
    "team/[bt]*+1": "local/mid team/base team/other team/round team/trip",
    "team/round+": "team/round team/trip",
    "uses:read": "local/app local/mid team/base team/other",
    "uses:w*": "team/other team/round team/trip",
    "+uses:write": "team/base team/other team/round team/trip",
    "1+uses:read+1": "local/app local/mid team/base team/other",
    "uses:c+[+]": "team/other",
}


@pytest.mark.parametrize("selector", CHOSEN)
def test_list_lists_the_usable_skills_that_are_chosen(folder: Path, selector: str) -> None:
    done = run("list", selector, "--format", "names", cwd=folder)
    expected = (1, CHOSEN[selector].split(), "catalogs/bad.yaml:2:1: SK104")
    actual = (done.code, done.out.split(), done.err[:28])
    assert expected == actual


def test_several_selectors_choose_what_any_of_them_does(folder: Path) -> None:
    done = run("list", "team/base+1", "uses:write", "app", "--format", "names", cwd=folder)
    expected = ["local/app", "local/mid", "team/base", "team/other", "team/round", "team/trip"]
    assert expected == done.out.split()


NOTHING = {
    "apq+": ("no skill matches `apq+` in catalogs", "did you mean `local/app`?"),
    "+team/bsae": ("no skill matches `+team/bsae` in catalogs", "did you mean `team/base`?"),
    "gone": ("no skill matches `gone` in catalogs", None),
    "uses:raed": ("no skill matches `uses:raed` in catalogs", "did you mean `read`?"),
    "uses:": ("no skill matches `uses:` in catalogs", None),
    "+": ("no skill matches `+` in catalogs", None),
    "": ("no skill matches `` in catalogs", None),
    "use:read": ("no selector begins with `use:`, as `use:read` does", "did you mean `uses`?"),
    "x:y": ("no selector begins with `x:`, as `x:y` does", "`uses:`"),
}


@pytest.mark.parametrize("command", [("list",), ("graph",), ("check", "--skill")])
@pytest.mark.parametrize("selector", NOTHING)
def test_one_that_matches_nothing_is_an_error_with_what_is_near(
    folder: Path, selector: str, command: tuple[str, ...]
) -> None:
    message, hint = NOTHING[selector]
    done = run(*command, selector, cwd=folder)
    assert (done.code, done.out) == (2, "")
    error, *help_ = done.err.splitlines()
    assert error == f"error: {message}"
    assert len(help_) == (hint is not None)
    assert (hint or "") in "".join(help_)


def test_check_reports_what_concerns_the_chosen_skills(folder: Path) -> None:
    done = run("check", "--skill", "+team/other", "--format", "concise", cwd=folder)
    found, *others = done.out.splitlines()
    assert "SK201 `team/other` includes the unknown skill `local/gone`" in found
    assert others == ["1 error in 7 skills (7 files); 1 skill not checked any further"]


CYCLE = "Cycle detected in skill includes:"


def test_a_summary_of_selectors_says_which_cannot_be_made_and_why(folder: Path) -> None:
    done = run("summary", "team/base+1", "uses:write", cwd=folder)
    heads = [line.split("  ")[0] for line in done.out.splitlines() if line[:1].strip()]
    assert done.code == 1
    assert heads == [
        "local/mid",
        "team/base",
        "team/other: cannot be resolved: `team/other` includes the unknown skill `local/gone`",
        f"team/round: cannot be resolved: {CYCLE} team/round -> team/trip -> team/round",
        f"team/trip: cannot be resolved: {CYCLE} team/trip -> team/round -> team/trip",
    ]
    assert [line.split()[1] for line in done.err.splitlines()] == ["SK104", "SK201", "SK203"]


def test_a_summary_of_a_glob_is_one_of_a_catalog_and_one_of_a_name_is_not(folder: Path) -> None:
    glob = run("summary", "mi*", "--format", "names", cwd=folder)
    name = run("summary", "mid", "--format", "names", cwd=folder)
    assert (glob.code, glob.out, glob.err[:28]) == (
        1,
        "local/mid\n",
        "catalogs/bad.yaml:2:1: SK104",
    )
    assert (name.code, name.out, name.err) == (0, "local/mid\n", "")


def test_a_summary_of_names_reads_only_what_they_reach(folder: Path) -> None:
    names = run("summary", "mid", "team/base", "-v", cwd=folder)
    selectors = run("summary", "mid", "team/bas[e]", "-v", cwd=folder)
    assert "read: 7 files, 2 of them parsed: 2 skills, 0 broken" in names.err
    assert "read: 7 files, 6 skills, 1 broken" in selectors.err
    assert (names.code, selectors.code) == (0, 1)
    assert names.out == selectors.out


def test_what_a_change_may_change_is_one_line_for_the_shell() -> None:
    done = run("list", "local/memory+", "--format", "names", cwd=PROJECT)
    expected = ["docs-writer", "learn", "memory", "on-call", "planning"]
    actual = [name.removeprefix("local/") for name in done.out.splitlines()]
    assert (0, expected, "") == (done.code, actual, done.err)


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository whose work tree has a skill that is declared otherwise, one new, one gone."""
    root = tmp_path_factory.mktemp("changed")
    repository(root, {f"catalogs/{path}": text for path, text in FILES.items()})
    write(
        root / "catalogs",
        {
            "base.yaml": "name: team/base\ntools: [read, find]\n",
            "mid.yaml": "# the same\nincludes:\n  - name: team/base\nname: local/mid\n",
            "new.yaml": "name: local/new\n",
        },
    )
    (root / "catalogs" / "other.yaml").unlink()
    return root


@pytest.mark.parametrize(
    ("selectors", "expected"),
    [
        (["changed:HEAD"], ["local/new", "team/base"]),
        (["changed:HEAD+"], ["local/app", "local/mid", "local/new", "team/base"]),
        (["changed:main+1"], ["local/mid", "local/new", "team/base"]),
        (["changed:HEAD", "team/trip"], ["local/new", "team/base", "team/trip"]),
    ],
)
def test_what_has_changed_since_a_commit_is_what_is_declared_otherwise(
    changed: Path, selectors: list[str], expected: list[str]
) -> None:
    done = run("list", *selectors, "--format", "names", cwd=changed)
    assert done.out.splitlines() == expected
    assert "catalogs/bad.yaml:2:1: SK104" in done.err


def test_that_nothing_has_changed_is_said_and_no_error(tmp_path: Path) -> None:
    repository(tmp_path, {"catalogs/base.yaml": FILES["base.yaml"]})
    done = run("list", "changed:HEAD", "--format", "names", cwd=tmp_path)
    expected = (0, "", "no skill has changed since HEAD\n")
    assert expected == (done.code, done.out, done.err)
    unknown = run("list", "changed:nowhere", cwd=tmp_path)
    assert (unknown.code, unknown.err.splitlines()[0]) == (2, "error: no such ref: `nowhere`")


def test_a_check_may_be_about_what_has_changed(changed: Path) -> None:
    done = run("check", "--skill", "changed:HEAD+", "--format", "concise", cwd=changed)
    codes = [line.split()[1] for line in done.out.splitlines()[:-1]]
    assert (done.code, codes) == (1, ["SK104"])


def test_a_server_without_a_tool_list_is_found_by_what_stands_for_its_tools(
    tmp_path: Path,
) -> None:
    server = "mcp_servers:\n  - name: wiki\n    command: wiki-mcp\n"
    write(
        tmp_path / "catalogs",
        {
            "open.yaml": f"name: local/open\n{server}",
            "app.yaml": "name: local/app\nincludes: [local/open]\n",
            "listed.yaml": f"name: local/listed\n{server}    tools: [search]\n".replace(
                "wiki", "docs"
            ),
        },
    )
    found = {
        selector: run("list", f"uses:{selector}", "--format", "names", cwd=tmp_path).out.split()
        for selector in ("mcp:wiki/*", "mcp:*", "mcp:docs/*", "mcp:wiki/search")
    }
    assert found == {
        "mcp:wiki/*": ["local/app", "local/open"],
        "mcp:*": ["local/app", "local/listed", "local/open"],
        "mcp:docs/*": ["local/listed"],
        "mcp:wiki/search": [],
    }
