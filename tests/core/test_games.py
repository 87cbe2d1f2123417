"""Loading games: names, seats and options, and the sentences when they do not fit."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import GameError
from calumma.core import Option, choice, integer
from calumma.core.options import read_options
from calumma.testing import known, variants
from calumma.testing.topcard import GAME

pytestmark = pytest.mark.contract
KNOWN = {
    "goal": choice("goal", "dots", "where to arrive", dots="two squares", row="five squares"),
    "size": integer("size", 5, 9, 7, "of the board"),
    "deck": Option("deck", "text", (), "", "cards to play with"),
}


def sentence(call: Callable[..., Any], *arguments: Any, **options: str) -> str:
    with pytest.raises(GameError) as caught:
        call(*arguments, **options)
    return str(caught.value)


def test_an_unknown_game_is_told_with_the_nearest_name() -> None:
    assert sentence(calumma.load, "yamamotto").endswith('did you mean "yamamoto"?')
    assert sentence(calumma.load, "go").startswith('unknown game "go": expected yamamoto')


def test_an_unknown_option_is_told_with_the_known_ones() -> None:
    assert sentence(calumma.load, "yamamoto", gaol="row") == 'unknown option "gaol" of yamamoto: expected goal'


def test_an_unknown_value_is_told_with_the_known_ones() -> None:
    assert sentence(calumma.load, "yamamoto", goal="all") == 'unknown value "all" of option goal: expected dots or row'


@pytest.mark.parametrize("seats", [0, 1, 3, -2, "two", True, 2.5])
def test_a_seat_count_that_does_not_fit_is_told(seats: float | str) -> None:
    assert sentence(calumma.load, "yamamoto", seats) == f'cannot seat "{seats}" at yamamoto: expected 2 seats'


@pytest.mark.parametrize("value", [4, 10, "x", "4", True, None, 5.5])
def test_a_number_out_of_bounds_is_told(value: float | str | None) -> None:
    expected = f'unknown value "{value}" of option size: expected a whole number from 5 to 9'
    assert sentence(read_options, "toy", KNOWN, {"size": value}) == expected


@pytest.mark.parametrize(("given", "read"), [("8", 8), (5, 5), (" 9", 9)])
def test_a_number_may_be_given_as_text(given: int | str, read: int) -> None:
    assert read_options("toy", KNOWN, {"size": given})["size"] == read


def test_options_have_their_defaults_and_their_order() -> None:
    assert list(read_options("toy", KNOWN, {"deck": "abc"}).items()) == [("goal", "dots"), ("size", 7), ("deck", "abc")]


def test_a_text_option_takes_texts_only() -> None:
    assert sentence(read_options, "toy", KNOWN, {"deck": 3}) == 'unknown value "3" of option deck: expected text'


def test_a_game_without_options_says_so() -> None:
    assert sentence(read_options, "toy", {}, {"x": 1}) == 'unknown option "x": toy has no options'


def test_games_are_equal_by_name_seats_and_options() -> None:
    assert calumma.load("yamamoto") == calumma.load("yamamoto", 2, goal="dots") != calumma.load("yamamoto", goal="row")
    assert len({calumma.load("yamamoto"), calumma.load("yamamoto", goal="dots")}) == 1


@pytest.mark.parametrize("name", calumma.games())
def test_every_game_pickles_and_describes_itself_in_json(name: str) -> None:
    for game in variants(name):
        assert pickle.loads(pickle.dumps(game)) == game
        info = json.loads(json.dumps(game.info.as_json()))
        assert info["name"] == name
        assert len(info["seat_names"]) == game.seats
        assert info["max_plies"] > 0
        assert info["num_actions"] > 0


@pytest.mark.parametrize("name", calumma.games())
def test_every_seat_is_in_exactly_one_team(name: str) -> None:
    for game in variants(name):
        assert sorted(seat for team in game.teams for seat in team) == list(range(game.seats))


def test_variants_are_all_seat_counts_and_values() -> None:
    with known(GAME):
        found = {(game.seats, game.options["rounds"]) for game in variants("topcard")}
    assert found == {(2, 1), (2, 3), (3, 1), (3, 3)}


def test_a_game_that_was_made_known_is_forgotten_again() -> None:
    with known(GAME):
        assert "topcard" in calumma.games()
    assert "topcard" not in calumma.games()
