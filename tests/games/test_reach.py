"""Where pieces could go, as the page shows it when somebody points at one: every legal move of a piece is among it."""

from __future__ import annotations

import pytest

import calumma
from calumma import OVER, Rng


@pytest.mark.parametrize("name", calumma.games())
def test_reach_holds_every_legal_move_of_a_piece(name: str) -> None:
    game, rng, moves = calumma.load(name), Rng(5), 0
    state = game.new()
    for _ in range(150):
        if state.to_act == OVER:
            state = game.new()
        found = state.reach()
        for path in [game.path(state, action) for action in state.legal()] if state.to_act >= 0 else []:
            if len(path) > 1 and path[0] in found:
                moves += 1
                assert path[1] in found[path[0]], path
        state.apply(state.pick(rng))
    assert moves > 0


@pytest.mark.parametrize("name", ["piecepack", "life"])
def test_reach_is_the_same_in_every_world(name: str) -> None:
    game, rng = calumma.load(name), Rng(2)
    state = game.new()
    for _ in range(60):
        if state.to_act >= 0:
            assert state.determinize(state.to_act, rng).reach() == state.reach()
        state.apply(state.pick(rng))
        if state.to_act == OVER:
            state = game.new()


def test_before_all_pieces_are_placed_none_of_them_moves() -> None:
    assert calumma.load("chamelequin").new().reach() == {}


def test_where_cubes_stay_none_of_them_moves() -> None:
    assert calumma.load("bradley", relocate="none").new().reach() == {}


def test_a_cube_reaches_where_it_would_enclose_another() -> None:
    # Purple's a5 reaches f5, behind Green's e5; without d5 nothing would be enclosed, so that one stays.
    state = calumma.load("bradley").parse_position("5/7/9/9/P2PG4/9/9/7/5 P")
    assert state.reach()["a5"] == ["f5"]
    assert "d5" not in state.reach()
