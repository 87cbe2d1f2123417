"""The edges of the process: where code would reach for real time or real randomness, it finds the seed's."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

from anyio._backends._asyncio import CancelScope

from calumma.site.times import SystemTime

from .loop import SimulatedLoop

EPOCH = 1_800_000_000.0


class WallClock(SystemTime):
    """The time of day on the server's machine. It may be set, and it goes on while the machine sleeps and nothing else does."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self._loop = loop
        self.offset = 0.0

    def now(self) -> float:
        """Return the seconds since 1970, as the machine believes."""
        return EPOCH + self._loop.time() + self.offset

    def jump(self, seconds: float) -> None:
        """Set the clock."""
        self.offset += seconds


class Ordered(dict[Any, None]):
    """A set that keeps the order in which things came, wherever they are in memory."""

    def add(self, thing: Any) -> None:
        """Take something in."""
        self[thing] = None

    def discard(self, thing: Any) -> None:
        """Let something go, if it is there."""
        self.pop(thing, None)

    def remove(self, thing: Any) -> None:
        """Let something go."""
        del self[thing]


_new_scope: Callable[..., None] = CancelScope.__init__


def _scope_in_order(scope: Any, *arguments: Any, **named: Any) -> None:
    """Make a scope that is cancelled part by part in an order that does not depend on the memory."""
    _new_scope(scope, *arguments, **named)
    scope._child_scopes, scope._tasks = Ordered(), Ordered()


@contextmanager
def seeded_edges(rng: Random, loop: SimulatedLoop, clock: WallClock, more: dict[str, Any]) -> Iterator[None]:
    """Let secrets, threads and times follow the seed and the simulated clock; `more` are further things to replace, by name."""
    places: dict[str, Callable[..., Any]] = {
        "secrets.token_bytes": lambda size=32: rng.randbytes(size),
        "secrets.randbits": rng.getrandbits,
        "secrets.randbelow": rng.randrange,
        "secrets.choice": rng.choice,
        "calumma.site.live._pauses.random": rng.random,
        "anyio.to_thread.run_sync": lambda work, *about, **named: loop.run_in_executor(None, work, *about),
        "anyio._backends._asyncio.CancelScope.__init__": _scope_in_order,
        "time.time": clock.now,
        "time.monotonic": loop.time,
        **more,
    }
    assert secrets
    assert time
    patches = [patch(name, new) for name, new in places.items()]
    for each in patches:
        each.start()
    try:
        yield
    finally:
        for each in reversed(patches):
            each.stop()
