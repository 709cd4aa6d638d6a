"""What is compared with what: the arguments of `skills diff`, and what stands for them."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple, TypeVar

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
            repository = self.repository
        except Failed:
            return None
        return _told_of(ref, lambda: repository.commit(ref))

    def named(self, ref: str) -> Target:
        """Give the commit that a ref names; another one ends the command."""
        repository = self.repository
        found = _told_of(ref, lambda: repository.commit(ref))
        if found is None:
            way = f"`git fetch origin {ref}`" if ref else "name a commit"
            raise usage(f"no such ref: `{ref}`", self.hint(way))
        self.warn(ref, found)
        return Target("commit", found, _title(found, ref))

    def warn(self, ref: str, commit: str) -> None:
        """Say which ref is taken where git takes the first of several."""
        refs = self.repository.refs(ref)
        if commit.startswith(ref) and refs:
            self._session.note(f"`{ref}` is the id of a commit, which is taken, and {refs[0]}")
        elif len(refs) > 1:
            self._session.note(f"`{ref}` names {' and '.join(refs)}: the first is taken")

    def merge_base(self, ref: str, other: str) -> Target:
        """Give the newest commit that both come from; without one the command ends."""
        one, head = self.named(ref), self.named(other)
        short = ref.removeprefix("refs/remotes/").removeprefix("refs/heads/")
        repository = self.repository
        found = _told_of(short, lambda: repository.merge_base(one.what, head.what))
        if found is None:
            message = f"no commit is known that both `{short}` and `{other}` come from"
            raise usage(message, self.hint("name the commit to compare with: `skills diff REF`"))
        return Target("commit", found, f"{found[:7]} (merge base with `{short}`)")

    def hint(self, otherwise: str) -> str:
        """Give the way out where a commit is missing: often only a part of them was fetched."""
        repository = self.repository
        if _told_of("HEAD", lambda: repository.is_shallow):
            return f"this clone has only a part of the history: {_DEEPER} fetches all of it"
        return otherwise


_T = TypeVar("_T")


def _told_of(ref: str, answer: Callable[[], _T]) -> _T:
    """Give what git answers about a ref; that it cannot ends the command."""
    try:
        return answer()
    except GitError as error:
        raise usage(f"`{ref}`: {error}", error.hint or "`git log -1 REF` shows a commit") from None


def no_commits(error: GitError) -> Failed:
    """Give the end of a command that needs commits and has none."""
    hint = "in a git work tree, or name two folders: `skills diff BEFORE AFTER`"
    return usage(f"commits cannot be read: {error}", error.hint or hint)


def targets(base: str | None, head: str | None, refs: Refs) -> tuple[Target, Target]:
    """Give the two sides that the arguments name; see `skills diff --help`."""
    if base is None:
        return near_base(refs), WORK_TREE
    found = _RANGE.fullmatch(base)
    # What begins or ends with a `/` is no ref: `..` and `../..` are folders.
    if found and not {found["one"][-1:], found["other"][:1]} & {"/", os.sep} and base != "..":
        one, dots, other = found["one"] or "HEAD", found["dots"], found["other"] or "HEAD"
        if os.path.lexists(base):
            if refs.commit(one) and refs.commit(other):
                raise _is_both(base, "range")
        elif refs.commit(base) is None:
            if head is not None:
                raise usage(f"`{base}` names both sides already: give no other one")
            before = refs.named(one) if dots == ".." else refs.merge_base(one, other)
            return before, refs.named(other)
    return target(base, refs), WORK_TREE if head is None else target(head, refs)


def target(text: str, refs: Refs) -> Target:
    """Give what an argument names: a folder, a lock, or a commit; two of these are one too many."""
    folder, file = os.path.isdir(text), os.path.isfile(text)
    commit = refs.commit(text)
    if commit and (folder or file):
        raise _is_both(text, "ref")
    if folder or file:
        return Target("folder" if folder else "lock", text, text)
    if commit:
        return refs.named(text)
    refs_too = "no such ref, folder or lock"
    raise usage(f"{refs_too}: `{text}`", refs.hint("`git branch -a` names the refs there are"))


def _is_both(text: str, named: str) -> Failed:
    what = "folder" if os.path.isdir(text) else "file"
    return usage(f"`{text}` is both a {named} and a {what}", f"`./{text}` is the {what}")


def _title(commit: str, ref: str) -> str:
    return commit[:7] if commit.startswith(ref) else f"{commit[:7]} (`{ref}`)"


def near_base(refs: Refs) -> Target:
    """Give the merge base with the branch that the work is for: told by the CI, or a likely one."""
    repository = refs.repository
    if _told_of("HEAD", lambda: repository.commit("HEAD")) is None:
        raise usage("there is no commit to compare with yet", "`git commit` makes one")
    for variable, branch in _branches_told():
        # A tag of the same name is not meant.
        for ref in (f"refs/remotes/origin/{branch}", f"refs/heads/{branch}"):
            if refs.commit(ref):
                return refs.merge_base(ref, "HEAD")
        told = os.environ.get("CI_MERGE_REQUEST_DIFF_BASE_SHA", "")
        commit = refs.commit(told) if variable.startswith("CI_") else None
        if commit:
            return Target("commit", commit, f"{commit[:7]} (base of the merge request)")
        message = f"the branch `{branch}` of {variable} was not fetched"
        raise usage(message, refs.hint(f"`git fetch origin {branch}`"))
    for ref in ("refs/remotes/origin/HEAD", "refs/heads/main", "refs/heads/master"):
        if refs.commit(ref):
            return refs.merge_base(ref, "HEAD")
    message = "nothing to compare with: there is no `origin/HEAD`, `main` or `master`"
    raise usage(message, refs.hint("name it: `skills diff REF`"))


def _branches_told() -> Iterator[tuple[str, str]]:
    for variable in ("GITHUB_BASE_REF", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME"):
        if os.environ.get(variable):
            yield variable, os.environ[variable]
