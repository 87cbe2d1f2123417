"""The house: everything that a running server holds together."""

from __future__ import annotations

from collections import Counter

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from calumma.server.asking import Askers
from calumma.server.bots import Thinkers
from calumma.server.guests import COOKIE, Guests
from calumma.server.notices import Notices
from calumma.server.security import Rates
from calumma.server.sessions import label_of
from calumma.server.settings import Settings
from calumma.server.store import Guest, Store
from calumma.server.tables import Table, Tables
from calumma.server.timekeeper import Timekeeper


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
        self.guests = Guests(store, settings.time.now)
        self.tables = Tables(store, settings.time.now)
        self.thinkers = Thinkers(settings.load_player, settings.bot_threads)
        self.timekeeper = Timekeeper(self.tables, store, settings.time)
        self.notices = Notices(store.outbox, self.tables, settings)
        self.tables.on_change = self._table_changed
        self.askers = Askers(self.thinkers, settings.bot_threads)
        self.rates = Rates(settings.rate, settings.burst)
        self._sockets: Counter[str] = Counter()
        self._started = False

    async def start(self) -> None:
        """Open the store and go on with every match that is not over; asked again, do nothing."""
        if self._started:
            return
        self._started = True
        await self.store.start()
        await self.timekeeper.begin()
        await self.notices.start()
        await self.tables.wake()
        self.timekeeper.start()

    def _table_changed(self, table: Table) -> None:
        self.timekeeper.watch(table)
        self.thinkers.wake(table)
        self.notices.consider(table)

    async def stop(self) -> None:
        """End thoughts and close the store."""
        await self.timekeeper.stop()
        await self.thinkers.close()
        await self.notices.stop()
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
        await self.notices.forget(guest.id)
        await self.store.forget_guest(guest.id)
        self.tables.forget(guest.id)

    async def table(self, table: str) -> Table:
        """Return a table, or answer 404."""
        found = await self.tables.find(table)
        if found is None:
            raise HTTPException(404, f'there is no table "{table[:40]}"')
        return found

    async def seen_table(self, table: str, guest: Guest | None) -> Table:
        """Return a table that somebody wants to look at, or answer 404, or 403 where only those who play may look."""
        found = await self.table(table)
        if not found.may_look(guest):
            raise HTTPException(403, "this table is closed: only those who play here can see it")
        return found

    def name_of(self, guest: Guest | None, connection: HTTPConnection) -> str:
        """Return who is counted: the guest, or the address of a stranger."""
        return guest.id if guest else connection.client.host if connection.client else "?"

    def enter(self, name: str) -> bool:
        """Count one more socket; False if there are too many."""
        if self._sockets[name] >= self.settings.most_sockets:
            return False
        self._sockets[name] += 1
        return True

    def leave(self, name: str) -> None:
        """Count one socket less."""
        self._sockets[name] -= 1
        if self._sockets[name] <= 0:
            del self._sockets[name]
