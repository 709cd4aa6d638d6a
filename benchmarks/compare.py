"""What a run costs beside what one would write oneself: `python benchmarks/compare.py`.

Whole processes are run by turns, a round after the other: a loop of PyYAML's C loader over the
files, `skills check`, `skills resolve` of a skill that reaches one in a hundred, the import of
Typer, and `skills resolve local/a` of this project's catalog. Printed are the median of the
processor time of each with the least and the most, its ratio to the yardstick (taken round by
round), and the peak memory.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

# A script finds only what lies beside it; the modules here are known by the folder's name.
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.team_catalog import write_team_catalog  # noqa: E402 (after the path is set)

LOOP = """
import os, sys, yaml
for folder, _, files in os.walk(sys.argv[1]):
    for file in files:
        with open(os.path.join(folder, file), encoding="utf-8") as stream:
            for _ in yaml.load_all(stream, Loader=yaml.CSafeLoader):
                pass
"""
SKILLS = (sys.executable, "-m", "cleveragents_skills")
HUNDREDTH = "local/hundredth"
YARDSTICK = {"check": "loop", "resolve 1 %": "loop", "resolve local/a": "import typer"}
"""What each is compared with."""


def commands(catalog: str) -> Mapping[str, Sequence[str]]:
    return {
        "loop": (sys.executable, "-c", LOOP, catalog),
        "check": (*SKILLS, "check", catalog),
        "resolve 1 %": (*SKILLS, "resolve", HUNDREDTH, "--catalog", catalog, "--format", "json"),
        "import typer": (sys.executable, "-c", "import typer"),
        "resolve local/a": (*SKILLS, "resolve", "local/a", "--format", "json"),
    }


def run(command: Sequence[str], compiled: str) -> tuple[float, float]:
    """Give the processor time of a process in seconds, and its peak memory in MiB.

    As in an installed program, modules are compiled once: into the folder `compiled`.
    """
    env = {**os.environ, "PYTHONPYCACHEPREFIX": compiled, "PYTHONDONTWRITEBYTECODE": ""}
    process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    if status:
        sys.exit(f"failed: {' '.join(command)}")
    kibibyte = 1024 if sys.platform == "darwin" else 1
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024 / kibibyte


def write_catalog(files: int, folder: Path) -> None:
    write_team_catalog(files, folder)
    listed = "".join(f"  - team{at % 20}/service{at}\n" for at in range(0, files, 100))
    text = f"name: {HUNDREDTH}\nincludes:\n{listed}"
    (folder / "hundredth.yaml").write_text(text, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=5)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder, TemporaryDirectory() as compiled:
        write_catalog(asked.files, Path(folder))
        named = commands(folder)
        for command in named.values():
            run(
                command, compiled
            )  # the first run of each reads from the disk what the others find at hand
        rounds = [
            {name: run(command, compiled) for name, command in named.items()}
            for _ in range(asked.rounds)
        ]
    print(f"{asked.files:,} files, {asked.rounds} rounds")
    print(f"{'':16} {'median s':>9} {'min':>7} {'max':>7} {'ratio':>7} {'to':<13} {'peak MiB':>8}")
    for name in named:
        times = [each[name][0] for each in rounds]
        other = YARDSTICK.get(name, "")
        ratios = [each[name][0] / each[other][0] for each in rounds] if other else []
        ratio = f"{median(ratios):.2f}" if ratios else ""
        peak = max(each[name][1] for each in rounds)
        print(
            f"{name:16} {median(times):9.3f} {min(times):7.3f} {max(times):7.3f}"
            f" {ratio:>7} {other:<13} {peak:8.0f}"
        )


if __name__ == "__main__":
    main()
