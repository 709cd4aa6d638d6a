"""Where teams see what a change does: a pull request's summary and comment, by the samples."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run, run_program
from repository import commit, git
from repository import repository as made
from test_where_it_runs import ACTION, DIFF, act, samples
from writing import write

MARKER = "<!-- cleveragents-skills:diff -->"
APP = "name: local/app\ntools: [{name: deploy, writes: true, human_approval_required: true}]\n"
NIGHT = "name: local/night\nincludes: [local/app]\n"
WIDER = "name: local/app\ntools: [{name: deploy, writes: true}]\n"
PULL_REQUEST = {"GITHUB_BASE_REF": "main"}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Give what a checkout of a pull request is: the merge of a branch that widens a skill.

    `main` has got on since the branch was made, by a skill that the merge brings too.
    """
    files = {"catalogs/app.yaml": APP, "catalogs/night.yaml": NIGHT}
    origin = made(tmp_path / "origin", files)
    git(origin, "checkout", "-q", "-b", "work")
    commit(origin, "wider", {"catalogs/app.yaml": WIDER})
    git(origin, "checkout", "-q", "main")
    commit(origin, "more", {"catalogs/more.yaml": "name: local/more\ntools: [write]\n"})
    git(origin, "checkout", "-q", "-b", "merge")
    git(origin, "merge", "-q", "--no-ff", "-m", "merge", "work")
    folder = tmp_path / "clone"
    git(tmp_path, "clone", "-q", "--no-local", str(origin), str(folder))
    git(folder, "checkout", "-q", "--detach", "origin/merge")
    return folder


def written(clone: Path, name: str) -> str:
    """Give what the step wrote to a file of the runner, empty if it wrote none."""
    file = clone.parent / name
    return file.read_text("utf-8") if file.exists() else ""


def test_a_pull_request_gets_the_diff_as_its_summary_and_annotations(clone: Path) -> None:
    done = act(clone, {"diff": "true"}, DIFF, PULL_REQUEST)

    assert (done.code, done.out.count("\n"), done.out.split("::")[1]) == (
        0,
        2,
        "warning file=catalogs/app.yaml,title=diff widened,line=2,col=9",
    )
    base = git(clone, "rev-parse", "--short=7", "origin/main")
    assert done.err == f"comparing {base} (merge base with `origin/main`) with the work tree\n"
    summary = written(clone, "summary.md")
    shown = run("diff", "origin/main", "--format", "markdown", cwd=clone).out
    lines = [line for line in shown.splitlines() if not line.startswith(base)]
    assert [line for line in summary.splitlines() if not line.startswith(base)] == lines
    assert (lines[0], "| `local/app` | `deploy (+1)` |" in summary) == (MARKER, True)
    file = clone.parent / "runner" / "skills-diff.md"
    assert written(clone, "output") == f"diff={file}\nwidened=true\n"
    assert file.read_text("utf-8") == summary


@pytest.mark.parametrize("event", [{}, {"GITHUB_BASE_REF": ""}])
def test_a_push_has_no_diff_and_does_not_fail(clone: Path, event: dict[str, str]) -> None:
    done = act(clone, {"diff": "true", "fail-on-diff": "any"}, DIFF, event)

    assert done == Completed(0, "no diff: this run is for no pull request\n", "")
    assert written(clone, "summary.md") + written(clone, "output") == ""


def test_without_being_asked_there_is_no_diff(clone: Path) -> None:
    assert act(clone, {}, DIFF, PULL_REQUEST) == Completed(0, "", "")
    assert written(clone, "summary.md") + written(clone, "output") == ""


def test_a_gate_fails_after_the_summary_is_written(clone: Path) -> None:
    done = act(clone, {"diff": "true", "fail-on-diff": "widened"}, DIFF, PULL_REQUEST)

    assert (done.code, done.out.split(" ")[0]) == (1, "::error")
    assert written(clone, "summary.md").startswith(MARKER)


def test_a_lock_that_records_it_lets_it_pass(clone: Path) -> None:
    run("lock", cwd=clone)
    given = {"diff": "true", "fail-on-diff": "widened"}

    gated = act(clone, given, DIFF, PULL_REQUEST).code
    accepted = act(clone, {**given, "accept-locked": "true"}, DIFF, PULL_REQUEST).code

    assert (gated, accepted) == (1, 0)
    assert "accepted: the lock says so." in written(clone, "summary.md")
    assert written(clone, "output").splitlines()[1::2] == ["widened=true", "widened=false"]


def test_what_does_not_widen_is_written_and_passes(clone: Path) -> None:
    write(clone, {"catalogs/app.yaml": APP})
    done = act(clone, {"diff": "true", "fail-on-diff": "widened"}, DIFF, PULL_REQUEST)

    assert (done.code, done.out) == (0, "no skill gives anything else: 3 skills compared\n")
    assert "no skill gives anything else" in written(clone, "summary.md")
    assert written(clone, "output").endswith("widened=false\n")


