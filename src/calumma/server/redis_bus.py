"""The bus of a house by Redis or Valkey: news are published and kept nowhere, leases are keys that expire.

Nothing there is needed to go on: while it is away, servers look into the database every few seconds, and everybody does what
needs a lease; the database takes it once.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import socket
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import get_args

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from calumma.core import GameError
from calumma.core.words import Words
from calumma.extras import need
from calumma.site.bus import Hear, Kind, News
from calumma.site.tasks import end

say = Words(__package__)

LOGGER = logging.getLogger("calumma.server")
LEASE = 15.0  # seconds for which a piece of work is one server's
ASK_AGAIN = 5.0  # seconds for which an answer about a lease is good
PATIENCE = 3.0  # seconds until Redis must have answered
RETRY = 1.0  # seconds between two tries to reach it
MOST_WAITING = 10_000  # messages that wait to be sent: older ones are lost
RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('pexpire', KEYS[1], ARGV[2]) end return 0"
FREE = "if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end return 0"
KINDS = frozenset(get_args(Kind))


class RedisBus:
    """One server's end of the bus. The number of the database in the address is the house's, so one Redis may carry several."""

    is_shared = True

    def __init__(self, url: str) -> None:
        need("bus", purpose="--bus")
        try:
            self._redis: Redis = Redis.from_url(
                url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE, protocol=2, health_check_interval=5
            )
        except ValueError:
            raise GameError(say("cannot-read-bus", bus=url)) from None
        house = self._redis.connection_pool.connection_kwargs.get("db", 0)
        self.server = f"{socket.gethostname()[:20]}-{os.getpid()}-{secrets.token_hex(3)}"
        self.is_well = False  # whether it was reached when it was last tried
        self.sent = self.heard = 0  # messages
        self._prefix = f"calumma:{house}:"
        self._waiting: deque[str] = deque(maxlen=MOST_WAITING)
        self._call = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._leases: dict[str, tuple[bool, float]] = {}  # whether it is ours, and when that was asked
        self._hear: Hear = lambda news: None
        self._missed: Callable[[], None] = lambda: None

    async def start(self, hear: Hear, missed: Callable[[], None]) -> None:
        """Begin to hear and to tell. A bus that is not there yet is waited for."""
        self._hear, self._missed = hear, missed
        loop = asyncio.get_running_loop()
        self._tasks = [loop.create_task(self._send()), loop.create_task(self._listen())]

    async def stop(self) -> None:
        """Say what is left to say, and free what we hold."""
        if self.is_well:
            with suppress(RedisError, OSError, TimeoutError):
                await asyncio.wait_for(self._say_goodbye(), PATIENCE)
        for task in self._tasks:
            await end(task)
        with suppress(RedisError, OSError):
            await self._redis.aclose()

    async def _say_goodbye(self) -> None:
        while self._waiting:
            await self._redis.publish(self._prefix + "news", self._waiting.popleft())
        for lease, (is_ours, _) in self._leases.items():
            if is_ours:
                await self._redis.eval(FREE, 1, f"{self._prefix}lease:{lease}", self.server)

    # News

    def tell(self, news: News) -> None:
        """Tell the others, as soon as possible."""
        self._waiting.append(packed(news, self.server))
        self._call.set()

    async def _send(self) -> None:
        while True:
            await self._call.wait()
            self._call.clear()
            try:
                while self._waiting:
                    some = [self._waiting.popleft() for _ in range(min(100, len(self._waiting)))]
                    async with self._redis.pipeline(transaction=False) as pipeline:
                        for message in some:
                            pipeline.publish(self._prefix + "news", message)
                        await pipeline.execute()
                    self.sent += len(some)
                self._note(True)
            except (RedisError, OSError, TimeoutError) as error:
                self._note(False, error)
                await asyncio.sleep(RETRY)

    async def _listen(self) -> None:
        """Hear for ever; after every interruption something may have been missed."""
        while True:
            try:
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(self._prefix + "news")
                    self._missed()
                    self._note(True)
                    await self._hear_all(channel)
            except (RedisError, OSError, TimeoutError) as error:
                self._note(False, error)
            await asyncio.sleep(RETRY)

    async def _hear_all(self, channel: PubSub) -> None:
        while True:
            message = await channel.get_message(ignore_subscribe_messages=True, timeout=ASK_AGAIN)
            if message is None:
                await channel.ping()  # a connection that is dead without a word is found out by this
                continue
            news = unpacked(message["data"]) if message["type"] == "message" else None
            if news is not None and news.server != self.server:
                self.heard += 1
                self._hear(news)

    def _note(self, is_well: bool, error: Exception | None = None) -> None:
        if is_well != self.is_well:
            self.is_well = is_well
            if is_well:
                LOGGER.warning("the bus is there")
            else:
                LOGGER.warning("the bus is away, so news come late until it is back: %s", error)

    # Leases

    async def holds(self, lease: str) -> bool:
        """Return whether a piece of work is ours for now; everybody's, while the bus is away."""
        is_ours, asked = self._leases.get(lease, (False, float("-inf")))
        if monotonic() - asked < ASK_AGAIN and self.is_well:
            return is_ours
        try:
            is_ours = await self._ask(f"{self._prefix}lease:{lease}")
        except (RedisError, OSError, TimeoutError):
            return True
        self._leases[lease] = is_ours, monotonic()
        return is_ours

    async def _ask(self, key: str) -> bool:
        if await self._redis.set(key, self.server, nx=True, px=round(LEASE * 1000)):
            return True
        return bool(await self._redis.eval(RENEW, 1, key, self.server, round(LEASE * 1000)))


def packed(news: News, server: str) -> str:
    """Return a message as it travels."""
    return json.dumps([news.kind, news.about, news.number, news.held, server], separators=(",", ":"))


def unpacked(data: bytes | str) -> News | None:
    """Return the news of a message; None if it is not one of ours, or of a release that says more."""
    try:
        kind, about, number, held, server, *_ = json.loads(data)
        known = tuple((str(name), float(value)) for name, value in held)
        return News(kind, str(about), int(number), known, str(server)) if kind in KINDS else None
    except (ValueError, TypeError):
        return None
