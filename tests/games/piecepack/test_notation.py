"""Texts of piecepack, and the sentences that answer wrong ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import calumma
from calumma import IllegalMove, NotationError

if TYPE_CHECKING:
    from tests.games.piecepack.conftest import Help

pytestmark = pytest.mark.contract

BOARD = "O4@0,0/B5@1,0"


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        (
            "O4",
            NotationError,
            "expected a tile and its place like O4@1,-2, a chameleon's move like >2,0, a draw like ~O4, or pass",
        ),
        ("G4@1,1", NotationError, "there is no tile G4: expected one of R K Y B W O P L and a rank from 0 to 5"),
        ("O6@1,1", NotationError, "there is no tile O6: expected one of R K Y B W O P L and a rank from 0 to 5"),
        ("O2@7,0", NotationError, "there is no place 7,0: expected both numbers between -6 and 6"),
        ("R5@2,0", IllegalMove, "the red 5 is neither in the wilds nor in Green's hand (rule 4)"),
        ("L0@2,0", IllegalMove, "the light blue 0 is neither in the wilds nor in Green's hand (rule 4)"),
        ("O2@1,0", IllegalMove, "the blue 5 is already there (rule 4)"),
        ("O2@3,0", IllegalMove, "that place touches no tile (rule 4)"),
        ("B2@1,1*", IllegalMove, "a tile of its colour would be beside the blue 2, so the wasp may not go there (rule 7)"),
        (">5,0", IllegalMove, "there is no tile there (rule 5)"),
        (">0,0", IllegalMove, "the chameleon is already there (rule 5)"),
        (">1,0!", IllegalMove, "there is no other player's wasp there (rule 5)"),
        ("~R5", IllegalMove, "no tile is being drawn: it is Green's turn"),
        ("pass", IllegalMove, "Green has a tile to add (rule 14)"),
    ],
)
def test_a_wrong_move_gets_a_sentence(
    pp: type[Help], text: str, error: type[IllegalMove] | type[NotationError], sentence: str
) -> None:
    state = pp.position(BOARD, "0,0/0,0", "B2", "O2R0/L0L1")
    with pytest.raises(error) as caught:
        state.game.parse_move(state, text)
    assert str(caught.value) == f'cannot play "{text}": {sentence}'


def test_a_chameleon_that_cannot_get_there_gets_a_sentence(pp: type[Help]) -> None:
    state = pp.position("O4@0,0/B5@1,1", "0,0/0,0", "B2", "O2R0/L0L1")
    with pytest.raises(IllegalMove, match="the chameleon cannot get there in a straight line over tiles"):
        pp.play(state, ">1,1")


def test_a_wrong_draw_gets_a_sentence(pp: type[Help]) -> None:
    state = pp.play(calumma.load("piecepack").new(), "~O4")
    with pytest.raises(IllegalMove, match="the first wilds must differ in colour from the starter"):
        pp.play(state, "~O5")
    pp.play(state, "~R1")
    with pytest.raises(IllegalMove, match="the red 1 is not one of the tiles left to draw"):
        pp.play(state, "~R1")
    with pytest.raises(IllegalMove, match="a tile must be drawn first"):
        pp.play(state, "R1@0,1")


def test_the_texts_of_the_contract_are_written_as_there(pp: type[Help]) -> None:
    state = pp.position(BOARD, "0,0/0,0", "B2", "O2R0/L0L1", wasps="-/1,0")
    assert {"R0@2,-1", "R0@2,-1*", ">1,0", ">1,0!"} <= set(pp.moves(state))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "expected board, chameleons, wasps, wilds, hands, points, whose turn it is and idle turns, found 0 parts"),
        ("O4@0,0/O4@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0 0", "the tile O4 occurs twice"),
        ("O4@0,0/O3@0,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0 0", "two tiles share 0,0"),
        ("O4@0,0/O3@9,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0 0", "there is no place 9,0: expected both numbers between -6 and 6"),
        ("O4@0,0/O3 0,0/0,0 -/- - P0P1/L0L1 0/0 0 0", '"O3" is not a tile on the board: expected one like O4@1,-2'),
        ("O4@1,0/O3@2,0 1,0/1,0 -/- - P0P1/L0L1 0/0 0 0", "there is no tile on 0,0, where the starter belongs"),
        ("O4@0,0/O3@2,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0 0", "some tiles touch no other tile, by a side or a corner"),
        ("O4@0,0/O3@1,0 0,0 -/- - P0P1/L0L1 0/0 0 0", 'the chameleons are "0,0": expected 2 parts separated by slashes'),
        ("O4@0,0/O3@1,0 0,0/x -/- - P0P1/L0L1 0/0 0 0", '"x" is not a place: expected two numbers like 1,-2'),
        ("O4@0,0/O3@1,0 0,0/5,5 -/- - P0P1/L0L1 0/0 0 0", "Pink's chameleon is on 5,5, where there is no tile"),
        ("O4@0,0/O3@1,0 0,0/- -/- - P0P1/L0L1 0/0 0 0", "Pink's chameleon is not on the board"),
        ("O4@0,0/O3@1,0 0,0/0,0 1,0/1,0 - P0P1/L0L1 0/0 0 0", "two wasps share one tile"),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- x P0P1/L0L1 0/0 0 0", 'cannot read the tiles "x": expected some like R1R5, or - for none'),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1P2/L0L1 0/0 0 0", "Green holds 3 tiles: expected at most 2"),
        (
            "O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/?? 0/0 0 0",
            'the tiles "??" are hidden: expected a full position, or the seat that sees this one',
        ),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/x 0 0", 'cannot read the points "x": expected a whole number, or out'),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/-1 0 0", "Pink has -1 points: expected 0 or more, or out"),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/out 0 0", "Pink is out but still has something"),
        (
            "O4@0,0/O3@1,0 0,0/- -/- - P0P1/- 0/out 0 0",
            "the match is over when all tiles are on the board or one seat is left, and only then",
        ),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/- 0/0 0 0", "a hand is empty although the supply could fill it"),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0+2 0", "Green cannot draw 2 with 2 in hand and 40 in the supply"),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0 7", "7 turns have passed without a tile: expected at most 6"),
        ("O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 starter 0", '"starter" does not fit a board of 2 and wilds of 0 tiles'),
        (
            "O4@0,0/O3@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 2 0",
            '"2" does not say whose turn it is: expected a seat from 0 to 1, one that draws like 0+2, starter, wilds or over',
        ),
        (
            "O4@0,0 0,0/0,0 -/- R1K1 P0P1/- 0/0 0 0",
            "hands of [2, 0] tiles do not fit a board that has only just begun, with 0 to act",
        ),
    ],
)
def test_a_wrong_position_gets_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        calumma.load("piecepack").parse_position(text)
    assert str(caught.value) == f'cannot read the position "{text}": {sentence}'


def test_a_board_beyond_seven_by_seven_gets_a_sentence(pp: type[Help]) -> None:
    row = "/".join(f"{tile}@{x},0" for x, tile in enumerate(["R0", "K0", "Y0", "B0", "W0", "O0", "R1"], start=-1))
    with pytest.raises(NotationError, match="the board does not fit in 7x7"):
        pp.position(f"{row}/K1@-2,1", "0,0/0,0")


def test_idle_turns_may_be_left_out_and_are_kept_when_given(pp: type[Help]) -> None:
    game = calumma.load("piecepack")
    text = "O4@0,0/B5@1,0 0,0/0,0 -/- - P0P1/L0L1 0/0 0"
    assert game.parse_position(text).view(None)["idle"] == 0
    assert str(game.parse_position(f"{text} 5")) == f"{text} 5"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_position_of_a_match_is_read_back_as_it_was(pp: type[Help], seats: int) -> None:
    game, rng = calumma.load("piecepack", seats), calumma.Rng(seats)
    state = game.new()
    while state.to_act != calumma.OVER:
        assert game.parse_position(str(state)).key() == state.key()
        action = pp.seeking(state, rng)
        state.apply(state.pick(rng) if action is None else action)
    assert game.parse_position(str(state)).key() == state.key()
    assert game.parse_position(str(state)).payoffs() == state.payoffs()
