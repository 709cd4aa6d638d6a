"""Writing files: whole or not at all, or at the end of what is there."""

from __future__ import annotations

import os
import stat
from contextlib import suppress


def write_file(path: str, content: bytes) -> None:
    """Replace the file's content at once, so that no reader ever sees half of it.

    A link is followed and stays, the mode is kept. What is no regular file (a pipe, a terminal) is
    written to as it is. Raises `OSError`, and then the file is as it was.
    """
    import tempfile  # noqa: PLC0415 (it loads libraries of its own)

    real = os.path.realpath(path)
    mode = _mode(real)
    if mode is not None and not stat.S_ISREG(mode):
        with open(real, "wb") as file:
            file.write(content)
        return
    descriptor, beside = tempfile.mkstemp(dir=os.path.dirname(real), prefix=".", suffix=".tmp")
    try:
        with open(descriptor, "wb") as file:
            file.write(content)
        os.chmod(beside, _new_mode() if mode is None else stat.S_IMODE(mode))
        os.replace(beside, real)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def write_new_file(path: str, content: bytes) -> None:
    """Write a file that is not there yet. Raises `OSError`, and then there is none.

    It is a `FileExistsError` if something is there, a link that leads nowhere included.
    """
    with open(path, "xb") as file:
        try:
            file.write(content)
            file.flush()
        except BaseException:
            os.unlink(path)
            raise


def append_to_file(path: str, content: bytes) -> None:
    """Write at the end of a file, which is made if it is not there. Raises `OSError`."""
    with open(path, "ab") as file:
        file.write(content)


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


def _new_mode() -> int:
    """Give the mode that a new file gets here."""
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
