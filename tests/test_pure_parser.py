"""Without the C part of the YAML parser the program gives the same answers, more slowly."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from command import run

ROOT = Path(__file__).parent.parent
PROGRAM = """
import runpy, sys
for name in ("_ruamel_yaml", "_ruamel_yaml_clibz"):
    sys.modules[name] = None
from cleveragents_skills.loading import parser
assert parser.new_events is parser.pure_events
runpy.run_module("cleveragents_skills", run_name="__main__")
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("resolve", "a", "--json"),
        ("summary", "--all", "--json"),
        ("check", "--json"),
        ("check", "tests/examples/duplicate-key/broken"),
    ],
)
def test_the_answer_is_the_same(arguments: tuple[str, ...]) -> None:
    pure = subprocess.run(
        [sys.executable, "-c", PROGRAM, *arguments],
        cwd=ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )

    native = run(*arguments, cwd=ROOT)
    assert (pure.returncode, pure.stdout, pure.stderr) == (native.code, native.out, native.err)
    assert native.out
