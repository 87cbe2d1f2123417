"""Who does what takes longer than a moment. A server has threads for it; where there are none, the loop itself does it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from calumma.core import Game, State
from calumma.players import Choice, Player
from calumma.site.settings import LoadPlayer

T = TypeVar("T")


class Stopped(Exception):
    """A bot was stopped before it had an answer, as nobody needs it any more."""


def _nothing() -> None:
    """Nobody thinks."""


@dataclass(slots=True)
class Question:
    """What a bot is asked. All but `load` can be sent elsewhere and asked there."""

    spec: str
    state: State
    seat: int
    seed: int
    load: Callable[[str, Game, int], Player]
    stop: Callable[[], None] = field(default=_nothing, init=False)
    """Lets the bot come to an end, wherever it thinks."""

    def answer(self) -> Choice:
        """Let the bot think, which may take many seconds."""
        player = self.load(self.spec, self.state.game, self.seed)
        self.stop = player.stop
        try:
            return player.choose(self.state, self.seat)
        finally:
            self.stop = _nothing
            player.close()


class Workers(Protocol):
    """What a host lends for long work. `thoughts` is how many bots may think at once."""

    thoughts: int

    async def run(self, work: Callable[[], T]) -> T:
        """Return what a function returns: a picture, a long match that is replayed, a slow hash."""

    async def think(self, question: Question) -> Choice:
        """Return what a bot answers, which may take many seconds; Stopped, or what it has found so far, if it was stopped."""

    def thinkers(self, load: LoadPlayer) -> LoadPlayer:
        """Return what loads players that think where it keeps nobody waiting; `load` is what loads them here."""

    def uninterrupted(self) -> AbstractContextManager[object]:
        """Hold off whatever would break off the task: what is being written is written to its end."""

    def close(self) -> None:
        """Take no more work, and wait for what is under way."""


class Inline:
    """Does all work in the loop, one piece after the other: nobody else is answered meanwhile."""

    thoughts = 1

    async def run(self, work: Callable[[], T]) -> T:
        """Return what a function returns."""
        return work()

    async def think(self, question: Question) -> Choice:
        """Return what a bot answers, after everybody who waits has been answered."""
        await asyncio.sleep(0)
        return question.answer()

    def thinkers(self, load: LoadPlayer) -> LoadPlayer:
        """Return the same: there is nowhere else to think."""
        return load

    def uninterrupted(self) -> AbstractContextManager[object]:
        """Hold off nothing: no task is broken off here."""
        return nullcontext()

    def close(self) -> None:
        """Nothing is under way."""
