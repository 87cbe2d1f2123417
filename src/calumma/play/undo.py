"""Undo: which plies may be taken back."""

from __future__ import annotations

from calumma.core import GameError
from calumma.core.words import Words
from calumma.play.history import History
from calumma.play.seating import Seating

say = Words(__package__)


class Undo:
    """What may be taken back of a match now; in practice, chance plies and plies of those who are away, too."""

    def __init__(self, history: History, seating: Seating, practice: bool) -> None:
        self.plies = history.plies
        self.seating = seating
        self.practice = practice

    def last_seat(self) -> int:
        """Return the seat that played last."""
        seat = next((played.seat for played in reversed(self.plies) if not played.is_chance), None)
        if seat is None:
            raise GameError(say("nothing-to-take-back"))
        return seat

    def last_turn(self, seat: int | None) -> int:
        """Return the ply with which the last turn of a seat (None: of who played last) began.

        A chance ply begins a turn anew, except in practice.
        """
        owner = self.last_seat() if seat is None else seat
        start = next((n for n in reversed(range(len(self.plies))) if self.plies[n].seat == owner), None)
        if start is None:
            raise GameError(say("nothing-to-take-back-of-seat", seat=self.seating.named(owner)))
        for n in reversed(range(start)):
            if self.plies[n].seat == owner:
                start = n
            elif not (self.plies[n].is_chance and self.practice):
                break
        return start

    def check(self, start: int) -> None:
        """Refuse to take back all plies from one on; GameError says why."""
        ply = len(self.plies)
        if not 0 <= start < ply:
            raise GameError(say("cannot-take-back-plies", count=ply - start, last=ply))
        if not self.practice:
            self._check_chance(start)
            self._check_absent(start)

    def _check_chance(self, start: int) -> None:
        drawn = next((n for n in range(start, len(self.plies)) if self.plies[n].is_chance), None)
        if drawn is not None:
            raise GameError(say("cannot-take-back-luck", start=start, drawn=drawn))

    def _check_absent(self, start: int) -> None:
        """Whoever may still come back would have to agree."""
        for seat, left in self.seating.away.items():
            if start < left and self.seating.before[seat]:
                name = self.seating.before[seat][-1]
                raise GameError(say("cannot-take-back-while-away", start=start, name=name, left=left))
