"""Makes git repositories, and asks `skills diff` about their commits."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from command import Completed, run
from writing import write

WHO = {
    "GIT_AUTHOR_NAME": "A. Author",
    "GIT_AUTHOR_EMAIL": "author@example.com",
    "GIT_COMMITTER_NAME": "A. Author",
    "GIT_COMMITTER_EMAIL": "author@example.com",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def git(folder: Path, *arguments: str) -> str:
    """Run git in a folder, and give what it says."""
    done = subprocess.run(
        ["git", "-C", folder, *arguments],
        env={**os.environ, **WHO},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def repository(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """Make a repository with one commit of these files on the branch `main`."""
    write(folder, files)
    git(folder, "init", "-q", "-b", "main")
    return commit(folder, "the first")


def commit(folder: Path, message: str, files: Mapping[str, str | bytes] | None = None) -> Path:
    """Write files, and commit all that is in the work tree."""
    write(folder, files or {})
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)
    return folder


def diff(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Any:
    """Give what `skills diff --json` says there; with 2 it is what is wrong."""
    done = run("diff", *arguments, "--json", cwd=folder, env=env)
    return json.loads(done.out)


def text(folder: Path, *arguments: str, env: Mapping[str, str] | None = None) -> Completed:
    """Give what `skills diff` says there."""
    return run("diff", *arguments, cwd=folder, env=env)


def told(document: Any) -> list[tuple[Any, ...]]:
    """Give each change as (effect, skill, name, what, through)."""
    return [
        (
            each["effect"],
            each["skill"],
            each["name"],
            " ".join(each["what"]),
            " ".join(each["through"]),
        )
        for each in document["changes"]
    ]
