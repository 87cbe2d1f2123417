"""The house: everything that a running server holds together."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from calumma.server.asking import Askers
from calumma.server.bots import Thinkers
from calumma.server.caretaker import Caretaker
from calumma.server.fairness import Workshop
from calumma.server.guests import COOKIE, Guests
from calumma.server.limits import Limits, address_key, asker
from calumma.server.metrics import Metrics
from calumma.server.notices import Notices
from calumma.server.operator import Operator
from calumma.server.readiness import Readiness
from calumma.server.runs import Runs
from calumma.server.security import Blocked
from calumma.server.sessions import label_of
from calumma.server.settings import Settings
from calumma.server.store import Guest, Store, StoredTable, Unavailable
from calumma.server.tables import Table, Tables
from calumma.server.timekeeper import Timekeeper

Shown = TypeVar("Shown")


class SetAside(Exception):
    """Somebody asked for a match that is set aside."""

    def __init__(self, stored: StoredTable) -> None:
        super().__init__(stored.id)
        self.stored = stored


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that comes with a request: of a program, or in the cookie of a browser."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


def device_of(connection: HTTPConnection) -> str:
    """Return what people call the device that makes a request."""
    return label_of(connection.headers.get("user-agent", ""))


class House:
    """Store, guests, tables, bots and limits of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.limits = Limits(settings.allowance, settings.rate, settings.burst, settings.trusted)
        self.workshop = Workshop(self.limits)
        self.guests = Guests(store, self.limits, settings.time.now)
        self.runs = Runs(store, settings.time)
        self.tables = Tables(store, self.runs, settings.allowance.pictures)
        self.thinkers = Thinkers(settings.load_player, settings.bot_threads)
        self.timekeeper = Timekeeper(self.tables, self.runs)
        self.notices = Notices(store.outbox, self.tables, settings)
        self.tables.on_change = self._table_changed
        self.tables.on_gone = self._table_gone
        self.caretaker = Caretaker(self.tables, self.thinkers, settings)
        self.thinkers.present = self.tables.present
        self.readiness = Readiness(store, self.runs)
        store.on_lost = self._store_lost
        self.askers = Askers(self.thinkers, self.limits, settings.bot_threads)
        self.blocked = Blocked()
        self.operator = Operator(store, self.tables, self._forget_guest, self._reblock)
        self.metrics = Metrics()
        self._offer_numbers()
        self.set_aside = 0
        self._started = False

    async def start(self) -> None:
        """Open the store; matches are read when somebody comes or something is due. Asked again, do nothing."""
        if self._started:
            return
        self._started = True
        await self.store.start()
        await self.runs.begin()
        await self.notices.start()
        await self._reblock()
        self.metrics.start()
        self.timekeeper.start()
        self.caretaker.start()

    def _table_changed(self, table: Table) -> None:
        self.timekeeper.watch(table)
        self.thinkers.wake(table)
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
        await self.metrics.stop()
        await self.caretaker.stop()
        await self.timekeeper.stop()
        await self.thinkers.close()
        await self.notices.stop()
        await self.readiness.stop()
        await self.guests.close()
        await self.store.stop()

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """Return who makes a request: by the token of a program, or by the cookie of a browser."""
        return await self.guests.known(token_of(connection))

    def sessions_ended(self, guest: Guest) -> None:
        """Let every socket of a guest look whether its session has ended."""
        for table in self.tables.in_memory():
            if table.present(guest.id):
                table.tell()

    async def forget(self, guest: Guest) -> None:
        """Delete what is known of a guest; tables in memory lose their owner, too."""
        await self._forget_guest(guest.id)

    async def _forget_guest(self, guest: str) -> None:
        await self.notices.forget(guest)
        await self.store.forget_guest(guest)
        self.tables.forget(guest)

    async def _reblock(self) -> None:
        self.blocked.replace(await self.store.blocks())

    def _offer_numbers(self) -> None:
        offer = self.metrics
        offer.gauge("sockets", "Open sockets.", lambda: self.sockets)
        offer.gauge("tables_in_memory", "Tables in memory.", lambda: len(self.tables.in_memory()))
        offer.gauge("bot_queue", "Thoughts of bots under way or waiting.", lambda: self.thinkers.waiting)
        offer.gauge("writable", "1 if what happens can be written, as far as known.", lambda: self.runs.trouble is None)
        offer.gauge("set_aside", "Matches that are set aside.", lambda: self.set_aside)
        offer.counter("plies", "Plies that were written.", lambda: self.runs.plies)
        offer.counter("failed_writes", "Writes that failed.", lambda: self.runs.failures)
        self.thinkers.on_wait = offer.bot_wait.observe

    async def numbers(self) -> bytes:
        """Return the metrics of this moment."""
        with suppress(Unavailable):
            self.set_aside = await self.store.shelf.count_aside()
        return self.metrics.text()

    async def table(self, table: str) -> Table:
        """Return a table, or answer 404; SetAside if it is set aside."""
        found = await self.tables.find(table)
        if found is None:
            kept = await self.tables.aside(table)
            if kept is not None:
                raise SetAside(kept)
            raise HTTPException(404, f'there is no table "{table[:40]}"')
        return found

    async def seen_table(self, table: str, guest: Guest | None) -> Table:
        """Return a table that somebody wants to look at, or answer 404, or 403 where only those who play may look."""
        found = await self.table(table)
        if not found.may_look(guest):
            raise HTTPException(403, "this table is closed: only those who play here can see it")
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
            async with self.workshop.place(who), table.lock:
                table.check_kept()
                shown: Shown = await self.workshop.run(work)
                return shown

    def name_of(self, guest: Guest | None, connection: HTTPConnection) -> str:
        """Return who is counted: the guest, or the address of a stranger."""
        return guest.id if guest else address_key(connection.client.host) if connection.client else "?"

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self.limits.sockets
