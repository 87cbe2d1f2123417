"""Whatever is no position, action, seat, cell or text of a game gets a sentence at the entrance of the library."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import calumma
from calumma import CHANCE, Board, Game, GameError, NotationError, State, players
from calumma.drawing import draw_svg
from calumma.lab.series import play_series


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


CALLS: dict[str, Callable[[Any, Any], object]] = {
    "position_text": lambda game, state: game.position_text(state),
    "move_text": lambda game, state: game.move_text(state, 0),
    "seen_text": lambda game, state: game.seen_text(state, 0, None),
    "parse_move": lambda game, state: game.parse_move(state, "a1a2"),
    "scene": lambda game, state: game.scene(state),
    "path": lambda game, state: game.path(state, 0),
    "svg": lambda game, state: game.svg(state),
    "why_not": lambda game, state: game.why_not(state, ["a1"]),
    "threats": lambda game, state: game.threats(state, "a1"),
    "choose": lambda game, state: players.load("random", game).choose(state, 0),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_no_position_of_the_game_is_refused(game: Game, call: Callable[[Any, Any], object]) -> None:
    with pytest.raises(TypeError, match=r"cannot .* None: expected a position of yamamoto"):
        call(game, None)
    with pytest.raises(ValueError, match=r"cannot .* a position of bradley .*: expected a position of yamamoto"):
        call(game, calumma.load("bradley").new())
    with pytest.raises(ValueError, match=r"goal=row\): expected a position of yamamoto \(2 seats, goal=dots\)"):
        call(game, calumma.load("yamamoto", goal="row").new())


@pytest.mark.parametrize("action", [-1, 10**9, 10**30, 1.0, None])
def test_what_is_no_action_has_no_text(game: Game, action: Any) -> None:
    with pytest.raises(ValueError, match=r"cannot write the action .*: expected a whole number from 0 to 624"):
        game.move_text(game.new(), action)


@pytest.mark.parametrize("name", calumma.games())
@pytest.mark.parametrize("seat", [-1, 9, 10**30, "0", True, 0.0])
def test_a_seat_that_is_not_there_sees_no_position(name: str, seat: Any) -> None:
    state = calumma.load(name).new()
    with pytest.raises(ValueError, match=r"there is no seat .*: expected 0 to 1, or None for all of it"):
        state.game.position_text(state, seat)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda game: game.why_not(game.new(), []), "expected the cells that are clicked, in order"),
        (lambda game: game.why_not(game.new(), ["z9"]), "there is no cell 'z9': expected one of the scene, such as"),
        (lambda game: game.threats(game.new(), "z9"), "there is no cell 'z9': expected one of the scene, such as"),
        (lambda game: game.threats(game.new(), None), "there is no cell None: expected one of the scene, such as"),
        (lambda game: game.parse_position(None), "cannot read the position None: expected text"),
        (lambda game: Board(game).record(["a"]), "cannot name the players ['a']: expected 2, one for every seat"),
        (lambda game: play_series(game, ["random", "random"], -1), "cannot use -1 as matches: expected a whole number"),
        (lambda game: calumma.load(["yamamoto"]), "unknown game \"['yamamoto']\": expected yamamoto"),  # type: ignore[arg-type]
        (lambda game: calumma.load("bradley", 2.0), 'cannot seat "2.0" at bradley: expected 2'),  # type: ignore[arg-type]
    ],
)
def test_values_that_cannot_be_are_refused(game: Game, call: Callable[[Any], object], sentence: str) -> None:
    with pytest.raises(ValueError, match=re.escape(sentence)):
        call(game)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda game: Board.from_record({}), "cannot set up {}: expected a Record, as Record.from_json returns it"),  # type: ignore[arg-type]
        (lambda game: draw_svg(game.new()), "expected a scene, as game.scene(state) returns it"),
        (lambda game: players.load("level:3", "yamamoto"), "cannot use 'yamamoto': expected a game, as calumma.load"),  # type: ignore[arg-type]
        (lambda game: play_series("yamamoto", ["random"] * 2, 1), "cannot use 'yamamoto': expected a game, as calumma.load"),  # type: ignore[arg-type]
        (lambda game: play_series(game, ["random"] * 2, "x"), "cannot use 'x' as a number: expected a whole number"),  # type: ignore[arg-type]
        (lambda game: play_series(game, ["random"] * 2, 1.5), "cannot use 1.5 as a number: expected a whole number"),  # type: ignore[arg-type]
        (lambda game: play_series(game, ["random"] * 2, 1, None), "cannot use None as a number: expected a whole number"),  # type: ignore[arg-type]
        (lambda game: type(game.new())(None), "cannot set up a position of None: expected a game, as calumma.load"),
    ],
)
def test_things_of_another_kind_are_refused(game: Game, call: Callable[[Any], object], sentence: str) -> None:
    with pytest.raises(TypeError, match=re.escape(sentence)):
        call(game)


def test_a_move_that_would_be_refused_says_why_by_its_text(game: Game) -> None:
    state = game.new()
    assert game.why_not(state, "a1a5") == game.why_not(state, ["a1", "a5"])
    assert game.why_not(state, "a1a9") == 'cannot play "a1a9": there is no square a9'
    assert game.why_not(state, game.move_text(state, state.legal()[0])) == ""


def test_a_bot_says_that_chance_acts_or_that_the_match_is_over(game: Game) -> None:
    dice: State = calumma.load("life").new()
    assert dice.to_act == CHANCE
    with pytest.raises(ValueError, match="cannot choose here: chance is to act"):
        players.load("random", dice.game).choose(dice, 0)
    with pytest.raises(ValueError, match="cannot choose here: the match is over"):
        players.load("random", game).choose(game.parse_position("5/3B1/5/5/5 b"), 0)


def test_a_long_text_is_quoted_in_part(game: Game) -> None:
    with pytest.raises(NotationError) as caught:
        game.parse_position("w" * 100_000)
    assert len(str(caught.value)) < 4500
    with pytest.raises(GameError) as refused:
        game.parse_move(game.new(), "a" * 100_000)
    assert len(str(refused.value)) < 4500
