"""Nothing that Python code calls can crash, hang or corrupt: what is not legal is refused, and nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

import calumma
from calumma import players, search
from calumma.core import Game
from calumma.core.batch import Batch
from calumma.core.batch_arrays import KINDS
from calumma.core.run import speed
from calumma.testing import variants
from calumma.testing.topcard import GAME, top_card
from calumma.testing.topcard.rules import TopCard

pytestmark = pytest.mark.contract
GAMES = [variants(name)[-1] for name in calumma.games()] + [top_card(2)]
ABSURD = [-1, -(10**6), 10**6, 2**31 - 1, 2**31, 2**64, 10**5000, 1.0, True, "x", None, [], object()]


def positions(game: Game) -> Iterator[Any]:
    """The start, a position in the middle and the end."""
    state, rng = game.new(), calumma.Rng(1)
    yield state.copy()
    for _ in range(3):
        state.apply(state.pick(rng))
    yield state.copy()
    while state.to_act != calumma.OVER:
        state.apply(state.pick(rng))
    yield state


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_is_no_action_is_refused_and_nothing_changes(game: Game) -> None:
    for state in positions(game):
        key = state.key()
        for action in [*ABSURD, game.num_actions]:
            with pytest.raises(calumma.IllegalMove, match=r"^cannot play the action "):
                state.apply(action)
            with pytest.raises(calumma.IllegalMove):
                state.effects(action)
        assert state.key() == key


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_an_action_that_is_not_legal_is_refused_and_nothing_changes(game: Game) -> None:
    for state in positions(game):
        key, legal = state.key(), set(state.legal())
        for action in sorted(set(range(0, game.num_actions, 7)) - legal):
            with pytest.raises(calumma.IllegalMove):
                state.apply(action)
        assert state.key() == key


def test_a_refusal_says_what_was_expected() -> None:
    state: Any = calumma.load("yamamoto").new()
    with pytest.raises(calumma.IllegalMove) as refused:
        state.apply(1.0)
    assert str(refused.value) == "cannot play the action 1.0: expected one of the 27 that legal() lists"


def test_what_python_takes_as_an_index_is_a_number() -> None:
    class Number:
        def __index__(self) -> int:
            return 37

    state: Any = calumma.load("yamamoto").new()
    twin = calumma.load("yamamoto").new()
    state.apply(Number())
    twin.apply(37)
    assert state == twin


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("action", [-1, 10**6, 2**31 - 1, -(10**6), 1.0])
def test_the_unchecked_twin_refuses_numbers_that_are_no_actions(game: Game, action: int) -> None:
    if game.name != "topcard":  # rules in plain Python: nothing can break
        with pytest.raises(calumma.IllegalMove):
            game.new().apply_unchecked(action)


@pytest.mark.parametrize("seat", [-1, 9, 1.0, True, "0", 2**31])
def test_seats_that_are_not_there_are_refused(seat: int) -> None:
    for game in GAMES:
        state = game.new()
        for ask in (state.view, lambda seat, at=state: at.determinize(seat, calumma.Rng(1))):
            with pytest.raises(ValueError, match=r"^there is no seat"):
                ask(seat)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_seed_serves_wherever_luck_is_asked_for(game: Game) -> None:
    state: Any = game.new()
    rng = calumma.Rng(5)
    assert state.pick(5) == state.pick(calumma.Rng(5))
    assert calumma.playouts(state, 3, 5) == calumma.playouts(state, 3, rng)
    assert state.determinize(0, 5) == state.determinize(0, calumma.Rng(5))


@pytest.mark.parametrize("count", [-1, 2**31, 1.5, "3", None])
def test_a_number_of_matches_that_cannot_be_is_refused(count: int) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^cannot use "):
        calumma.playouts(calumma.load("yamamoto").new(), count, 1)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_equal_positions_are_equal_and_lie_in_sets(game: Game) -> None:
    state = list(positions(game))[1]
    other = game.new()
    assert state == state.copy()
    assert state != other
    assert {state, state.copy(), other} == {other, state}
    assert (state == "a text", state != None) == (False, True)  # noqa: E711


def test_positions_of_different_games_differ() -> None:
    assert calumma.load("yamamoto", goal="row").new() != calumma.load("yamamoto", goal="dots").new()


def test_a_position_of_another_class_is_refused() -> None:
    life = calumma.load("life").new()
    with pytest.raises(TypeError, match="Life is no position of yamamoto"):
        type(life)(calumma.load("yamamoto"))


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("other", ["a text", None, calumma.load("bradley", seats=3)])
def test_a_position_stays_one_of_its_game(game: Game, other: Any) -> None:
    state: Any = game.new()
    if game.name != "bradley":
        with pytest.raises((TypeError, AttributeError)):
            state.__init__(other)
    assert state == game.new()


def test_cells_without_a_tile_have_none() -> None:
    state: Any = calumma.load("piecepack").new()
    state.apply(state.legal()[0])
    assert state.laid_on(-1) == state.laid_on((1 << 200) - 1) == state.laid_on(state.tiles)
    assert len(state.laid_on(-1)) == 1
    with pytest.raises(TypeError):
        state.laid_on("all")


def test_a_loaded_game_does_not_change() -> None:
    game = calumma.load("bradley", seats=3)
    with pytest.raises(AttributeError, match="cannot change seats of bradley"):
        game.seats = 600


# Rules in plain Python: their answers reach compiled loops, which trust them.


def broken(**methods: Any) -> Any:
    return Game(replace(GAME, state=type("Broken", (TopCard,), methods)), 2, {}).new()


@pytest.mark.parametrize(
    ("methods", "sentence"),
    [
        ({"to_act": 0, "legal": lambda self: [10**6]}, "Broken offers 1000000: expected 0 to 5"),
        ({"to_act": 0, "legal": lambda self: [-1]}, "Broken offers -1: expected 0 to 5"),
        ({"to_act": 99}, "Broken lets 99 act: expected a seat from 0 to 1, CHANCE or OVER"),
    ],
    ids=["too large", "negative", "no seat"],
)
def test_an_answer_that_cannot_be_is_told(methods: Any, sentence: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(ValueError, match=sentence):
        search.mcts.search(broken(**methods), 5, 1)


def test_payoffs_that_are_too_few_are_an_error_and_no_crash(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(IndexError):
        calumma.playouts(broken(payoffs=lambda self: [1.0]), 1, 1)


def test_negative_indices_mean_in_rules_what_they_mean_in_python() -> None:
    class Bets(TopCard):
        def apply(self, action: int) -> None:
            self.bets = [*getattr(self, "bets", []), action]
            super().apply(self.bets[-1])

    state: Any = Game(replace(GAME, state=Bets), 2, {}).new()
    state.apply(2)
    state.apply(3)
    assert (state.bets, state.hands) == ([2, 3], [1, 2])


# The vector environment's rows


def batch(rows: Any = 2) -> Any:
    game = calumma.load("yamamoto")
    widths = {"observations": game.observation.size, "finals": game.observation.size, "masks": game.num_actions, "payoffs": 2}
    arrays = {}
    for name, kind in KINDS.items():
        shape: Any = (rows, widths[name]) if name in widths else (rows,)
        cells = memoryview(bytearray(rows * widths.get(name, 1) * {"b": 1, "i": 4, "d": 8}[kind]))
        arrays[name] = cells.cast(kind, shape)  # type: ignore[call-overload]
    return Batch(game, rows, arrays), memoryview(bytearray(rows * 4)).cast("i")


@pytest.mark.parametrize("rows", [(0, 3), (-1, 1), (2, 1), (0, 2**31)])
def test_rows_that_are_not_there_are_refused(rows: Any) -> None:
    made, _ = batch()
    with pytest.raises(ValueError, match=r"^there are no rows"):
        made.reset(*rows)


def test_a_batch_refuses_numbers_that_are_no_actions_and_matches_that_have_not_begun() -> None:
    made, actions = batch()
    with pytest.raises(ValueError, match="the matches have not begun"):
        made.step(actions, 0, 2)
    made.reset(0, 2)
    actions[1] = 10**6
    with pytest.raises(ValueError, match="cannot play the action 1000000 in row 1"):
        made.step(actions, 0, 2)
    with pytest.raises(ValueError, match="cannot use 2 as a row"):
        made.state(2)


# Searches


@pytest.mark.parametrize("simulations", [-1, 2**31, 2**63, 1.5, True])
def test_a_number_of_simulations_that_cannot_be_is_refused(simulations: int) -> None:
    with pytest.raises((ValueError, TypeError), match=r"^cannot use "):
        search.mcts.search(calumma.load("yamamoto").new(), simulations, 1)


def test_a_game_that_is_not_registered_is_simply_not_solved() -> None:
    from calumma.solutions import exact_value, is_solved

    assert (is_solved(top_card(2)), exact_value(top_card(2).parse_position("3,4 1 1 1"))) == (False, None)


def test_a_walk_of_piecepack_adds_no_tile() -> None:
    game = calumma.load("piecepack", seats=4, bankrupt="debt", merge="scores")
    tiles = "P0@2,-1/O1@-4,0/P3@-3,0/B1@-2,0/O3@-1,0/R2@0,0/P1@1,0/O0@-4,1/Y3@2,1 -4,0/0,0/0,0/0,0 -1,0/2,-1/2,1/-3,0"
    state: Any = game.parse_position(f"{tiles} R1R5K5B0 K3W3/R3W0/K2O4/B5L4 2/3/5/4 1 1")
    with pytest.raises(ValueError, match="as an action that adds a tile"):
        state.reckon(game.parse_move(state, ">-4,0"))


@pytest.mark.parametrize("seconds", [-1, 10**30, float("nan"), float("inf")])
def test_a_time_longer_than_a_year_or_no_time_at_all_is_refused(seconds: float) -> None:
    state = calumma.load("yamamoto").new()
    for call in (speed, search.mcts.uct_speed):
        with pytest.raises((ValueError, TypeError), match=r"^cannot use .* as a time: expected seconds"):
            call(state, seconds, 1)


@pytest.mark.skipif(not calumma.compiled(), reason="interpreted, a million nodes take minutes")
def test_a_search_that_is_given_no_limit_ends_all_the_same() -> None:
    game = calumma.load("bradley", relocate="own")
    report = search.AlphaBeta(game, 1.0).search(game.new())
    assert 1_000_000 <= report.nodes < 1_100_000


def test_a_player_is_not_named_after_itself() -> None:
    bot = players.load("random", calumma.load("life"))
    with pytest.raises(TypeError, match="cannot name a player"):
        bot.__init__(bot, bot.game, 1)  # type: ignore[misc, arg-type]
    assert repr(bot)
