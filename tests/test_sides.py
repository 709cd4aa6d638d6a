"""What `skills diff` and `skills check --since` compare: every way to name a side, and to read it.

Whole processes on real repositories. What they must not do (touch the work tree, leave a folder or
a process behind, fetch) is in `test_sides_leave_nothing.py`; that a commit gives what a checkout of
it gives, in `test_sides_agree.py`.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run
from repository import commit, diff, git, repository, text, told
from writing import write

FIRST = "name: local/a\ntools: [{name: look, read_only: true}]\n"
SECOND = FIRST + "inline_tools: [{name: go, writes: true, code: go()}]\n"
THIRD = "name: local/a\ntools: [{name: look, read_only: true}, {name: put, writes: true}]\n"
GO = ("widened", "local/a", "local/a/go", "added", "")
PUT = ("widened", "local/a", "put", "added", "")
NO_GO = ("narrowed", "local/a", "local/a/go", "removed", "")
DEEPER = (
    "this clone has only a part of the history: `fetch-depth: 0` (GitHub's checkout), "
    "`GIT_DEPTH: 0` (GitLab) or `git fetch --unshallow` fetches all of it"
)
NOWHERE = "in a git work tree, or name two folders: `skills diff BEFORE AFTER`"
WHICH = "`git branch -a` names the refs there are"
VARIABLES = (
    "GITHUB_BASE_REF",
    "CI_MERGE_REQUEST_TARGET_BRANCH_NAME",
    "CI_MERGE_REQUEST_DIFF_BASE_SHA",
    "SKILLS_CATALOG",
)


@pytest.fixture(autouse=True)
def _no_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (*VARIABLES, "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
        monkeypatch.delenv(name, raising=False)
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Give a repository: on `main` the first and the second, on `work` the first and the third."""
    folder = repository(tmp_path / "place", {"catalogs/a.yaml": FIRST})
    git(folder, "branch", "work")
    commit(folder, "the second", {"catalogs/a.yaml": SECOND})
    git(folder, "checkout", "-q", "work")
    return commit(folder, "the third", {"catalogs/a.yaml": THIRD})


def short(folder: Path, ref: str) -> str:
    return git(folder, "rev-parse", "--verify", ref)[:7]


def wrong(folder: Path, *arguments: str, env: Any = None) -> tuple[str, str | None]:
    """Give the message and the hint of a run that could not be done, which JSON tells too."""
    done = text(folder, *arguments, env=env)
    document = diff(folder, *arguments, env=env)
    notes = done.err.splitlines()
    error = document["error"]
    first = next(i for i, line in enumerate(notes) if line.startswith("error: "))
    hint = notes[first + 1].removeprefix("help: ") if notes[first + 1 :] else None
    assert (done.code, done.out) == (2, "")
    assert [document[name] for name in ("base", "head", "compared", "changes", "skills")] == [
        None,
        None,
        None,
        None,
        None,
    ]
    assert (error["message"], error["hint"]) == (notes[first].removeprefix("error: "), hint)
    return error["message"], error["hint"]


def after_dashes(folder: Path, name: str) -> Any:
    """Give what is said about a name that may begin with a dash."""
    done = run("diff", "--json", "--", name, cwd=folder)
    return json.loads(done.out)


# Every way to name a side.


@pytest.mark.parametrize(
    ("arguments", "base", "head", "changes"),
    [
        (["main"], "{main} (`main`)", "the work tree", [PUT, NO_GO]),
        (["main", "work"], "{main} (`main`)", "{work} (`work`)", [PUT, NO_GO]),
        (["work", "main"], "{work} (`work`)", "{main} (`main`)", None),
        (["HEAD"], "{work} (`HEAD`)", "the work tree", []),
        (["@"], "{work} (`@`)", "the work tree", []),
        (["HEAD~1"], "{base} (`HEAD~1`)", "the work tree", [PUT]),
        (["HEAD^"], "{base} (`HEAD^`)", "the work tree", [PUT]),
        (["refs/heads/main"], "{main} (`refs/heads/main`)", "the work tree", [PUT, NO_GO]),
        (["heads/main"], "{main} (`heads/main`)", "the work tree", [PUT, NO_GO]),
        (["main@{0}"], "{main} (`main@{0}`)", "the work tree", [PUT, NO_GO]),
        ([":/the second"], "{main} (`:/the second`)", "the work tree", [PUT, NO_GO]),
        (["main^{/first}"], "{base} (`main^{/first}`)", "the work tree", [PUT]),
        (["main^{commit}"], "{main} (`main^{commit}`)", "the work tree", [PUT, NO_GO]),
        (["@{-1}"], "{main} (`@{-1}`)", "the work tree", [PUT, NO_GO]),
        (["main..work"], "{main} (`main`)", "{work} (`work`)", [PUT, NO_GO]),
        (["main.."], "{main} (`main`)", "{work} (`HEAD`)", [PUT, NO_GO]),
        (["..main"], "{work} (`HEAD`)", "{main} (`main`)", None),
        (["main...work"], "{base} (merge base with `main`)", "{work} (`work`)", [PUT]),
        (["main..."], "{base} (merge base with `main`)", "{work} (`HEAD`)", [PUT]),
        (["...main"], "{base} (merge base with `HEAD`)", "{main} (`main`)", [GO]),
        (["..."], "{work} (merge base with `HEAD`)", "{work} (`HEAD`)", []),
        ([], "{base} (merge base with `main`)", "the work tree", [PUT]),
    ],
    ids=str,
)
def test_a_side_is_what_git_says_it_is(
    place: Path, arguments: list[str], base: str, head: str, changes: list[Any] | None
) -> None:
    ids = {"main": short(place, "main"), "work": short(place, "work")}
    ids["base"] = short(place, "main~1")
    for name, oid in ids.items():
        base, head = base.replace(f"{{{name}}}", oid), head.replace(f"{{{name}}}", oid)
    document, done = diff(place, *arguments), text(place, *arguments)
    assert (base, head) == (document["base"], document["head"])
    assert (0, f"comparing {base} with {head}\n") == (done.code, done.err)
    if changes is None:
        changes = [GO, ("narrowed", "local/a", "put", "removed", "")]
    assert changes == told(document)


