"""The strategies draw what they promise, and every game keeps a few round trips on whatever they draw."""

from __future__ import annotations

import pickle
from typing import Any

from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st

import calumma
from calumma import Rng
from calumma.core import OVER, Game, State
from calumma.core.options import Option, integer
from calumma.testing import known, strategies
from calumma.testing.strategies import ChosenAction
from calumma.testing.topcard import GAME

calm = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


@calm
@given(strategies.games())
def test_games_have_allowed_seats_and_options(game: Game) -> None:
    assert game.seats in game.info.seats
    assert all(game.info.options[name].read(value) == value for name, value in game.options.items())


@calm
@given(strategies.plies())
def test_a_ply_is_legal_and_its_text_parses_back(ply: ChosenAction) -> None:
    game = ply.state.game
    assert game.parse_move(ply.state, game.move_text(ply.state, ply.action)) == ply.action


@calm
@given(strategies.states())
def test_a_position_text_parses_back(state: State) -> None:
    text = state.game.position_text(state)
    assert state.game.position_text(state.game.parse_position(text)) == text


@calm
@given(strategies.states())
def test_a_position_pickles(state: State) -> None:
    assert pickle.loads(pickle.dumps(state)).key() == state.key()


@calm
@given(strategies.states(over=False), strategies.rngs())
def test_a_position_that_is_not_over_offers_a_pick(state: State, rng: Rng) -> None:
    assert state.pick(rng) in state.legal()


@calm
@given(st.data())
def test_a_named_game_is_drawn_with_all_its_seats(data: Any) -> None:
    with known(GAME):
        game = data.draw(strategies.games("topcard"))
        state = data.draw(strategies.states(game, plies=50))
    assert game.seats in (2, 3)
    assert 1 <= game.options["rounds"] <= 3
    assert state.to_act == OVER or state.legal()


@calm
@given(strategies.options(integer("n", 2, 4, 2, "")), strategies.options(Option("t", "text", (), "as it is", "")))
def test_options_are_drawn_within_their_bounds(number: int, text: str) -> None:
    assert 2 <= number <= 4
    assert text == "as it is"


@calm
@given(strategies.states(calumma.load("yamamoto"), plies=0))
def test_no_plies_are_the_start(state: State) -> None:
    assert state.key() == state.game.new().key()


def test_failing_examples_shrink_to_short_matches() -> None:
    shortest = find(strategies.states(calumma.load("yamamoto")), lambda state: state.scores() != [5, 5], settings=calm)
    assert shortest.view()["quiet"] == 0  # the last ply was the capture, and none came before that was not needed
