"""What every adapter needs: the game that was asked for, and a sentence where an optional library is missing."""

from __future__ import annotations

from collections.abc import Mapping

import calumma
from calumma.core import Game, GameError, errors


def need(library: str) -> None:
    """Raise ImportError with a sentence if NumPy or a library of the research extra is not installed."""
    errors.need("numpy", library)


def game_of(game: str | Game, seats: int | None, options: Mapping[str, object]) -> Game:
    """Return the game of a name with its seats and options, or the game itself."""
    if isinstance(game, str):
        return calumma.load(game, seats, **options)
    if seats is not None or options:
        raise GameError(f"cannot choose seats or options of {game}: it is loaded already")
    return game
