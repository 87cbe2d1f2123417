"""What whoever runs the application may choose: who provides the bots, what may be had, and when notices go out."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from calumma.core import Game
from calumma.players import Player
from calumma.players.engines import Hosted
from calumma.site.limits import Allowance
from calumma.site.times import SystemTime, TimeSource

LoadPlayer = Callable[[str, Game, int], Player]
PERFECT = "perfect"  # the bot that never errs, where a game is solved


@dataclass(frozen=True, slots=True)
class SiteSettings:
    """The choices of every host, be it a server or a browser."""

    load_player: LoadPlayer = field(default_factory=Hosted)
    time: TimeSource = field(default_factory=SystemTime)
    bot_threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    thinks: bool = True  # whether bots think here; only a server of a house of several may leave that to others
    makes_tables: bool = False  # whether tables of solved games are made once somebody asks for exact values
    most_message: int = 16 * 1024  # bytes of a message on a socket
    # Permits of one address (what things cost in them: limits.py). A page with its scripts, styles and socket costs about 18, so
    # a class of thirty that begins pays 540 at once. Then thirty people who move every three seconds and look each second at
    # what one move would do pay 40 a second. Whoever does nothing but ask takes a tenth of a processor from the others.
    rate: float = 60.0  # a second, on average
    burst: float = 800.0  # and at once
    allowance: Allowance = field(default_factory=Allowance)
    trusted: tuple[str, ...] = ()  # addresses and networks that may have whatever they ask for
    frames: int = 8  # positions on the way that an update shows one by one
    address: str = "http://127.0.0.1:8765/"  # at which people reach the host: what links in notices begin with
    grace: float = 60.0  # seconds after which whoever is to act and does not look is told
    retries: tuple[float, ...] = (10.0, 60.0, 600.0, 3600.0, 6 * 3600.0)  # seconds to the next try, if a notice did not arrive
    notice_rate: float = 1 / 60  # notices a second that one guest is sent by one way, on average
    notice_burst: float = 20.0  # and at once
    letter_rate: float = 3 / 3600  # letters a second that ask whether an address wants mail: of a guest, of an address, to one
    letter_burst: float = 3.0
    expire_unstarted: float = 30 * 86400.0  # seconds after which a table that was never begun is deleted; 0: never
    expire_abandoned: float = 365 * 86400.0  # seconds after which a match at which nobody played is ended; 0: never
