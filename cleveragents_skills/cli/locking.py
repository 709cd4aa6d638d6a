"""Where the locks are, reading and writing them, and holding a catalog to `skills.lock`."""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from attrs import evolve

from cleveragents_skills.catalog import Catalog
from cleveragents_skills.cli.session import Session, usage
from cleveragents_skills.diagnostics import Diagnostic, Location
from cleveragents_skills.folders import work_tree
from cleveragents_skills.loading import Config
from cleveragents_skills.loading.config import MCP_LOCK_FILE
from cleveragents_skills.lock import LOCK_FILE, is_lock, read_lock
from cleveragents_skills.lock_lines import LockError
from cleveragents_skills.snapshot import SkillSnapshot


def lock_path(config: Config) -> str:
    """Give the path of the lock: beside the config, else at the root of the git work tree."""
    return _beside(config, LOCK_FILE)


def mcp_lock_path(config: Config) -> str:
    """Give the path of `mcp.lock`, likewise."""
    return _beside(config, MCP_LOCK_FILE)


def _beside(config: Config, name: str) -> str:
    if config.file:
        return os.path.join(os.path.dirname(config.file), name)
    return os.path.relpath(os.path.join(work_tree(Path.cwd()), name))


def recorded(file: str) -> Mapping[str, SkillSnapshot] | None:
    """Give what the lock records, None if there is none."""
    return read_locked(file, content_of(file)) if os.path.lexists(file) else None


def content_of(file: str) -> bytes:
    """Give what stands in a lock; one that cannot be read ends the command."""
    try:
        if os.path.exists(file) and not os.path.isfile(file):
            raise usage(f"the lock {file} is no file")
        with open(file, "rb") as stream:
            return stream.read()
    except FileNotFoundError:
        raise usage(f"no such lock: {file}", "`skills lock` writes it") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"the lock {file} cannot be read: {reason}") from None


def read_locked(file: str, content: bytes) -> Mapping[str, SkillSnapshot]:
    """Give what the content of a lock records; one that is none ends the command."""
    hint = "`skills lock` writes it anew"
    try:
        return read_lock(content.decode("utf-8-sig"), file)
    except UnicodeDecodeError:
        raise usage(f"the lock {file} is not encoded in UTF-8", hint) from None
    except LockError as error:
        raise usage(f"{file}:{error.line}: not a lock: {error.problem}", hint) from None


def write_lock(file: str, text: str) -> bool:
    """Write the lock; say whether that changed anything. One that cannot be written ends it."""
    return _write(file, text, is_lock)


def write_mcp_lock(file: str, text: str) -> bool:
    """Write `mcp.lock`, likewise."""
    from cleveragents_skills.mcp_lock import is_mcp_lock

    return _write(file, text, is_mcp_lock)


def _write(file: str, text: str, is_meant: Callable[[str], bool]) -> bool:
    from cleveragents_skills.writing import write_file

    if os.path.exists(file):
        there = content_of(file)
        if there == text.encode():
            return False
        if there.strip() and not is_meant(there.decode("utf-8-sig", "replace")):
            raise usage(f"{file} is there and is no lock", "give it another name, or delete it")
    try:
        write_file(file, text.encode())
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"the lock {file} cannot be written: {reason}") from None
    return True


def drift(session: Session, catalog: Catalog) -> Sequence[Diagnostic]:
    """Give what the catalog gives otherwise than its lock records."""
    from cleveragents_skills.changes import snapshots
    from cleveragents_skills.comparison import compare_snapshots
    from cleveragents_skills.drift import CODE
    from cleveragents_skills.lock import lock_text
    from cleveragents_skills.views.diff import marks

    file = lock_path(session.config)
    content = content_of(file)
    locked, skills = read_locked(file, content), snapshots(catalog)
    found = compare_snapshots(locked, skills, len({*locked, *skills}))
    marked = marks(found.changes, CODE, found)
    told = [evolve(each, hint="`skills lock` records it") for each in marked]
    if not told and _as_written(content) != lock_text(skills).encode():
        place = Location("", file)
        message = "the lock is not as `skills lock` writes it"
        told.append(Diagnostic(CODE, message, place, "`skills lock` writes it anew"))
    return tuple(catalog.policy.weighed(told))


def _as_written(content: bytes) -> bytes:
    """Give the content of a file without what git or an editor may have done to it."""
    return content.removeprefix(BOM_UTF8).replace(b"\r\n", b"\n")
