"""The README shows what the program really prints, and its commands are those that CI runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from command import run
from test_docs import anchors

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")
SHOWN = re.findall(r"```console\n\$ skills ([^\n]*)\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_the_output_shown_is_what_is_printed(command: str, output: str) -> None:
    done = run(*shlex.split(command), cwd=ROOT)

    assert (done.out, bool(output)) == (output, True)


def test_the_python_snippet_works(monkeypatch: pytest.MonkeyPatch) -> None:
    (snippet,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}

    exec(snippet, names)

    assert len(names["entries"]) == names["summary"].total_tools  # type: ignore[arg-type, attr-defined] # what the snippet made


def test_ci_runs_the_command_for_the_tests() -> None:
    commands = re.findall(r"```bash\n(.*?)\n```", README, re.DOTALL)
    tests = commands[-1].replace("pip install nox", "pip install --quiet nox")

    assert len(commands) == 2
    assert tests in (ROOT / ".ci" / "run").read_text("utf-8")


def test_every_page_it_links_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)(?:#([^)]+))?\)", README)

    assert [link for link, _ in links if not (ROOT / link).is_file()] == []
    pages = {path.name for path in (ROOT / "docs" / "reference").glob("*.md")}
    assert pages == {Path(link).name for link, _ in links if link.startswith("docs/reference/")}
    assert [(link, part) for link, part in links if part and part not in anchors(ROOT / link)] == []