def test_a_clone_without_the_base_fails_and_says_what_to_fetch(clone: Path) -> None:
    shallow = clone.parent / "shallow"
    origin = f"file://{clone.parent / 'origin'}"
    git(clone.parent, "clone", "-q", "--depth", "1", "-b", "merge", origin, str(shallow))
    done = act(shallow, {"diff": "true"}, DIFF, PULL_REQUEST)

    assert (done.code, done.out.split("::")[1], "`fetch-depth: 0`" in done.out) == (
        2,
        "error title=usage",
        True,
    )
    assert written(clone, "summary.md") + written(clone, "output") == ""


@pytest.mark.parametrize("name", ["diff", "accept-locked"])
def test_an_input_that_is_neither_true_nor_false_is_an_error(clone: Path, name: str) -> None:
    done = act(clone, {name: "yes"}, DIFF, PULL_REQUEST)

    assert done == Completed(2, f"::error title={name}::write true or false\n", "")


def test_the_diff_is_of_the_catalogs_and_in_the_folder_that_are_named(clone: Path) -> None:
    given = {"diff": "true", "working-directory": "catalogs", "catalog": " . \r\n"}
    done = act(clone, given, DIFF, PULL_REQUEST)

    assert (done.code, done.out.split("::")[1]) == (
        0,
        "warning file=catalogs/app.yaml,title=diff widened,line=2,col=9",
    )


# What the docs say.


def sample(job: str) -> Any:
    (found,) = [each for each in samples() if job in {*each, *each.get("jobs", {})}]
    return found.get("jobs", found)[job]


def test_the_sample_of_the_action_runs(clone: Path) -> None:
    *_, fetching, using = sample("skills-diff-summary")["steps"]
    inputs = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in using["with"].items()
    }
    assert (fetching["with"], set(inputs) <= set(ACTION["inputs"])) == ({"fetch-depth": 0}, True)
    assert act(clone, inputs, DIFF, PULL_REQUEST).code == 0
    assert written(clone, "summary.md").startswith(MARKER)


GH = """\
#!{python}
import pathlib, sys
here = pathlib.Path(__file__).parent
with open(here / "asked", "a") as log:
    print(*sys.argv[1:], sep=" ", file=log)
if "--jq" in sys.argv and (here / "known").exists():
    print("17")
"""
"""Stands for the program that talks to GitHub: it tells what it was asked to do."""


@pytest.mark.parametrize("known", [False, True])
def test_the_sample_of_a_comment_writes_one_and_then_that_one_anew(
    clone: Path,
    known: bool,  # noqa: FBT001 (a parameter of a test)
) -> None:
    *_, making, commenting = sample("skills-comment")["steps"]
    here = clone.parent / "programs"
    write(here, {"gh": GH.format(python=sys.executable)})
    write(here, {"skills": f'#!/bin/sh\nexec "{sys.executable}" -m cleveragents_skills "$@"\n'})
    for each in here.iterdir():
        each.chmod(0o755)
    if known:
        (here / "known").touch()
    env = {
        **PULL_REQUEST,
        "PATH": os.pathsep.join((str(here), os.environ["PATH"])),
        "RUNNER_TEMP": str(here),
        "COMMENTS": "repos/o/r/issues/4/comments",
        "REPOSITORY": "repos/o/r",
    }
    for step in (making, commenting):
        command = ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]]
        done = run_program(command, cwd=clone, env=env)
        assert (done.code, done.out) == (0, "")

    asked = (here / "asked").read_text("utf-8").splitlines()
    body = f"-F body=@{here / 'diff.md'}"
    writing = (
        f"api --method PATCH repos/o/r/issues/comments/17 {body}"
        if known
        else f"api --method POST repos/o/r/issues/4/comments {body}"
    )
    assert asked[1:] == [writing]
    assert MARKER in asked[0]
    assert (here / "diff.md").read_text("utf-8").startswith(MARKER)


def test_the_sample_for_gitlab_finds_the_base_of_a_merge_request(clone: Path) -> None:
    job = sample("skills-diff")
    diffs = [each for each in job["script"] if each.startswith("skills diff")]
    env = {
        "PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"])),
        "GITHUB_BASE_REF": "",
        "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main",
    }
    codes = [run_program(["bash", "-c", each], cwd=clone, env=env).code for each in diffs]

    assert (job["variables"], codes) == ({"GIT_DEPTH": 0}, [0, 1])
    (file,) = job["artifacts"]["paths"]
    assert (clone / file).read_text("utf-8").startswith(MARKER)
