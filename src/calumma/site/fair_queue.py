"""Taking turns: of addresses first, then of the guests behind one, by the time that each has had."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from calumma.site.limits import Limits, asker
from calumma.site.workers import Workers

T = TypeVar("T")

GUESS = 1.0
"""Seconds that are charged when a turn begins; what it really took is known at its end."""
KEPT = 1000  # addresses or guests whose time is remembered
PLACES = 2  # for long work that is no bot's: few, since Python's threads take time from each other


class _Shares:
    """The time that everyone has had, above that of whoever was called last: who was away has no claim on the past."""

    def __init__(self) -> None:
        self._had: dict[str, float] = {}
        self._floor = 0.0

    def of(self, who: str) -> float:
        return max(self._floor, self._had.get(who, 0.0))

    def call(self, who: str) -> None:
        self._floor = self._had[who] = self.of(who)
        self.charge(who, GUESS)

    def charge(self, who: str, seconds: float) -> None:
        self._had[who] = self._had.get(who, self._floor) + seconds
        if len(self._had) > KEPT:
            self._had = {each: had for each, had in self._had.items() if had > self._floor}


class FairQueue:
    """Lets so many in at once, in the order of who has had the least time.

    Addresses are compared first and then the guests of one address: who asks for much, or as many, makes only themselves wait.
    One more place than there are is for an address that has none: short thoughts do not wait until another's long one ends.
    """

    def __init__(self, places: int, spare: int = 0, now: Callable[[], float] | None = None) -> None:
        self._places, self._spare = places, spare
        self._now = now or time.monotonic  # looked up now, not when this was imported: a simulation has its own time
        self._inside: dict[str, int] = {}
        self._waiting: dict[str, dict[str, deque[asyncio.Future[None]]]] = {}
        self._addresses, self._guests = _Shares(), _Shares()

    @property
    def waiting(self) -> int:
        """How many wait."""
        return sum(len(line) for guests in self._waiting.values() for line in guests.values())

    @asynccontextmanager
    async def place(self, address: str, guest: str = "") -> AsyncIterator[None]:
        """Wait for a place, and leave it at the end."""
        if address not in self._waiting and self._has_room(address):
            self._enter(address, guest)
        else:
            await self._wait(address, guest)
        began = self._now()
        try:
            yield
        finally:
            took = self._now() - began
            self._addresses.charge(address, took - GUESS)
            self._guests.charge(f"{address} {guest}", took - GUESS)
            self._leave(address)

    def _has_room(self, address: str) -> bool:
        inside = sum(self._inside.values())
        return inside < self._places or (inside < self._places + self._spare and address not in self._inside)

    def _enter(self, address: str, guest: str) -> None:
        self._inside[address] = self._inside.get(address, 0) + 1
        self._addresses.call(address)
        self._guests.call(f"{address} {guest}")

    def _leave(self, address: str) -> None:
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
        self._call()

    async def _wait(self, address: str, guest: str) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(address, {}).setdefault(guest, deque()).append(called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                self._leave(address)  # called and gone in the same moment
            raise

    def _call(self) -> None:
        """Call as many as there is room for."""
        while allowed := [address for address in self._waiting if self._has_room(address)]:
            address = min(allowed, key=self._addresses.of)
            guests = self._waiting[address]
            guest = min(guests, key=lambda each: self._guests.of(f"{address} {each}"))
            called = self._next(address, guest)
            if not called.done():
                self._enter(address, guest)
                called.set_result(None)

    def _next(self, address: str, guest: str) -> asyncio.Future[None]:
        guests = self._waiting[address]
        called = guests[guest].popleft()
        if guests[guest]:
            guests[guest] = guests.pop(guest)  # who was called is last among equals
        else:
            del guests[guest]
        if guests:
            self._waiting[address] = self._waiting.pop(address)
        else:
            del self._waiting[address]
        return called


class WorkQueue:
    """Lets what takes longer than a moment be done by the workers, so that everybody else is answered meanwhile.

    There are few places, and addresses take turns.
    """

    def __init__(self, limits: Limits, workers: Workers, places: int = PLACES) -> None:
        self._limits, self._workers = limits, workers
        self._queue = FairQueue(places, 1)

    async def do(self, guest: str, work: Callable[[], T]) -> T:
        """Return what a function returns; TooMuch if the asker has too much work waiting already."""
        with self._limits.work(asker(), guest):
            async with self._queue.place(asker(), guest):
                return await self.run(work)

    @asynccontextmanager
    async def place(self, guest: str) -> AsyncIterator[None]:
        """Wait for the asker's turn to `run` something."""
        async with self._queue.place(asker(), guest):
            yield

    async def run(self, work: Callable[[], T]) -> T:
        """Return what a function returns; the caller has a place."""
        return await self._workers.run(work)
