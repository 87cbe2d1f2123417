"""What a search must not stop before: captures, and removals after which the same piece may capture.

On odd ranks a, c, e, g are red and b, d, f, h green; on even ranks a, c, e, g are blue and b, d, f, h yellow. A piece that
removes its last ring goes to a square of the ring before it, so the third from the end says where it goes next.
"""

from __future__ import annotations

import pytest

import calumma
from calumma.core import State

pytestmark = [pytest.mark.contract, pytest.mark.skipif(calumma.compiled(), reason="only a search can ask the compiled core")]


def position(text: str, capture: str = "free") -> State:
    return calumma.load("chamelequin", capture=capture).parse_position(text)


def moves(state: State) -> set[str]:
    return {state.game.move_text(state, action) for action in state.legal()}


def noisy(state: State) -> set[str]:
    return {move for move in moves(state) if state.c_noisy(state.game.parse_move(state, move))}


def test_captures_from_the_first_square_are_among_them() -> None:
    assert noisy(position("8/8/8/8/8/8/bY7/wBR7 w - 9,9 0")) == {"a1xa2"}
    assert noisy(position("8/8/8/8/8/bY7/8/wGBR7 w - 9,9 0")) == {"a1-a2"}  # then a2xa3


@pytest.mark.parametrize(("enemy", "colour"), [("f5", "G"), ("e6", "B"), ("d6", "Y")])
def test_a_removal_leads_to_a_capture_if_the_third_ring_matches_where_it_must(enemy: str, colour: str) -> None:
    ranks = {"f5": "7bB/8/8/5bY2", "e6": "7bB/8/4bY3/8", "d6": "7bB/8/3bY4/8"}[enemy]
    for third in "RGBY":
        state = position(f"{ranks}/4w{third}RB3/8/8/8 w - 8,9 0", capture="match")
        assert noisy(state) == ({"e4-e5"} if third == colour else set())
        state.apply(state.game.parse_move(state, "e4-e5"))
        assert (f"e5x{enemy}" in moves(state)) == (third == colour)


def test_a_removal_across_a_corner_leads_to_a_capture() -> None:
    assert noisy(position("7bB/8/2bY5/8/4wBGB3/8/8/8 w - 8,9 0", capture="match")) == {"e4-d5"}  # then d5xc6


def test_three_red_rings_are_enough() -> None:
    assert noisy(position("8/8/4bY3/8/4wRRR3/8/8/8 w - 9,9 0")) == {"e4-e5"}  # then e5xe6


def test_a_removal_leads_to_a_capture_on_red() -> None:
    state = position("7bB/8/8/4bY3/3wRBY4/8/8/8 w - 8,9 0", capture="match")
    assert noisy(state) == {"d4-e4"}
    state.apply(state.game.parse_move(state, "d4-e4"))
    assert "e4xe5" in moves(state)
