"""Asking a solution for as long as there is time."""

from __future__ import annotations

from itertools import pairwise

import pytest

import calumma
from calumma.core import State
from calumma.solutions import AT_EASE, Effort, Known, Solution, value_within

START = calumma.load("yamamoto").new()


class Slow(Solution):
    """Has an answer after so many positions have been searched, and remembers what it is asked to spend."""

    game = START.game
    has_certificate = False

    def __init__(self, needed: int) -> None:
        self.needed = needed
        self.asked: list[Effort] = []

    def beyond(self) -> str:
        return "it takes longer"

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        self.asked.append(effort)
        done = sum(each.searched for each in self.asked)
        return Known("win", 3, [0], "search") if done >= self.needed else None


def test_what_is_known_at_once_costs_no_search() -> None:
    solution = Slow(0)
    assert value_within(solution, START, 60.0) is not None
    assert len(solution.asked) == 1
    assert solution.asked[0].searched == 0


def test_portions_grow_until_there_is_an_answer() -> None:
    solution = Slow(100_000)
    known = value_within(solution, START, 60.0)
    assert known is not None
    assert known.value == "win"
    searched = [effort.searched for effort in solution.asked]
    assert searched[0] == 0
    assert all(later == 2 * before for before, later in pairwise(searched[1:]))


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_solution_that_never_answers_is_not_asked_for_ever(seconds: float) -> None:
    """It says at once that it has nothing, so that the time alone would let it be asked without end."""
    solution = Slow(1 << 60)
    assert value_within(solution, START, seconds) is None
    assert len(solution.asked) < 100


def test_whoever_is_stopped_asks_no_more() -> None:
    solution = Slow(1 << 60)
    assert value_within(solution, START, 60.0, is_stopped=lambda: len(solution.asked) == 3) is None
    assert len(solution.asked) == 3
