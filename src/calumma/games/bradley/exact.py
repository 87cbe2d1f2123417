"""What is known exactly: the end of a match of two that only drop, by a search to the last hole."""

from __future__ import annotations

from threading import Lock

from calumma.core import Game, State
from calumma.core.words import Words
from calumma.games.bradley.board import BOARD
from calumma.games.bradley.ending import Ending
from calumma.games.bradley.layout import PASS
from calumma.games.bradley.rules import Bradley
from calumma.solutions.solution import AT_EASE, Effort, Known, Solution, Value

say = Words(__package__)

MOST_EMPTY = 24  # holes; with more a search hardly ever comes to an end
NODES_A_POSITION = 5  # the effort for a proof's position, and for one that a search works on, in nodes of this search
NODES_SEARCHED = 60


def covers(game: Game) -> bool:
    """Return whether ends of a game can be known: matches of two without relocation."""
    return game.seats == 2 and game.options["relocate"] == "none"


def solution(game: Game) -> Solution:
    """Return what is known about a game."""
    return Endings(game)


class Endings:
    """The ends of matches. For any thread: one is searched at a time, and the next may meet what is remembered of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._lock = Lock()
        self._ending = Ending()

    @property
    def has_certificate(self) -> bool:
        """The value of the start is not known."""
        return False

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        """Return who wins, and a move that keeps to it, if a search of that effort reaches the end; else None.

        No hole is filled twice, and nobody passes twice in a row: so it takes at most two plies a hole.
        """
        assert isinstance(state, Bradley)
        empty = (BOARD & ~(state.cubes[0] | state.cubes[1] | state.cubes[2])).bit_count()
        if empty > MOST_EMPTY:
            return None
        nodes = NODES_A_POSITION * effort.positions + NODES_SEARCHED * effort.searched
        with self._lock:
            margin, best = self._ending.solve(state, -1, 1, nodes), self._ending.best
        if margin is None:
            return None
        value: Value = "win" if margin > 0 else "loss" if margin < 0 else "draw"
        return Known(value, 2 * empty if margin else 0, [PASS if best < 0 else best], "search")

    def beyond(self) -> str:
        """Return why nothing is known about a position."""
        return say("beyond", game=self.game.name, count=MOST_EMPTY)
