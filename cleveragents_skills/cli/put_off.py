"""What the baselines of either side of a comparison list, as far as they differ."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence

from cleveragents_skills.cli.bases import Refs, Target, no_commits
from cleveragents_skills.cli.session import Session
from cleveragents_skills.git import GitError, Repository
from cleveragents_skills.suppression import Baseline

_MARK = b'"baseline_version"'
Known = Mapping[str, str]
"""Fingerprint to what a finding was."""


def put_off(before: Target, after: Target, session: Session, refs: Refs) -> tuple[Known, Known]:
    """Give what the baselines list that are not the same on both sides.

    Which file is a baseline stands in no config, so it is looked for: a JSON file that git knows
    of and that says so itself. Nothing is known of what a folder or a lock would put off.
    """
    commits = [each.what for each in (before, after) if each.kind == "commit"]
    if not commits or not {before.kind, after.kind} <= {"commit", "work tree"}:
        return {}, {}
    try:
        other = commits[1] if len(commits) > 1 else None
        paths = refs.repository.differing(commits[0], other)
        # A name with a line break cannot be asked for.
        files = [path for path in paths if path.lower().endswith(".json") and "\n" not in path]
        one, two = (_known(each, files, session, refs.repository) for each in (before, after))
    except GitError as error:
        raise no_commits(error) from None
    return one, two


def _known(target: Target, files: Sequence[str], session: Session, repository: Repository) -> Known:
    found: dict[str, str] = {}
    for file, content in _contents(target, files, session, repository):
        if _MARK not in content:
            continue
        try:
            baseline = Baseline.parse(content.decode("utf-8-sig"))
        except ValueError as error:
            session.note(f"{target.title}: the baseline {file} does not read: {error}")
            continue
        for fingerprint, entry in baseline.entries.items():
            found[fingerprint] = f"{entry.get('code')} in {entry.get('file')}"
    return found


def _contents(
    target: Target, files: Sequence[str], session: Session, repository: Repository
) -> Iterator[tuple[str, bytes]]:
    """Give what a side holds of some files."""
    if target.kind == "commit":
        objects = repository.objects([f"{target.what}:{file}" for file in files])
        for file, found in zip(files, objects, strict=True):
            if found is not None and found.kind == "blob":
                yield file, found.content
        return
    for file in files:
        path = os.path.join(repository.top, file)
        if os.path.isfile(path) and not os.path.islink(path):
            try:
                with open(path, "rb") as stream:
                    yield file, stream.read()
            except OSError as error:
                reason = (error.strerror or str(error)).lower()
                session.note(f"{target.title}: {file} cannot be read: {reason}")
