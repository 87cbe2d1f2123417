"""Time limits and clocks: how long the seats of a match may still think, from when its events happened and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from calumma.core import CHANCE, GameError
from calumma.core.words import Words
from calumma.play.events import Event, Ply, TakenBack

say = Words(__package__)


HOUR, DAY = 3600, 86400
UNITS = {"h": HOUR, "d": DAY}
LONGEST_TURN = 60 * DAY
LONGEST_CLOCK = 5 * HOUR
LONGEST_INCREMENT = 300
MERCY = HOUR
"""How long a turn of hours or days lasts at least after an interruption in which its time ran out, or had not been shorter."""

Pause = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a seat may think: so many seconds a turn, or so many for the match and an increment a turn.

    >>> Limit.parse("10+5")
    Limit(seconds=600, increment=5, per_turn=False)
    >>> Limit.parse("3d").text
    '3d'
    """

    seconds: float
    increment: float = 0
    per_turn: bool = False

    @classmethod
    def parse(cls, text: str) -> Limit:
        """Return the limit that a text names: "3d" and "12h" are days and hours a turn, "10+5" minutes and seconds a turn."""
        if found := re.fullmatch(r"([1-9][0-9]{0,3})([hd])", text, re.ASCII):
            limit = cls(int(found[1]) * UNITS[found[2]], per_turn=True)
            if limit.seconds <= LONGEST_TURN:
                return limit
        elif found := re.fullmatch(r"([1-9][0-9]{0,2})\+([0-9]{1,3})", text, re.ASCII):
            limit = cls(int(found[1]) * 60, int(found[2]))
            if limit.seconds <= LONGEST_CLOCK and limit.increment <= LONGEST_INCREMENT:
                return limit
        raise GameError(say("cannot-read-time-limit", text=text))

    @property
    def text(self) -> str:
        """The inverse of `parse`."""
        if not self.per_turn:
            return f"{self.seconds / 60:g}+{self.increment:g}"
        return f"{self.seconds / DAY:g}d" if self.seconds % DAY == 0 else f"{self.seconds / HOUR:g}h"


class Clock:
    """The clocks of one match. At most one runs: that of the person whose turn it is.

    `pauses` are times when nobody could play. A clock stands still in them; days and hours go on, but whoever would run
    out of them in a pause has an hour afterwards, and whoever had an hour before a pause has one after it. Bots have no clock.
    What was thought is not given back with a turn that is taken back.
    """

    def __init__(self, limit: Limit, seats: int, pauses: Sequence[Pause] = ()) -> None:
        self.limit = limit
        self.pauses = pauses
        self.running: int | None = None
        self._left = [float(limit.seconds)] * seats
        self._since = 0.0
        self._from = 0.0  # when the seat whose clock runs had what it has left
        self._acted = False  # whether the seat whose clock runs has played something in this turn

    def note(self, events: Iterable[Event], to_run: int | None, at: float) -> None:
        """Take in what happened at a time, and whose clock runs then: a seat's, nobody's (None), or as before (CHANCE)."""
        at = max(at, self._since)
        self._charge(at)
        for event in events:
            if isinstance(event, TakenBack):
                self._acted = False
            elif isinstance(event, Ply) and event.seat == self.running:
                self._acted = True
        if to_run not in (CHANCE, self.running):
            self._switch(to_run)

    @property
    def since(self) -> float:
        """When the last event was taken in: no later one is earlier, whatever the clock of another server says."""
        return self._since

    def _charge(self, at: float) -> None:
        """Take what was thought off a clock; hours and days count from where the turn began, however often it is looked at."""
        if self.running is not None and not self.limit.per_turn:
            self._left[self.running] = self.left(self.running, at)
            self._from = at
        self._since = at

    def _switch(self, to_run: int | None) -> None:
        if self.running is not None and self._acted:
            self._left[self.running] += self.limit.increment
        self.running, self._acted, self._from = to_run, False, self._since
        if to_run is not None and (self.limit.per_turn or self._left[to_run] <= 0):  # none left: a lost match was taken back
            self._left[to_run] = float(self.limit.seconds)

    def left(self, seat: int, now: float) -> float:
        """Return the seconds that a seat has left."""
        if self.limit.per_turn and seat != self.running:
            return float(self.limit.seconds)
        if seat != self.running:
            return self._left[seat]
        deadline = self.deadline
        assert deadline is not None
        waiting = 0.0 if self.limit.per_turn else self._paused(max(now, self._since), deadline)
        return max(0.0, deadline - max(now, self._since) - waiting)

    @property
    def deadline(self) -> float | None:
        """When the time of the seat whose clock runs is over; None if none runs."""
        if self.running is None:
            return None
        end = self._from + self._left[self.running]
        for begin, over in self.pauses:
            if over <= self._from:
                continue
            if not self.limit.per_turn and begin < end:
                end += over - max(begin, self._from)
            elif self.limit.per_turn and begin <= end:
                left = self.limit.seconds if end < over else end - max(begin, self._from)
                end = max(end, over + min(MERCY, left))
        return end

    def is_over(self, now: float) -> bool:
        """Return whether the seat whose clock runs has no time left."""
        deadline = self.deadline
        return deadline is not None and now >= deadline

    def _paused(self, begin: float, end: float) -> float:
        return sum(max(0.0, min(end, over) - max(begin, start)) for start, over in self.pauses)
