"""The time that all tables go by, and when the server could serve.

Asleep, stopped, or without a database that can be written to: nobody could play then, so it is a pause. Pauses are kept as gaps
between the runs of a server, so that the next one knows of them, too. Where several servers share a store, a pause is when none
of them ran: each looks at the runs of all with every beat, and before anybody loses on time.
"""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from contextlib import suppress

from calumma.core.words import Words
from calumma.play.clock import Pause
from calumma.site.store import Run, Store, Unavailable
from calumma.site.times import TimeSource

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")
ASLEEP = 30.0
"""A time of day that is so far ahead of the seconds that were counted means that the whole machine was asleep."""

SLOW = 3.0
"""Seconds after which a change that is still being written keeps the others from playing: a pause, too."""

RETRY = 0.5
"""Seconds between two tries to write again, whoever asks for it."""

APART = 1e-3
"""Seconds over which the beginnings of servers that share a store are spread."""

SETTLING = 10.0
"""Seconds after a pause in which clocks still stand, so that people find their way back."""


class Runs:
    """Counts the seconds by a clock that cannot be set, and notes when nobody could play."""

    def __init__(self, store: Store, time: TimeSource) -> None:
        self.store, self.time = store, time
        self.pauses: list[Pause] = []
        self.trouble: float | None = None  # since when nothing can be written
        self.expected: float | None = None  # when whoever beats wants to do so next
        self.plies = 0  # how many were written
        self.failures = 0  # how often something could not be written
        self.on_pause: Callable[[], None] = lambda: None
        self._ahead = time.now() - time.monotonic()
        self._set_right = 0.0  # by how much the time of day is ahead of ours since it was set, and nobody slept
        self._run: Run | None = None
        self._well = 0.0  # when something was last written, as far as we know
        self._gaps: list[Run] = []  # pauses that are not written yet: until when it ran, and since when again
        self._settling = asyncio.Lock()
        self._missed = float("-inf")  # until when a time went that was missed while nothing could be written
        self._tried = float("-inf")  # when it was last tried in vain to write again
        self._follows = False  # whether others serve, and we only go by their time
        self.on_rewritten: Callable[[], None] = lambda: None  # is called when pauses were none, or others came to light

    # What time it is

    def now(self) -> float:
        """Return the time of day, which never goes back here; what was slept through is found out by asking."""
        steady = self.time.monotonic() + self._ahead
        if self._run is None:
            return steady
        asleep = self.time.now() - steady - self._set_right
        if asleep >= ASLEEP:  # the machine was asleep, or its clock was put forward
            self._ahead += asleep
            self._miss(steady, steady + asleep)
            return self.time.monotonic() + self._ahead
        self._set_right = max(0.0, self._set_right + asleep)
        if self.expected is not None and steady - self.expected >= ASLEEP:  # nothing here ran, though seconds were counted
            self._miss(self.expected, steady)
        return self.time.monotonic() + self._ahead

    def moment(self, then: float) -> float:
        """Return what the time of day will be at a time as it is counted here."""
        return self.time.now() + then - self.now()

    def _miss(self, since: float, until: float) -> None:
        """Take a time for a pause; while nothing can be written all of it is one anyway."""
        self.expected = None
        if self.trouble is not None:
            self._missed = until
            return
        self._gaps.append((since, until))
        add_pause(self.pauses, (since, until + SETTLING))
        self.on_pause()

    # When the server ran

    async def begin(self) -> None:
        """Note that the server runs from now on, and learn when none did. A time that was kept is never repeated."""
        latest = await self.store.latest()
        at = self._apart(max(self.time.now(), latest))
        runs = [*await self.store.begin_run(at), (at, at)]
        self.pauses[:] = pauses_between(runs)
        self._ahead = at - self.time.monotonic()
        self._run, self._well = (at, at), at

    def _apart(self, at: float) -> float:
        """A moment at which no other server begins: runs are told apart by their beginnings."""
        return at + random.random() * APART if self.store.is_shared else at

    async def follow(self) -> None:
        """Go by the time of the servers, without being one."""
        self._follows = True
        self._ahead = max(self.time.now(), await self.store.latest()) - self.time.monotonic()
        await self.compare()

    async def compare(self) -> None:
        """Look when the servers that share the store ran; what was a pause for one of them alone was none."""
        if not self.store.is_shared:
            return
        runs = dict(await self.store.runs())
        if self._run is not None:
            runs[self._run[0]] = max(self._run[1], self.now())
        found = pauses_between(sorted(runs.items()))
        if found != self.pauses:
            self.pauses[:] = found
            self.on_rewritten()
            self.on_pause()

    @property
    def until(self) -> float | None:
        """Until when it is noted that the server ran."""
        return None if self._run is None else self._run[1]

    async def beat(self) -> None:
        """Note that the server still runs; Unavailable if that cannot be written."""
        if self._run is None:
            return
        at = await self._settled()
        await self._write(self._run[0], at)
        await self.compare()

    async def _settled(self) -> float:
        """Return the time, with every pause before it written: asking for it may find one, and writing takes a while."""
        at = self.now()
        while self.trouble is not None or self._gaps:
            await self.settle()
            at = self.now()
        return at

    async def _write(self, began: float, at: float) -> None:
        try:
            await self.store.note_run(began, at)
        except OSError as error:
            self.note_trouble()
            raise Unavailable(say("nothing-saved-now")) from error
        self._run = (began, at)
        self.note_written(at)

    def note_written(self, asked: float) -> None:
        """Note that what was to be written at a time is written now."""
        if self.trouble is not None:
            return
        now = self.now()
        if now - asked >= SLOW:
            self._miss(asked, now)
        self._well = now

    def note_trouble(self) -> None:
        """Note that something could not be written: since the last success nobody could be sure to play."""
        self.failures += 1
        if self.trouble is None and not self._follows:
            self.trouble = self._well
            LOGGER.warning("the matches cannot be written: nothing is acknowledged, and no clock runs, until they can")
            self.on_pause()

    async def settle(self) -> None:
        """Write the pauses that are not written yet; Unavailable if that is not possible."""
        if self._run is None or (self.trouble is None and not self._gaps):
            return
        async with self._settling:
            if self.trouble is not None and self.time.monotonic() - self._tried < RETRY:
                raise Unavailable(say("nothing-saved-now"))
            while self._gaps or self.trouble is not None:
                if self._gaps:
                    await self._begin_anew(*self._gaps[0])
                    self._gaps.pop(0)
                else:
                    await self._recover()
            await self.compare()

    async def _recover(self) -> None:
        """Write since when nothing could be written, and that it can be now."""
        assert self.trouble is not None
        since, at = self.trouble, self.now()
        await self._begin_anew(since, at)
        self.trouble = None
        add_pause(self.pauses, (since, at + SETTLING))
        self._well = at
        LOGGER.warning("the matches can be written again after %.0f seconds, which count for nobody", at - since)
        self.on_pause()
        if self._missed > at:  # while this was being written
            self._miss(at, self._missed)

    async def _begin_anew(self, ran_until: float, at: float) -> None:
        assert self._run is not None
        try:
            await self.store.note_run(self._run[0], max(self._run[0], ran_until))
            began = self._apart(at)
            await self.store.begin_run(began)
        except OSError as error:
            self._tried = self.time.monotonic()
            self.note_trouble()
            raise Unavailable(say("nothing-saved-now")) from error
        self._run = (began, began)

    async def prove(self) -> None:
        """Make sure, by writing, that whoever is out of time could have played until now; Unavailable if that is not so."""
        if self._run is not None:
            at = await self._settled()
            await self._write(self._run[0], at)
            await self.compare()

    async def end(self) -> None:
        """Note until when the server ran."""
        if self._run is not None:
            with suppress(OSError):
                at = await self._settled()
                await self.store.note_run(self._run[0], at)


def add_pause(pauses: list[Pause], pause: Pause) -> None:
    """Add a pause after the others; what it has in common with the last one counts once."""
    begin, over = pause
    if pauses:
        begin = max(begin, pauses[-1][1])
    if begin < over:
        pauses.append((begin, over))


def pauses_between(runs: list[Run]) -> list[Pause]:
    """Return the times between the runs of servers, when nobody could play.

    A run that ended before it was noted once let nobody play: a server that fails to start is not the end of a pause.
    """
    served = [run for place, run in enumerate(runs) if run[0] < run[1] or place in (0, len(runs) - 1)]
    pauses: list[Pause] = []
    ran_until = served[0][1] if served else 0.0
    for began, until in served[1:]:
        if began >= ran_until:  # else another one still ran
            add_pause(pauses, (ran_until, began + SETTLING))
        ran_until = max(ran_until, until)
    return pauses
