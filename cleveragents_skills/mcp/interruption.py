"""Ctrl-C and SIGTERM while servers are asked: the servers are stopped before anything else."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable
from types import FrameType, TracebackType
from typing import Any, Self

_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP")
_USUAL = (signal.default_int_handler, signal.SIG_DFL)


class Interruption:
    """Holds signals back within `with`; behind it, one that came raises `KeyboardInterrupt`.

    `stop` is called at the first, `kill` at each further one. A signal that is ignored, or that
    somebody listens to, is left alone; threads other than the main one get none.
    """

    def __init__(self) -> None:
        self.came = False
        self.stop: Callable[[], None] | None = None
        self.kill: Callable[[], None] | None = None
        self._before: dict[int, Any] = {}

    def __enter__(self) -> Self:
        """Listen to the signals."""
        if threading.current_thread() is threading.main_thread():
            for name in _SIGNALS:
                number = getattr(signal, name, None)
                if number is not None and signal.getsignal(number) in _USUAL:
                    self._before[number] = signal.signal(number, self._hear)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Let others have the signals, and tell of one that came."""
        for number, before in self._before.items():
            signal.signal(number, before)
        if self.came:
            raise KeyboardInterrupt from None

    def _hear(self, _number: int, _frame: FrameType | None) -> None:
        what = self.kill if self.came else self.stop
        self.came = True
        if what is not None:
            what()
