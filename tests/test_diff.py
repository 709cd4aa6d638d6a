"""`skills diff` on a repository of ten commits: each says exactly what happened."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

import pytest
from repository import commit, diff, git, repository, text, told

FIRST = {
    path: dedent(text).lstrip("\n")
    for path, text in {
        "catalogs/base.yaml": """
        name: local/base
        tools:
          - {name: read, read_only: true}
          - {name: notify, writes: true}
        mcp_servers:
          - name: tracker
            command: npx
            args: [-y, tracker-mcp]
            tools:
              - {name: search, read_only: true}
        """,
        "catalogs/git.yaml": """
        name: local/git
        builtins: [git_operations]
        """,
        "catalogs/build.yaml": """
        name: local/build
        includes: [local/base, local/git]
        inline_tools:
          - {description: Counts lines, read_only: true, code: count()}
          - {description: Formats, writes: true, code: format()}
        """,
        "catalogs/release.yaml": """
        name: local/release
        includes: [local/build]
        tools: [deploy]
        """,
        "catalogs/old.yaml": "name: local/old\ntools: [{name: look, read_only: true}]\n",
    }.items()
}
APPROVAL = "human_approval_required"
BASE = FIRST["catalogs/base.yaml"]
BUILD = FIRST["catalogs/build.yaml"]
OTHER_SPELLING = "toolRefs:\n  - {read_only: true, name: read}"
NO_LIST = BASE[: BASE.index("    tools:")]

# Each step with the files it writes, those it takes away, and what is told of it.
STEPS: Mapping[str, tuple[dict[str, str], list[str], list[tuple[str, ...]]]] = {
    "a write tool deep in a shared skill": (
        {"catalogs/git.yaml": FIRST["catalogs/git.yaml"] + "tools: [{name: push, writes: true}]\n"},
        [],
        [("widened", "local/git", "push", "added", "local/build local/release")],
    ),
    "a skill is renamed": (
        {
            "catalogs/build.yaml": BUILD.replace("local/build", "local/make"),
            "catalogs/release.yaml": FIRST["catalogs/release.yaml"].replace("/build", "/make"),
        },
        [],
        [("other", "local/make", "local/make", "renamed", "")],
    ),
    "includes in another order": (
        {"catalogs/build.yaml": BUILD.replace("local/base, local/git", "local/git, local/base")},
        [],
        [
            ("other", "local/build", "mcp:tracker/search", "moved", "local/release"),
            ("other", "local/build", "notify", "moved", "local/release"),
            ("other", "local/build", "read", "moved", "local/release"),
        ],
    ),
    "comments, the order of keys, other spellings": (
        {
            "catalogs/base.yaml": BASE.replace("name: local/base", "# what all have")
            .replace("tools:\n  - {name: read, read_only: true}", OTHER_SPELLING)
            + "name: local/base\n"
        },
        [],
        [],
    ),
    "an override that asks for approval, and one that claims": (
        {
            "catalogs/release.yaml": """
                name: local/release
                includes:
                  - name: local/build
                    overrides:
                      notify: {human_approval_required: true}
                      builtin/git_log: {read_only: true}
                tools: [deploy]
                """
        },
        [],
        [
            ("claimed", "local/release", "builtin/git_log", "access overrides.read_only", ""),
            ("narrowed", "local/release", "notify", f"approval overrides.{APPROVAL}", ""),
        ],
    ),
    "a server that loses its tool list": (
        {"catalogs/base.yaml": NO_LIST},
        [],
        [
            ("widened", "local/base", "tracker", "tool list", "local/build local/release"),
            ("other", "local/base", "mcp:tracker/search", "removed", "local/build local/release"),
        ],
    ),
    "an anonymous tool before the others": (
        {
            "catalogs/build.yaml": BUILD.replace(
                "inline_tools:\n", "inline_tools:\n  - {description: New, code: new()}\n"
            )
        },
        [],
        [("widened", "local/build", "local/build/_anon_0", "added", "local/release")],
    ),
    "a cycle": (
        {"catalogs/git.yaml": FIRST["catalogs/git.yaml"] + "includes: [local/build]\n"},
        [],
        [("widened", "local/git", "local/git", "unresolved", "local/build local/release")],
    ),
    "a file is moved": (
        {"catalogs/team/base.yaml": BASE},
        ["catalogs/base.yaml"],
        [],
    ),
    "a skill is deleted": (
        {},
        ["catalogs/old.yaml"],
        [("narrowed", "local/old", "local/old", "removed", "")],
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def history(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository in which each step is a commit on the first one, with a tag of its number."""
    folder = repository(tmp_path_factory.mktemp("history"), FIRST)
    git(folder, "tag", "first")
    for number, (step, (written, taken, _)) in enumerate(STEPS.items()):
        git(folder, "checkout", "-q", "--detach", "first")
        for file in taken:
            (folder / file).unlink()
        commit(folder, step, written)
        git(folder, "tag", f"step{number}")
    git(folder, "checkout", "-q", "main")
    return folder


@pytest.mark.parametrize("step", STEPS)
def test_a_commit_says_exactly_what_it_does(history: Path, step: str) -> None:
    expected = STEPS[step][2]
    actual = told(diff(history, "first", f"step{list(STEPS).index(step)}"))
    assert expected == actual


@pytest.mark.parametrize("step", STEPS)
def test_the_way_back_tells_the_same_things(history: Path, step: str) -> None:
    number = list(STEPS).index(step)
    there, back = diff(history, "first", f"step{number}"), diff(history, f"step{number}", "first")
    moved = {name for _, _, name, what, _ in told(there) if what in ("moved", "renamed")}
    expected = sorted({name for _, _, name, _, _ in told(there)} - moved)
    actual = sorted(
        {name for _, _, name, what, _ in told(back) if what not in ("moved", "renamed")}
    )
    assert expected == actual


def test_several_at_once_name_every_skill_that_is_touched(history: Path) -> None:
    git(history, "checkout", "-q", "--detach", "first")
    git(history, "cherry-pick", "step0", "step4", "step5", "step9")
    document = diff(history, "first")
    git(history, "checkout", "-q", "main")
    expected = (
        [change for number in (0, 4, 5, 9) for change in [*STEPS.values()][number][2]],
        ["local/base", "local/build", "local/git", "local/old", "local/release"],
    )
    actual = told(document), [each["skill"] for each in document["skills"]]
    assert sorted(expected[0]) == sorted(actual[0])
    assert expected[1] == actual[1]


PRINTED = """\
Skill powers: 1 skill widened, 2 more through it
{first} (`first`) -> {then} (`step0`): 5 skills compared, 2 unchanged

widened    what       before  now                       where
local/git  push (+2)  absent  write (only by override)  catalogs/git.yaml:3:9

changes in  reach, through includes (+)
local/git   local/build, local/release

skill          tools     read-only  write   unknown
local/build    9 -> 10   3          2 -> 3  4
local/git      4 -> 5    0          0 -> 1  4
local/release  10 -> 11  3          2 -> 3  5
"""


def test_text_tells_what_widens_first_and_whom_it_reaches(history: Path) -> None:
    first, then = (git(history, "rev-parse", ref)[:7] for ref in ("first", "step0"))
    done = text(history, "first", "step0")
    expected = (
        0,
        PRINTED.format(first=first, then=then),
        f"comparing {first} (`first`) with {then} (`step0`)\n",
    )
    actual = (done.code, done.out, done.err)
    assert expected == actual
