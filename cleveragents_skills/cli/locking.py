"""Where `skills.lock` is, reading it, and holding a catalog to it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from cleveragents_skills.cli.session import usage
from cleveragents_skills.cli.terminal import work_tree
from cleveragents_skills.loading import Config
from cleveragents_skills.lock import LOCK_FILE, LockError, read_lock
from cleveragents_skills.snapshot import SkillSnapshot

_MOST = 256 * 1024 * 1024


def lock_path(config: Config) -> str:
    """Give the path of the lock: beside the config, else at the root of the git work tree."""
    if config.file:
        return os.path.join(os.path.dirname(config.file), LOCK_FILE)
    return os.path.relpath(os.path.join(work_tree(Path.cwd()), LOCK_FILE))


def read_locked(
    file: str, content: bytes | None = None, *, missing_is_fine: bool = False
) -> Mapping[str, SkillSnapshot] | None:
    """Give what a lock records; None if there is none and that is fine. Else the command ends."""
    hint = "`skills lock` writes it anew"
    try:
        if content is None:
            if os.path.exists(file) and not os.path.isfile(file):
                raise usage(f"the lock {file} is no file")
            with open(file, "rb") as stream:
                content = stream.read(_MOST)
        return read_lock(content.decode("utf-8-sig"))
    except FileNotFoundError:
        if missing_is_fine:
            return None
        raise usage(f"no such lock: {file}", "`skills lock` writes it") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise usage(f"the lock {file} cannot be read: {reason}") from None
    except UnicodeDecodeError:
        raise usage(f"the lock {file} is not encoded in UTF-8", hint) from None
    except LockError as error:
        raise usage(f"{file}:{error.line}: not a lock: {error.problem}", hint) from None
