"""The puzzle of the day: chosen from the date alone, the same for everyone."""

from __future__ import annotations

from datetime import date
from hashlib import sha256

from calumma.core import GameError
from calumma.core.words import Words
from calumma.puzzles.puzzle import Puzzle, puzzles_of

say = Words(__package__)


def of_day(name: str, day: date) -> Puzzle:
    """Return a game's puzzle of a day: all come round before one comes again, in an order of the game and the round."""
    known = puzzles_of(name)
    if not known:
        raise GameError(say("no-puzzles", name=name))
    turn, place = divmod(day.toordinal(), len(known))
    order = sorted(known, key=lambda puzzle: sha256(f"{name} {turn} {puzzle.number}".encode()).digest())
    return order[place]
