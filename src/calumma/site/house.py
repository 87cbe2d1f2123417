"""One server among those of a house: what it hears from the others, what it tells them, and what it looks up all the same.

Whatever is heard only says where to look. What was not heard is found by looking: every few seconds at the tables in memory, and
by whoever has the lease at what a lost server has left behind.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Coroutine

from calumma.site.bus import NOTICES, Bus, News
from calumma.site.limits import Limits
from calumma.site.maintenance import Maintenance
from calumma.site.notices import Notices
from calumma.site.runs import Runs
from calumma.site.store import Store, Unavailable
from calumma.site.table import Table
from calumma.site.tables import Tables
from calumma.site.taker import Taker
from calumma.site.tasks import end

LOGGER = logging.getLogger("calumma.site")
LOOK = 10.0
"""Seconds between two looks at what may not have been heard of."""

HERE = 5.0
"""Seconds between two signs of who is at the tables here, and of what addresses have; whoever is silent for longer is gone."""

SPENT = 1.0
"""Seconds between two accounts of what addresses have used."""


class House:
    """Connects the tables, notices and limits of one server with those of the others."""

    def __init__(
        self,
        bus: Bus,
        store: Store,
        tables: Tables,
        notices: Notices,
        limits: Limits,
        runs: Runs,
        maintenance: Maintenance,
        reblock: Callable[[], Awaitable[None]],
        taker: Taker | None = None,
    ) -> None:
        self.bus, self.store, self.tables, self.notices, self.limits = bus, store, tables, notices, limits
        self.runs, self.maintenance, self.taker = runs, maintenance, taker
        self.on_answer: Callable[[str], None] = lambda question: None
        self.serves = True  # whether people are served here, not only bots
        self._reblock = reblock
        self._missed = asyncio.Event()
        self._tasks: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._told: dict[str, int] = {}  # by table: of which version of its watchers the others know
        self._looks: dict[str, float] = {}  # by table: when it was last noted that somebody watches bots there

    async def start(self) -> None:
        """Begin to hear, to tell and to look."""
        await self.bus.start(self.hear, self._missed.set)
        loop = asyncio.get_running_loop()
        self._loops = [loop.create_task(self._look()), loop.create_task(self._account())]
        if self.taker:
            self.taker.start()

    async def stop(self) -> None:
        """End; the others learn at once that nobody is here any more."""
        for task in self._loops:
            await end(task)
        if self.taker:
            await self.taker.stop()
        for name in self._told:
            self.bus.tell(News("here", name))
        for task in list(self._tasks):
            await end(task)
        await self.bus.stop()

    # Hearing

    def hear(self, news: News) -> None:
        """Look where there is something new."""
        match news.kind:
            case "table":
                self._spawn(self.tables.heard(news.about, news.number))
            case "guest":
                self._spawn(self._guest_changed(news.about))
            case "blocks":
                self._spawn(self._blocks_changed())
            case "bots":
                if self.taker:
                    self.taker.call()
            case "answer":
                self.on_answer(news.about)
            case "here":
                if table := self.tables.present(news.about):
                    table.watchers.note_elsewhere(news.server, dict(news.held))
            case "spent":
                self.limits.note_elsewhere(news.server, news.about, dict(news.held))

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(self._surely(work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _surely(self, work: Awaitable[None]) -> None:
        try:
            await work
        except Unavailable:
            self._missed.set()  # the next look finds it
        except Exception:
            LOGGER.exception("some news could not be followed")

    async def _guest_changed(self, guest: str) -> None:
        """Let a guest's sockets look whether their session has ended, and tables who owns their seats."""
        self.store.renew_guests()
        for table in self.tables.in_memory():
            if table.watchers.present(guest) or guest in table.sitters.values():
                table.is_behind = True
                await self.tables.find(table.id)
                table.tell()

    async def _blocks_changed(self) -> None:
        await self._reblock()

    # Looking

    async def _look(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._missed.wait(), LOOK)
                self.store.renew_guests()
            self._missed.clear()
            await self._surely(self._look_once())
            await asyncio.sleep(SPENT)  # however often something is missed

    async def _look_once(self) -> None:
        await self.tables.look_again()
        if not self.serves:
            return
        await self._reblock()
        await self.notices.look_again()
        if await self.bus.holds(NOTICES):
            await self.maintenance.wake_turns()
        await self._note_looks()

    async def _note_looks(self) -> None:
        """Note at which tables somebody watches bots among themselves: they think only then."""
        now = self.runs.now()
        watched = [table for table in self.tables.in_memory() if not table.sitters and table.is_thought_about]
        due = [table.id for table in watched if table.bot_to_act is not None and now - self._looks.get(table.id, 0.0) > LOOK]
        if due:
            await self.store.thoughts.note_looks(due, now)
            self._looks = {name: at for name, at in self._looks.items() if now - at < 6 * LOOK} | dict.fromkeys(due, now)

    def note_look(self, table: Table) -> None:
        """Note at once that somebody watches the bots of a table, unless that is known."""
        if table.bot_to_act is not None and not table.sitters and self.runs.now() - self._looks.get(table.id, 0.0) > LOOK:
            self._spawn(self._note_looks())

    # Telling

    def written(self, table: str, version: int) -> None:
        """Tell the others that a table was changed here."""
        self.bus.tell(News("table", table, version))
        found = self.tables.present(table)
        if found is not None and found.bot_to_act is not None:
            self.bus.tell(News("bots"))
            if self.taker:
                self.taker.call()

    def guest_changed(self, guest: str) -> None:
        """Tell the others that a guest's name, sessions or wishes were changed."""
        self.bus.tell(News("guest", guest))

    def blocks_changed(self) -> None:
        """Tell the others that networks were blocked or are free again."""
        self.bus.tell(News("blocks"))

    async def _account(self) -> None:
        """Tell the others who is here and what addresses have used: news at once, all of it every few seconds."""
        beats = 0
        while True:
            await asyncio.sleep(SPENT)
            beats += 1
            is_due = beats % round(HERE / SPENT) == 0
            for table in self.tables.in_memory():
                self._tell_here(table, is_due)
            for name, used in self.limits.accounts(is_due):
                self.bus.tell(News("spent", name, held=tuple(used.items())))

    def _tell_here(self, table: Table, is_due: bool) -> None:
        known = self._told.get(table.id)
        if table.watchers and (is_due or known != table.watchers.version):
            self._told[table.id] = table.watchers.version
            self.bus.tell(News("here", table.id, held=tuple(table.watchers.here().items())))
        elif known is not None and not table.watchers:
            del self._told[table.id]
            self.bus.tell(News("here", table.id))
