"""Long work in threads, and bots in processes of their own (`players.apart`): the server answers while they are at it."""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import TypeVar

import anyio
import anyio.to_thread

from calumma.players import Choice
from calumma.players.apart import Thinkers
from calumma.players.engines import Hosted
from calumma.players.specs import parse
from calumma.site.bots import SPARE
from calumma.site.fair_queue import PLACES
from calumma.site.settings import LoadPlayer
from calumma.site.workers import Question

T = TypeVar("T")


THINKERS = Thinkers()  # of this process, for every server in it
atexit.register(THINKERS.close)


class Threads:
    """The threads of a server: some that wait for bots, and a few for whatever else takes longer than a moment."""

    def __init__(self, thoughts: int) -> None:
        self.thoughts = max(1, thoughts)
        self._bots = ThreadPoolExecutor(self.thoughts + SPARE, "bot")
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

    def thinkers(self, load: LoadPlayer) -> LoadPlayer:
        """Return what loads players that think in other processes; engines are programs anyway, and others know only this one."""
        if not isinstance(load, Hosted):
            return load
        return lambda spec, game, seed: (load if parse(spec).name == "engine" else THINKERS.load)(spec, game, seed)

    def uninterrupted(self) -> AbstractContextManager[object]:
        """Hold off the end of whoever asked: they may be gone before it is written."""
        return anyio.CancelScope(shield=True)

    def close(self) -> None:
        """End the bots' threads."""
        self._bots.shutdown(wait=True, cancel_futures=True)
