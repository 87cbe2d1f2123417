"""What one decision may take."""

from __future__ import annotations

import pytest

from calumma.players.budget import Budget
from calumma.solutions import SEARCHED_PER_SECOND


def test_without_a_time_positions_are_counted() -> None:
    budget = Budget(None, 1000)
    assert (budget.seconds_left, budget.rest) == (None, 1000)
    budget.spend(400)
    budget.spend(400)
    assert budget.rest == 200


def test_with_a_time_a_search_gets_half_of_what_it_usually_does_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    budget = Budget(4.0, 1000)
    budget.spend(1000)
    assert (budget.seconds_left, budget.rest) == (4.0, 2 * SEARCHED_PER_SECOND)
    now[0] = 103.0
    assert (budget.seconds_left, budget.rest) == (1.0, SEARCHED_PER_SECOND // 2)
    now[0] = 105.0
    assert (budget.seconds_left, budget.rest) == (0.0, 0)


@pytest.mark.parametrize("seconds", [None, 3600.0])
def test_nothing_is_left_to_who_is_stopped(seconds: float | None) -> None:
    budget = Budget(seconds, 1000)
    budget.stop()
    assert (budget.is_stopped, budget.rest) == (True, 0)
