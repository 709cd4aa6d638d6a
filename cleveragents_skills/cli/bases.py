"""What is compared with what: the arguments of `skills diff`, and what stands for them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from cleveragents_skills.cli.session import Failed, Session, usage
from cleveragents_skills.git import GitError, Repository

_RANGE = re.compile(r"(?P<one>.*?)(?P<dots>\.{2,3})(?P<other>.*)", re.DOTALL)
_DEEPER = "`fetch-depth: 0` (GitHub's checkout), `GIT_DEPTH: 0` (GitLab) or `git fetch --unshallow`"


class Target(NamedTuple):
    """Something that can be compared: `what` is a commit's id, or the path of a folder or lock."""

    kind: Literal["commit", "folder", "lock", "work tree"]
    what: str
    title: str


WORK_TREE = Target("work tree", "", "the work tree")


class Refs:
    """The repository around the current folder, as far as there is one."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._found: Repository | GitError | None = None

    @property
    def repository(self) -> Repository:
        """The repository; without one the command ends."""
        if self._found is None:
            try:
                self._found = Repository(os.getcwd())
                self._session.lasting.callback(self._found.close)
            except GitError as error:
                self._found = error
        if isinstance(self._found, GitError):
            raise no_commits(self._found)
        return self._found

    def commit(self, ref: str) -> str | None:
        """Give the id of the commit that a ref names; None without one, or without git."""
        try:
            return self.repository.commit(ref)
        except Failed:
            return None

    def named(self, ref: str) -> Target:
        """Give the commit that a ref names; another one ends the command."""
        found = self.repository.commit(ref or "HEAD")
        if found is None:
            raise usage(f"no such ref: `{ref}`", self.hint(f"`git fetch origin {ref}`"))
        return Target("commit", found, _title(found, ref or "HEAD"))

    def merge_base(self, ref: str, other: str) -> Target:
        """Give the newest commit that both come from; without one the command ends."""
        one, head = self.named(ref), self.named(other)
        found = self.repository.merge_base(one.what, head.what)
        if found is None:
            message = f"no commit is known that both `{ref}` and `{other or 'HEAD'}` come from"
            raise usage(message, self.hint("name the commit to compare with: `skills diff REF`"))
        return Target("commit", found, f"{found[:7]} (merge base with `{ref}`)")

    def hint(self, otherwise: str) -> str:
        """Give the way out where a commit is missing: often only a part of them was fetched."""
        if self.repository.is_shallow:
            return f"this clone has only a part of the history: {_DEEPER} fetches all of it"
        return otherwise


def no_commits(error: GitError) -> Failed:
    """Give the end of a command that needs commits and has none."""
    hint = "in a git work tree, or name two folders: `skills diff BEFORE AFTER`"
    return usage(f"commits cannot be read: {error}", error.hint or hint)


def targets(base: str | None, head: str | None, refs: Refs) -> tuple[Target, Target]:
    """Give the two sides that the arguments name; see `skills diff --help`."""
    if base is None:
        return near_base(refs), WORK_TREE
    found = _RANGE.fullmatch(base)
    if found and not os.path.lexists(base) and refs.commit(base) is None:
        one, dots, other = found["one"], found["dots"], found["other"]
        if head is not None:
            raise usage(f"`{base}` names both sides already: give no other one")
        if "/" not in (one[-1:], other[:1]):
            before = refs.named(one) if dots == ".." else refs.merge_base(one or "HEAD", other)
            return before, refs.named(other)
    return target(base, refs), WORK_TREE if head is None else target(head, refs)


def target(text: str, refs: Refs) -> Target:
    """Give what an argument names: a folder, a lock, or a commit; two of these are one too many."""
    folder, file, commit = os.path.isdir(text), os.path.isfile(text), refs.commit(text)
    if commit and (folder or file):
        what = "folder" if folder else "file"
        raise usage(f"`{text}` is both a ref and a {what}", f"`./{text}` is the {what}")
    if folder or file:
        return Target("folder" if folder else "lock", text, text)
    if commit:
        return Target("commit", commit, _title(commit, text))
    refs_too = "no such ref, folder or lock"
    raise usage(f"{refs_too}: `{text}`", refs.hint("`git branch -a` names the refs there are"))


def _title(commit: str, ref: str) -> str:
    return commit[:7] if commit.startswith(ref) else f"{commit[:7]} (`{ref}`)"


def near_base(refs: Refs) -> Target:
    """Give the merge base with the branch that the work is for: told by the CI, or a likely one."""
    if refs.repository.commit("HEAD") is None:
        raise usage("there is no commit to compare with yet", "`git commit` makes one")
    for variable, branch in _branches_told():
        for ref in (f"origin/{branch}", branch):
            if refs.commit(ref):
                return refs.merge_base(ref, "HEAD")
        told = os.environ.get("CI_MERGE_REQUEST_DIFF_BASE_SHA", "")
        commit = refs.commit(told) if variable.startswith("CI_") else None
        if commit:
            return Target("commit", commit, f"{commit[:7]} (base of the merge request)")
        message = f"the branch `{branch}` of {variable} was not fetched"
        raise usage(message, refs.hint(f"`git fetch origin {branch}`"))
    for ref in ("origin/HEAD", "main", "master"):
        if refs.commit(ref):
            return refs.merge_base(ref, "HEAD")
    message = "nothing to compare with: there is no `origin/HEAD`, `main` or `master`"
    raise usage(message, refs.hint("name it: `skills diff REF`"))


def _branches_told() -> Iterator[tuple[str, str]]:
    for variable in ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"):
        if os.environ.get(variable):
            yield variable, os.environ[variable]
