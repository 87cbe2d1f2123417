"""What one decision may take: a time, or else so many positions, whatever the machine."""

from __future__ import annotations

import time

from calumma.solutions import SEARCHED_PER_SECOND


class Budget:
    """A time in which everything has to fit, or else so many positions for what asks for `rest`."""

    def __init__(self, seconds: float | None, positions: int) -> None:
        self.seconds = seconds
        self.is_stopped = False
        self._until = time.monotonic() + (seconds or 0.0)
        self._positions = positions

    @property
    def seconds_left(self) -> float | None:
        """The time that is left, None if there is no limit."""
        return None if self.seconds is None else max(0.0, self._until - time.monotonic())

    @property
    def rest(self) -> int:
        """The positions that may still be looked at; a search may take twice as long as it usually does."""
        if self.is_stopped:
            return 0
        left = self.seconds_left
        return self._positions if left is None else int(left * SEARCHED_PER_SECOND / 2)

    def spend(self, positions: int) -> None:
        """Note that so many were looked at."""
        self._positions -= positions

    def stop(self) -> None:
        """Leave nothing."""
        self.is_stopped = True
