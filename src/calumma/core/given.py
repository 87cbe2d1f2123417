"""What callers hand over: numbers that are read as such, and how a refusal shows what was not.

A whole number is whatever Python takes as an index (NumPy's integers, a `Move`), except True and False: those are answers.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from calumma.core.game import Game

Whole: TypeAlias = int
"""A whole number that is checked. Compiled code takes an `int` for C's own, and would read 1.5 as 1."""

LONGEST = 60  # characters of a value that a sentence shows
LONGEST_QUOTE = 4000  # and of a text: a sound position of any game is shorter, and is quoted whole
NO_NUMBER = -1
A_YEAR = 31_536_000  # seconds; who wants no limit gives none
MOST = 1 << 30  # beyond it nothing is a seat or an action


def whole(value: object) -> int:
    """Return a whole number; TypeError if it is none."""
    if isinstance(value, bool):
        raise TypeError(f"cannot use {value} as a number: expected a whole number")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"cannot use {shown(value)} as a number: expected a whole number") from None


def small(value: object) -> int:
    """Return a number that may be a seat or an action; -1 for everything else, whatever its type or size."""
    if type(value) is int:  # nearly always
        return value if 0 <= value < MOST else NO_NUMBER
    try:
        number = whole(value)
    except TypeError:
        return NO_NUMBER
    return number if 0 <= number < MOST else NO_NUMBER


def shown(value: object) -> str:
    """Return a value as a sentence shows it, whatever it is: at most so many characters of it."""
    try:
        text = repr(value)
    except Exception:  # a number too long to be written, or a class that cannot write itself
        text = f"<{type(value).__name__}>"
    return text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."


def brief(text: str) -> str:
    """Return what somebody wrote as a sentence quotes it: at most so many characters of it."""
    return text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."


def seat_among(seat: object, seats: int, or_none: str = "") -> int:
    """Return a seat as a number; ValueError if there is no such seat."""
    number = small(seat)
    if not 0 <= number < seats:
        raise ValueError(f"there is no seat {shown(seat)}: expected 0 to {seats - 1}{or_none}")
    return number


def within(name: str, value: object, lowest: int, highest: int) -> int:
    """Return a whole number within bounds; ValueError, or TypeError if it is none, says what was expected."""
    number = whole(value)
    if not lowest <= number <= highest:
        raise ValueError(f"cannot use {shown(value)} as {name}: expected a whole number from {lowest} to {highest}")
    return number


def seconds_of(value: float | None) -> float | None:
    """Return a limit of time; ValueError or TypeError if it is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not hasattr(value, "__float__"):
        raise TypeError(f"cannot use {shown(value)} as a time: expected seconds")
    if not 0.0 <= value <= A_YEAR:  # before it becomes a float: a whole number may be too long for one
        raise ValueError(f"cannot use {shown(value)} as a time: expected seconds, from 0 to {A_YEAR} (a year)")
    return float(value)


def game_of(state: object, game: Game) -> Game:
    """Return the game that a position is made for; TypeError if it is no position of it."""
    if not hasattr(game, "definition"):
        raise TypeError(f"cannot set up a position of {shown(game)}: expected a game, as calumma.load returns it")
    if not isinstance(state, game.definition.state):
        raise TypeError(f"{type(state).__name__} is no position of {game}: expected {game.definition.state.__name__}")
    return game


def check_position(state: object, game: Game, verb: str = "use") -> None:
    """TypeError if something is no position at all, ValueError if it is one of another game."""
    found = getattr(state, "game", None)
    if isinstance(state, game.definition.state) and (found is game or found == game):
        return
    if found is None:
        raise TypeError(f"cannot {verb} {shown(state)}: expected a position of {game}")
    raise ValueError(f"cannot {verb} a position of {found}: expected a position of {game}")
