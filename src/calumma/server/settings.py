"""Settings of a server: limits, and who provides the bots."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from calumma.core import Game
from calumma.players import Player, load
from calumma.server.limits import Allowance
from calumma.server.mail import MailServer

LoadPlayer = Callable[[str, Game, int], Player]
PERFECT = "perfect"  # the bot that never errs, where a game is solved


class Time:
    """The time of day, and waiting for a moment of it. Whoever wants to try a week in a second brings another one."""

    def now(self) -> float:
        """Return the seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds that only ever go on, whoever sets the clock; while the machine sleeps they may stand still."""
        return time.monotonic()

    async def wait(self, event: asyncio.Event, until: float | None) -> bool:
        """Wait for an event, or for a moment; return whether the moment came first."""
        try:
            await asyncio.wait_for(event.wait(), None if until is None else max(0.0, until - self.now()))
        except TimeoutError:
            return True
        return False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host may choose. The defaults suit a household, a club or a class."""

    load_player: LoadPlayer = load
    time: Time = field(default_factory=Time)
    bot_threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    most_body: int = 64 * 1024  # bytes of a request
    most_message: int = 16 * 1024  # bytes of a message on a socket
    most_address: int = 16 * 1024  # bytes of the address of a request: a link to an analysis holds all its moves
    most_headers: int = 16 * 1024  # bytes of all its headers together
    # Permits of one address (what things cost in them: limits.py). A page with its scripts, styles and socket costs about 18, so
    # a class of thirty that begins pays 540 at once. Then thirty people who move every three seconds and look each second at
    # what one move would do pay 40 a second. Whoever does nothing but ask takes a tenth of a processor from the others.
    rate: float = 60.0  # a second, on average
    burst: float = 800.0  # and at once
    allowance: Allowance = field(default_factory=Allowance)
    trusted: tuple[str, ...] = ()  # addresses and networks that may have whatever they ask for
    frames: int = 8  # positions on the way that an update shows one by one
    address: str = "http://127.0.0.1:8765/"  # at which people reach the server: what links in notices begin with
    any_host: bool = True  # whether requests may call the server by any name; otherwise by `address` and local names alone
    grace: float = 60.0  # seconds after which whoever is to act and does not look is told
    retries: tuple[float, ...] = (10.0, 60.0, 600.0, 3600.0, 6 * 3600.0)  # seconds to the next try, if a notice did not arrive
    notice_rate: float = 1 / 60  # notices a second that one guest is sent by one way, on average
    notice_burst: float = 20.0  # and at once
    letter_rate: float = (
        3 / 3600
    )  # letters a second that ask whether an address wants mail: of a guest, a network address, to one
    letter_burst: float = 3.0
    webhooks_inside: bool = False  # whether webhooks may lead into the server's own network
    webhook_seconds: float = 10.0  # until a webhook must have answered
    mail: MailServer | None = None
    operator_token: str = ""  # that opens /metrics and /operator; without one, only requests of the same machine do
    expire_unstarted: float = 30 * 86400.0  # seconds after which a table that was never begun is deleted; 0: never
    expire_abandoned: float = 365 * 86400.0  # seconds after which a match at which nobody played is ended; 0: never
