"""The second process that parses ahead of the first: the same answers, whatever becomes of it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from command import PATIENCE, PROGRAM, Completed, environment, run_program

from cleveragents_skills.loading.ahead import ENOUGH, is_worth_it
from cleveragents_skills.loading.files import find_files

# What goes the quick way, and what only the first process can read.
QUICK = "name: local/quick\ntools: [a, b]\n---\nname: local/quicker\n"
SLOW = {
    "anchor.yaml": b"name: &n local/anchor\ntools: [*n]\n",
    "date.yaml": b"name: local/date\ntools:\n  - {name: a, since: 2024-01-31}\n",
    "empty.yaml": b"",
    "latin.yaml": "name: local/latin\ndescription: caf\xe9\n".encode("latin-1"),
    "wrong.yaml": b"name: [\n",
}
SHOW = """
import json, os, sys
from cleveragents_skills.loading.ahead import parsed_ahead
from cleveragents_skills.loading.files import find_files
found, *_ = find_files({sys.argv[1]: sys.argv[1]})
with parsed_ahead(found) as ahead:
    given = list(ahead)
try:
    left = os.waitpid(-1, os.WNOHANG)
except ChildProcessError:
    left = None
print(json.dumps([[file.path for file in found], given, left]))
"""
KILL = SHOW.replace(
    "    given = list(ahead)",
    """
    import signal
    children = open(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read().split()
    os.kill(int(children[0]), signal.SIGKILL)
    given = list(ahead)
""",
)

REFUSE = SHOW.replace(
    "with parsed_ahead",
    """
import resource
resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))
if not os.getuid():
    os.setuid(65534)  # the limit is not one for root
opened = os.listdir("/proc/self/fd")
with parsed_ahead""",
).replace("print(", "assert opened == os.listdir('/proc/self/fd')\nprint(")


def answer(script: str, folder: Path) -> tuple[list[str], list[list[object] | None], object]:
    done = run_program([sys.executable, "-c", script, str(folder)], cwd=folder)
    assert (done.code, done.err) == (0, "")
    paths, given, left = json.loads(done.out)
    return paths, given, left


@pytest.fixture
def some(tmp_path: Path) -> Path:
    """Give a folder with files of every kind."""
    (tmp_path / "quick.yaml").write_bytes(b"\xef\xbb\xbf" + QUICK.encode())
    for name, content in SLOW.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.fixture
def many(some: Path) -> Path:
    """Give so many files that a second process is worth it, those of every kind among them."""
    for number in range(2 * ENOUGH):
        text = f"name: local/s{number}\nincludes: [local/s{number + 1}]\ntools: [t{number}]\n"
        (some / f"s{number}.yaml").write_text(text + "# more\n" * 40, "utf-8")
    return some


def test_what_is_plain_is_given_and_the_rest_is_left(some: Path) -> None:
    paths, given, left = answer(SHOW, some)
    assert paths == [*sorted([*SLOW, "quick.yaml"])]
    data = [{"name": "local/quick", "tools": ["a", "b"]}, {"name": "local/quicker"}]
    assert given == [[QUICK, data] if path == "quick.yaml" else None for path in paths]
    assert left is None


def test_what_a_killed_process_does_not_give_is_left(many: Path) -> None:
    paths, given, left = answer(KILL, many)
    assert (len(given), given[-1], left) == (len(paths), None, None)
    texts = {path: (many / path).read_text("utf-8") for path in paths if path.startswith("s")}
    came = [(path, each) for path, each in zip(paths, given, strict=True) if each]
    assert [(path, each[0]) for path, each in came if path in texts] == [
        (path, texts[path]) for path, _ in came if path in texts
    ]


def test_where_no_process_can_be_had_all_is_left(some: Path) -> None:
    paths, given, left = answer(REFUSE, some)
    assert (paths, given, left) == (sorted([*SLOW, "quick.yaml"]), [None] * 6, None)


def test_few_files_are_not_worth_it(some: Path) -> None:
    assert is_worth_it(find_files({str(some): str(some)})[0]) is False


def test_one_processor_and_several_give_the_same(many: Path) -> None:
    command = [*PROGRAM, "check", ".", "--format", "json"]
    several = run_program(command, cwd=many)
    alone = subprocess.run(
        command,
        cwd=many,
        env=environment(),
        capture_output=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {min(os.sched_getaffinity(0))}),
        timeout=PATIENCE,
        check=False,
    )
    assert several == Completed(alone.returncode, alone.stdout.decode(), alone.stderr.decode())
    found = [each["code"] for each in json.loads(several.out)["diagnostics"]]
    assert sorted(found) == ["SK005", "SK010", "SK101", "SK201", "SK341"]


def test_an_interruption_ends_both_without_a_word(many: Path) -> None:
    process = subprocess.Popen(
        [*PROGRAM, "check", "."],
        cwd=many,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    seen = ""
    while not seen and process.poll() is None:
        seen = listed.read_text("ascii").strip()
    assert bool(seen) is (len(os.sched_getaffinity(0)) > 1)
    if seen:
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        assert (process.returncode, out, err) == (130, b"", b"")
        assert not Path(f"/proc/{seen}").exists()
