"""Texts of yamamoto, and the sentences that answer wrong ones."""

import pytest

import calumma
from calumma import IllegalMove, NotationError
from calumma.core import Game

pytestmark = pytest.mark.contract


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


@pytest.mark.parametrize(
    ("text", "error", "sentence"),
    [
        ("a1", NotationError, 'cannot play "a1": expected two squares, like a1b3'),
        ("", NotationError, 'cannot play "": expected two squares, like a1b3'),
        ("a1b9", NotationError, 'cannot play "a1b9": there is no square b9'),
        ("a3a4", IllegalMove, 'cannot play "a3a4": there is no piece on a3'),
        ("a5a4", IllegalMove, "cannot play \"a5a4\": the piece on a5 is Blue's, and it is Orange's turn"),
        ("a1b1", IllegalMove, 'cannot play "a1b1": b1 is taken by Orange\'s own piece (rule 3)'),
        (
            "a1a4",
            IllegalMove,
            'cannot play "a1a4": a white piece on a dark square steps or leaps like a knight, '
            "so it cannot go from a1 to a4 (rule 2)",
        ),
    ],
)
def test_a_wrong_move_gets_a_sentence(
    game: Game, text: str, error: type[IllegalMove] | type[NotationError], sentence: str
) -> None:
    with pytest.raises(error) as caught:
        game.parse_move(game.new(), text)
    assert str(caught.value) == sentence


def test_another_move_than_the_forced_capture_gets_a_sentence(game: Game) -> None:
    state = game.parse_position("wW2w/5/5/5/W4 b")
    with pytest.raises(IllegalMove, match=r"the piece that reached b5 must be captured \(rule 7\)"):
        game.parse_move(state, "e5e4")


def test_after_the_end_no_move_is_read(game: Game) -> None:
    with pytest.raises(IllegalMove, match="the match is over"):
        game.parse_move(game.parse_position("5/3B1/5/5/5 b"), "d4d5")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("wbwbw/5/5/5/WBWBW", 'expected the ranks from 5 to 1, then " o" or " b" for the seat to move'),
        ("wbwbw/5/5/WBWBW o", "expected five ranks separated by slashes, found 4"),
        ("wbwbw/5/6/5/WBWBW o", 'rank 3 is "6": expected five squares written with W, B, w, b and digits'),
        ("wbwb/5/5/5/WBWBW o", 'rank 5 is "wbwb": expected five squares written with W, B, w, b and digits'),
        ("5/5/5/5/5 o", "there are no pieces on the board"),
        ("wbwbw/5/5/W4/WBWBW o", "Orange has 4 pieces W: expected at most 3"),
        ("1W3/5/5/w4/5 o", "it is Orange's move, but Orange has already reached its goal"),
        ("1W1W1/5/5/w4/5 b", "Orange has more than one piece in its goal"),
    ],
)
def test_a_wrong_position_gets_a_sentence(game: Game, text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        game.parse_position(text)
    assert str(caught.value) == f'cannot read the position "{text}": {sentence}'


def test_finished_positions_are_read_as_finished(game: Game) -> None:
    assert game.parse_position("5/3B1/5/5/5 b").payoffs() == [1.0, 0.0]
    assert game.parse_position("1W2w/5/5/5/W4 b").reason() == "reached-goal"
    assert game.parse_position("wW3/5/5/5/5 b").reason() == "reached-goal"
