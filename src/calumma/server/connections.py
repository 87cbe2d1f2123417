"""Connections: how many there may be, how long one may stay silent, and what is said to who cannot be understood.

uvicorn knows no deadline for a request and no limit per address, and asyncio fills the log when no file can be opened any more.
So every connection is counted here, and refused before the system runs out of files.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import Transport
from contextlib import suppress

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.utils import get_remote_addr
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from calumma.core.words import Words
from calumma.server.security import HEADERS
from calumma.site.limits import Limits, address_key

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
RESERVE = 100  # files for the database, for pages and for whatever libraries open
MOST_FILES = 65_536
TOLD_EVERY = 60.0  # seconds between two lines in the log about the same trouble
UNFINISHED = (h11.IDLE, h11.SEND_BODY)  # of a request that has not come to its end


def raise_file_limit() -> int:
    """Let this process open as many files as the system allows; return how many connections that leaves room for."""
    if sys.platform == "win32":
        return MOST_FILES
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    files = MOST_FILES if soft == resource.RLIM_INFINITY else min(soft, MOST_FILES)
    return max(16, files - min(RESERVE, files // 2))


def proxies_of(allowed: list[str] | str) -> frozenset[str]:
    """Return the addresses whose word is taken for whom they ask, as uvicorn is told them."""
    parts = allowed.split(",") if isinstance(allowed, str) else allowed
    return frozenset(part.strip() for part in parts)


class Connections:
    """Counts the connections of every address. `proxies` speak for many people, so only their sum is limited."""

    def __init__(self, limits: Limits, room: int, proxies: frozenset[str] = frozenset()) -> None:
        self.limits, self._proxies = limits, proxies
        self.most = min(limits.allowance.all_connections, room)
        self._open: dict[str, dict[Transport, None]] = {}
        self._address: dict[Transport, str] = {}
        self._told = float("-inf")

    @property
    def count(self) -> int:
        """How many connections there are."""
        return len(self._address)

    def enter(self, transport: Transport) -> bool:
        """Count a connection, unless it is known already; False if it must be closed at once."""
        if transport in self._address:
            return True
        client = get_remote_addr(transport)
        host = client[0] if client else ""
        address = address_key(host)
        if self.limits.is_blocked(host) or not self._has_room(host, address):
            return False
        self._address[transport] = address
        self._open.setdefault(address, {})[transport] = None
        return True

    def _has_room(self, host: str, address: str) -> bool:
        mine = len(self._open.get(address, ()))
        is_free = host in self._proxies or "*" in self._proxies or self.limits.is_trusted(host)
        if not is_free and mine >= self.limits.allowance.connections:
            return False
        return self.count < self.most or self._make_room(mine)

    def _make_room(self, mine: int) -> bool:
        """Close the newest connection of whoever has most, if that is more than the one who comes has: everybody gets in."""
        self._tell()
        heaviest = max(self._open.values(), key=len)
        if len(heaviest) <= mine + 1:
            return False
        transport = next(reversed(heaviest))
        self.leave(transport)
        transport.abort()
        return True

    def leave(self, transport: Transport) -> None:
        """Forget a connection."""
        address = self._address.pop(transport, None)
        if address is None:
            return
        del self._open[address][transport]
        if not self._open[address]:
            del self._open[address]

    def _tell(self) -> None:
        now = asyncio.get_running_loop().time()
        if now - self._told > TOLD_EVERY:
            self._told = now
            LOGGER.warning("all %d connections are taken: those with most lose some", self.most)


def protocols(connections: Connections) -> tuple[type[H11Protocol], type[WebSocketsSansIOProtocol]]:
    """Return the protocols of requests and of sockets, both counted at these connections."""
    allowance = connections.limits.allowance

    class Http(H11Protocol):
        """Requests, each of which must be complete in time and each answer read in time."""

        is_socket = False  # from now on: another protocol takes over
        deadline: asyncio.TimerHandle | None = None
        reading: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, Transport)
            super().connection_made(transport)
            if connections.enter(transport):
                self._expect()
            else:
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.leave(self.transport)
            self._relax()
            self.resume_writing()
            super().connection_lost(exc)

        def data_received(self, data: bytes) -> None:
            if not self.transport.is_closing():
                super().data_received(data)
                self._expect()

        def _expect(self) -> None:
            """Wait no longer than the deadline for the rest of a request."""
            if self.is_socket or self.conn.their_state not in UNFINISHED:
                self._relax()
            elif self.deadline is None:
                self.deadline = self.loop.call_later(allowance.first_request, self.transport.abort)

        def _relax(self) -> None:
            if self.deadline is not None:
                self.deadline.cancel()
                self.deadline = None

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self.is_socket = True
            super().handle_websocket_upgrade(event)

        def pause_writing(self) -> None:
            super().pause_writing()
            self.reading = self.loop.call_later(allowance.unread, self.transport.abort)

        def resume_writing(self) -> None:
            if self.reading is not None:
                self.reading.cancel()
                self.reading = None
            super().resume_writing()

        def send_400_response(self, msg: str) -> None:
            """Say that a request cannot be read, with the headers that every answer has."""
            headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *HEADERS]
            parts = [
                h11.Response(status_code=400, headers=headers),
                h11.Data(data=f"{say('not-http')}\n".encode()),
                h11.EndOfMessage(),
            ]
            for part in parts:
                self.transport.write(self.conn.send(part) or b"")
            self.transport.close()

    class Socket(WebSocketsSansIOProtocol):
        """Sockets, which began as requests and count as the same connections."""

        def connection_made(self, transport: asyncio.BaseTransport) -> None:
            assert isinstance(transport, Transport)
            super().connection_made(transport)
            if not connections.enter(transport):
                transport.abort()

        def connection_lost(self, exc: Exception | None) -> None:
            connections.leave(self.transport)
            super().connection_lost(exc)

    return Http, Socket


def quiet(loop: asyncio.AbstractEventLoop) -> None:
    """Say once a minute, not for every connection, that the system gives no more files."""
    told = float("-inf")

    def tell(loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
        nonlocal told
        if "accept()" not in str(context.get("message")):
            loop.default_exception_handler(context)
        elif loop.time() - told > TOLD_EVERY:
            told = loop.time()
            LOGGER.error("cannot accept connections: %s", context.get("exception"))

    loop.set_exception_handler(tell)
