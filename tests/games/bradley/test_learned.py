"""The learned evaluation for two seats: it reads the cubes, follows them, and is the same wherever it runs."""

from __future__ import annotations

from array import array
from math import exp
from typing import TYPE_CHECKING

import pytest

import calumma
from calumma.core.tables import UNIT

if TYPE_CHECKING:
    from tests.games.bradley.conftest import Table

    from calumma.core import State

pytestmark = pytest.mark.contract


def played(plies: int) -> State:
    state, rng = calumma.load("bradley", relocate="none").new(), calumma.Rng(4)
    for _ in range(plies):
        state.evaluate()
        state.apply(state.pick(rng))
    return state


def test_what_is_followed_ply_by_ply_is_what_is_read_at_once() -> None:
    for plies in (1, 7, 16):
        state = played(plies)
        anew = state.game.parse_position(str(state))
        assert state.features(state.to_act) == anew.features(state.to_act)
        assert state.evaluate() == anew.evaluate()


def test_the_value_is_the_sum_of_the_weights_that_speak() -> None:
    state = played(9)
    tables = state.learned()
    assert tables is not None
    total = sum(tables.present()[entry] for entry in state.features(state.to_act))
    assert state.evaluate()[state.to_act] == pytest.approx(1 / (1 + exp(-total / UNIT)))


def test_with_more_seats_or_relocation_nothing_is_learned_yet() -> None:
    for game in (calumma.load("bradley"), calumma.load("bradley", seats=3, relocate="none")):
        assert game.new().learned() is None
        assert game.new().features(0) == []


def test_exchanged_colours_are_worth_the_same_to_the_seat_to_move(table: type[Table]) -> None:
    cubes, others = "a3 e5 e6", "f5 d5 e8 g3"
    one = table(2, relocate="none").set("P", P=cubes, G=others).state
    other = table(2, relocate="none").set("G", P=others, G=cubes).state
    assert one.features(0) == other.features(1)
    assert one.evaluate()[0] == other.evaluate()[1]


def test_a_mirrored_board_is_worth_the_same(table: type[Table]) -> None:
    one = table(2, relocate="none").set("P", P="a3 e5 e6", G="f5 d5 e8 g3").state
    mirrored = table(2, relocate="none").set("P", P="i3 e5 e6", G="d5 f5 e8 c3").state
    assert one.evaluate() == mirrored.evaluate()


def test_values_are_the_same_compiled_and_interpreted() -> None:
    """Worked out from made-up weights on the compiled core; the interpreted one must say the same."""
    state = played(0)
    tables = state.learned()
    assert tables is not None
    tables.set_weights((array("h", range(-50, 50)) * (tables.size // 100 + 1))[: tables.size])
    try:
        assert [round(played(plies).evaluate()[0], 6) for plies in (0, 5, 12)] == [0.104477, 0.964052, 0.249447]
    finally:
        tables.load()
