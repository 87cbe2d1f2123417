"""Move texts, position texts and the sentences of refusals."""

from typing import Any

import pytest

import calumma
from calumma.core import Game

pytestmark = pytest.mark.contract

POSITION = "7bBR/8/8/3bG4/4wYRB3/8/4wGG3/8 w - 10,9 0"


def game(seats: int = 2, **options: int | str) -> Game:
    return calumma.load("chamelequin", seats=seats, **options)


def refusal(text: str, move: str, **options: Any) -> str:
    state = game(**options).parse_position(text)
    with pytest.raises((calumma.NotationError, calumma.IllegalMove)) as error:
        state.game.parse_move(state, move)
    return str(error.value)


@pytest.mark.parametrize("text", ["e4+e5", "e4-e5", "e4xd5", "e4+f3", "e2-d1", "e2-f3"])
def test_steps_parse_back(text: str) -> None:
    state = game().parse_position(POSITION)
    assert state.game.move_text(state, state.game.parse_move(state, text)) == text


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("e4e5", "expected @e4, e4+e5, e4-e5, e4xe5, stop or pass"),
        ("e4+e9", "there is no square e9"),
        ("e4+e6", "e4 to e6 is not a single step"),
        ("@a1", "all pieces are on the board (rule 1)"),
        ("stop", "there is no chain to stop (rule 5)"),
        ("pass", "White can move, so passing is not allowed (rule 7)"),
        ("a1+a2", "there is no piece on a1"),
        ("h8+h7", "the piece on h8 is Black's, and it is White's turn"),
        ("e4xe5", "there is nothing to capture on e5 (rule 4)"),
        ("e4+d5", "d5 is not empty (rule 2)"),
        ("e4-d4", "the ring that would be on top is red, but d4 is yellow (rule 3)"),
    ],
)
def test_refusals_say_why(move: str, reason: str) -> None:
    assert refusal(POSITION, move) == f'cannot play "{move}": {reason}'


def test_refusals_in_the_setup() -> None:
    assert refusal("8/8/8/8/8/8/8/wR7 b setup 0,0 0", "@a1").endswith("a1 is not empty (rule 1)")
    assert refusal("8/8/8/8/8/8/8/wR7 b setup 0,0 0", "a1+a2").endswith("Black must place a piece first, like @e4 (rule 1)")


def test_refusals_in_a_chain() -> None:
    chain = "7bB/8/8/4wYR3/8/8/8/wRB7 w e5:1 9,8 0"
    assert refusal(chain, "a1+a2").endswith("only the piece on e5 may continue, or stop (rule 5)")
    assert refusal(chain, "e5+e6").endswith("a chain cannot add rings (rule 5)")


def test_refusals_for_want_of_rings() -> None:
    assert refusal("7bB/8/8/8/4wYRBB3/8/8/8 w - 9,9 0", "e4+e5").endswith("the piece already has four rings (rule 2)")
    assert refusal("7bB/8/8/8/4wY3/8/8/8 w - 9,9 0", "e4-d4").endswith("the piece has only one ring and must keep it (rule 3)")
    out = "bRRRRbRRRRbRRRRbRRRR4/8/8/8/4wB3/8/8/8 w - 6,9 0"
    assert refusal(out, "e4+e5", rings=16).endswith("there are no red rings left (rule 2)")
    assert refusal(POSITION, "e4-e5", removal="capture").endswith("in this variant rings come off only by capturing (rule 6)")


def test_own_pieces_are_named() -> None:
    assert refusal("7bB/8/8/4wR3/4wRB3/8/8/8 w - 9,8 0", "e4xe5").endswith("e5 is taken by White's own piece (rule 4)")


@pytest.mark.parametrize(
    "text",
    [
        "8/8/8/8/8/8/8/8 w setup 0,0 0",
        "bB7/8/8/8/8/8/8/wR7 w setup 0,0 0",
        "7bB/8/8/4wYR3/8/8/8/wRB7 w e5:1 9,8 0",
        "7bYYYY/8/8/8/8/8/8/wRRRR7 b - 9,9 1",
        "7bYYYY/8/8/8/8/8/8/wRRRR7 w blocked 9,9 2",
        "7bYYYY/8/8/8/8/8/8/wRRRR7 w quiet 9,9 0",
        "8/8/8/8/8/8/8/wRRRR7 w last 10,9 0",
    ],
)
def test_position_texts_parse_back(text: str) -> None:
    assert str(game().parse_position(text)) == text


