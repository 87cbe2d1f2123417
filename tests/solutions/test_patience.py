"""Asking a solution for as long as there is time."""

from __future__ import annotations

from itertools import pairwise

import pytest

import calumma
from calumma.core import State
from calumma.solutions import AT_EASE, SEARCHED_PER_SECOND, Effort, Known, Solution, value_at_length, value_within

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


class Timed(Slow):
    """Never has an answer; the clock goes on by the time that its searches take at some speed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, speed: float) -> None:
        super().__init__(1 << 60)
        self.now, self.speed = 100.0, speed
        monkeypatch.setattr("time.monotonic", lambda: self.now)

    def value(self, state: State, effort: Effort = AT_EASE) -> Known | None:
        self.now += effort.searched / self.speed
        return super().value(state, effort)

    @property
    def parts(self) -> list[float]:
        """What was searched, as parts of what is searched in a second."""
        return [effort.searched / SEARCHED_PER_SECOND for effort in self.asked[1:]]


def test_the_first_portion_is_no_larger_than_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = Timed(monkeypatch, SEARCHED_PER_SECOND)
    value_within(solution, START, 0.004)
    assert solution.parts == pytest.approx([0.004], abs=1e-5)


def test_where_hardly_any_time_is_left_no_search_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    solution = Timed(monkeypatch, SEARCHED_PER_SECOND)
    value_within(solution, START, 0.0005)
    assert solution.parts == []


def test_later_portions_are_what_fits_at_the_speed_of_those_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """A tenth as quick as usual: 0.1 s for the first hundredth, then 0.2 and 0.4 s; for the 0.3 s that are left 0.03."""
    solution = Timed(monkeypatch, SEARCHED_PER_SECOND / 10)
    value_within(solution, START, 1.0)
    assert solution.parts == pytest.approx([0.01, 0.02, 0.04, 0.03], abs=1e-4)


def test_an_effort_is_spent_in_portions_of_one_size_and_not_more_of_it() -> None:
    """A proof first, then a search of two and a half tenths of what is searched in a second."""
    solution, tenth = Slow(1 << 60), SEARCHED_PER_SECOND // 10
    assert value_at_length(solution, START, Effort(9, 60_000, 2 * tenth + tenth // 2)) is None
    assert solution.asked == [Effort(9, 60_000), *[Effort(0, 0, each) for each in (tenth, tenth, tenth // 2)]]


def test_an_effort_ends_with_the_answer() -> None:
    solution, tenth = Slow(SEARCHED_PER_SECOND // 5), SEARCHED_PER_SECOND // 10
    assert value_at_length(solution, START, Effort(9, 60_000, 10 * tenth)) is not None
    assert [effort.searched for effort in solution.asked] == [0, tenth, tenth]


def test_whoever_is_stopped_spends_no_more_of_an_effort() -> None:
    solution = Slow(1 << 60)
    effort = Effort(9, 60_000, SEARCHED_PER_SECOND)
    assert value_at_length(solution, START, effort, lambda: len(solution.asked) == 3) is None
    assert len(solution.asked) == 3
