"""Puzzles to try things with."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from calumma.puzzles import Puzzle, kinds_of, puzzles_of


@pytest.fixture
def short_puzzles() -> Callable[[str, int], list[Puzzle]]:
    """Return so many short puzzles of every kind of a game: quick to prove."""

    def found(name: str, count: int) -> list[Puzzle]:
        chosen: list[Puzzle] = []
        for kind in kinds_of(name):
            own = [puzzle for puzzle in puzzles_of(name) if puzzle.kind == kind]
            chosen += sorted(own, key=lambda puzzle: (puzzle.turns, len(puzzle.beginning().legal()), len(puzzle.line)))[:count]
        return chosen

    return found
