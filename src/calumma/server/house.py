"""The house: everything that a running server holds together."""

from __future__ import annotations

from collections import Counter

from fastapi import HTTPException
from starlette.requests import HTTPConnection

from calumma.server.bots import Thinkers
from calumma.server.guests import COOKIE, Guests
from calumma.server.security import Rates
from calumma.server.settings import Settings
from calumma.server.store import Guest, Store
from calumma.server.tables import Table, Tables


class House:
    """Store, guests, tables, bots and limits of one server."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.guests = Guests(store)
        self.tables = Tables(store)
        self.thinkers = Thinkers(settings.load_player, settings.bot_threads)
        self.tables.on_change = self.thinkers.wake
        self.rates = Rates(settings.rate, settings.burst)
        self._sockets: Counter[str] = Counter()
        self._started = False

    async def start(self) -> None:
        """Open the store and go on with every match that is not over; asked again, do nothing."""
        if self._started:
            return
        self._started = True
        await self.store.start()
        await self.tables.wake()

    async def stop(self) -> None:
        """End thoughts and close the store."""
        await self.thinkers.close()
        await self.store.stop()

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """Return who makes a request: by the token of a program, or by the cookie of a browser."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return await self.guests.known(token.strip())
        return await self.guests.known(connection.cookies.get(COOKIE))

    async def forget(self, guest: Guest) -> None:
        """Delete what is known of a guest; tables in memory lose their owner, too."""
        await self.store.forget_guest(guest.id)
        self.tables.forget(guest.id)

    async def table(self, table: str) -> Table:
        """Return a table, or answer 404."""
        found = await self.tables.find(table)
        if found is None:
            raise HTTPException(404, f'there is no table "{table[:40]}"')
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
