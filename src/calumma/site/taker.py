"""Taking thoughts from the queue of a house: so many at a time, each with a sign of life while it lasts."""

from __future__ import annotations

import asyncio
import contextlib
import logging

from calumma.site.bots import BotScheduler
from calumma.site.runs import Runs
from calumma.site.store import Unavailable
from calumma.site.tables import Tables
from calumma.site.tasks import end
from calumma.site.thoughts import BEAT, Thoughts

LOGGER = logging.getLogger("calumma.site")
LOOK = 1.0
"""Seconds after which somebody who has nothing to think about looks again, though nothing was heard."""

AWAY = 5.0
"""Seconds to the next try, if the store is out of reach."""


class Taker:
    """Thinks for the bots of all tables, one after the other in each of some places."""

    def __init__(self, name: str, thoughts: Thoughts, tables: Tables, bots: BotScheduler, runs: Runs, places: int) -> None:
        self.name, self.thoughts, self.tables, self.bots, self.runs, self.places = name, thoughts, tables, bots, runs, places
        self.done = 0  # thoughts that came to their end here
        self._call = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Begin to take thoughts."""
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._work(f"{self.name}/{place}")) for place in range(self.places)]

    async def stop(self) -> None:
        """Take no more; what is under way is another's soon."""
        for task in self._tasks:
            await end(task)

    def call(self) -> None:
        """Look at once: a bot is to act somewhere."""
        self._call.set()

    async def _work(self, thinker: str) -> None:
        while True:
            try:
                table = await self.thoughts.take(thinker, self.runs.now())
                if table is None:
                    await self._wait(LOOK)
                else:
                    await self._think(table, thinker)
            except Unavailable:
                await asyncio.sleep(AWAY)
            except Exception:
                LOGGER.exception("a thought could not be taken")
                await asyncio.sleep(AWAY)

    async def _wait(self, seconds: float) -> None:
        self._call.clear()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._call.wait(), seconds)

    async def _think(self, name: str, thinker: str) -> None:
        """Play for the bot of a table; whatever comes of it, the thought is nobody's afterwards."""
        table = await self.tables.fresh(name)
        beating = asyncio.get_running_loop().create_task(self._beat(name, thinker))
        try:
            if table is not None:
                await self.bots.play(table)
                self.done += 1
        finally:
            await end(beating)
            await asyncio.shield(self.thoughts.let_go(name, thinker))

    async def _beat(self, table: str, thinker: str) -> None:
        """Say again and again that the thought is under way; if it is another's or nobody's now, stop it."""
        while True:
            await asyncio.sleep(BEAT)
            try:
                if not await self.thoughts.renew(table, thinker, self.runs.now()):
                    self.bots.give_up(table)
                    return
            except Unavailable:
                continue  # the next one may arrive; if none does, somebody else begins, and the store takes one of both