@pytest.mark.parametrize(("text", "payoffs"), [("blocked 9,10 2", [0.0, 1.0]), ("quiet 9,9 0", [0.5, 0.5])])
def test_the_text_of_an_end_is_read_as_the_end(text: str, payoffs: list[float]) -> None:
    state = game().parse_position(f"7bYYYY/8/8/8/8/8/8/wRRRR7 w {text}")
    assert state.to_act == calumma.OVER
    assert state.payoffs() == payoffs


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("8/8/8 w -", "expected five fields"),
        ("8/8/8/8/8/8/8 w setup 0,0 0", "expected eight ranks separated by slashes, found 7"),
        ("9/8/8/8/8/8/8/8 w setup 0,0 0", 'rank 8 is "9"'),
        ("pR7/8/8/8/8/8/8/8 w - 0,0 0", 'rank 8 is "pR7"'),
        ("wRRRRR7/8/8/8/8/8/8/8 w - 0,0 0", 'rank 8 is "wRRRRR7"'),
        ("8/8/8/8/8/8/8/8 p setup 0,0 0", 'the seat to move is "p": expected one of w, b'),
        ("wR7/8/8/8/8/8/8/8 b setup 0,0 0", "the piece on a8 has exactly one blue ring"),
        ("wB7/8/8/8/8/8/8/8 w setup 0,0 0", "the seats take turns placing"),
        ("7bB/8/8/8/8/8/8/8 w - 9,10 0", "it is White's move, but White has no pieces on the board"),
        ("8/8/8/8/8/8/8/wR7 w - 10,9 0", '"last" means that exactly one seat has pieces'),
        ("7bB/8/8/8/8/8/8/wR7 w - 9 0", "expected 2 numbers separated by commas"),
        ("7bB/8/8/8/8/8/8/wR7 w - 1,1 0", "18 pieces were lost and 2 rings captured"),
        ("7bB/8/8/8/8/8/8/wR7 w - 40,9 0", "White cannot have captured 40 rings"),
        ("7bB/8/8/8/8/8/8/wR7 w - 9,9 2", 'the passes in a row are "2": expected 0 to 1'),
        ("7bB/8/8/8/8/8/8/wR7 w blocked 9,9 1", 'the passes in a row are "1": expected 2'),
        ("7bB/8/8/8/8/8/8/wR7 w a1:1 9,9 0", "the piece on a1 cannot continue"),
        ("7bB/8/8/8/8/8/8/wRRRR7 w a1:1 9,9 0", "has 4 rings after 1 steps, which is too many"),
        ("7bB/8/8/8/8/8/8/wR7 w h8:1 9,9 0", "the chain on h8 needs a piece of the seat to move there"),
        ("7bB/8/8/8/8/8/8/wR7 w soon 9,9 0", '"soon" is in progress'),
        ("bRRRRbRRRRbRRRRbRRRRbR3/8/8/8/4wB3/8/8/8 w - 5,9 0", "17 rings are red, but there are only 16"),
        ("wRwRwRwRwRwRwRwR/wRwRwR5/8/8/8/8/8/bR7 w - 9,0 0", "White has 11 pieces: expected at most 10"),
    ],
)
def test_positions_that_cannot_be_are_refused(text: str, reason: str) -> None:
    with pytest.raises(calumma.NotationError) as error:
        game(rings=16).parse_position(text)
    assert reason in str(error.value)


def test_all_pieces_placed_is_no_setup() -> None:
    row = "wBwYwBwYwBwYwBwY/wRwG6/8/8/8/8/bBbY6/bRbGbRbGbRbGbRbG w setup 0,0 0"
    with pytest.raises(calumma.NotationError, match="the setup is over"):
        game().parse_position(row)
