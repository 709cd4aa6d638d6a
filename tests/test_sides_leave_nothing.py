"""What reading a commit must not do, and `skills check --since`: what it reports, and what not."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command import PATIENCE, PROGRAM, Completed, environment, run, run_program
from repository import commit, git, repository, told
from repository import diff as compared
from writing import agent_skill, write

SKILL = "name: local/a\nincludes: [local/gone]\n"
UNKNOWN = "`local/a` includes the unknown skill `local/gone`"
LIMITED = """
import os, resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))
os.execv(sys.argv[1], sys.argv[1:])
"""


@pytest.fixture(autouse=True)
def _plain_git(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM"):
        monkeypatch.setenv(name, os.devnull)
    for name in ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME", "SKILLS_CATALOG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return repository(tmp_path / "place", {"catalogs/a.yaml": SKILL})


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the folder for temporary files of what is run."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setenv("TMPDIR", str(folder))
    return folder


def state(folder: Path) -> list[tuple[str, int, bytes]]:
    """Give every file, those of git too, with its time and content."""
    return sorted(
        (str(each.relative_to(folder)), each.lstat().st_mtime_ns, each.read_bytes())
        for each in folder.rglob("*")
        if each.is_file()
    )


def test_nothing_in_the_work_tree_is_touched(place: Path, temporary: Path) -> None:
    commit(place, "more", {"catalogs/b.yaml": "name: local/b\n"})
    # The time of a file that is not changed differs from the index, which git would mend.
    os.utime(place / "catalogs/b.yaml", (1, 1))
    write(place, {"catalogs/a.yaml": "name: local/a\n", "catalogs/c.yaml": "name: local/c\n"})
    git(place, "add", "catalogs/c.yaml")
    hooks = place / ".git" / "hooks"
    for name in ("post-checkout", "post-index-change", "reference-transaction"):
        write(hooks, {name: f"#!/bin/sh\ntouch {place}/ran\n"})
        (hooks / name).chmod(0o755)
    before = state(place)
    assert run("diff", "HEAD~1", cwd=place).code == 0
    assert run("diff", "HEAD~1", "HEAD", cwd=place).code == 0
    assert run("diff", cwd=place).code == 0
    assert run("check", "--since", "HEAD~1", cwd=place).code == 0
    assert before == state(place)
    assert list(temporary.iterdir()) == []


def test_a_failure_leaves_nothing_behind(place: Path, temporary: Path) -> None:
    commit(place, "broken", {"skills.toml": "x = 1", "catalogs/b.yaml": "name: [\n"})
    (place / "skills.toml").unlink()
    assert run("diff", "HEAD", cwd=place).code == 2
    assert run("diff", "HEAD~1", "gone", cwd=place).code == 2
    assert list(temporary.iterdir()) == []


def test_a_full_disk_for_temporary_files_is_told(place: Path, temporary: Path) -> None:
    command = [sys.executable, "-c", LIMITED, *PROGRAM, "diff", "HEAD", "HEAD", "-q"]
    done = run_program(command, cwd=place)
    said = (
        f"error: {git(place, 'rev-parse', 'HEAD')[:7]} (`HEAD`): the catalog cannot be written to "
        "the folder for temporary files: file too large\nhelp: TMPDIR names that folder\n"
    )
    assert Completed(2, "", said) == done
    assert list(temporary.iterdir()) == []
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] != 10


SLOW_GIT = """\
#!/bin/sh
case "$*" in
  *cat-file*) echo $$ > {started}; exec {git} "$@" ;;
  *) exec {git} "$@" ;;
