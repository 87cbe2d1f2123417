"""Settings of a server: limits, and who provides the bots."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from calumma.core import Game

LoadPlayer = Callable[[str, Game, int], Any]


def load_player(spec: str, game: Game, seed: int) -> Any:
    """Return the bot that a spec names."""
    from calumma.players import load

    return load(spec, game, seed)


@dataclass(frozen=True, slots=True)
class Settings:
    """What a host may choose. The defaults suit a household, a club or a class."""

    load_player: LoadPlayer = load_player
    bot_threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    most_body: int = 64 * 1024  # bytes of a request
    most_message: int = 16 * 1024  # bytes of a message on a socket
    most_tables: int = 200  # unfinished tables that one guest may have opened
    most_sockets: int = 40  # of one guest at once
    rate: float = 50.0  # writing requests and socket messages a second of one guest or address, on average
    burst: float = 200.0  # and at once
    frames: int = 8  # positions on the way that an update shows one by one
