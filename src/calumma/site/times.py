"""The time of day, as the application asks for it."""

from __future__ import annotations

import asyncio
import time
from typing import Protocol


class TimeSource(Protocol):
    """What tells the time, and waits for a moment of it."""

    def now(self) -> float: ...
    def monotonic(self) -> float: ...
    async def wait(self, event: asyncio.Event, until: float | None) -> bool: ...


class SystemTime:
    """The time of day, and waiting for a moment of it. Whoever wants to try a week in a second brings another one."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds that only ever go on, whoever sets the clock; while the machine sleeps they may stand still."""
        return time.monotonic()

    async def wait(self, event: asyncio.Event, until: float | None) -> bool:
        """Wait for an event, or for a moment; return whether the moment came first."""
        try:
            await asyncio.wait_for(event.wait(), None if until is None else max(0.0, until - self.now()))
        except TimeoutError:
            return True
        return False