def test_ids_of_any_length_name_a_commit(place: Path) -> None:
    whole = git(place, "rev-parse", "main")
    for given in (whole, whole[:12], whole[:7]):
        document = diff(place, given)
        assert (whole[:7], [PUT, NO_GO]) == (document["base"], told(document))


def test_a_change_that_is_not_committed_is_in_the_work_tree_alone(place: Path) -> None:
    write(place, {"catalogs/a.yaml": SECOND})
    expected = [GO, ("narrowed", "local/a", "put", "removed", "")]
    assert expected == told(diff(place, "work"))
    assert told(diff(place, "main")) == []
    assert told(diff(place, "HEAD~1", "HEAD")) == [PUT]


def test_folders_and_locks_are_sides(place: Path) -> None:
    write(place.parent / "before", {"x.yaml": FIRST})
    write(place.parent / "after", {"x.yaml": SECOND})
    run("lock", cwd=place)
    assert told(diff(place, "../before", "../after")) == [GO]
    assert told(diff(place, "main", "../before")) == [NO_GO]
    assert told(diff(place, "../before")) == [PUT]
    assert told(diff(place, "skills.lock")) == []
    assert told(diff(place, "../before", "skills.lock")) == [PUT]
    document = diff(place, "../before", "../after")
    assert (document["base"], document["head"]) == ("../before", "../after")


def test_two_folders_need_no_git_and_no_repository(tmp_path: Path) -> None:
    write(tmp_path, {"before/x.yaml": FIRST, "after/x.yaml": SECOND})
    assert told(diff(tmp_path, "before", "after", env={"PATH": "/nowhere"})) == [GO]
    assert told(diff(tmp_path, "before", "after")) == [GO]


def test_an_annotated_tag_is_its_commit_and_one_of_a_file_is_none(place: Path) -> None:
    git(place, "tag", "-a", "-m", "x", "v1", "main")
    git(place, "tag", "-a", "-m", "x", "v2", "v1")
    git(place, "tag", "-a", "-m", "x", "file", "main:catalogs/a.yaml")
    git(place, "tag", "tree", "main^{tree}")
    assert [PUT, NO_GO] == told(diff(place, "v1")) == told(diff(place, "v2"))
    for name in ("file", "tree"):
        assert (f"no such ref, folder or lock: `{name}`", WHICH) == wrong(place, name)


# Refs that are odd.


def test_a_ref_with_an_odd_name_is_a_ref(place: Path) -> None:
    for name in ("--x", "ö", "a'b", "a$(id)", "x;y"):
        git(place, "update-ref", f"refs/heads/{name}", "main")
        assert told(after_dashes(place, name)) == [PUT, NO_GO]
        assert told(after_dashes(place, f"{name}..work")) == [PUT, NO_GO]


@pytest.mark.parametrize(
    "name", ["a b", "a\nb", "-x", "--", "\x1b[31m", "HEAD~9", "^main", "main^!", "HEAD:catalogs"]
)
def test_what_is_no_ref_is_told(place: Path, name: str) -> None:
    error = after_dashes(place, name)["error"]
    expected = (f"no such ref, folder or lock: `{name}`", WHICH)
    assert expected == (error["message"], error["hint"])


def test_a_name_that_is_not_utf8_is_told(place: Path) -> None:
    done = text(place, os.fsdecode(b"\xff"))
    assert Completed(2, "", f"error: no such ref, folder or lock: `\\xff`\nhelp: {WHICH}\n") == done


def test_what_git_says_of_a_ref_is_passed_on(place: Path) -> None:
    hint = "`git log -1 REF` shows a commit"
    expected = ("`@{u}`: no upstream configured for branch 'work'", hint)
    assert expected == wrong(place, "@{u}")
    expected = ("`main@{99}`: log for 'main' only has 2 entries", hint)
    assert expected == wrong(place, "main@{99}")


