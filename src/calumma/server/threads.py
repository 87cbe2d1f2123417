"""Long work in threads: bots search without the interpreter's lock, so the server answers while they do."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from typing import TypeVar

import anyio
import anyio.to_thread

from calumma.players import Choice
from calumma.site.bots import SPARE
from calumma.site.fair_queue import PLACES
from calumma.site.workers import Question

T = TypeVar("T")


def _stand_back() -> None:
    """Let a thread that thinks give way to the one that serves, where the system knows priorities of threads (Linux)."""
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), 10)


class Threads:
    """The threads of a server: some for bots, and a few for whatever else takes longer than a moment."""

    def __init__(self, thoughts: int) -> None:
        self.thoughts = max(1, thoughts)
        self._bots = ThreadPoolExecutor(self.thoughts + SPARE, "bot", _stand_back)
        self._others: anyio.CapacityLimiter | None = None

    async def run(self, work: Callable[[], T]) -> T:
        """Return what a function returns. There are few such threads, since Python's take time from each other."""
        self._others = self._others or anyio.CapacityLimiter(
            PLACES + 4
        )  # beside the queue: its spare place, a replay, two hashes
        return await anyio.to_thread.run_sync(work, limiter=self._others)

    async def think(self, question: Question) -> Choice:
        """Return what a bot answers."""
        return await asyncio.get_running_loop().run_in_executor(self._bots, question.answer)

    def uninterrupted(self) -> AbstractContextManager[object]:
        """Hold off the end of whoever asked: they may be gone before it is written."""
        return anyio.CancelScope(shield=True)

    def close(self) -> None:
        """End the bots' threads."""
        self._bots.shutdown(wait=True, cancel_futures=True)
