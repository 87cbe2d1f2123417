"""Time limits of searches: they run without Python's lock, so another thread tells them when to stop."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import TIMEOUT_MAX, Timer

from calumma.core.given import seconds_of

processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Seconds that the processor has spent on this thread; on the process, where there are no threads."""


@contextmanager
def time_limit(seconds: float | None, stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` from another thread if the block takes longer; without seconds it may take as long as it likes."""
    limit = seconds_of(seconds)
    if limit is None:
        yield
        return
    timer = Timer(min(limit, TIMEOUT_MAX), stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
