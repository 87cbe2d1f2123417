"""Time limits where there are no threads: searches look at the clock themselves."""

from __future__ import annotations

from threading import active_count

import pytest

import calumma
from calumma.players import load
from calumma.search import AlphaBeta, clock
from calumma.search.clock import TimedRation


@pytest.fixture(autouse=True)
def without_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "HAS_THREADS", False)
    monkeypatch.setattr(clock, "Timer", None)


def test_a_deep_search_comes_to_an_end() -> None:
    before, state = active_count(), calumma.load("yamamoto").new()
    found = AlphaBeta(state.game).search(state, seconds=0.05)
    assert found.action in state.legal()
    assert 1 <= found.depth < 64
    assert active_count() == before


@pytest.mark.parametrize("spec", ["mcts@50ms", "perfect@50ms"])
def test_bots_with_a_time_answer(spec: str) -> None:
    state = calumma.load("yamamoto").new()
    assert load(spec, state.game, 1).choose(state, state.to_act).action in state.legal()


def test_what_is_left_follows_the_speed_so_far(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = iter([100.0, 100.0, 101.0, 104.0])
    monkeypatch.setattr("time.monotonic", lambda: next(moments))
    ration = TimedRation(4.0)
    assert [ration.left(0, 50), ration.left(1000, 50), ration.left(4000, 50)] == [50, 3000, 0]