def test_an_empty_ref_is_none(place: Path) -> None:
    assert wrong(place, "") == ("no such ref, folder or lock: ``", WHICH)
    done = run("check", "--since", "", cwd=place)
    assert Completed(2, "", "error: no such ref: ``\nhelp: name a commit\n") == done


def test_an_end_of_a_range_that_is_no_ref_is_told(place: Path) -> None:
    assert wrong(place, "gone..main") == ("no such ref: `gone`", "`git fetch origin gone`")
    assert wrong(place, "main...gone") == ("no such ref: `gone`", "`git fetch origin gone`")
    assert wrong(place, "main....main") == ("no such ref: `.main`", "`git fetch origin .main`")


def test_a_range_names_both_sides(place: Path) -> None:
    expected = ("`main..` names both sides already: give no other one", None)
    assert expected == wrong(place, "main..", "work")


def test_a_path_that_begins_with_dots_is_a_folder(place: Path) -> None:
    assert wrong(place, "../gone") == ("no such ref, folder or lock: `../gone`", WHICH)
    document = diff(place / "catalogs", "..")
    assert (document["base"], document["head"]) == ("..", "the work tree")


def test_branches_that_have_nothing_in_common_have_no_base(place: Path) -> None:
    git(place, "checkout", "-q", "--orphan", "alone")
    commit(place, "alone")
    expected = (
        "no commit is known that both `main` and `HEAD` come from",
        "name the commit to compare with: `skills diff REF`",
    )
    assert expected == wrong(place)
    assert expected == wrong(place, "main...")


# What is two things at once.


def test_a_ref_that_is_a_folder_too_is_refused(place: Path) -> None:
    write(place, {"main/a.yaml": FIRST})
    assert wrong(place, "main") == ("`main` is both a ref and a folder", "`./main` is the folder")
    assert wrong(place, "HEAD", "main") == (
        "`main` is both a ref and a folder",
        "`./main` is the folder",
    )
    assert told(diff(place, "./main")) == [PUT]
    assert told(diff(place, "heads/main")) == [PUT, NO_GO]
    assert told(diff(place, "main..HEAD")) == [PUT, NO_GO]


def test_a_ref_that_is_a_file_too_is_refused(place: Path) -> None:
    write(place, {"main": "x"})
    assert wrong(place, "main") == ("`main` is both a ref and a file", "`./main` is the file")


def test_a_short_id_that_is_a_folder_too_is_refused(place: Path) -> None:
    oid = git(place, "rev-parse", "main")[:6]
    (place / oid).mkdir()
    expected = (f"`{oid}` is both a ref and a folder", f"`./{oid}` is the folder")
    assert expected == wrong(place, oid)


def test_a_range_that_is_a_file_too_is_refused(place: Path) -> None:
    write(place, {"main..work": "x"})
    expected = ("`main..work` is both a range and a file", "`./main..work` is the file")
    assert expected == wrong(place, "main..work")


def test_a_tag_and_a_branch_of_one_name_are_taken_as_git_does_and_that_is_said(
    place: Path,
) -> None:
    git(place, "tag", "two", "main")
    git(place, "branch", "two", "work")
    done = text(place, "two")
    lines = done.err.splitlines()
    expected = (
        "`two` names refs/tags/two and refs/heads/two: the first is taken",
        f"comparing {short(place, 'main')} (`two`) with the work tree",
    )
    assert expected == tuple(lines)
    assert told(diff(place, "two")) == [PUT, NO_GO]
    assert told(diff(place, "heads/two")) == []


# Without BASE.


@pytest.fixture
def clone(place: Path) -> Path:
    """Give a clone of the repository with `work` checked out, and no other branch of its own."""
    git(place, "checkout", "-q", "main")
    folder = place.parent / "clone"
    git(place, "clone", "-q", "-b", "work", str(place), str(folder))
    return folder


def test_without_base_a_clone_compares_with_the_default_branch(clone: Path) -> None:
    document = diff(clone)
    assert f"{short(clone, 'work~1')} (merge base with `origin/HEAD`)" == document["base"]
    assert told(document) == [PUT]


@pytest.mark.parametrize("variable", VARIABLES[:2])
def test_without_base_the_branch_of_the_ci_counts(clone: Path, variable: str) -> None:
    git(clone, "update-ref", "refs/remotes/origin/to/it", "work")
    env = {variable: "to/it"}
    document = diff(clone, env=env)
    assert f"{short(clone, 'work')} (merge base with `origin/to/it`)" == document["base"]
    env = {variable: "work"}  # a branch that is not fetched, but here
    git(clone, "update-ref", "-d", "refs/remotes/origin/work")
    assert f"{short(clone, 'work')} (merge base with `work`)" == diff(clone, env=env)["base"]
    assert (
        f"{short(clone, 'work~1')} (merge base with `origin/HEAD`)"
        == (diff(clone, env={variable: ""})["base"])
    )


