"""The evaluation: a share for every seat, in the right order where the right order is plain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

pytestmark = pytest.mark.contract


@pytest.mark.parametrize("seats", range(2, 7))
def test_values_sum_to_one_and_partners_share(seats: int) -> None:
    game = calumma.load("bradley", seats=seats)
    state, rng = game.new(), calumma.Rng(3)
    while state.to_act != calumma.OVER:
        values = state.evaluate()
        assert sum(values) == pytest.approx(1.0)
        assert all(values[seat] == pytest.approx(values[team[0]]) for team in game.teams for seat in team)
        state.apply(state.pick(rng))
    assert state.evaluate() == state.payoffs()


def test_a_corner_is_worth_more_than_a_cube_in_the_middle(table: type[Table]) -> None:
    corner = table(2).set("P", P="a3 e5", G="f5 d5 e8")
    middle = table(2).set("P", P="e4 e5", G="f5 d5 e8")
    assert corner.state.evaluate()[0] > middle.state.evaluate()[0]


def test_two_squares_to_drop_on_are_worth_more_than_one(table: type[Table]) -> None:
    two = table(2).set("P", P="d5", G="f3", O="d6 e5")  # d7 and f5
    one = table(2).set("P", P="d5", G="f3", O="d6 g7")  # d7
    assert two.state.evaluate()[0] > one.state.evaluate()[0]


def test_late_cubes_decide(table: type[Table]) -> None:
    names = [name for name in table(2).game.definition.notation.NAMES if name not in ("e5", "e6")]
    ahead = table(2).set("P", P=" ".join(names[:40]), G=" ".join(names[40:]))
    assert ahead.state.evaluate()[0] > 0.6
