"""Work that can wait: after a start, what goes on though nobody has come yet; later, matches that nobody comes to any more.

It is done a few matches at a time, so that whoever comes meanwhile is served.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from calumma.core.words import Words
from calumma.site.bots import BotScheduler
from calumma.site.bus import CARE, Alone, Bus
from calumma.site.match_index import Brief, Place
from calumma.site.settings import SiteSettings
from calumma.site.store import Unavailable
from calumma.site.tables import Tables
from calumma.site.tasks import end

say = Words(__package__)

LOGGER = logging.getLogger("calumma.site")
SLICE = 20  # matches in one go
BREATH = 0.05  # seconds between two goes
MOST_THOUGHTS = 50  # that may wait before further bots are woken
TIDY_SECONDS = 3600.0
TRY_AGAIN = 10.0  # seconds, while the store is out of reach
DAY = 86400.0


class Maintenance:
    """Does the work that nobody waits for."""

    def __init__(self, tables: Tables, bots: BotScheduler, settings: SiteSettings, bus: Bus | None = None) -> None:
        self.tables, self.bots, self.settings, self.bus = tables, bots, settings, bus or Alone()
        self.match_index = tables.store.match_index
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin."""
        self._task = asyncio.get_running_loop().create_task(self._work())

    async def stop(self) -> None:
        """End."""
        await end(self._task)

    async def _work(self) -> None:
        at_start = (self.look_up,) if self.bus.is_shared else (self.wake_bots, self.wake_turns, self.look_up)
        for part in at_start:  # in a house of several, bots wait in the store, and turns are looked for again and again
            await self._patiently(part)
        while True:
            if await self.bus.holds(CARE):
                await self._patiently(self.expire)
            await self._wait(TIDY_SECONDS)

    async def _patiently(self, part: Callable[[], Awaitable[None]]) -> None:
        """Do a part of the work; if the store is out of reach, later again."""
        while True:
            try:
                await part()
            except Unavailable:
                await self._wait(TRY_AGAIN)
            except Exception:
                LOGGER.exception("some work in the background failed")
                return
            else:
                return

    async def _wait(self, seconds: float) -> None:
        time = self.settings.time
        await time.wait(asyncio.Event(), time.now() + seconds)

    # After a start

    async def wake_bots(self) -> None:
        """Let the bots go on that somebody waits for, the newest matches first."""
        await self._read_all(self.match_index.bots_waited_for)

    async def wake_turns(self) -> None:
        """See to it that those who are to act and want to be told are told."""
        await self._read_all(self.match_index.untold)

    async def _read_all(self, find: Callable[[int, Place | None], Awaitable[list[Brief]]]) -> None:
        """Read matches, slice by slice."""
        after: Place | None = None
        while found := await find(SLICE, after):
            for brief in found:
                await self.tables.find(brief.id)
            after = found[-1].place
            await asyncio.sleep(BREATH)
            while self.bots.waiting > MOST_THOUGHTS:
                await asyncio.sleep(BREATH)

    async def look_up(self) -> None:
        """Find out where the matches of an older database stand; reading one notes it."""
        while found := await self.match_index.unknown(SLICE):
            for table in found:
                await self.tables.find(table)
            await asyncio.sleep(BREATH)

    # Matches that nobody comes to any more

    async def expire(self) -> None:
        """Delete what was never begun and end what was abandoned, after the times that the host has chosen."""
        now = self.tables.runs.now()
        if self.settings.expire_unstarted:
            while found := await self.match_index.idle(False, now - self.settings.expire_unstarted, SLICE):
                for table in found:
                    await self.tables.delete(table.id)
                await asyncio.sleep(BREATH)
        if self.settings.expire_abandoned:
            reason = say("aside.abandoned", count=round(self.settings.expire_abandoned / DAY))
            while found := await self.match_index.idle(True, now - self.settings.expire_abandoned, SLICE):
                for table in found:
                    if table.people:
                        await self.tables.put_aside(table.id, "expired", reason)
                    else:  # only bots, or people who have deleted everything
                        await self.tables.delete(table.id)
                await asyncio.sleep(BREATH)
