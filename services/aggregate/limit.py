"""A time limit on deciding one command: rules that loop must not stop a partition."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SECONDS = 5.0


class OverTime(Exception):
    """Deciding a command took longer than the limit and was broken off."""


@contextmanager
def time_limit(seconds: float = SECONDS) -> Iterator[None]:
    """Break off Python code in this block by OverTime once the seconds have passed.

    Works on the main thread, where signals arrive; elsewhere there is no limit. It cannot break off a call in C.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    armed = True

    def ring(signum: int, frame: FrameType | None) -> None:  # noqa: ARG001
        if armed:
            raise OverTime(f"not decided in {seconds} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        armed = False
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
