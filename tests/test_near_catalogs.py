"""Which folder is the catalog where nothing names one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from command import run
from repository import commit, diff, git, repository, told
from writing import agent_skill, write

LAYOUTS: Mapping[str, tuple[dict[str, str | bytes], str, str]] = {
    "folders at the root": ({"pdf/SKILL.md": agent_skill("pdf")}, ".", "agent/pdf"),
    "folders in `skills`": (
        {"skills/pdf/SKILL.md": agent_skill("pdf"), "template/SKILL.md": agent_skill("template")},
        "skills",
        "agent/pdf",
    ),
    "the root itself": ({"SKILL.md": agent_skill("pdf")}, ".", "agent/pdf"),
    "`catalogs` comes first": (
        {"pdf/SKILL.md": agent_skill("pdf"), "catalogs/app.yaml": "name: local/app\n"},
        "catalogs",
        "local/app",
    ),
}


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("in_git", [True, False])
def test_folders_with_a_manifest_are_found_by_themselves(
    tmp_path: Path, layout: str, *, in_git: bool
) -> None:
    files, catalog, name = LAYOUTS[layout]
    root = write(tmp_path / "pdf", files)
    if in_git:
        git(root, "init", "-q")
    shown = json.loads(run("config", "show", "--json", cwd=root).out)["settings"][0]
    listed = run("list", "--format", "names", cwd=root)
    assert (shown["value"], listed.out, listed.code) == ([catalog], f"{name}\n", 0)
    assert run("check", cwd=root).code == 0


def test_they_are_found_from_below_up_to_the_root_of_the_work_tree(tmp_path: Path) -> None:
    repository(tmp_path, LAYOUTS["folders in `skills`"][0])
    below = tmp_path / "skills" / "pdf"
    done = run("check", cwd=below)
    assert (done.code, done.out) == (0, "no findings in 1 skill (1 file)\n")


@pytest.mark.parametrize(
    "file", [".claude/skills/pdf/SKILL.md", ".pdf/SKILL.md", "a/b/SKILL.md", "docs/skills.md"]
)
def test_what_is_hidden_or_deep_is_not_guessed(tmp_path: Path, file: str) -> None:
    write(tmp_path, {file: agent_skill("pdf")})
    done = run("list", cwd=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: no catalog: name a folder")


def test_they_are_found_in_a_commit_too(tmp_path: Path) -> None:
    repository(tmp_path, LAYOUTS["folders at the root"][0])
    granted = agent_skill("pdf").replace("\n---\n", "\nallowed-tools: Read\n---\n")
    commit(tmp_path, "grants a tool", {"pdf/SKILL.md": granted, "note": "x"})
    assert told(diff(tmp_path, "HEAD~1", "HEAD")) == [("widened", "agent/pdf", "Read", "added", "")]


def test_a_new_skill_does_not_go_between_the_folders(tmp_path: Path) -> None:
    write(tmp_path, LAYOUTS["folders in `skills`"][0])
    done = run("new", "app", cwd=tmp_path)
    assert (done.code, done.out.splitlines()[0]) == (0, "wrote catalogs/local/app.yaml")