esac
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_signal_leaves_no_process_and_no_folder(
    tmp_path: Path, temporary: Path, number: signal.Signals
) -> None:
    # Long enough to be met: each file takes a while to read.
    text = "".join(f"- {{name: t{n}, read_only: true}}\n" for n in range(2000))
    files = {f"catalogs/{n}.yaml": f"name: local/s{n}\ntools:\n{text}" for n in range(200)}
    place = repository(tmp_path / "place", files)
    real = subprocess.run(["which", "git"], capture_output=True, text=True, check=True)
    started = tmp_path / "started"
    script = SLOW_GIT.format(started=started, git=real.stdout.strip())
    (write(tmp_path / "bin", {"git": script}) / "git").chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    process = subprocess.Popen(
        [*PROGRAM, "diff", "HEAD", "HEAD"],
        cwd=place,
        env=environment({"PATH": path}),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    patience = time.monotonic() + PATIENCE
    while not list(temporary.glob("*/*")) and time.monotonic() < patience:
        time.sleep(0.01)
    child = int(started.read_text())
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE)
    while _is_alive(child) and time.monotonic() < patience:
        time.sleep(0.01)
    assert not _is_alive(child)
    if number is signal.SIGINT:
        title = f"{git(place, 'rev-parse', 'HEAD')[:7]} (`HEAD`)"
        said = f"comparing {title} with {title}\n"
        assert (130, b"", said) == (process.returncode, out, err.decode())
        assert list(temporary.iterdir()) == []
    else:
        assert (-number, b"") == (process.returncode, out)


def _is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# An agent skill.


def test_what_an_agent_skill_says_of_itself_is_compared(place: Path) -> None:
    name = "catalogs/one/SKILL.md"
    agent = agent_skill("one").replace("---\nBegin", "allowed-tools: Read\n---\nBegin")
    file = "name: local/agent\nagent_skills: [one]\n"
    commit(place, "agent", {"catalogs/agent.yaml": file, name: agent})
    assert told(compared(place, "HEAD")) == []
    write(place, {name: agent.replace("Read", "Read Bash")})
    document = compared(place, "HEAD")
    assert [each["skill"] for each in document["changes"]] == ["local/agent"]
    commit(place, "more")
    assert document["changes"] == compared(place, "HEAD~1", "HEAD")["changes"]
    git(place, "mv", "catalogs/one", "catalogs/moved")
    git(place, "mv", "catalogs/agent.yaml", "catalogs/moved.yaml")
    write(place, {"catalogs/moved.yaml": file.replace("[one]", "[moved]")})
    commit(place, "moved")
    assert told(compared(place, "HEAD~1")) == told(compared(place, "HEAD~1", "HEAD"))
    assert {"local/agent"} == {each[1] for each in told(compared(place, "HEAD~1"))}


# check --since


def since(place: Path, ref: str, *arguments: str) -> list[str]:
    """Give what is reported, as file:line and message."""
    done = run("check", "--since", ref, "--json", *arguments, cwd=place)
    found = json.loads(done.out)["diagnostics"]
    assert bool(found) == done.code
    return [f"{d['location']['file']}:{d['location']['line']} {d['message']}" for d in found]


def test_only_what_is_new_is_reported(place: Path) -> None:
    assert since(place, "HEAD") == []
    more = "name: local/b\nincludes: [local/none]\n"
    write(place, {"catalogs/b.yaml": more})
    new = "b.yaml:2 `local/b` includes the unknown skill `local/none`"
    assert [new] == since(place, "HEAD")
    done = run("check", "--since", "HEAD", "--format", "concise", cwd=place)
    lines = done.out.splitlines()
    assert (
        lines[0] == "catalogs/b.yaml:2:12: SK201 `local/b` includes the unknown skill `local/none`"
    )
    assert lines[1] == "1 error in 2 skills (2 files); 1 more is at HEAD already"
    commit(place, "more")
    assert since(place, "HEAD") == []
    assert [new] == since(place, "HEAD~1")
    git(place, "tag", "-a", "-m", "x", "v1", "HEAD~1")
    assert [new] == since(place, "v1")


def test_a_finding_that_moves_in_its_file_is_known_and_in_another_file_new(place: Path) -> None:
    write(place, {"catalogs/a.yaml": "# one\n# two\n" + SKILL})
    assert since(place, "HEAD") == []
    git(place, "mv", "catalogs/a.yaml", "catalogs/z.yaml")
    assert [f"z.yaml:4 {UNKNOWN}"] == since(place, "HEAD")


