"""The keeper of time: ends the turns of those whose time is over, whether anybody looks or not, and notes when the server ran."""

from __future__ import annotations

import asyncio
import heapq
import logging

from calumma.site.bus import DEADLINES, Alone, Bus
from calumma.site.runs import Runs
from calumma.site.store import Conflict, Unavailable
from calumma.site.table import Table
from calumma.site.tables import Tables
from calumma.site.tasks import end

LOGGER = logging.getLogger("calumma.site")
BEAT = 5.0
"""Seconds between two notes that the server runs, while a clock of minutes does; so much may be forgiven after a crash."""

SLOW_BEAT = 300.0
"""The same while only days are counted."""

MOST_STALE = 1000
"""Deadlines that are out of date and may wait for being thrown away."""

LOOK_AHEAD, MOST_AHEAD = 3600.0, 2000
"""Tables are read when their deadline nears: so many seconds before it they are known here, and so many at once."""

FIRST_TRY, LAST_TRY = 1.0, 30.0
"""Seconds to the next try after something could not be written, and to all later ones."""


class Timekeeper:
    """Knows the next deadline of every table and wakes for it."""

    def __init__(self, tables: Tables, runs: Runs, bus: Bus | None = None) -> None:
        self.tables, self.runs, self.bus = tables, runs, bus or Alone()
        self._deadlines: dict[str, float] = {}
        self._queue: list[tuple[float, str]] = []  # with some that are out of date
        self._live: set[str] = set()  # tables at which a clock of minutes runs
        self._earlier = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._look_again = 0.0
        self._moved = False  # whether a pause has moved the deadlines
        self._delay, self._last_try = FIRST_TRY, float("-inf")
        runs.on_pause = self._paused

    # When the server ran

    async def _beat(self) -> None:
        """Note that the server still runs, as often as the clocks that run need it."""
        until = self.runs.until
        is_needed = self._deadlines or self.bus.is_shared  # others must know that we run
        if until is not None and is_needed and self.runs.now() - until >= self._step:
            await self.runs.beat()

    @property
    def _step(self) -> float:
        return BEAT if self._live or self.bus.is_shared else SLOW_BEAT

    def _paused(self) -> None:
        """Look at everything again: a pause has moved the deadlines, or begins."""
        self._moved = True
        self._earlier.set()

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
        self._note(table.id, deadline)

    def _note(self, table: str, deadline: float) -> None:
        if self._deadlines.get(table) == deadline:
            return
        self._deadlines[table] = deadline
        if not self._queue or deadline < self._queue[0][0]:
            self._earlier.set()
        heapq.heappush(self._queue, (deadline, table))
        if len(self._queue) > 2 * len(self._deadlines) + MOST_STALE:
            self._queue = sorted((when, name) for name, when in self._deadlines.items())

    def drop(self, table: str) -> None:
        """Wake no more for a table that is gone."""
        self._deadlines.pop(table, None)
        self._live.discard(table)

    async def _look_ahead(self) -> None:
        """Learn of the deadlines that come next at tables which nobody has read yet."""
        now = self.runs.now()
        if now < self._look_again:
            return
        if not await self.bus.holds(DEADLINES):
            self._look_again = now + BEAT
            return
        found = await self.tables.store.match_index.due(now + LOOK_AHEAD, MOST_AHEAD)
        for due in found:
            is_known = due.id in self._deadlines and not self.bus.is_shared  # others may have changed it
            table = self.tables.present(due.id)
            if not is_known and (table is None or table.is_behind):
                self._note(due.id, due.deadline)
                if "+" in due.time_limit:
                    self._live.add(due.id)
        if self.bus.is_shared:
            self._look_again = now + BEAT
        else:
            self._look_again = now + LOOK_AHEAD / 2 if len(found) < MOST_AHEAD else max(now + BEAT, found[-1].deadline)

    def _refresh(self) -> None:
        """Look at all deadlines again: a pause has moved them, and a table may be kept whose opening seemed to fail."""
        self._moved, self._look_again = False, 0.0
        for table in self.tables.in_memory():
            self.watch(table)

    def start(self) -> None:
        """Begin to wake for deadlines."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def stop(self) -> None:
        """Wake no more, and note until when the server ran."""
        await end(self._task)
        await self.runs.end()

    async def _keep(self) -> None:
        while True:
            try:
                if self.runs.trouble is not None:
                    await self._wait_for_store()
                await self.ring()
                await self._rest(self._wanted())
            except Unavailable:
                if self.runs.trouble is None:  # something could not be read: nobody could play then, either
                    self.runs.note_trouble()
            except Exception:
                LOGGER.exception("the time could not be kept: trying again")
                await self._wait_for_store()

    async def _rest(self, planned: float) -> None:
        """Sleep until a moment, or until something changes; who comes long after it meanwhile finds that nothing ran."""
        self._earlier.clear()
        self.runs.expected = planned
        await self.runs.time.wait(self._earlier, self.runs.moment(planned))
        self.runs.now()  # find out now how long that was
        self.runs.expected = None

    async def _wait_for_store(self) -> None:
        """Wait before the next try, longer every time unless the last trouble is long past, or until somebody else succeeds."""
        time = self.runs.time
        calm = time.monotonic() - self._last_try > 2 * LAST_TRY
        self._delay = FIRST_TRY if calm else min(LAST_TRY, 2 * self._delay)
        self._earlier.clear()
        await time.wait(self._earlier, time.now() + self._delay)
        self._last_try = time.monotonic()

    def _wanted(self) -> float:
        """When to wake: at the next deadline, for the next beat, or to look further ahead."""
        deadline, until = self._next(), self.runs.until
        if until is not None and deadline is None and self.bus.is_shared:
            return min(until + self._step, self._look_again)
        if deadline is None or until is None:
            return self._look_again
        return min(deadline, until + self._step, self._look_again)

    def _next(self) -> float | None:
        while self._queue and self._deadlines.get(self._queue[0][1]) != self._queue[0][0]:
            heapq.heappop(self._queue)
        return self._queue[0][0] if self._queue else None

    async def ring(self) -> None:
        """Note what was missed, if something was, and end the turn at every table whose time is over."""
        self.runs.now()
        if self._moved:
            await self.runs.settle()
            self._refresh()
            await self._revive()
        await self._look_ahead()
        await self._beat()
        while (deadline := self._next()) is not None and deadline <= self.runs.now():
            _, table = heapq.heappop(self._queue)
            self._deadlines.pop(table, None)
            await self._end_turn(table)
        if self.runs.until is not None and self.runs.expected is not None:
            self.runs.expected = self._wanted()

    async def _revive(self) -> None:
        try:
            await self.tables.revive()
        except Unavailable:
            self._moved = True  # the others are read again when that is possible
            raise

    async def _end_turn(self, name: str) -> None:
        table = await self.tables.fresh(name)
        if table is None:
            return
        try:
            async with table.lock:
                if await table.timer.keep_time() is None:
                    self.watch(table)
        except Conflict:  # the table is read again, and so is its deadline
            await self.tables.fresh(name)
        except Unavailable:
            self._note(name, self.runs.now())  # as soon as something can be written, look again
            raise
