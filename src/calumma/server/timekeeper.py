"""The keeper of time: ends the turns of those whose time is over, whether anybody looks or not, and notes when the server ran."""

from __future__ import annotations

import asyncio
import heapq
import logging
from contextlib import suppress
from itertools import pairwise

from calumma.play.clock import Pause
from calumma.server.settings import Time
from calumma.server.store import Conflict, Run, Store
from calumma.server.tables import Table, Tables

LOGGER = logging.getLogger("calumma.server")
BEAT = 5.0
"""Seconds between two notes that the server runs, while a clock of minutes does; so much may be forgiven after a crash."""

SLOW_BEAT = 300.0
"""The same while only days are counted."""

ASLEEP = 30.0
"""A beat that comes so late means that the whole machine was asleep: a pause like any other."""

MOST_STALE = 1000
"""Deadlines that are out of date and may wait for being thrown away."""

SETTLING = 10.0
"""Seconds after a start in which clocks still stand, so that people find their way back."""


class Timekeeper:
    """Knows the next deadline of every table and wakes for it."""

    def __init__(self, tables: Tables, store: Store, time: Time) -> None:
        self.tables, self.store, self.time = tables, store, time
        self._deadlines: dict[str, float] = {}
        self._queue: list[tuple[float, str]] = []  # with some that are out of date
        self._live: set[str] = set()  # tables at which a clock of minutes runs
        self._earlier = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._run: Run | None = None

    # When the server ran

    async def begin(self) -> None:
        """Note that the server runs from now on, and tell the tables when none did."""
        at = self.time.now()
        runs = [*await self.store.begin_run(at), (at, at)]
        self.tables.pauses[:] = pauses_between(runs)
        self._run = (at, at)

    async def _beat(self) -> None:
        """Note that the server still runs, as often as the clocks that run need it."""
        if self._run is None or not self._deadlines:
            return
        (began, until), at = self._run, self.time.now()
        if at - until >= self._step:
            await self.store.note_run(began, at)
            self._run = (began, at)

    @property
    def _step(self) -> float:
        return BEAT if self._live else SLOW_BEAT

    async def _notice_sleep(self, planned: float) -> None:
        """Take it for a pause if the loop wakes long after it wanted to."""
        if self._run is None or self.time.now() - planned < ASLEEP:
            return
        began, until = self._run
        asleep_since = max(until, planned)
        await self.store.note_run(began, asleep_since)
        at = self.time.now()
        await self.store.begin_run(at)
        self.tables.pauses.append((asleep_since, at + SETTLING))
        self._run = (at, at)
        self._refresh()

    # Deadlines

    def watch(self, table: Table) -> None:
        """Take note of the deadline of a table after it has changed."""
        deadline = table.clock.deadline if table.clock and not table.broken else None
        if deadline is None:
            self._deadlines.pop(table.id, None)
            self._live.discard(table.id)
            return
        if table.clock and not table.clock.limit.per_turn and table.id not in self._live:
            self._live.add(table.id)
            self._earlier.set()  # a beat may be due
        if self._deadlines.get(table.id) == deadline:
            return
        self._deadlines[table.id] = deadline
        if not self._queue or deadline < self._queue[0][0]:
            self._earlier.set()
        heapq.heappush(self._queue, (deadline, table.id))
        if len(self._queue) > 2 * len(self._deadlines) + MOST_STALE:
            self._queue = sorted((when, name) for name, when in self._deadlines.items())

    def _refresh(self) -> None:
        """Look at all deadlines again: a pause has moved them."""
        for table in self.tables.in_memory():
            self.watch(table)

    def start(self) -> None:
        """Begin to wake for deadlines."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        """Wake no more, and note until when the server ran."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        if self._run is not None:
            await self.store.note_run(self._run[0], self.time.now())

    async def _keep(self) -> None:
        while True:
            try:
                await self._beat()
                await self.ring()
                planned = self._wanted()
                self._earlier.clear()
                if await self.time.wait(self._earlier, planned) and planned is not None:
                    await self._notice_sleep(planned)
            except Exception:
                LOGGER.exception("the time could not be kept: trying again")
                await asyncio.sleep(1)

    def _wanted(self) -> float | None:
        """When to wake: at the next deadline, or for the next beat."""
        deadline = self._next()
        if deadline is None or self._run is None:
            return deadline
        return min(deadline, self._run[1] + self._step)

    def _next(self) -> float | None:
        while self._queue and self._deadlines.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    async def ring(self) -> None:
        """End the turn at every table whose time is over."""
        while (deadline := self._next()) is not None and deadline <= self.time.now():
            _, table = heapq.heappop(self._queue)
            self._deadlines.pop(table, None)
            await self._end_turn(table)

    async def _end_turn(self, name: str) -> None:
        table = await self.tables.find(name)
        if table is None:
            return
        try:
            async with table.lock:
                if await table.keep_time() is None:
                    self.watch(table)
        except Conflict:  # the table is read again, and so is its deadline
            await self.tables.find(name)


def pauses_between(runs: list[Run]) -> list[Pause]:
    """Return the times between the runs of a server, when nobody could play."""
    return [(until, began + SETTLING) for (_, until), (began, _) in pairwise(runs)]
