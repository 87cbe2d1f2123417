"""What the evaluation prefers."""

from __future__ import annotations

from importlib.resources import files
from math import exp
from typing import TYPE_CHECKING

import pytest

import calumma
from calumma.core.weights import recorded

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
        ({"s0": "1/B/G/-/-/-/-"}, {"s0": "1/B/B/-/-/-/-", "objectives": "GVR,ORG,YGOV,VGO"}),  # a stash that begins an objective
        ({"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "9:ROY"}, {"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "9:RO,13:Y"}),  # gathered
        ({"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "9:RO,13:Y"}, {"s0": "1/B/-/-/-/gather-ROY/-", "bugs": "9:R,11:O,13:Y"}),
        ({"s0": "4/B/-/-/-/hide-R/-", "snakes": "R8,O10,Y12,G14,B16,V18"}, {"s0": "4/B/-/-/-/-/-"}),  # a goal to hide for
        ({"s0": "2/RV/-/-/-/hide-R/-"}, {"s0": "5/RV/-/-/-/hide-R/-"}),  # and its snake near
    ],
)
def test_more_is_better(table: Tables, better: dict[str, str], worse: dict[str, str]) -> None:
    assert worth(table, **better) > worth(table, **worse)


@pytest.mark.contract
def test_the_weights_say_what_each_feature_is_worth(table: Tables) -> None:
    """Seat 0 has the first bug of BVO, which is worth three points and costs two if it stays so; the next one is beside it."""
    weights = recorded("life")
    state = table(s0="1/V/-/BVO:L1/-/-/-", bugs="2:V").state
    worth = sum(weights[f"{name}_early"] * count for name, count in {"begun": 1, "lacks2": 5, "placed": 1, "beside": 1}.items())
    odds = exp(worth / (weights["calm"] + weights["long"]))
    assert state.evaluate() == pytest.approx([odds / (1 + odds), 1 / (1 + odds)])


@pytest.mark.contract
def test_an_objective_of_many_bugs_lacks_no_more_than_four(table: Tables) -> None:
    cards = files("calumma.games.life").joinpath("cards.toml").read_text(encoding="utf-8")
    options = {"cards": cards.replace('"VGROY"', '"VGROYB"').replace("5 = 7", "5 = 7, 6 = 7")}
    six, five = (table(options=each, s0=f"1/V/-/{name}:L1/-/-/-") for each, name in ((options, "VGROYB"), (None, "VGROY")))
    assert six.state.evaluate() == five.state.evaluate()


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
