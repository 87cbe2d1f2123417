"""The services: everything that the running application holds together."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from calumma.core.words import Words
from calumma.site.bots import BotScheduler
from calumma.site.bus import Alone, Bus
from calumma.site.courier import Courier, NoCourier
from calumma.site.engine_queue import EngineQueue
from calumma.site.fair_queue import WorkQueue
from calumma.site.guests import Guests
from calumma.site.house import House
from calumma.site.limits import Limits, asker, read_network
from calumma.site.maintenance import Maintenance
from calumma.site.notices import Notices
from calumma.site.operator import Operator
from calumma.site.questions import Elsewhere
from calumma.site.readiness import Readiness
from calumma.site.refusals import Refused, SetAside
from calumma.site.runs import Runs
from calumma.site.settings import SiteSettings
from calumma.site.store import Guest, Store
from calumma.site.table import Table
from calumma.site.tables import Tables
from calumma.site.taker import Taker
from calumma.site.timekeeper import Timekeeper
from calumma.site.workers import Inline, Workers
from calumma.solutions import TableMaker

say = Words(__package__)

Shown = TypeVar("Shown")


class Services:
    """Store, guests, tables, bots and limits, put together. Workers and courier are what the host lends."""

    def __init__(
        self,
        store: Store,
        settings: SiteSettings,
        workers: Workers | None = None,
        courier: Courier | None = None,
        bus: Bus | None = None,
    ) -> None:
        self.store, self.settings = store, settings
        self.bus = bus or Alone()
        self.workers = workers or Inline()
        self.limits = Limits(settings.allowance, settings.rate, settings.burst, settings.trusted)
        self.work_queue = WorkQueue(self.limits, self.workers)
        self.guests = Guests(store, self.limits, settings.time.now, self.workers)
        self.runs = Runs(store, settings.time)
        self.tables = Tables(store, self.runs, settings.allowance.pictures, self.workers)
        self.bots = BotScheduler(self.workers.thinkers(settings.load_player), self.workers, self.bus.is_shared)
        self.timekeeper = Timekeeper(self.tables, self.runs, self.bus)
        self.notices = Notices(store.outbox, self.tables, settings, courier or NoCourier(), self.bus)
        self.tables.on_change = self._table_changed
        self.tables.on_gone = self._table_gone
        self.maintenance = Maintenance(self.tables, self.bots, settings, self.bus)
        self.house = self._house() if self.bus.is_shared else None
        self.bots.present = self.tables.present
        self.readiness = Readiness(store, self.runs)
        store.on_lost = self._store_lost
        store.on_trouble = self.runs.note_trouble
        self.engine_queue = EngineQueue(self.bots, self.limits, settings.bot_threads)
        self.operator = Operator(store, self.tables, self._forget_guest, self._blocks_changed)
        self.table_maker = TableMaker() if settings.makes_tables else None
        self.is_started = False

    def _house(self) -> House:
        """What connects this server with the others of its house."""
        taker = Taker(self.bus, self.store, self.tables, self.bots, self.runs, self.workers.thoughts)
        elsewhere = Elsewhere(self.store.questions, self.bus, self.runs.now)
        house = House(
            self.bus,
            self.store,
            self.tables,
            self.notices,
            self.limits,
            self.runs,
            self.maintenance,
            self._reblock,
            taker if self.settings.thinks else None,
        )
        house.on_answer = elsewhere.heard
        self.bots.elsewhere = None if self.settings.thinks else elsewhere.ask
        self.tables.on_written = house.written
        self.runs.on_rewritten = self.tables.replay_clocks
        self.limits.share(**self.guests.rates, **self.notices.rates)
        return house

    async def start(self) -> None:
        """Open the store; matches are read when somebody comes or something is due. Asked again, do nothing."""
        if self.is_started:
            return
        self.is_started = True
        await self.store.start()
        await self.runs.begin()
        await self.notices.start()
        await self._reblock()
        self.timekeeper.start()
        self.maintenance.start()
        if self.house:
            await self.house.start()

    async def start_thinking(self) -> None:
        """Open the store and think for the bots of a house, without serving anybody."""
        assert self.house is not None
        await self.store.start()
        await self.runs.follow()
        self.house.serves = False
        await self.house.start()

    async def stop_thinking(self) -> None:
        """End thoughts and close the store."""
        assert self.house is not None
        await self.house.stop()
        await self.bots.close()
        await self.store.stop()

    def _table_changed(self, table: Table) -> None:
        if self.house:
            self.house.note_look(table)
        self.timekeeper.watch(table)
        self.bots.wake(table)
        self.notices.consider(table)

    def _table_gone(self, table: str) -> None:
        self.timekeeper.drop(table)
        self.notices.drop(table)

    def _store_lost(self) -> None:
        """Another server may write from now on: believe nothing in memory, and acknowledge nothing, until the store is ours."""
        self.tables.distrust()
        self.runs.note_trouble()

    async def stop(self) -> None:
        """End thoughts and close the store."""
        if self.house:
            await self.house.stop()
        await self.maintenance.stop()
        await self.timekeeper.stop()
        await self.bots.close()
        await self.notices.stop()
        await self.readiness.stop()
        await self.guests.close()
        if self.table_maker:
            await self.workers.run(self.table_maker.stop)
        await self.store.stop()

    def sessions_ended(self, guest: Guest) -> None:
        """Let every socket of a guest look whether its session has ended."""
        for table in self.tables.in_memory():
            if table.watchers.present(guest.id):
                table.tell()
        self.guest_changed(guest.id)

    def guest_changed(self, guest: str) -> None:
        """Tell the other servers that a guest's name, sessions or wishes have changed."""
        if self.house:
            self.house.guest_changed(guest)

    async def forget(self, guest: Guest) -> None:
        """Delete what is known of a guest; tables in memory lose their owner, too."""
        await self._forget_guest(guest.id)

    async def _forget_guest(self, guest: str) -> None:
        await self.notices.forget(guest)
        await self.store.forget_guest(guest)
        self.tables.forget(guest)
        self.guest_changed(guest)

    async def _blocks_changed(self) -> None:
        await self._reblock()
        if self.house:
            self.house.blocks_changed()

    async def _reblock(self) -> None:
        self.limits.blocked = {read_network(network) for network in await self.store.blocks()}

    async def table(self, table: str) -> Table:
        """Return a table, or answer 404; SetAside if it is set aside."""
        found = await self.tables.fresh(table)
        if found is None:
            kept = await self.tables.aside(table)
            if kept is not None:
                raise SetAside(kept)
            raise Refused(404, say("unknown-table", table=table[:40]))
        return found

    async def seen_table(self, table: str, guest: Guest | None) -> Table:
        """Return a table that somebody wants to look at, or answer 404, or 403 where only those who play may look."""
        found = await self.table(table)
        if not found.may_look(guest):
            raise Refused(403, say("private-table"))
        return found

    async def show(self, table: Table, who: str, work: Callable[[], Shown], is_long: bool) -> Shown:
        """Return what a function makes of a table, which does not change meanwhile.

        What takes long is made in a thread, in the asker's turn: only then is the table held, so that nobody waits for a queue.
        """
        if not is_long:
            async with table.lock:
                table.check_kept()
                return work()
        with self.limits.work(asker(), who):
            async with self.work_queue.place(who), table.lock:
                table.check_kept()
                return await self.work_queue.run(work)
