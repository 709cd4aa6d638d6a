"""Where teams run the check: as a pre-commit hook, and as a GitHub Action."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from command import Completed, run_program
from ruamel.yaml import YAML

ROOT = Path(__file__).parent.parent
CYCLE = {
    "catalogs/x.yaml": "name: local/x\nincludes: [local/y]\n",
    "catalogs/y.yaml": "name: local/y\nincludes: [local/x]\n",
}
MENDED = "name: local/y\n"


def data(file: str) -> Any:
    return YAML(typ="safe").load((ROOT / file).read_text("utf-8"))


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """Give a git work tree that holds a catalog with a cycle."""
    folder = tmp_path / "repository"
    for name, text in CYCLE.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    subprocess.run(["git", "init", "--quiet", str(folder)], check=True)
    return folder


def on_path() -> dict[str, str]:
    """Give the environment of a shell that finds the installed program."""
    return {"PATH": os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))}


# The hook.

(HOOK,) = data(".pre-commit-hooks.yaml")


def test_the_hook_is_red_on_a_cycle_and_green_after_the_mend(repository: Path) -> None:
    command = shlex.split(HOOK["entry"])

    red = run_program(command, cwd=repository, env=on_path())
    (repository / "catalogs/y.yaml").write_text(MENDED)
    green = run_program(command, cwd=repository, env=on_path())

    assert (red.code, red.out.splitlines()[:2]) == (
        1,
        [
            "error[SK203]: include cycle",
            "Cycle detected in skill includes: local/x -> local/y -> local/x",
        ],
    )
    assert green == Completed(0, "no findings in 2 skills (2 files)\n", "")


def test_the_hook_looks_at_the_whole_repository_once() -> None:
    expected = {
        "language": "python",
        "pass_filenames": False,
        "require_serial": True,
        "always_run": True,
    }
    assert {key: HOOK[key] for key in expected} == expected


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        ("catalogs/team/a.yaml", True),
        ("a.yml", True),
        ("A.YAML", True),
        ("skills/review/SKILL.md", True),
        ("skills.toml", True),
        ("pyproject.toml", True),
        ("README.md", False),
        ("src/yaml.py", False),
        ("my-skills.toml", False),
        ("a.yaml.orig", False),
    ],
)
def test_the_filter_of_the_hook_knows_the_files_that_matter(path: str, *, wanted: bool) -> None:
    assert bool(re.search(HOOK["files"], path)) == wanted


# The action.

ACTION = data("action.yml")
INSTALL, CHECK, DIFF = ACTION["runs"]["steps"]


def act(
    repository: Path,
    given: Mapping[str, str],
    step: Any = CHECK,
    event: Mapping[str, str] | None = None,
) -> Completed:
    """Run a step as a runner does: a script for bash, the inputs put into its `env`.

    `event` is what the runner says in the environment of what it runs for.
    """
    defaults = {name: each["default"] for name, each in ACTION["inputs"].items()}
    inputs = {**defaults, **given}

    def filled(text: str) -> str:
        return re.sub(r"\$\{\{ inputs\.([\w-]+) \}\}", lambda found: inputs[found.group(1)], text)

    temporary = repository.parent / "runner"
    programs = temporary / "skills-check" / "bin"
    programs.mkdir(parents=True, exist_ok=True)
    program = programs / "skills"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cleveragents_skills "$@"\n')
    program.chmod(0o755)
    script = repository.parent / "script.sh"
    script.write_text(step["run"])
    env = {name: filled(text) for name, text in step["env"].items()}
    return run_program(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
        cwd=repository / filled(step["working-directory"]),
        env={
            **env,
            "RUNNER_TEMP": str(temporary),
            "GITHUB_ACTIONS": "true",
            "GITHUB_STEP_SUMMARY": str(repository.parent / "summary.md"),
            "GITHUB_OUTPUT": str(repository.parent / "output"),
            "GITHUB_BASE_REF": "",
            **(event or {}),
        },
    )


def test_the_action_annotates_and_fails_on_a_cycle(repository: Path) -> None:
    done = act(repository, {})

    message = "Cycle detected in skill includes: local/x -> local/y -> local/x"
    hint = "Cut local/y -> local/x: that alone frees both (a suggestion)"
    place = "file=catalogs/x.yaml,title=SK203 include-cycle,line=2,col=12"
    assert done == Completed(
        1, f"::error {place}::{message}%0A{hint}\n1 error in 2 skills (2 files)\n", ""
    )
    summary = (repository.parent / "summary.md").read_text("utf-8")
    assert "| error | SK203 |" in summary
    assert "1 error in 2 skills (2 files)" in summary


def test_the_action_passes_after_the_mend(repository: Path) -> None:
    (repository / "catalogs/y.yaml").write_text(MENDED)

    assert act(repository, {}) == Completed(0, "no findings in 2 skills (2 files)\n", "")


def test_the_inputs_of_the_action_become_arguments_and_are_never_run(repository: Path) -> None:
    odd = repository / "two words; touch $(echo bad) `touch worse`"
    odd.mkdir()
    (odd / "z.yaml").write_text("name: local/z\nmcp_servers: [{name: m, command: m}]\n")

    given = {
        "catalog": f"{odd.name}\n",
        "arguments": "--strict\n--select\nSK320\n",
        "sarif": "out.sarif",
    }
    done = act(repository, given)

    assert (done.code, done.out.splitlines()[-1], done.err) == (
        1,
        "1 warning in 1 skill (1 file)",
        "",
    )
    assert (repository / "out.sarif").stat().st_size > 0
    assert sorted(each.name for each in repository.iterdir()) == sorted(
        [".git", "catalogs", "out.sarif", odd.name]
    )


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        ("--strict --baseline known.json", "--strict"),
        ("--quiet\n  -v\t--strict\n", "-v"),
        ("--baseline known.json", "--baseline"),
        ("--output=sarif:100%.sarif --strict", "--output=sarif:100%25.sarif"),
    ],
)
def test_several_arguments_on_a_line_are_an_error_that_says_so(
    repository: Path, arguments: str, first: str
) -> None:
    message = f"::error title=arguments::write one argument a line: something follows {first}\n"
    assert act(repository, {"arguments": arguments}) == Completed(2, message, "")
    assert not (repository.parent / "summary.md").exists()


def test_blanks_and_carriage_returns_at_the_ends_of_lines_are_not_meant(repository: Path) -> None:
    for name in ("cats one", "cats two"):
        (repository / name).mkdir()
        (repository / name / "a.yaml").write_text(f"name: {name[5:]}/a\nincludes: [x/gone]\n")

    given = {
        "catalog": "cats one\r\n  cats two \t\r\n \r\n",
        "arguments": "--fail-on \r\nnever\r\n--output=junit:a b.xml \r\n",
        "sarif": " out.sarif\r\n",
    }
    done = act(repository, given)

    assert (done.code, done.out.splitlines()[-1]) == (0, "2 errors in 2 skills (2 files)")
    expected = [".git", "a b.xml", "catalogs", "cats one", "cats two", "out.sarif"]
    assert sorted(each.name for each in repository.iterdir()) == expected


def test_the_annotations_and_the_summary_name_the_same_files(repository: Path) -> None:
    done = act(repository, {"working-directory": "catalogs", "catalog": "."})

    assert done.out.startswith("::error file=catalogs/x.yaml,title=SK203 ")
    summary = (repository.parent / "summary.md").read_text("utf-8")
    assert summary.startswith("## skills check\n\n| Severity | Code |")
    assert "| `catalogs/x.yaml:2:12` |\n" in summary


def test_the_action_runs_where_it_is_told_to(repository: Path) -> None:
    (repository / "catalogs/y.yaml").write_text(MENDED)

    assert act(repository, {"working-directory": "catalogs"}).code == 0
    assert act(repository, {"catalog": "gone"}).code == 2


MODULES = ("venv", "logging", "ensurepip", "pip", "runpy", "typer", "cleveragents_skills")


def test_the_action_runs_no_module_of_the_checkout(repository: Path) -> None:
    (repository / "catalogs/y.yaml").write_text(MENDED)
    for name in MODULES:
        (repository / f"{name}.py").write_text(f"open('{name}.was-run', 'w').close()\nx = 1 / 0\n")
    temporary = repository.parent / "runner"
    make, install = [line for line in INSTALL["run"].splitlines() if not line.startswith("#")]
    assert install.startswith('"$RUNNER_TEMP/skills-check/bin/python" -I -m pip install ')
    # What is installed needs a network; pip's version does not.
    asked = install.partition(" install ")[0] + " --version"
    made = run_program(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", f"{make}\n{asked}"],
        cwd=repository,
        env={"RUNNER_TEMP": str(temporary)},
    )
    checked = run_program(["skills", "check"], cwd=repository, env=on_path())

    assert (made.code, made.out.split()[0], made.err) == (0, "pip", "")
    assert checked == Completed(0, "no findings in 2 skills (2 files)\n", "")
    assert [each.name for each in repository.glob("*.was-run")] == []


def test_no_script_of_the_action_has_an_input_in_its_text() -> None:
    assert [step["run"].count("${{") for step in (INSTALL, CHECK, DIFF)] == [0, 0, 0]


# What the docs say of both.


def samples() -> list[Any]:
    """Give the YAML of the page on the command line."""
    page = (ROOT / "docs/reference/command_line.md").read_text("utf-8")
    found = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [YAML(typ="safe").load(each) for each in found]


def test_the_sample_of_the_hook_names_the_hook() -> None:
    (sample,) = [each for each in samples() if "repos" in each]
    hooks = [hook["id"] for repo in sample["repos"] for hook in repo["hooks"]]
    assert hooks == [HOOK["id"]]


def test_the_sample_of_the_action_gives_inputs_that_it_has(repository: Path) -> None:
    (sample,) = [each for each in samples() if "skills-check" in each.get("jobs", {})]
    given = sample["jobs"]["skills-check"]["steps"][-1]["with"]
    baseline = repository / "known.json"
    baseline.write_text('{"baseline_version": 1, "findings": []}')

    assert set(given) <= set(ACTION["inputs"])
    done = act(repository, given)
    assert (done.code, done.out.splitlines()[-1]) == (1, "1 error in 2 skills (2 files)")
