"""Players of other packages with a limit of time: whether they look after it or not, a match does not wait for them.

When the time is up the player is asked to `stop`. If it has not chosen a while later, the last thought that it told is played, or
a random action, and the choice says so. Python cannot end the thread in which such a player goes on; until it is done the player
is not asked again, and its decisions are random ones. A player that holds Python's lock all the time, inside C code of its own,
cannot be helped: let it play as a program of its own.
"""

from __future__ import annotations

from threading import Thread

from calumma.core import State
from calumma.core.words import Words
from calumma.players.player import Choice, Limits, Player
from calumma.search.clock import time_limit

say = Words(__package__)

GRACE = 0.5  # seconds to come to an end after `stop`


class Punctual(Player):
    """A player that is held to its time."""

    def __init__(self, inner: Player, seed: int, seconds: float) -> None:
        super().__init__(inner.spec, inner.game, seed)
        self.inner, self.seconds = inner, seconds
        self._thread: Thread | None = None

    def prepare(self) -> None:
        self.inner.prepare()

    def think(self, world: State, seat: int) -> Choice:
        if self._thread is not None and self._thread.is_alive():
            return self._instead(world, [], 0.0)
        seconds = min(self.seconds, self.asked.limits.seconds or self.seconds)
        thoughts: list[Choice] = []
        outcome: list[Choice | BaseException] = []
        self._thread = Thread(target=self._choose, args=(world.copy(), seat, thoughts, outcome), daemon=True)
        with time_limit(seconds, self.inner.stop):
            self._thread.start()
            self._thread.join(seconds + GRACE)
        if not outcome:
            return self._instead(world, thoughts, seconds + GRACE)
        if isinstance(outcome[0], BaseException):
            raise outcome[0]
        return outcome[0]

    def _choose(self, world: State, seat: int, thoughts: list[Choice], outcome: list[Choice | BaseException]) -> None:
        def hear(thought: Choice) -> None:
            thoughts[:] = [thought]
            self.tell(thought)

        limits = Limits(nodes=self.asked.limits.nodes, depth=self.asked.limits.depth)
        try:
            outcome.append(self.inner.choose(world, seat, limits, self.asked.lines, hear))
        except BaseException as error:
            outcome.append(error)

    def _instead(self, world: State, thoughts: list[Choice], waited: float) -> Choice:
        note = say("too-slow", seconds=waited) if waited else say("still-thinking")
        if thoughts and thoughts[0].action in world.legal():
            return Choice(thoughts[0].action, line=thoughts[0].line, values=thoughts[0].values, note=note)
        action = world.pick(self.rng)
        return Choice(action, line=[action], note=note)

    def stop(self) -> None:
        self.inner.stop()
