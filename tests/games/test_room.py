"""What the room lent to the rules held before must not matter: in C it is never cleared."""

from typing import Any

import pytest

import calumma
from calumma import Rng
from calumma.core import Game, State
from calumma.testing import variants

pytestmark = [
    pytest.mark.contract,
    pytest.mark.skipif(calumma.compiled(), reason="only the compiled search can lend room to the compiled core"),
]
GAMES = [game for name in calumma.games() for game in variants(name)]
ROOM = 4096


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_picking_does_not_read_what_the_room_held(game: Game) -> None:
    state, rng, again = game.new(), calumma.Rng(11), calumma.Rng(11)
    for _ in range(60):
        action = state.pick(rng)
        assert state.c_pick(again, [3] * ROOM, [3] * ROOM) == action
        if action < 0:
            return
        state.apply(action)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_listing_does_not_read_what_the_room_held(game: Game) -> None:
    state, rng = game.new(), calumma.Rng(12)
    for _ in range(30):
        room = [3] * ROOM
        assert room[: state.c_legal(room)] == state.legal()
        if state.to_act == calumma.OVER:
            return
        state.apply(state.pick(rng))


def documented(state: State, rng: Rng) -> Any:
    """The draw that docs/development.md promises: one number, actions in ascending order, each as wide as its weight."""
    weighted = state.chance() if state.to_act == calumma.CHANCE else [(action, 1) for action in state.legal()]
    n = rng.below(sum(weight for _, weight in weighted))
    for action, weight in weighted:
        if n < weight:
            return action
        n -= weight
    return None


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_picking_draws_as_documented(game: Game) -> None:
    state, rng, twin = game.new(), calumma.Rng(13), calumma.Rng(13)
    for _ in range(150):
        if state.to_act == calumma.OVER:
            return
        action = state.pick(rng)
        assert action == documented(state, twin)
        state.apply(action)
