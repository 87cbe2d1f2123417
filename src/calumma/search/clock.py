"""Time limits of searches: they run without Python's lock, so another thread tells them when to stop.

Where there are no threads, they are told beforehand how much they may do until they look at the clock again.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import TIMEOUT_MAX, Timer

from calumma.core.given import seconds_of

HAS_THREADS = sys.platform != "emscripten"  # a browser has none
NO_LIMIT = 1 << 62

processor_time: Callable[[], float] = getattr(time, "thread_time", time.process_time)
"""Seconds that the processor has spent on this thread; on the process, where there are no threads."""


class Ration:
    """What may be done in the time that is left: nothing limits it here, as a thread does."""

    def left(self, done: int, first: int) -> int:
        """Return how much more may be done after so much; `first` is what can be done in a few hundredths of a second."""
        return NO_LIMIT


class TimedRation(Ration):
    """The same by the clock: as much as fits, if it goes on as it went."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._begun = seconds, time.monotonic()

    def left(self, done: int, first: int) -> int:
        """Return how much more may be done; nothing when the time is up."""
        elapsed = time.monotonic() - self._begun
        if elapsed >= self._seconds:
            return 0
        if done < first or elapsed <= 0.0:  # too little to tell how fast it goes
            return first
        return max(1, int(done / elapsed * (self._seconds - elapsed)))


@contextmanager
def time_limit(seconds: float | None, stop: Callable[[], None]) -> Iterator[Ration]:
    """Call `stop` from another thread if the block takes longer; without seconds it may take as long as it likes.

    Where there are no threads, the block asks the ration that it is given how much it may do at a time.
    """
    limit = seconds_of(seconds)
    if limit is None:
        yield Ration()
        return
    if not HAS_THREADS:
        yield TimedRation(limit)
        return
    timer = Timer(min(limit, TIMEOUT_MAX), stop)
    timer.daemon = True
    timer.start()
    try:
        yield Ration()
    finally:
        timer.cancel()