def test_a_second_finding_of_the_same_words_is_new(place: Path) -> None:
    twice = "name: local/a\nincludes: [local/gone, {name: local/gone}]\n"
    write(place, {"catalogs/a.yaml": twice})
    assert since(place, "HEAD") != []
    commit(place, "twice")
    assert since(place, "HEAD") == []


def test_a_config_that_changed_asks_for_what_it_asks_now(place: Path) -> None:
    commit(place, "a config", {"skills.toml": 'ignore = ["SK201"]\n'})
    assert since(place, "HEAD") == []
    (place / "skills.toml").unlink()
    assert since(place, "HEAD") == []
    write(place, {"skills.toml": 'catalog = "moved"\n'})
    git(place, "mv", "catalogs", "moved")
    assert since(place, "HEAD") == []
    write(place, {"moved/b.yaml": "name: local/b\nincludes: [local/none]\n"})
    assert since(place, "HEAD") == ["b.yaml:2 `local/b` includes the unknown skill `local/none`"]


def test_a_comment_that_goes_makes_a_finding_new(place: Path) -> None:
    ignored = SKILL.replace("gone]", "gone]  # skills: ignore[SK201]")
    commit(place, "ignored", {"catalogs/a.yaml": ignored})
    assert since(place, "HEAD") == []
    write(place, {"catalogs/a.yaml": SKILL})
    assert [f"a.yaml:2 {UNKNOWN}"] == since(place, "HEAD")


def test_the_folder_that_is_checked_is_the_one_at_the_commit(place: Path) -> None:
    commit(place, "other", {"other/x.yaml": SKILL.replace("/a", "/x")})
    assert since(place, "HEAD", "other") == []
    assert since(place, "HEAD", "other", "catalogs") == []
    assert since(place, "HEAD", "--catalog", "other") == []
    assert since(place, "HEAD~1", "other") != []


def test_a_catalog_that_was_not_there_has_only_new_findings(place: Path) -> None:
    git(place, "mv", "catalogs", "moved")
    done = run("check", "moved", "--since", "HEAD", "--format", "names", cwd=place)
    title = f"{git(place, 'rev-parse', 'HEAD')[:7]} (`HEAD`)"
    expected = Completed(1, "moved/a.yaml\n", f"{title} has no catalog: moved is not in it\n")
    assert expected == done


def test_since_goes_with_a_baseline(place: Path) -> None:
    run("check", "--baseline", "known.json", "--write-baseline", cwd=place)
    commit(place, "baseline")
    write(place, {"catalogs/b.yaml": "name: local/b\nincludes: [local/none]\n"})
    both = ("--baseline", "known.json")
    new = "b.yaml:2 `local/b` includes the unknown skill `local/none`"
    assert [new] == since(place, "HEAD", *both)
    commit(place, "more")
    assert since(place, "HEAD", *both) == []


def test_since_goes_with_fix_and_mends_only_what_is_new(place: Path) -> None:
    double = "name: local/{}\nincludes: [local/c, local/c]\n"
    files = {"catalogs/a.yaml": double.format("a"), "catalogs/c.yaml": "name: local/c\n"}
    commit(place, "one", files)
    write(place, {"catalogs/b.yaml": double.format("b")})
    done = run("check", "--since", "HEAD", "--fix", "--output", "json:out.json", cwd=place)
    assert done.code == 0
    assert (place / "catalogs/b.yaml").read_text() == "name: local/b\nincludes: [local/c]\n"
    assert double.format("a") == (place / "catalogs/a.yaml").read_text()
    assert json.loads((place / "out.json").read_text())["diagnostics"] == []


def test_since_without_such_a_ref_is_one_document_too(place: Path) -> None:
    done = run("check", "--since", "gone", "--json", cwd=place)
    error = json.loads(done.out)["error"]
    expected = (2, "usage", "no such ref: `gone`", "`git fetch origin gone`")
    assert expected == (done.code, error["code"], error["message"], error["hint"])
