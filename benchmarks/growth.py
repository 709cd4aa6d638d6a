"""How the cost grows: `python benchmarks/growth.py` prints the time at a size and at its double.

Both are processor time, taken in one run and by turns, the best of three each. A ratio of about 2
is linear growth; about 4 is quadratic. `--quick` takes a tenth of the size.
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

# A script finds only what lies beside it; the modules here are known by the folder's name.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.shapes import (
    ROOT,
    Skills,
    chain,
    fan_out,
    ladder,
    overlap,
    overridden_chain,
    overridden_fan,
    ring,
    write_files,
)
from cleveragents_skills import Catalog, SkillResolver, load_catalog

Work = Callable[[], object]


def resolving(skills: Skills) -> Work:
    return lambda: SkillResolver().resolve_tools(skills[ROOT], skills)


def writing_json(skills: Skills) -> Work:
    resolution = SkillResolver().resolve_tools(skills[ROOT], skills)
    return lambda: json.dumps([entry.to_dict() for entry in resolution])


def checking(skills: Skills) -> Work:
    return lambda: Catalog(skills).diagnostics


def loading(skills: Skills) -> Work:
    folder = TemporaryDirectory()
    write_files(skills, Path(folder.name))
    return partial(_load, folder)


def _load(folder: TemporaryDirectory[str]) -> Catalog:
    return load_catalog(folder.name, config=False)


ROWS: tuple[tuple[str, Callable[[Skills], Work], Callable[[int], Skills], int], ...] = (
    ("resolve a chain", resolving, chain, 50_000),
    ("resolve a ladder of 30, then 60 diamonds", resolving, ladder, 90),
    ("resolve a ladder of diamonds", resolving, ladder, 30_000),
    ("resolve a fan-out", resolving, fan_out, 30_000),
    ("resolve a fan-out, one tool everywhere", resolving, overlap, 30_000),
    ("resolve a chain, each include overrides one tool", resolving, overridden_chain, 30_000),
    ("resolve a fan-out, each include overrides its tool", resolving, overridden_fan, 30_000),
    ("write the entries of a chain as JSON", writing_json, chain, 10_000),
    ("check a chain", checking, chain, 10_000),
    ("check a ladder of diamonds", checking, ladder, 10_000),
    ("check a fan-out", checking, fan_out, 10_000),
    ("check a chain, each include overrides one tool", checking, overridden_chain, 10_000),
    ("check a fan-out, each include overrides its tool", checking, overridden_fan, 2_000),
    ("check a ring", checking, ring, 10_000),
    ("load the files of a chain", loading, chain, 1_000),
    ("load the files of a fan-out", loading, fan_out, 1_000),
)
SMALLEST = 90
"""Quick or not, a ladder of 60 diamonds has to be seen."""


def seconds(work: Work) -> float:
    # What other rows left behind is nothing for this one to clear away.
    gc.collect()
    start = process_time()
    work()
    return process_time() - start


def main() -> None:
    parser = argparse.ArgumentParser(description="Print how the cost grows with the size.")
    parser.add_argument("--quick", action="store_true", help="a tenth of the size")
    part = 10 if parser.parse_args().quick else 1
    width = max(len(row[0]) for row in ROWS)
    print(f"{'':<{width}}  {'skills':>7}  {'seconds':>8}  {'skills':>7}  {'seconds':>8}  ratio")
    for title, prepare, shape, whole in ROWS:
        size = max(whole // part, SMALLEST)
        once, twice = prepare(shape(size)), prepare(shape(2 * size))
        once()
        pairs = [(seconds(once), seconds(twice)) for _ in range(3)]
        low, high = min(pair[0] for pair in pairs), min(pair[1] for pair in pairs)
        print(
            f"{title:<{width}}  {size:>7,}  {low:>8.4f}  {2 * size:>7,}  {high:>8.4f}"
            f"  {high / low:>5.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
