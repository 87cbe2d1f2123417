"""Solving Yamamoto's Chameleon: endgame tables, the proof of the game's value, and its certificate."""

from calumma.core import Game
from calumma.games.yamamoto.solving.knowledge import Knowledge
from calumma.games.yamamoto.solving.solver import YamamotoSolver
from calumma.solutions.solution import Solution
from calumma.solutions.solver import Solver

__all__ = ["solution", "solver"]


def solution(game: Game) -> Solution:
    """Return what is known about a goal."""
    return Knowledge(game)


def solver(game: Game) -> Solver:
    """Return the tools that make and check that knowledge."""
    return YamamotoSolver(game)
