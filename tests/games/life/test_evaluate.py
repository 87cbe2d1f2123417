"""What the evaluation prefers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.games.life.conftest import Tables, Walk


def worth(table: Tables, **fields: str) -> float:
    """Seat 0's expected payoff."""
    return table(**fields).state.evaluate()[0]


@pytest.mark.contract
def test_equal_seats_are_worth_the_same(table: Tables) -> None:
    assert table(seats=4).state.evaluate() == pytest.approx([0.25] * 4)


@pytest.mark.contract
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"s0": "1/B/-/-/BVO/-/-"}, {}),  # points
        ({"s0": "1/B/-/BVO:L2/-/-/-"}, {"s0": "1/B/-/BVO:L1/-/-/-"}),  # progress
        ({"s0": "1/B/V/BVO:L1/-/-/-"}, {"s0": "1/B/R/BVO:L1/-/-/-"}),  # a bug that is needed
        ({"s0": "1/B/-/BVO:L1/-/-/-", "bugs": "2:V"}, {"s0": "1/B/-/BVO:L1/-/-/-", "bugs": "9:V"}),  # and near
        ({"s0": "1/V/-/BVO:L1/-/-/-", "bugs": "2:V"}, {"s0": "1/B/-/BVO:L1/-/-/-", "bugs": "2:V"}),  # and of the own colour
        ({"s0": "1/B/-/-/-/-/hide-R"}, {}),  # open cards
        ({"s0": "1/B/-/-/-/wild/-"}, {}),  # cards in hand
    ],
)
def test_more_is_better(table: Tables, better: dict[str, str], worse: dict[str, str]) -> None:
    assert worth(table, **better) > worth(table, **worse)


@pytest.mark.contract
def test_an_objective_hardly_begun_is_a_burden_when_the_track_ends(table: Tables) -> None:
    begun = {"s0": "1/B/-/BVO:L1/-/-/-"}
    assert worth(table, marker="15", **begun) < worth(table, marker="0", **begun)
    assert worth(table, marker="15", **begun) < 0.5


@pytest.mark.contract
def test_a_finished_match_is_worth_its_payoffs(table: Tables) -> None:
    t = table(phase="over", marker="16", s0="1/B/-/-/BVO/-/-")
    assert t.state.evaluate() == t.state.payoffs() == [1.0, 0.0]


def test_hunting_by_the_evaluation_beats_uniform_play(hunt: Walk) -> None:
    """By luck alone 17 wins of 20 come once in 700 times."""
    game, won = calumma.load("life"), 0.0
    for seed in range(1000, 1020):  # other matches than the weights were fitted on
        state, rng, hunter = game.new(), calumma.Rng(seed), seed % 2
        while state.to_act != calumma.OVER:
            action = hunt(state, rng) if state.to_act == hunter else None
            state.apply(state.pick(rng) if action is None else action)
        won += state.payoffs()[hunter]
    assert won >= 17
