"""What goes wrong, and when."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import TYPE_CHECKING

from .bus import Mishaps
from .database import Troubles
from .network import Losses

if TYPE_CHECKING:
    from .world import World

PROFILES: dict[str, tuple[str, ...]] = {
    "calm": (),
    "network": ("lines",),
    "crashes": ("crash", "stop"),
    "database": ("hiccups",),
    "outages": ("restart", "full"),
    "clock": ("forward", "back"),
    "second": ("restart", "second", "usurp", "crash"),
    "everything": ("lines", "crash", "stop", "hiccups", "restart", "full", "forward", "back", "second", "usurp"),
}
WEIGHTS = (1, 2, 3, 3, 3, 3, 2, 4)
HOUSES: dict[str, tuple[str, ...]] = {
    "house": (),
    "house-network": ("lines", "news"),
    "house-bus": ("news", "deaf", "bus"),
    "house-crashes": ("news", "crash", "stop"),
    "house-partitions": ("deaf", "cut", "restart"),
    "house-database": ("news", "hiccups", "full"),
    "house-everything": ("lines", "news", "deaf", "bus", "cut", "crash", "stop", "hiccups", "restart", "full"),
}
"""Worlds of several servers and thinkers, by what goes wrong there."""

HOUSE_WEIGHTS = (1, 1, 3, 3, 3, 2, 4)
EVERY = 8  # one seed of so many is that of a house


def kinds_of(profile: str) -> tuple[str, ...]:
    """Return what goes wrong in the worlds of a profile."""
    return PROFILES[profile] if profile in PROFILES else HOUSES[profile]


class Faults:
    """Brings about the faults of one profile until it is told to stop."""

    def __init__(self, world: World, profile: str) -> None:
        self.world, self.profile, self.kinds = world, profile, kinds_of(profile)
        self.stopped = False
        self._acts: dict[str, Callable[[], Awaitable[None]]] = {
            "crash": self._crash,
            "stop": self._stop,
            "restart": self._restart,
            "full": self._full,
            "forward": self._forward,
            "back": self._back,
            "second": self._second,
            "usurp": self._usurp,
            "deaf": self._deaf,
            "bus": self._bus,
            "cut": self._cut,
        }

    @property
    def rng(self) -> Random:
        return self.world.rng

    async def run(self) -> None:
        """Let lasting troubles begin, and sudden ones come one after the other."""
        if "lines" in self.kinds:
            self.world.network.losses = Losses(self.rng.random() * 0.1, self.rng.random() * 0.15, self.rng.choice([0.2, 3.0]))
        if "hiccups" in self.kinds:
            self.world.disk.troubles = Troubles(0.1, 2.0, self.rng.random() * 0.06, self.rng.random() * 0.06)
        if "news" in self.kinds:
            self.world.exchange.mishaps = Mishaps(
                self.rng.choice([0.05, 0.5]) * self.rng.random(), self.rng.random() * 0.3, self.rng.choice([0.2, 20.0])
            )
        sudden = [kind for kind in self.kinds if kind in self._acts]
        at_once = 2 if self.world.is_house else 1  # where there are several machines, faults meet
        await asyncio.gather(*(self._suddenly(sudden) for _ in range(at_once)))

    async def _suddenly(self, sudden: list[str]) -> None:
        while sudden and not self.stopped:
            await asyncio.sleep(self.rng.expovariate(1 / self.world.between_faults))
            if not self.stopped:
                kind = self.rng.choice(sudden)
                self.world.note(f"fault {kind}")
                await self._acts[kind]()

    def stop(self) -> None:
        """Let everything work again."""
        self.stopped = True
        self.world.crash_in = None
        self.world.network.losses, self.world.disk.troubles, self.world.exchange.mishaps = Losses(), Troubles(), Mishaps()
        self.world.disk.start()
        self.world.disk.cut.clear()
        self.world.exchange.start()
        self.world.exchange.cut.clear()
        self.world.check_service()

    def _length(self) -> float:
        return float(self.rng.choice([1.0, 10.0, 60.0]) * self.rng.random() * self.world.slowness)

    async def _crash(self) -> None:
        """Crash after so many steps of a server, wherever it then is."""
        self.world.note_loss()
        self.world.crash_in = self.rng.randint(1, 300)

    async def _stop(self) -> None:
        server = self.world.any_process()
        if server is not None:
            self.world.note_loss()
            await server.stop()
            self.world.check_service()

    async def _restart(self) -> None:
        """The database goes down, and comes back. The server looks after its lock rarely here, so it loses and takes it late."""
        self.world.note_fault(60.0 + 2 * self.world.lock_seconds)
        self.world.disk.stop()
        self.world.check_service()
        await asyncio.sleep(self._length())
        self.world.disk.start()
        self.world.check_service()

    async def _full(self) -> None:
        """Nothing can be written for a while."""
        self.world.note_fault()
        self.world.disk.troubles.full = True
        self.world.check_service()
        await asyncio.sleep(self._length())
        self.world.disk.troubles.full = False
        self.world.check_service()

    async def _forward(self) -> None:
        self.world.jump(self.rng.choice([20.0, 400.0, 4000.0, 90_000.0]) * self.rng.random())

    async def _back(self) -> None:
        self.world.jump(-self.rng.choice([5.0, 400.0, 4000.0]) * self.rng.random())

    async def _second(self) -> None:
        """Somebody starts another server on the same database, and stops one of the two later, if it started."""
        self.world.note_fault()
        other = await self.world.new_server()
        if other is not None:
            await asyncio.sleep(self.rng.random() * 60)
            server = self.world.any_server()
            if server is not None and len(self.world.servers) > 1:
                server.crash()
                self.world.check_service()

    async def _usurp(self) -> None:
        """The database comes back, and another server is there before the old one has noticed that it was away."""
        await self._restart()
        await self._second()

    async def _deaf(self) -> None:
        """A process does not reach the bus for a while, nor the bus it."""
        process = self.world.any_process()
        if process is not None:
            self.world.exchange.cut.add(process.number)
            await asyncio.sleep(self._length())
            self.world.exchange.cut.discard(process.number)

    async def _bus(self) -> None:
        """The bus goes down, and comes back empty."""
        self.world.exchange.stop()
        await asyncio.sleep(self._length())
        self.world.exchange.start()

    async def _cut(self) -> None:
        """A process does not reach the database for a while."""
        process = self.world.any_process()
        if process is not None:
            self.world.note_loss()
            self.world.disk.cut_off(process.number)
            self.world.check_service()
            await asyncio.sleep(self._length())
            self.world.note_loss()
            self.world.disk.cut.discard(process.number)
            self.world.check_service()
