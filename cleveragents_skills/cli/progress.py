"""What a terminal shows while a command takes long: how many files are read, or that it works."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from threading import Event, Thread
from typing import Self, TypeVar

from cleveragents_skills.report import Output

_DELAY = 0.5
"""Seconds after which work counts as long."""
_PAUSE = 0.1
_T = TypeVar("_T")


class Progress:
    """A bar on a terminal, drawn beside the work until `stop`; on anything else, nothing.

    It has a thread of its own, so that it moves also where the work does not say how far it is.
    """

    def __init__(self, out: Output, delay: float = _DELAY) -> None:
        self._out = out
        self._delay = delay
        self._all = self._done = 0
        self._ended = Event()
        self._thread: Thread | None = None

    def over(self, items: Sequence[_T]) -> Iterator[_T]:
        """Give the items one by one; from the first on, show how many were taken."""
        self._all = len(items)
        self._start()
        for item in items:
            yield item
            self._done += 1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Take the bar away, for good."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _start(self) -> None:
        shows = self._out.width is not None and os.environ.get("TERM") != "dumb"
        if shows and self._thread is None:
            self._thread = Thread(target=self._draw, daemon=True)
            self._thread.start()

    def _draw(self) -> None:
        if self._ended.wait(self._delay):
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        console = Console(
            file=self._out.stream,
            width=self._out.width,
            no_color=not self._out.color,
            force_terminal=True,
        )
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
        with Bar(*columns, console=console, transient=True, auto_refresh=False) as bar:
            task = bar.add_task("working", total=None)
            while True:
                what = "reading" if self._done < self._all else "working"
                total = self._all or None
                bar.update(task, description=what, completed=self._done, total=total, refresh=True)
                if self._ended.wait(_PAUSE):
                    break
