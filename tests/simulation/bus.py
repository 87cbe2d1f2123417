"""A Redis in memory, below the real `RedisBus`: news that come late, twice, out of order or not at all, and keys that expire.

It may go down and come back empty. A server that is cut off from it gets no answer until it loses patience, and what is published
meanwhile passes it by without a word.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from redis.exceptions import ConnectionError as Unreachable
from redis.exceptions import TimeoutError as Unanswered

from calumma.server import redis_bus

from .loop import SERVER, SimulatedLoop


@dataclass
class Mishaps:
    """What happens to news: probabilities, and seconds."""

    lost: float = 0.0
    doubled: float = 0.0
    slowest: float = 0.05


class Exchange:
    """The machine on which Redis runs. `overhears` is shown everything that anybody says there."""

    def __init__(self, loop: SimulatedLoop, overhears: Callable[[str], None]) -> None:
        self.loop, self.overhears = loop, overhears
        self.mishaps = Mishaps()
        self.up = True
        self.cut: set[int] = set()  # servers that cannot reach it
        self._keys: dict[str, tuple[str, float]] = {}  # with the time at which each expires
        self._channels: list[Channel] = []

    def client(self, url: str, **options: Any) -> Client:
        """Return what a server has of Redis; in place of `Redis.from_url`."""
        return Client(self, SERVER.get())

    async def reach(self, server: int) -> None:
        """Take the time that a request takes; an error if it does not arrive."""
        await asyncio.sleep(self.loop.rng.random() * 0.002)
        if server in self.cut:
            await asyncio.sleep(redis_bus.PATIENCE)
            raise Unanswered("Timeout reading from socket")
        if not self.up:
            raise Unreachable("Connection refused")

    # Keys

    def take(self, key: str, owner: str, seconds: float) -> bool:
        """Set a key that is not set, for a while; return whether that was done."""
        if self._owner(key) is not None:
            return False
        self._keys[key] = owner, self.loop.time() + seconds
        return True

    def renew(self, key: str, owner: str, seconds: float) -> int:
        """Keep a key for a while longer, if it is the owner's."""
        mine = self._owner(key) == owner
        if mine:
            self._keys[key] = owner, self.loop.time() + seconds
        return int(mine)

    def free(self, key: str, owner: str) -> int:
        """Delete a key, if it is the owner's."""
        mine = self._owner(key) == owner
        if mine:
            del self._keys[key]
        return int(mine)

    def _owner(self, key: str) -> str | None:
        owner, until = self._keys.get(key, (None, 0.0))
        return owner if until > self.loop.time() else None

    # News

    def publish(self, messages: Sequence[str]) -> None:
        """Bring messages to everybody who listens, as well as that goes; what is said together comes together."""
        for message in messages:
            self.overhears(message)
        self._channels = [channel for channel in self._channels if channel.is_open and channel.server not in self.loop.dead]
        for channel in self._channels:
            heard = [message for message in messages for _ in range(self._copies())]
            if heard and channel.server not in self.cut:
                self.loop.outside(self.loop.rng.random() ** 3 * self.mishaps.slowest, channel.bring, heard)

    def _copies(self) -> int:
        number = self.loop.rng.random()
        return 0 if number < self.mishaps.lost else 2 if number < self.mishaps.lost + self.mishaps.doubled else 1

    def join(self, channel: Channel) -> None:
        """Let somebody listen."""
        self._channels.append(channel)

    def stop(self) -> None:
        """Go down: everything there is gone, and every connection ends."""
        self.up = False
        self._keys.clear()
        for channel in self._channels:
            channel.end()
        self._channels = []

    def start(self) -> None:
        """Be there again, empty."""
        self.up = True


class Client:
    """One server's way to Redis: what `RedisBus` uses of redis.asyncio."""

    connection_pool = SimpleNamespace(connection_kwargs={"db": 0})

    def __init__(self, exchange: Exchange, server: int) -> None:
        self._exchange, self._server = exchange, server

    def pubsub(self) -> Channel:
        """Return somebody who listens."""
        return Channel(self._exchange, self._server)

    def pipeline(self, transaction: bool = True) -> Pipeline:
        """Return what sends several messages at once."""
        return Pipeline(self._exchange, self._server)

    async def publish(self, channel: str, message: str) -> None:
        """Say something to all."""
        await self._exchange.reach(self._server)
        self._exchange.publish([message])

    async def set(self, key: str, owner: str, nx: bool, px: int) -> bool:
        """Set a key that is not set."""
        assert nx
        await self._exchange.reach(self._server)
        return self._exchange.take(key, owner, px / 1000)

    async def eval(self, script: str, keys: int, key: str, owner: str, milliseconds: int = 0) -> int:
        """Do one of the two things for which scripts are sent."""
        await self._exchange.reach(self._server)
        if script == redis_bus.RENEW:
            return self._exchange.renew(key, owner, milliseconds / 1000)
        assert script == redis_bus.FREE
        return self._exchange.free(key, owner)

    async def aclose(self) -> None:
        """Leave."""


class Pipeline:
    """Several messages on one way."""

    def __init__(self, exchange: Exchange, server: int) -> None:
        self._exchange, self._server = exchange, server
        self._messages: list[str] = []

    async def __aenter__(self) -> Pipeline:
        return self

    async def __aexit__(self, *error: object) -> None:
        self._messages = []

    def publish(self, channel: str, message: str) -> None:
        """Add a message."""
        self._messages.append(message)

    async def execute(self) -> None:
        """Say all of them."""
        await self._exchange.reach(self._server)
        self._exchange.publish(self._messages)


class Channel:
    """Somebody who listens."""

    def __init__(self, exchange: Exchange, server: int) -> None:
        self._exchange, self.server = exchange, server
        self.is_open = False
        self._messages: deque[str] = deque()
        self._waits: asyncio.Future[None] | None = None

    async def __aenter__(self) -> Channel:
        return self

    async def __aexit__(self, *error: object) -> None:
        self.is_open = False

    async def subscribe(self, channel: str) -> None:
        """Begin to listen."""
        await self._exchange.reach(self.server)
        self.is_open = True
        self._exchange.join(self)

    async def get_message(self, ignore_subscribe_messages: bool, timeout: float) -> dict[str, str] | None:
        """Return the next message; None if none comes for a while."""
        if self.is_open and not self._messages:
            await self._wait(timeout)
        if not self.is_open:
            raise Unreachable("Connection closed by server.")
        return {"type": "message", "data": self._messages.popleft()} if self._messages else None

    async def _wait(self, seconds: float) -> None:
        """Wait for the next message; by a timer of its own, as `wait_for` takes many more steps of the loop."""
        self._waits = self._exchange.loop.create_future()
        timer = self._exchange.loop.call_later(seconds, self._wake)
        try:
            await self._waits
        finally:
            timer.cancel()

    def _wake(self) -> None:
        if self._waits is not None and not self._waits.done():
            self._waits.set_result(None)

    async def ping(self) -> None:
        """Find out whether Redis is still there."""
        await self._exchange.reach(self.server)

    def bring(self, messages: Sequence[str]) -> None:
        """Hear something."""
        self._messages.extend(messages)
        self._wake()

    def end(self) -> None:
        """Lose the connection."""
        self.is_open = False
        self._wake()
