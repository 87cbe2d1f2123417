"""The protocol of a solution: what a position is worth, how soon it ends, and by which moves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

from calumma.core import Game, State
from calumma.solutions.solver import Solver

Value = Literal["win", "draw", "loss"]
Source = Literal["tables", "certificate", "proof", "search"]


@dataclass(frozen=True)
class Known:
    """The value of a position for the side to move, the plies to the end (0 in a draw) and the moves that keep to it.

    Plies by tables and proofs are exact; those by a certificate or a search are the most that its strategy takes. Of moves that
    win by anything but tables the first is the one whose consequences are known.
    """

    value: Value
    plies: int
    best: list[int]
    source: Source

    @property
    def is_at_most(self) -> bool:
        """Whether the plies are the most that it may take, not the fewest."""
        return self.source in ("certificate", "search")

    @property
    def is_counted(self) -> bool:
        """Whether the plies are worth telling: a search for any win counts what may be left, hardly ever what it will take."""
        return self.source != "search"

    @property
    def rank(self) -> int:
        """The higher, the better for the side to move: quick wins, slow wins, draws, slow losses, quick losses."""
        return {"win": 1000 - self.plies, "draw": 0, "loss": self.plies - 1000}[self.value]

    def as_json(self, state: State) -> dict[str, object]:
        """Return what is known of a position, for programs."""
        best = [state.game.move_text(state, action) for action in self.best]
        return {"value": self.value, "plies": self.plies, "at_most": self.is_at_most, "best": best}


@dataclass(frozen=True)
class Effort:
    """How far a proof may look for a position of which nothing is known yet: so many plies, and positions on the way.

    `searched`: where that finds nothing, the positions that a search for any win may work on, however long the win takes.
    """

    plies: int
    positions: int
    searched: int = 0


AT_EASE = Effort(9, 60_000)
"""For one question: some hundredths of a second."""

SEARCHED_PER_SECOND = 100_000 if "__pyx_vtable__" in vars(State) else 1_000
"""What a search works on in a second, about: on the interpreted core it is a hundred times slower."""

WITH_PATIENCE = Effort(9, 60_000, SEARCHED_PER_SECOND)
"""For somebody who waits: about a second."""


class Solution(Protocol):
    """What is known exactly about one game with its options. For any thread."""

    @property
    def game(self) -> Game:
        """The game."""

    @property
    def has_certificate(self) -> bool:
        """Whether the value of the start is at hand."""

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        """Return what is known or can be proven at once about a position that is not over; None if neither."""

    def beyond(self) -> str:
        """Return why nothing is known about a position, and what would help."""


class Solving(Protocol):
    """What the subpackage `solving` of a solved game offers."""

    def solution(self, game: Game) -> Solution:
        """Return what is known about a game."""

    def solver(self, game: Game) -> Solver:
        """Return the tools that make and check such knowledge."""


class Ends(Protocol):
    """What the module `exact` of a game offers that is not solved, but whose ends can be."""

    def covers(self, game: Game) -> bool:
        """Return whether that holds with these seats and options."""

    def solution(self, game: Game) -> Solution:
        """Return what is known about a game that is covered."""
