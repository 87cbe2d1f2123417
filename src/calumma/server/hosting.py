"""The application as a server runs it: with threads, the network and metrics, for whoever is at the other end of a connection."""

from __future__ import annotations

from contextlib import suppress
from typing import Protocol, runtime_checkable

from starlette.requests import HTTPConnection

from calumma.server.courier import NetworkCourier
from calumma.server.metrics import Metrics
from calumma.server.settings import Settings
from calumma.server.threads import Threads
from calumma.site.bus import Bus
from calumma.site.guests import COOKIE
from calumma.site.limits import address_key
from calumma.site.services import Services
from calumma.site.sessions import label_of
from calumma.site.store import Guest, Store, Unavailable


def token_of(connection: HTTPConnection) -> str | None:
    """Return the token that comes with a request: of a program, or in the cookie of a browser."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else connection.cookies.get(COOKIE)


def device_of(connection: HTTPConnection) -> str:
    """Return what people call the device that makes a request."""
    return label_of(connection.headers.get("user-agent", ""))


@runtime_checkable
class Counts(Protocol):
    """A bus that counts what it carries."""

    is_well: bool
    sent: int
    heard: int


class HostedServices(Services):
    """The services of a server."""

    def __init__(self, store: Store, settings: Settings, bus: Bus | None = None, role: str = "server") -> None:
        super().__init__(store, settings, Threads(settings.bot_threads), NetworkCourier(settings), bus)
        self.server_settings = settings
        self.metrics = Metrics(role)
        self._offer_numbers()
        self.set_aside = 0

    async def start(self) -> None:
        """Open the store and begin to measure."""
        if not self.is_started:
            await super().start()
            self.metrics.start()

    async def stop(self) -> None:
        """End thoughts and close the store."""
        await self.metrics.stop()
        await super().stop()

    async def guest(self, connection: HTTPConnection) -> Guest | None:
        """Return who makes a request: by the token of a program, or by the cookie of a browser."""
        return await self.guests.known(token_of(connection))

    def name_of(self, guest: Guest | None, connection: HTTPConnection) -> str:
        """Return who is counted: the guest, or the address of a stranger."""
        return guest.id if guest else address_key(connection.client.host) if connection.client else "?"

    @property
    def sockets(self) -> int:
        """How many sockets are open."""
        return self.limits.sockets

    def _offer_numbers(self) -> None:
        offer = self.metrics
        offer.gauge("sockets", "Open sockets.", lambda: self.sockets)
        offer.gauge("tables_in_memory", "Tables in memory.", lambda: len(self.tables.in_memory()))
        offer.gauge("bot_queue", "Thoughts of bots under way or waiting.", lambda: self.bots.waiting)
        offer.gauge("writable", "1 if what happens can be written, as far as known.", lambda: self.runs.trouble is None)
        offer.gauge("set_aside", "Matches that are set aside.", lambda: self.set_aside)
        offer.counter("plies", "Plies that were written.", lambda: self.runs.plies)
        offer.counter("failed_writes", "Writes that failed.", lambda: self.runs.failures)
        self.bots.on_wait = offer.bot_wait.observe
        if isinstance(bus := self.bus, Counts):
            offer.gauge("bus_well", "1 if the bus was reached when it was last tried.", lambda: bus.is_well)
            offer.counter("bus_sent", "Messages that were given to the bus.", lambda: bus.sent)
            offer.counter("bus_heard", "Messages of others that the bus brought.", lambda: bus.heard)
        if self.house and (taker := self.house.taker):
            offer.counter("thoughts", "Thoughts that came to their end here.", lambda: taker.done)

    async def numbers(self) -> bytes:
        """Return the metrics of this moment."""
        with suppress(Unavailable):
            self.set_aside = await self.store.match_index.count_aside()
        return self.metrics.text()
