"""What a run costs beside what one would write oneself: `python benchmarks/compare.py`.

Whole processes are run by turns, a round after the other: a loop of PyYAML's C loader over the
files, `skills check`, `skills resolve` (of a skill that reaches one in a hundred, or in other
shapes all), the import of Typer, and `skills resolve local/a` of this project's catalog. Printed
are the median of the processor time of each with the least and the most, its ratio to the yardstick
(the median of the ratios, each taken within a round), the same ratio by the clock, and the peak
memory. `--growth` prints instead what `check` takes of catalogs of 1,000 files and more, each twice
as large as the one before; `--diff` what `skills diff` takes of a commit that changed three files,
beside a `check` of the same repository.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

# A script finds only what lies beside it; the modules here are known by the folder's name.
PROJECT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from benchmarks.shapes import ROOT as ROOT_SKILL  # noqa: E402 (after the path is set)
from benchmarks.shapes import Skills, chain, fan_out, ladder, overlap, write_files  # noqa: E402
from benchmarks.team_catalog import write_team_catalog  # noqa: E402

LOOP = """
import os, sys, yaml
for folder, _, files in os.walk(sys.argv[1]):
    for file in files:
        with open(os.path.join(folder, file), encoding="utf-8") as stream:
            for _ in yaml.load_all(stream, Loader=yaml.CSafeLoader):
                pass
