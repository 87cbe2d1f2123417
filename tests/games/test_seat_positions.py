"""A seat's own position text is enough to deal a world that fits everything the seat knows."""

from __future__ import annotations

import pytest

import calumma
from calumma import Game, GameError, NotationError, Rng, State

pytestmark = pytest.mark.contract

PIECEPACK = "O4@0,0/K2@1,0 0,0/1,0 -/1,0 R1R5 B0B1/?? 0/2 0 0"


@pytest.fixture
def piecepack() -> Game:
    return calumma.load("piecepack")


def test_question_marks_become_tiles_that_are_nowhere_else(piecepack: Game) -> None:
    hands = {piecepack.position_text(piecepack.parse_position(PIECEPACK, 0, seed), None).split()[4] for seed in range(40)}
    tiles = {hand.partition("/")[2] for hand in hands}
    assert {hand.partition("/")[0] for hand in hands} == {"B0B1"}
    assert len(tiles) > 20
    assert not any(known in each for each in tiles for known in ("O4", "K2", "R1", "R5", "B0", "B1"))


def test_a_seed_deals_the_same_world_as_its_source_of_luck(piecepack: Game) -> None:
    assert piecepack.parse_position(PIECEPACK, 0, 7).key() == piecepack.parse_position(PIECEPACK, 0, Rng(7)).key()


def test_a_full_text_is_dealt_anew_for_a_seat(piecepack: Game) -> None:
    full = PIECEPACK.replace("??", "Y3Y4")
    assert piecepack.parse_position(full, 0, 3).key() == piecepack.parse_position(PIECEPACK, 0, 3).key()
    assert piecepack.position_text(piecepack.parse_position(full)) == full


def test_a_hidden_hand_needs_the_seat_that_looks(piecepack: Game) -> None:
    with pytest.raises(NotationError, match=r'the tiles "\?\?" are hidden: expected a full position'):
        piecepack.parse_position(PIECEPACK)


def test_a_seat_knows_its_own_hand(piecepack: Game) -> None:
    with pytest.raises(NotationError, match=r'Pink\'s own hand is hidden \("\?\?"\)'):
        piecepack.parse_position(PIECEPACK, 1)


@pytest.mark.parametrize("seat", [2, -1, True, "0"])
def test_only_seats_look(piecepack: Game, seat: int) -> None:
    with pytest.raises(GameError, match=r"there is no seat .*: expected 0 to 1"):
        piecepack.parse_position(PIECEPACK, seat)


def test_more_hidden_tiles_than_there_are(piecepack: Game) -> None:
    with pytest.raises(NotationError, match="50 tiles are hidden, but only 42 are unseen"):
        piecepack.parse_position(PIECEPACK.replace("??", "?" * 50), 0)


def played(name: str, plies: int, seed: int) -> State:
    state, rng = calumma.load(name, 3).new(), Rng(seed)
    for _ in range(plies):
        state.apply(state.pick(rng))
    return state


def test_hands_of_life_keep_their_sizes() -> None:
    state = played("life", 400, 5)
    game, sizes = state.game, state.view(0)["hand_sizes"]
    assert sum(sizes[1:]) > 0
    for seed in range(5):
        world = game.parse_position(game.position_text(state, 0), 0, seed)
        assert world.view(0) == state.view(0)
        assert [len(world.view(seat)["hands"][seat]) for seat in range(3)] == sizes


@pytest.mark.parametrize(("hand", "told"), [("?x", "expected cards, or their number like"), ("?99", "are hidden, but only")])
def test_life_refuses_hidden_hands_that_cannot_be(hand: str, told: str) -> None:
    state = played("life", 60, 1)
    before, _, last = state.game.position_text(state, 0).rpartition(" ")
    parts = last.split("/")
    with pytest.raises(NotationError, match=told):
        state.game.parse_position(f"{before} {'/'.join((*parts[:5], hand, parts[6]))}", 0)


def test_life_knows_whose_hand_is_hidden() -> None:
    state = played("life", 60, 1)
    with pytest.raises(
        NotationError, match="the hand of seat 1 is hidden: expected its cards, because the position is read as that seat sees it"
    ):
        state.game.parse_position(state.game.position_text(state, 0), 1)


@pytest.mark.parametrize("name", ["yamamoto", "chamelequin", "bradley"])
def test_in_an_open_game_every_seat_reads_the_same(name: str) -> None:
    game = calumma.load(name)
    text = game.position_text(game.new(), 1)
    assert game.parse_position(text, 1).key() == game.parse_position(text).key()
