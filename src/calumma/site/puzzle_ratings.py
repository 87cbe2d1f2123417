"""Puzzles rated by who solves them: a first try is a match between somebody and the puzzle, and both have a rating after it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass
from typing import Protocol

from calumma.puzzles import Puzzle, puzzles_of
from calumma.puzzles.glicko import MIDDLE, Rating

PUZZLE_DEVIATION = 150.0  # of a puzzle that nobody has tried: the search that found it knows roughly how hard it is
SOLVER_DEVIATION = 250.0  # of somebody new: wide enough to find the place soon, not so wide that one slip costs half of it
LEAST_TRIES = 5  # before it is said how many solved a puzzle
DAY = 86400.0  # seconds: a period in which nobody tries widens what is not known


@dataclass(frozen=True, slots=True)
class Rated:
    """A puzzle, or somebody in one game: the rating, first tries and how many were right, and when the last one was."""

    rating: Rating
    tried: int = 0
    solved: int = 0
    at: float = 0.0

    @property
    def value(self) -> int:
        """The number that people see."""
        return round(self.rating.value)

    @property
    def share(self) -> int | None:
        """How many of a hundred solve it at the first try; None as long as too few have tried."""
        return round(100 * self.solved / self.tried) if self.tried >= LEAST_TRIES else None

    def after(self, other: Rated, score: float, solved: bool, at: float) -> Rated:
        """Return what is known after a try, whose result is a score against the other side."""
        rested = self.rating.rested((at - self.at) / DAY) if self.tried else self.rating
        return Rated(rested.after([(other.rating, score)]), self.tried + 1, self.solved + solved, at)


@dataclass(frozen=True, slots=True)
class FirstTry:
    """Somebody's first try at a puzzle: how it went, and how both sides are rated if they have never been before."""

    guest: str
    game: str
    puzzle: str
    solved: bool
    at: float
    new_puzzle: Rated
    new_solver: Rated

    def settle(self, puzzle: Rated | None, solver: Rated | None) -> tuple[Rated, Rated]:
        """Return puzzle and solver after the try; before it they were so, or new."""
        one, other = puzzle or self.new_puzzle, solver or self.new_solver
        return one.after(other, 1.0 - self.solved, self.solved, self.at), other.after(one, self.solved, self.solved, self.at)


class PuzzleRatings(Protocol):
    """What a store keeps of them. Each operation is done once it returns."""

    async def of_game(self, game: str) -> Mapping[str, Rated]:
        """Return the puzzles of a game that somebody has tried, by their keys."""

    async def of_solver(self, guest: str) -> Mapping[str, Rated]:
        """Return how somebody is rated, by game."""

    async def tried(self, guest: str, game: str) -> Set[str]:
        """Return the keys of the puzzles that somebody has tried."""

    async def note(self, first: FirstTry) -> tuple[Rated, Rated] | None:
        """Rate puzzle and solver by a first try; None if it was not the first."""


def new_puzzle(puzzle: Puzzle) -> Rated:
    """Return how a puzzle is rated before anybody has tried it: by its difficulty."""
    return Rated(Rating(puzzle.rating, PUZZLE_DEVIATION))


def new_solver(game: str) -> Rated:
    """Return how somebody is rated who has tried nothing yet: as one for whom a quarter of the puzzles is easy."""
    ratings = sorted(puzzle.rating for puzzle in puzzles_of(game))
    return Rated(Rating(ratings[len(ratings) // 4] if ratings else MIDDLE, SOLVER_DEVIATION))


def first_try(guest: str, puzzle: Puzzle, solved: bool, at: float) -> FirstTry:
    """Return somebody's try at a puzzle."""
    game = puzzle.game.name
    return FirstTry(guest, game, puzzle.key, solved, at, new_puzzle(puzzle), new_solver(game))


def nearest(game: str, known: Mapping[str, Rated], own: Rated, tried: Set[str], after: int = 0) -> Puzzle:
    """Return the puzzle of a game, not tried yet and not the one just left, that is rated nearest to somebody's own rating."""
    fresh = [puzzle for puzzle in puzzles_of(game) if puzzle.key not in tried and puzzle.number != after]
    if not fresh:
        return following(game, after)
    values = {puzzle.number: known.get(puzzle.key, new_puzzle(puzzle)).rating.value for puzzle in fresh}
    return min(fresh, key=lambda puzzle: (abs(values[puzzle.number] - own.rating.value), puzzle.number))


def following(game: str, after: int = 0) -> Puzzle:
    """Return the puzzle after another one, in their order; after the last one comes the first."""
    every = puzzles_of(game)
    return every[after % len(every)]


class MemoryRatings:
    """Ratings in memory."""

    def __init__(self) -> None:
        self._puzzles: dict[tuple[str, str], Rated] = {}
        self._solvers: dict[tuple[str, str], Rated] = {}
        self._tried: dict[tuple[str, str], set[str]] = {}

    async def of_game(self, game: str) -> Mapping[str, Rated]:
        """Return the puzzles of a game that somebody has tried, by their keys."""
        return {key: rated for (name, key), rated in self._puzzles.items() if name == game}

    async def of_solver(self, guest: str) -> Mapping[str, Rated]:
        """Return how somebody is rated, by game."""
        return {game: rated for (owner, game), rated in self._solvers.items() if owner == guest}

    async def tried(self, guest: str, game: str) -> Set[str]:
        """Return the keys of the puzzles that somebody has tried."""
        return set(self._tried.get((guest, game), ()))

    async def note(self, first: FirstTry) -> tuple[Rated, Rated] | None:
        """Rate puzzle and solver by a first try; None if it was not the first."""
        tried = self._tried.setdefault((first.guest, first.game), set())
        if first.puzzle in tried:
            return None
        tried.add(first.puzzle)
        one, other = (first.game, first.puzzle), (first.guest, first.game)
        self._puzzles[one], self._solvers[other] = first.settle(self._puzzles.get(one), self._solvers.get(other))
        return self._puzzles[one], self._solvers[other]

    def forget(self, guest: str) -> None:
        """Delete what is known of somebody; what the tries did to the puzzles stays."""
        for kept in (self._solvers, self._tried):
            for key in [key for key in kept if key[0] == guest]:
                del kept[key]
