"""Loading a folder of skill files, and checking a catalog: time and peak memory."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.shapes import SHAPES, ring, write_files
from benchmarks.team_catalog import write_team_catalog
from cleveragents_skills import Catalog, load_catalog
from cleveragents_skills.loading import ALL_CODES


class Loading:
    """Many small files, one skill each."""

    params = (tuple(SHAPES), (100, 1_000))
    param_names = ("shape", "files")

    def setup(self, shape: str, files: int) -> None:
        self.folder = TemporaryDirectory()
        write_files(SHAPES[shape](files), Path(self.folder.name))
        # The first load imports what the others have at hand.
        assert len(load_catalog(self.folder.name, config=False)) >= files

    def teardown(self, shape: str, files: int) -> None:
        del shape, files
        self.folder.cleanup()

    def time_load(self, shape: str, files: int) -> None:
        del shape, files
        load_catalog(self.folder.name, config=False)

    def peakmem_load(self, shape: str, files: int) -> None:
        del shape, files
        load_catalog(self.folder.name, config=False)


class Checking:
    """All rules over a catalog that is in memory."""

    params = ((*SHAPES, "ring"), (1_000, 10_000))
    param_names = ("shape", "skills")

    def setup(self, shape: str, size: int) -> None:
        self.skills = (ring if shape == "ring" else SHAPES[shape])(size)

    def time_check(self, shape: str, size: int) -> None:
        del shape, size
        self._check()

    def peakmem_check(self, shape: str, size: int) -> None:
        del shape, size
        self._check()

    def _check(self) -> None:
        # A catalog remembers its diagnostics, so each run has a new one.
        assert Catalog(self.skills).diagnostics is not None


class Gate:
    """`skills check` as CI runs it: a process of its own, all rules on, nothing found."""

    params = (100, 1_000)
    param_names = ("files",)
    number = 1

    def setup(self, files: int) -> None:
        self.folder = TemporaryDirectory()
        write_team_catalog(files, Path(self.folder.name))

    def teardown(self, files: int) -> None:
        del files
        self.folder.cleanup()

    def time_check(self, files: int) -> None:
        select = ",".join(code.id for code in ALL_CODES)
        command = (sys.executable, "-m", "cleveragents_skills", "check", "--strict")
        done = subprocess.run(
            [*command, self.folder.name, "--select", select],
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stdout == f"no findings in {files:,} skills ({files:,} files)\n"
