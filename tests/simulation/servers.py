"""Servers and thinkers that run, crash, are stopped and start again, all on one database."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from contextvars import copy_context
from dataclasses import replace
from email.message import EmailMessage
from typing import TYPE_CHECKING, Any

from calumma.core import GameError
from calumma.players import Choice, Player
from calumma.server.hosting import HostedServices
from calumma.server.redis_bus import RedisBus
from calumma.server.settings import Settings
from calumma.server.thinking import follow_time
from calumma.site.courier import Undelivered

from .database import SimulatedStore
from .loop import SERVER

if TYPE_CHECKING:
    from .world import World

BOTS = ("random", *(f"level:{level}" for level in range(1, 7)))


class QuickPlayer(Player):
    """A bot that plays anything, at once; now and then it fails."""

    def __init__(self, spec: str, game: Any, seed: int) -> None:
        super().__init__(spec, game, seed)
        self.fails = seed % 50 == 0

    def think(self, world: Any, seat: int) -> Choice:
        return self.choose(world, seat)

    def choose(self, state: Any, seat: int, *_: object, **__: object) -> Choice:
        if self.fails:
            raise ArithmeticError("this bot has lost its mind")
        return Choice(state.pick(self.rng))


def quick_player(spec: str, game: Any, seed: int) -> QuickPlayer:
    """Return a bot; GameError if there is none of that name."""
    if spec not in BOTS:
        raise GameError(f'unknown player "{spec}"')
    return QuickPlayer(spec, game, seed)


class Postbox:
    """A mail server, in place of the real one."""

    sender = "games@example.org"

    def __init__(self, world: World) -> None:
        self.world = world

    def send(self, letter: EmailMessage) -> None:
        self.world.oracle.notified(str(letter["To"]), str(letter["Message-ID"]))


class Server:
    """One process of the server, or of a house: one that serves, or (with `thinks_only`) a thinker."""

    def __init__(self, world: World, number: int, thinks_only: bool = False) -> None:
        self.world, self.number, self.thinks_only = world, number, thinks_only
        self.is_up = False
        self.gone = asyncio.Event()  # set when its process has ended
        self._context = copy_context()
        self._context.run(SERVER.set, number)
        self.services: HostedServices = self._context.copy().run(self._house)

    def _house(self) -> HostedServices:
        mail: Any = Postbox(self.world)
        settings = Settings(load_player=quick_player, time=self.world.clock, bot_threads=2, mail=mail, retries=(5.0, 20.0))
        if not self.world.is_house:
            return HostedServices(SimulatedStore(self.world.disk), settings)
        bus = RedisBus("redis://simulated/0")
        bus.server = f"process {self.number}"  # the real name has the number of this process in it, which no seed knows
        chosen = replace(settings, thinks=self.thinks_only or self.world.servers_think)
        role = "thinker" if self.thinks_only else "server"
        return HostedServices(SimulatedStore(self.world.disk, is_shared=True), chosen, bus, role)

    @property
    def is_alive(self) -> bool:
        """Whether its process is there."""
        return self.number not in self.world.loop.dead

    def spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Let the server do something."""
        return self.world.loop.create_task(work, context=self._context.copy())

    async def start(self) -> bool:
        """Start; return whether it did."""
        begun = self.world.loop.create_future()

        async def start() -> None:
            try:
                await self._begin()
            except Exception as error:
                if not isinstance(error, GameError):
                    self.world.oracle.surprised(error, "a start")
                self.world.loop.outside(0.0, tell, False)
            else:
                self.is_up = True
                self.world.loop.outside(0.0, tell, True)

        def tell(well: bool) -> None:
            if not begun.done():
                begun.set_result(well)

        self.spawn(start())
        try:
            well = await asyncio.wait_for(begun, 120.0)
        except TimeoutError:
            well = False
        if not well:
            self.crash()
        return well

    async def _begin(self) -> None:
        if not self.thinks_only:
            await self.services.start()
            return
        await self.services.start_thinking()
        self.spawn(follow_time(self.services, asyncio.Event()))

    async def stop(self) -> None:
        """End in order, or by force if that takes too long."""
        ended = self.world.loop.create_future()

        async def stop() -> None:
            try:
                await (self.services.stop_thinking() if self.thinks_only else self.services.stop())
            except Exception as error:
                self.world.oracle.surprised(error, "an end")
            self.world.loop.outside(0.0, lambda: ended.done() or ended.set_result(None))  # type: ignore[func-returns-value]

        self.is_up = False
        self.spawn(stop())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(ended, 30.0)
        self.crash()

    def crash(self) -> None:
        """End at once, in the middle of everything."""
        self.is_up = False
        self.world.loop.kill(self.number)
        self.world.disk.drop(self.number)
        self.gone.set()


async def post(world: World, target: Any, headers: Any) -> None:
    """Deliver a notice to a webhook, in place of the real post."""
    await asyncio.sleep(world.network.delay())
    if world.rng.random() < world.webhook_troubles:
        raise Undelivered(f"{target.host} answered 500")
    world.oracle.notified(target.host, headers["Calumma-Notice"])
    await asyncio.sleep(world.network.delay())
