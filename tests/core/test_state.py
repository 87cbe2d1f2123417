"""What the base class does for every game."""

from __future__ import annotations

import copy
import pickle
import signal
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import Rng, divide, perft, playouts
from calumma.core import Game, State
from calumma.testing import variants

pytestmark = pytest.mark.contract
GAMES = [game for name in calumma.games() for game in variants(name)]


def after(game: Game, plies: int, seed: int) -> State:
    """Return the position after some random plies, or the last one before the end."""
    state, rng = game.new(), Rng(seed)
    for _ in range(plies):
        following = state.copy()
        following.apply(following.pick(rng))
        if following.to_act == calumma.OVER:
            break
        state = following
    return state


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("plies", [0, 5, 20])
def test_playouts_choose_each_action_by_its_weight(game: Game, plies: int) -> None:
    state = after(game, plies, seed=plies)
    weights = dict(state.chance()) or dict.fromkeys(state.legal(), 1)
    draws = 60 * len(weights)
    counts = Counter(state.pick(Rng(seed)) for seed in range(draws))
    assert set(counts) <= set(weights)
    expected = {action: draws * weight / sum(weights.values()) for action, weight in weights.items()}
    chi_square = sum((counts[action] - mean) ** 2 / mean for action, mean in expected.items())
    freedom = len(weights) - 1
    assert chi_square <= freedom + 4 * (2 * freedom) ** 0.5 + 8  # beyond this by chance about once in ten thousand


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_perft_is_the_sum_of_its_parts(game: Game) -> None:
    state = after(game, 3, seed=1)
    assert perft(state, 0) == 1
    assert perft(state, 1) == len(state.legal())
    parts = divide(state, 2)
    assert list(parts) == state.legal()
    assert sum(parts.values()) == perft(state, 2)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_playouts_leave_the_position_alone_and_repeat_with_the_seed(game: Game) -> None:
    state = after(game, 4, seed=2)
    key = state.key()
    plies, payoffs = playouts(state, 4, Rng(9))
    assert (plies, payoffs) == playouts(state, 4, Rng(9))
    assert state.key() == key
    assert sum(payoffs) == pytest.approx(4)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_playout_is_the_match_that_pick_gives(game: Game) -> None:
    state, rng, plies = game.new(), Rng(11), 0
    while (action := state.pick(rng)) >= 0:
        state.apply(action)
        plies += 1
    assert playouts(game.new(), 1, Rng(11)) == (plies, state.payoffs())


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_duplicates_are_equal_and_independent(game: Game, duplicate: Callable[..., Any]) -> None:
    state = after(game, 6, seed=3)
    key = state.key()
    twin = duplicate(state)
    assert (twin.key(), twin.hash(), twin.legal(), twin.game) == (key, state.hash(), state.legal(), game)
    twin.apply(twin.legal()[0])
    assert state.key() == key


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_there_are_no_payoffs_before_the_end(game: Game) -> None:
    with pytest.raises(ValueError, match="the match is not over: there are no payoffs yet"):
        game.new().payoffs()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_view_names_its_viewer_and_the_game(game: Game) -> None:
    view = game.new().view(game.seats - 1)
    assert (view["game"], view["seats"], view["seat"]) == (game.name, game.seats, game.seats - 1)
    assert game.new().view()["seat"] is None


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_view_of_no_seat_is_told(seat: int) -> None:
    with pytest.raises(ValueError, match=f"there is no seat {seat}: expected 0 to 1, or None for a spectator"):
        calumma.load("yamamoto").new().view(seat)


def test_depths_that_cannot_be_are_told() -> None:
    state = calumma.load("yamamoto").new()
    with pytest.raises(ValueError, match="cannot count lines of -1 plies: expected a whole number from 0 to 1000"):
        perft(state, -1)
    with pytest.raises(ValueError, match="cannot divide lines of 0 plies: expected a whole number from 1 to 1000"):
        divide(state, 0)


class PressedError(Exception):
    """Somebody pressed Ctrl+C."""


def pressed(number: int, frame: object) -> None:
    raise PressedError


def test_who_stops_a_long_count_is_heard() -> None:
    before = signal.signal(signal.SIGALRM, pressed)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(PressedError):
            perft(calumma.load("yamamoto").new(), 6)  # seconds of a core, so a walk that does not listen ends without the error
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