def test_a_tag_that_is_called_as_the_branch_is_not_the_base(clone: Path) -> None:
    for name in ("origin/main", "main", "origin/HEAD"):
        git(clone, "tag", name, "work")
    base = f"{short(clone, 'work~1')} (merge base with `origin/main`)"
    assert base == diff(clone, env={"GITHUB_BASE_REF": "main"})["base"]
    assert base.replace("main", "HEAD") == diff(clone)["base"]


def test_a_branch_of_the_ci_that_was_not_fetched_is_told(clone: Path) -> None:
    expected = (
        "the branch `dev` of GITHUB_BASE_REF was not fetched",
        "`git fetch origin dev`",
    )
    assert expected == wrong(clone, env={"GITHUB_BASE_REF": "dev"})


def test_gitlab_names_the_base_where_the_branch_was_not_fetched(clone: Path) -> None:
    oid = git(clone, "rev-parse", "origin/main")
    env = {"CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "dev", "CI_MERGE_REQUEST_DIFF_BASE_SHA": oid}
    document = diff(clone, env=env)
    assert f"{oid[:7]} (base of the merge request)" == document["base"]
    assert told(document) == [PUT, NO_GO]
    env["CI_MERGE_REQUEST_DIFF_BASE_SHA"] = "0" * 40
    expected = (
        "the branch `dev` of CI_MERGE_REQUEST_TARGET_BRANCH_NAME was not fetched",
        "`git fetch origin dev`",
    )
    assert expected == wrong(clone, env=env)


def test_master_is_a_base_too_and_without_any_that_is_told(place: Path) -> None:
    git(place, "branch", "-m", "main", "master")
    assert f"{short(place, 'master~1')} (merge base with `master`)" == diff(place)["base"]
    git(place, "branch", "-m", "master", "trunk")
    expected = (
        "nothing to compare with: there is no `origin/HEAD`, `main` or `master`",
        "name it: `skills diff REF`",
    )
    assert expected == wrong(place)


# Clones that have not all of it.


def test_a_shallow_clone_without_the_base_says_how_to_fetch_it(place: Path) -> None:
    shallow = place.parent / "shallow"
    git(place, "clone", "-q", "--depth", "1", "-b", "work", place.as_uri(), str(shallow))
    unknown = ("no such ref, folder or lock: `HEAD~1`", DEEPER)
    assert unknown == wrong(shallow, "HEAD~1")
    expected = ("the branch `main` of GITHUB_BASE_REF was not fetched", DEEPER)
    assert expected == wrong(shallow, env={"GITHUB_BASE_REF": "main"})
    git(shallow, "fetch", "-q", "--depth", "1", "origin", "main:refs/remotes/origin/main")
    expected = ("no commit is known that both `origin/main` and `HEAD` come from", DEEPER)
    assert expected == wrong(shallow, env={"GITHUB_BASE_REF": "main"})
    assert told(diff(shallow, "origin/main")) == [PUT, NO_GO]
    git(shallow, "fetch", "-q", "--unshallow", "origin")
    assert told(diff(shallow, env={"GITHUB_BASE_REF": "main"})) == [PUT]


@pytest.mark.parametrize("kept", ["blob:none", "tree:0"])
def test_a_partial_clone_says_what_is_missing_and_fetches_nothing(place: Path, kept: str) -> None:
    git(place, "config", "uploadpack.allowFilter", "true")
    git(place, "config", "uploadpack.allowAnySHA1InWant", "true")
    partial = place.parent / "partial"
    git(place, "clone", "-q", f"--filter={kept}", "-b", "work", place.as_uri(), str(partial))
    before = git(partial, "rev-list", "--objects", "--all", "--missing=print")
    title = f"{short(partial, 'origin/main')} (`origin/main`)"
    missing = "catalogs/a.yaml" if kept == "blob:none" else "."
    expected = (
        f"{title}: the content of `{missing}` is not in this clone, which is a partial one",
        "fetch all of it: `git fetch --refetch --no-filter`",
    )
    assert expected == wrong(partial, "origin/main")
    assert before == git(partial, "rev-list", "--objects", "--all", "--missing=print")
    git(partial, "fetch", "-q", "--refetch", "--no-filter")
    assert told(diff(partial, "origin/main")) == [PUT, NO_GO]


@pytest.mark.parametrize("name", ["main:catalogs/a.yaml", "main:catalogs", "main^{tree}"])
@pytest.mark.parametrize("content", [b"garbage", b"", None])
def test_an_object_that_is_damaged_or_lost_is_told(
    place: Path, name: str, content: bytes | None
) -> None:
    oid = git(place, "rev-parse", name)
    file = place / ".git" / "objects" / oid[:2] / oid[2:]
    file.chmod(0o600)
    file.unlink() if content is None else file.write_bytes(content)
    path = name.partition(":")[2] or "."
    title = f"{short(place, 'main')} (`main`)"
    expected = f"{title}: the content of `{path}` is damaged or lost", "`git fsck` says more"
    assert expected == wrong(place, "main")


# Where there is no git, no repository, no commit.


def test_without_a_repository_that_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": FIRST})
    env = {"GIT_CEILING_DIRECTORIES": str(tmp_path.parent)}
    said = "commits cannot be read: not a git repository (or any of the parent directories): .git"
    assert (said, NOWHERE) == wrong(tmp_path, env=env)
    assert (said, NOWHERE) == wrong(tmp_path, "HEAD", env=env)
    done = run("check", "--since", "HEAD", cwd=tmp_path, env=env)
    assert Completed(2, "", f"error: {said}\nhelp: {NOWHERE}\n") == done


def test_without_git_that_is_told(place: Path) -> None:
    expected = (
        "commits cannot be read: git is not installed",
        "install it, or compare two folders",
    )
    env = {"PATH": "/nowhere"}
    assert expected == wrong(place, env=env)
    assert expected == wrong(place, "main", env=env)


def test_a_git_that_cannot_run_is_told(place: Path, tmp_path: Path) -> None:
    write(tmp_path / "bin", {"git": b"\x7fELF nothing"})
    (tmp_path / "bin" / "git").chmod(0o755)
    message, hint = wrong(place, "main", env={"PATH": str(tmp_path / "bin")})
    assert (
        message,
        hint,
    ) == ("commits cannot be read: git cannot be run: exec format error", NOWHERE)


def test_before_the_first_commit_there_is_nothing_to_compare_with(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": FIRST})
    git(tmp_path, "init", "-q", "-b", "main")
    assert wrong(tmp_path) == ("there is no commit to compare with yet", "`git commit` makes one")
    assert wrong(tmp_path, "HEAD") == ("no such ref, folder or lock: `HEAD`", WHICH)


def test_a_bare_repository_has_no_work_tree(place: Path) -> None:
    bare = place.parent / "bare"
    git(place, "clone", "-q", "--bare", str(place), str(bare))
    said = "commits cannot be read: this operation must be run in a work tree"
    assert (said, NOWHERE) == wrong(bare, "main", "work")
    assert (said, NOWHERE) == wrong(place / ".git", "main")


@pytest.mark.skipif(os.getuid() != 0, reason="only root may give a folder away")
def test_a_repository_of_somebody_else_says_how_to_trust_it(place: Path) -> None:
    os.chown(place / ".git", 65534, 65534)
    os.chown(place, 65534, 65534)
    expected = (
        f"commits cannot be read: detected dubious ownership in repository at '{place}'",
        f"if you trust it: `git config --global --add safe.directory {place}`",
    )
    assert expected == wrong(place, "main")


# Other kinds of repositories.


def test_a_linked_work_tree_is_a_work_tree(place: Path) -> None:
    linked = place.parent / "linked"
    git(place, "worktree", "add", "-q", "--detach", str(linked), "main")
    assert told(diff(linked, "main~1")) == [GO]
    assert told(diff(linked / "catalogs", "HEAD~1")) == [GO]


def test_ids_may_be_sha256(tmp_path: Path) -> None:
    write(tmp_path, {"catalogs/a.yaml": FIRST, "catalogs/b.yaml": "name: local/b\ntools: [x]\n"})
    git(tmp_path, "init", "-q", "-b", "main", "--object-format=sha256")
    commit(tmp_path, "the first")
    commit(tmp_path, "the second", {"catalogs/a.yaml": SECOND})
    document = diff(tmp_path, "HEAD~1")
    assert (document["compared"], told(document)) == (2, [GO])
    assert told(diff(tmp_path, "HEAD~1", "HEAD")) == [GO]


@pytest.mark.parametrize("folder", ["", "catalogs", "other/deep"])
def test_the_folder_one_stands_in_does_not_matter(place: Path, folder: str) -> None:
    (place / "other" / "deep").mkdir(parents=True)
    document = diff(place / folder, "main")
    assert told(document) == [PUT, NO_GO]
    up = os.path.relpath(place / "catalogs", place / folder).replace(os.sep, "/")
    assert {up} == {each["location"]["catalog"] for each in document["changes"] if each["after"]}


def test_variables_of_git_count_as_they_do_for_git(place: Path) -> None:
    # As a hook gets them.
    env = {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/index"}
    assert told(diff(place, "main", env=env)) == [PUT, NO_GO]
    env = {"GIT_DIR": "../.git", "GIT_WORK_TREE": ".."}
    assert told(diff(place / "catalogs", "main", env=env)) == [PUT, NO_GO]
    other = write(place.parent / "other", {"catalogs/a.yaml": FIRST})
    env = {"GIT_DIR": str(place / ".git"), "GIT_WORK_TREE": str(other)}
    assert told(diff(other, "main", env=env)) == [NO_GO]
    env = {"GIT_DIR": str(place / "gone")}
    said = f"commits cannot be read: not a git repository: '{place / 'gone'}'"
    assert (said, NOWHERE) == wrong(place, "main", env=env)
    env = {"GIT_TRACE": "1", "GIT_TRACE2": "1"}
    assert wrong(place, "x..", env=env) == ("no such ref: `x`", "`git fetch origin x`")


# Which catalog a side has.


def test_the_option_names_the_catalog_of_both_sides(place: Path) -> None:
    git(place, "mv", "catalogs", "skills")
    commit(place, "moved")
    assert told(diff(place, "HEAD~2", "HEAD~1")) == [PUT]
    for name in ("skills", "./skills/", str(place / "skills")):
        assert told(diff(place, "HEAD", "--catalog", name)) == []
    both = ("--catalog", "skills", "--catalog", "catalogs")
    assert told(diff(place, "main", *both)) == [PUT, NO_GO]
    done = text(place, "main", *both)
    title = f"{short(place, 'main')} (`main`)"
    expected = [
        f"comparing {title} with the work tree",
        "the work tree has no folder catalogs",
        f"{title} has no folder skills",
    ]
    assert (0, expected) == (done.code, done.err.splitlines())
    assert told(diff(place, "main", env={"SKILLS_CATALOG": os.pathsep.join(both[1::2])})) == [
        PUT,
        NO_GO,
    ]


def test_a_catalog_on_one_side_only_is_empty_on_the_other(place: Path) -> None:
    git(place, "mv", "catalogs", "skills")
    commit(place, "moved")
    one = diff(place, "main", "--catalog", "skills")
    other = diff(place, "main", "--catalog", "catalogs")
    expected = [
        [("widened", "local/a", "local/a", "added", "")],
        [("narrowed", "local/a", "local/a", "removed", "")],
    ]
    assert expected == [told(one), told(other)]


def test_a_catalog_on_neither_side_is_a_mistake(place: Path) -> None:
    hint = "`--catalog DIR` names it"
    assert ("neither side has gone", hint) == wrong(place, "main", "--catalog", "gone")
    both = ("--catalog", "catalogs", "--catalog", "./gone/")
    assert ("neither side has gone", hint) == wrong(place, "main", *both)
    assert ("neither side has gone", hint) == wrong(place, "main", "work", *both)
    git(place, "rm", "-rq", "catalogs")
    commit(place, "none")
    commit(place, "none either")
    assert ("neither side has a folder `catalogs`", hint) == wrong(place, "HEAD~1")


def test_overlapping_roots_are_read_once(place: Path) -> None:
    overlapping = ("--catalog", "catalogs", "--catalog", ".", "--catalog", "catalogs/")
    assert told(diff(place, "main", *overlapping)) == [PUT, NO_GO]
    assert told(diff(place, "main", "work", *overlapping)) == [PUT, NO_GO]


def test_a_catalog_outside_of_the_repository_is_in_no_commit(place: Path) -> None:
    write(place.parent / "out", {"a.yaml": FIRST})
    hint = "compare folders instead: `skills diff BEFORE AFTER`"
    title = f"{short(place, 'main')} (`main`)"
    expected = (f"{title}: ../out lies outside of the git work tree", hint)
    assert expected == wrong(place, "main", "--catalog", "../out")
    (place / "link").symlink_to("../out")
    commit(place, "a link")
    expected = (
        f"{short(place, 'HEAD')} (`HEAD`): link is a link that leads outside of the git work tree",
        hint,
    )
    assert expected == wrong(place, "HEAD", "--catalog", "link")


def test_a_link_to_the_repository_is_a_way_to_it(place: Path) -> None:
    (place.parent / "way").symlink_to(place)
    way = str(place.parent / "way" / "catalogs")
    assert told(diff(place, "main", "--catalog", way)) == [PUT, NO_GO]


def test_links_to_the_catalog_are_followed_in_each_commit(place: Path) -> None:
    git(place, "mv", "catalogs", "one")
    (place / "two").mkdir()
    (place / "two" / "a.yaml").write_text(SECOND)
    (place / "catalogs").symlink_to("one")
    commit(place, "to one")
    (place / "catalogs").unlink()
    (place / "middle").symlink_to("two")
    (place / "catalogs").symlink_to("middle/.")
    commit(place, "to two")
    expected = [GO, ("narrowed", "local/a", "put", "removed", "")]
    assert expected == told(diff(place, "HEAD~1"))
    assert expected == told(diff(place, "HEAD~1", "HEAD"))
    assert told(diff(place, "HEAD~3", "HEAD~2")) == [PUT]
    assert told(diff(place, "HEAD~2", "HEAD~1")) == []
    shutil.rmtree(place / "one")  # which is in the commits still
    assert expected == told(diff(place, "HEAD~1"))


def test_a_link_that_leads_nowhere_or_round_is_no_catalog(place: Path) -> None:
    for target in ("gone", "catalogs", "catalogs/x", "a.yaml"):
        git(place, "rm", "-rqf", "catalogs")
        (place / "catalogs").symlink_to(target)
        commit(place, target)
        document = diff(place, "HEAD", "main")
        assert told(document) == [("widened", "local/a", "local/a", "added", "")]


def test_a_catalog_that_is_a_submodule_is_told(place: Path) -> None:
    inner = repository(place.parent / "inner", {"x.yaml": FIRST})
    git(place, "rm", "-rqf", "catalogs")
    allow = ("-c", "protocol.file.allow=always")
    git(place, *allow, "submodule", "add", "-q", str(inner), "catalogs")
    commit(place, "a submodule")
    title = f"{short(place, 'HEAD')} (`HEAD`)"
    expected = (
        f"{title}: catalogs lies in the submodule catalogs, whose files are not in it",
        "compare commits of that: `cd catalogs`",
    )
    assert expected == wrong(place, "HEAD")
    assert told(diff(place / "catalogs", "HEAD", "--catalog", ".")) == []


def test_a_submodule_in_the_catalog_is_not_read_and_that_is_said(place: Path) -> None:
    inner = repository(place.parent / "inner", {"x.yaml": "name: local/x\ntools: [x]\n"})
    allow = ("-c", "protocol.file.allow=always")
    git(place, *allow, "submodule", "add", "-q", str(inner), "catalogs/inner")
    commit(place, "a submodule")
    done = text(place, "HEAD~1", "HEAD")
    assert (0, f"{short(place, 'HEAD')} (`HEAD`): the submodule catalogs/inner is not read") == (
        done.code,
        done.err.splitlines()[1],
    )
    assert told(diff(place, "HEAD~1", "HEAD")) == []


# The config of a side.


def test_each_side_has_its_own_config(place: Path) -> None:
    write(place, {"skills.toml": 'catalog = "catalogs"\n'})
    commit(place, "a config")
    git(place, "mv", "catalogs", "moved")
    write(place, {"skills.toml": 'catalog = "moved"\n'})
    commit(place, "moved")
    assert told(diff(place, "HEAD~1")) == []
    assert told(diff(place, "main", "HEAD")) == [PUT, NO_GO]


def test_a_config_means_what_is_in_its_commit(place: Path) -> None:
    write(place, {"skills.toml": 'catalog = "here"\n'})
    git(place, "mv", "catalogs", "here")
    commit(place, "a folder")
    git(place, "mv", "here", "there")
    (place / "here").symlink_to("there")
    commit(place, "a link")
    for pair in (("HEAD~1",), ("HEAD~1", "HEAD"), ("HEAD",), ("HEAD", "HEAD~1")):
        assert told(diff(place, *pair)) == []
        assert diff(place, *pair)["compared"] == 1


def test_a_config_that_is_a_link_is_read(place: Path) -> None:
    write(place, {"conf/real.toml": 'catalog = "gone"\nexclude = ["a.yaml"]\n'})
    (place / "skills.toml").symlink_to("conf/real.toml")
    commit(place, "a link")
    title = f"{short(place, 'HEAD')} (`HEAD`)"
    done = text(place, "main", "HEAD")
    assert f"{title} has no catalog: gone is not in it" == done.err.splitlines()[1]


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("catalog = ", "skills.toml: not TOML: Invalid value (at end of document)"),
        ("catalogue = 1\n", "skills.toml: unknown key `catalogue`"),
        (b"\xff", "skills.toml: not encoded in UTF-8"),
    ],
)
def test_a_config_that_is_broken_in_a_commit_names_the_commit(
    place: Path, broken: str | bytes, said: str
) -> None:
    commit(place, "broken", {"skills.toml": broken})
    title = f"{short(place, 'HEAD')} (`HEAD`)"
    git(place, "rm", "-q", "skills.toml")
    assert f"{title}: {said}" == wrong(place, "HEAD")[0]
    assert f"{title}: {said}" == wrong(place, "HEAD..main")[0]
    done = run("check", "--since", "HEAD", cwd=place)
    assert (2, "", f"error: {title}: {said}") == (done.code, done.out, done.err.splitlines()[0])
    write(place, {"skills.toml": broken})
    assert said == wrong(place, "main")[0]


def test_a_config_that_is_no_file_in_a_commit_is_told(place: Path) -> None:
    (place / "skills.toml").symlink_to("gone")
    commit(place, "a link")
    (place / "skills.toml").unlink()
    commit(place, "a folder", {"skills.toml/x": "x"})
    shutil.rmtree(place / "skills.toml")
    for ref, said in (("HEAD", "is no file"), ("HEAD~1", "the link leads nowhere")):
        title = f"{short(place, ref)} (`{ref}`)"
        assert f"{title}: skills.toml: {said}" == wrong(place, ref)[0]


def test_a_config_above_the_repository_counts_for_every_commit(tmp_path: Path) -> None:
    write(tmp_path, {"skills.toml": 'catalog = "place/mine"\n'})
    place = repository(tmp_path / "place", {"mine/a.yaml": FIRST})
    commit(place, "more", {"mine/a.yaml": SECOND})
    assert told(diff(place, "HEAD~1")) == [GO]
    assert told(diff(place, "HEAD~1", "HEAD")) == [GO]


def test_the_lock_of_a_commit_is_the_one_in_it(place: Path) -> None:
    run("lock", cwd=place)
    commit(place, "locked")
    accepted = ("--fail-on", "widened", "--accept-locked")
    assert text(place, "main", "--fail-on", "widened").code == 1
    assert text(place, "main", *accepted).code == 0
    assert text(place, "main", "HEAD", *accepted).code == 0
    assert text(place, "main", "HEAD~1", *accepted).code == 1
    commit(place, "no lock", {"skills.lock": "nothing"})
    title = f"{short(place, 'HEAD')} (`HEAD`)"
    expected = (
        f"{title}: skills.lock:1: not a lock: a lock has no such line: `nothing`",
        "`skills lock` writes it anew",
    )
    assert expected == wrong(place, "main", "HEAD", *accepted)


def test_a_folder_has_no_lock_of_the_place_one_stands_in(place: Path) -> None:
    run("lock", cwd=place)
    other = repository(place.parent / "other", {"catalogs/a.yaml": THIRD})
    accepted = ("--fail-on", "widened", "--accept-locked")
    assert text(place, "main", "../other/catalogs", *accepted).code == 1
    run("lock", cwd=other)
    assert text(place, "main", "../other/catalogs", *accepted).code == 0


# Hostile trees.


def tree(folder: Path, *entries: tuple[str, bytes, str]) -> str:
    """Write a tree with these entries as they are, whether git would or not."""
    content = b"".join(
        f"{mode} ".encode() + name + b"\0" + bytes.fromhex(oid) for mode, name, oid in entries
    )
    return raw(folder, content)


def raw(folder: Path, content: bytes) -> str:
    done = subprocess.run(
        ["git", "-C", folder, "hash-object", "-w", "-t", "tree", "--literally", "--stdin"],
        input=content,
        capture_output=True,
        check=True,
    )
    return done.stdout.decode().strip()


def committed(folder: Path, catalog: str) -> str:
    top = tree(folder, ("40000", b"catalogs", catalog))
    return git(folder, "commit-tree", "-m", "x", top)


@pytest.mark.parametrize("name", ["..", ".", "", ".git", ".GIT", "/etc/x.yaml", "a/b.yaml"])
def test_a_name_that_is_none_is_refused(place: Path, name: str) -> None:
    blob = git(place, "rev-parse", "main:catalogs/a.yaml")
    oid = committed(place, tree(place, ("100644", name.encode(), blob)))
    said = f"{oid[:7]}: the folder `catalogs` of the commit holds `{name}`"
    assert (f"{said}, which is no name of a file", "`git fsck` says more") == wrong(place, oid)


def test_trees_that_are_malformed_are_refused(place: Path) -> None:
    blob = git(place, "rev-parse", "main:catalogs/a.yaml")
    entry = ("100644", b"a.yaml", blob)
    cases = {
        tree(place, entry, entry): "holds `a.yaml` twice",
        raw(place, b"garbage"): "does not read",
        raw(place, b"100644 a.yaml\0short"): "does not read",
        raw(place, b"9 a.yaml\0" + bytes(20)): "does not read",
    }
    for catalog, said in cases.items():
        oid = committed(place, catalog)
        expected = f"{oid[:7]}: the folder `catalogs` of the commit {said}"
        assert (expected, "`git fsck` says more") == wrong(place, oid)
    oid = committed(place, tree(place, ("40000", b"sub", blob)))
    expected = f"{oid[:7]}: the folder `catalogs/sub` of the commit is a blob"
    assert (expected, "`git fsck` says more") == wrong(place, oid)


def test_a_tree_that_holds_itself_over_and_over_has_an_end(place: Path) -> None:
    oid = git(place, "rev-parse", "main:catalogs")
    for _ in range(10):
        oid = tree(place, *(("40000", str(n).encode(), oid) for n in range(10)))
    oid = committed(place, oid)
    expected = (
        f"{oid[:7]}: `catalogs` holds more than 1,000,000 files, or names of more than 4,096 bytes"
    )
    assert (expected, "name a smaller folder") == wrong(place, oid)


def test_a_name_that_the_system_does_not_take_is_told(place: Path) -> None:
    blob = git(place, "rev-parse", "main:catalogs/a.yaml")
    name = b"a" * 300 + b".yaml"
    oid = committed(place, tree(place, ("100644", name, blob)))
    message = (
        f"{oid[:7]}: catalogs/{name.decode()} cannot be written to the folder for temporary files"
    )
    assert (f"{message}: file name too long", "TMPDIR names that folder") == wrong(place, oid)


def test_nothing_is_written_through_a_link(place: Path) -> None:
    write(place.parent / "victim", {"a.yaml": "mine"})
    link = subprocess.run(
        ["git", "-C", place, "hash-object", "-w", "--stdin"],
        input=str(place.parent / "victim").encode(),
        capture_output=True,
        check=True,
    )
    to_victim = link.stdout.decode().strip()
    blob = git(place, "rev-parse", "main:catalogs/a.yaml")
    inner = tree(place, ("100644", b"a.yaml", blob))
    oid = committed(place, tree(place, ("120000", b"x", to_victim), ("40000", b"x", inner)))
    assert f"{oid[:7]}: the folder `catalogs` of the commit holds `x` twice" == wrong(place, oid)[0]
    oid = committed(place, tree(place, ("120000", b"x", to_victim)))
    assert told(diff(place, oid)) == [("widened", "local/a", "local/a", "added", "")]
    assert (place.parent / "victim" / "a.yaml").read_text() == "mine"
