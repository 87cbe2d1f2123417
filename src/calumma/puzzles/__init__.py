"""Puzzles: a position, a goal, and exactly one move that reaches it, found and proven by a search that looks at everything.

A game brings `puzzles.toml`, the kinds of puzzles that are looked for in its matches, and `puzzles.json`, those that were found.
"""

from calumma.puzzles.judging import Verdict, judge, solution_plies
from calumma.puzzles.kinds import Kind, kinds_of
from calumma.puzzles.puzzle import Puzzle, find_puzzle, games_with_puzzles, has_puzzles, puzzles_of

__all__ = [
    "Kind",
    "Puzzle",
    "Verdict",
    "find_puzzle",
    "games_with_puzzles",
    "has_puzzles",
    "judge",
    "kinds_of",
    "puzzles_of",
    "solution_plies",
]