"""
SKILLS = (sys.executable, "-m", "cleveragents_skills")
DONE = (0, 1)
"""How a run may end: also with findings, which some shapes have."""
YARDSTICK = {"check": "loop", "resolve": "loop", "resolve local/a": "import typer", "diff": "check"}
"""What each is compared with."""
SMALLEST = 1000
LONG_CODE = 200
"""Lines."""


def write_team(files: int, folder: Path, code: int = 2) -> str:
    """Write a catalog as teams have them; give a skill that reaches one in a hundred of it."""
    write_team_catalog(files, folder, code)
    # Every eighth begins anew, so the last of eight reaches these eight.
    listed = "".join(f"  - team{at % 20}/service{at}\n" for at in range(7, files, 800))
    (folder / "hundredth.yaml").write_text(f"name: local/hundredth\nincludes:\n{listed}", "utf-8")
    return "local/hundredth"


def write_shape(make: Callable[[int], Skills], files: int, folder: Path) -> str:
    write_files(make(files), folder)
    return ROOT_SKILL


SHAPES: Mapping[str, Callable[[int, Path], str]] = {
    "team": write_team,
    "long code": partial(write_team, code=LONG_CODE),
    "chain": partial(write_shape, chain),
    "ladder": partial(write_shape, ladder),
    "fan-out": partial(write_shape, fan_out),
    "overlap": partial(write_shape, overlap),
}
"""What writes a catalog of so many files into a folder, and gives the skill to resolve."""


@dataclass(frozen=True)
class Run:
    """What one process took: processor seconds, seconds by the clock, peak memory in MiB."""

    processor: float
    clock: float
    memory: float


def commands(catalog: str, skill: str) -> Mapping[str, Sequence[str]]:
    return {
        "loop": (sys.executable, "-c", LOOP, catalog),
        "check": (*SKILLS, "check", catalog),
        "resolve": (*SKILLS, "resolve", skill, "--catalog", catalog, "--format", "json"),
        "import typer": (sys.executable, "-c", "import typer"),
        "resolve local/a": (*SKILLS, "resolve", "local/a", "--format", "json"),
    }


def run(command: Sequence[str], compiled: str, folder: Path = PROJECT) -> Run:
    """Run a process. As in an installed program, modules are compiled once: into `compiled`."""
    env = {
        **os.environ,
        "PYTHONPATH": str(PROJECT),
        "PYTHONPYCACHEPREFIX": compiled,
        "PYTHONDONTWRITEBYTECODE": "",
    }
    start = perf_counter()
    process = subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    clock = perf_counter() - start
    if os.waitstatus_to_exitcode(status) not in DONE:
        sys.exit(f"failed: {' '.join(command)}")
    kibibyte = 1024 if sys.platform == "darwin" else 1
    return Run(usage.ru_utime + usage.ru_stime, clock, usage.ru_maxrss / 1024 / kibibyte)


def compare(shape: str, files: int, rounds: int, compiled: str) -> None:
    """Print what each command takes beside its yardstick."""
    with TemporaryDirectory() as folder:
        named = commands(folder, SHAPES[shape](files, Path(folder)))
        for command in named.values():
            # The first run of each reads from the disk what the others find at hand.
            run(command, compiled)
        turns = [
            {name: run(command, compiled) for name, command in named.items()} for _ in range(rounds)
        ]
    print(f"{shape}: {files:,} files, {rounds} rounds")
    print_turns(turns)


def print_turns(turns: Sequence[Mapping[str, Run]]) -> None:
    """Print what each command took, round by round beside its yardstick."""
    print(
        f"{'':16} {'median s':>9} {'min':>7} {'max':>7} {'ratio':>7} {'by clock':>9} {'to':<13}"
        f"{'peak MiB':>8}"
    )
    for name in turns[0]:
        times = [turn[name].processor for turn in turns]
        other = YARDSTICK.get(name, "")
        ratio = clock = ""
        if other in turns[0]:
            ratio = f"{median(t[name].processor / t[other].processor for t in turns):.2f}"
            clock = f"{median(t[name].clock / t[other].clock for t in turns):.2f}"
        peak = max(turn[name].memory for turn in turns)
        print(
            f"{name:16} {median(times):9.3f} {min(times):7.3f} {max(times):7.3f} {ratio:>7}"
            f" {clock:>9} {other if ratio else '':<13}{peak:8.0f}"
        )


def differ(files: int, rounds: int, compiled: str) -> None:
    """Print what a comparison with the last commit takes where three files are not as they were."""
    with TemporaryDirectory() as repository:
        catalog = Path(repository) / "catalogs"
        catalog.mkdir()
        write_team(files, catalog)
        git = ("git", "-C", repository, "-c", "user.name=a", "-c", "user.email=a@example.com")
        for command in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "all of it")):
            subprocess.run((*git, *command), check=True)
        written = sorted(catalog.glob("*/*.yaml"))
        for file in (written[len(written) * part // 4] for part in (1, 2, 3)):
            text = file.read_text("utf-8")
            file.write_text(text.replace("read_only: true", "read_only: false"), "utf-8")
        named = {"check": (*SKILLS, "check"), "diff": (*SKILLS, "diff", "HEAD", "-q")}
        for each in named.values():
            run(each, compiled, Path(repository))
        turns = [
            {name: run(each, compiled, Path(repository)) for name, each in named.items()}
            for _ in range(rounds)
        ]
    print(f"diff: {files:,} files, three of them changed, {rounds} rounds")
    print_turns(turns)


def grow(most: int, rounds: int, compiled: str) -> None:
    """Print what `check` takes of catalogs of 1,000 files and more, each double the one before."""
    sizes = [most]
    while sizes[0] >= 2 * SMALLEST:
        sizes.insert(0, sizes[0] // 2)
    with TemporaryDirectory() as folder:
        for files in sizes:
            (Path(folder) / str(files)).mkdir()
            write_team(files, Path(folder) / str(files))
            run((*SKILLS, "check", f"{folder}/{files}"), compiled)
        turns = [
            {files: run((*SKILLS, "check", f"{folder}/{files}"), compiled) for files in sizes}
            for _ in range(rounds)
        ]
    print(f"check, {rounds} rounds")
    print(f"{'files':>7} {'median s':>9} {'ratio':>7} {'by clock':>9} {'peak MiB':>9}")
    for files in sizes:
        now = median(turn[files].processor for turn in turns)
        ratio = clock = ""
        if files > sizes[0]:
            half = files // 2
            ratio = f"{median(t[files].processor / t[half].processor for t in turns):.2f}"
            clock = f"{median(t[files].clock / t[half].clock for t in turns):.2f}"
        peak = max(turn[files].memory for turn in turns)
        print(f"{files:7,} {now:9.3f} {ratio:>7} {clock:>9} {peak:9.0f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--shape", choices=SHAPES, default="team")
    parser.add_argument("--growth", action="store_true", help="up to so many --files")
    parser.add_argument("--diff", action="store_true", help="a comparison with the last commit")
    asked = parser.parse_args()
    with TemporaryDirectory() as compiled:
        if asked.growth:
            grow(asked.files, asked.rounds, compiled)
        elif asked.diff:
            differ(asked.files, asked.rounds, compiled)
        else:
            compare(asked.shape, asked.files, asked.rounds, compiled)


if __name__ == "__main__":
    main()
