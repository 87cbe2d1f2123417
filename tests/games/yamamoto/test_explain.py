"""What the rules of yamamoto explain: refused clicks and threats, from the rule book by hand."""

import pytest

import calumma
from calumma.core import Game

pytestmark = pytest.mark.contract


@pytest.fixture
def game() -> Game:
    return calumma.load("yamamoto")


@pytest.mark.parametrize(
    ("position", "cells", "words"),
    [
        ("wbwbw/5/5/5/WBWBW o", "c3", "there is no piece on c3"),
        ("wbwbw/5/5/5/WBWBW o", "c5", "the piece on c5 is Blue's, and it is Orange's turn"),
        ("wbwbw/5/5/5/WBWBW o", "a1 b1", "b1 is taken by Orange's own piece (rule 3)"),
        # White on the dark corner a1 leaps; on the white square b3 it would slide.
        (
            "4w/5/5/5/W4 o",
            "a1 c3",
            "a white piece on a dark square steps or leaps like a knight, so it cannot go from a1 to c3 (rule 2)",
        ),
        (
            "4w/5/1W3/5/5 o",
            "b3 c5",
            "a white piece on a white square steps or slides like a bishop, so it cannot go from b3 to c5 (rule 2)",
        ),
        ("4w/5/1W3/2w2/5 o", "b3 d1", "the piece on c2 is in the way from b3 to d1 (rule 2)"),
        # A white piece entered b5 while Orange has another: Blue must capture just that one.
        ("wW2w/5/5/5/W4 b", "e5", "the piece that reached b5 must be captured (rule 7)"),
        ("wW2w/5/5/5/W4 b", "a5 a4", "the piece that reached b5 must be captured (rule 7)"),
    ],
)
def test_a_refused_click_names_the_rule(game: Game, position: str, cells: str, words: str) -> None:
    assert game.why_not(game.parse_position(position), cells.split()) == words


def test_clicks_and_texts_are_refused_with_the_same_words(game: Game) -> None:
    state = game.parse_position("4w/5/5/5/W4 o")
    with pytest.raises(calumma.IllegalMove) as caught:
        game.parse_move(state, "a1c3")
    assert str(caught.value) == f'cannot play "a1c3": {game.why_not(state, ["a1", "c3"])}'
    assert caught.value.refusal == state.refusal_of(["a1", "c3"])


def test_pieces_that_reach_a_square_threaten_what_stands_there(game: Game) -> None:
    # Blue's white piece on a5 (dark) leaps to b3 and c4; its white piece on d5 (white) slides over c4 and b3 only if c4 is empty.
    state = game.parse_position("w2w1/5/1W3/5/5 o")
    assert [threat.values["from_cell"] for threat in state.threats("b3")] == ["a5", "d5"]
    assert game.threats(state, "b3") == ["Blue could capture it from a5.", "Blue could capture it from d5."]
    blocked = game.parse_position("w2w1/2B2/1W3/5/5 o")
    assert [threat.values["from_cell"] for threat in blocked.threats("b3")] == ["a5"]


def test_who_must_capture_an_invader_threatens_nothing_else(game: Game) -> None:
    # Orange has entered on b5, so Blue must capture there (rule 7), and c3 is safe for now.
    state = game.parse_position("1W1w1/2b2/2W2/5/5 b")
    assert game.threats(state, "b5") == ["Blue could capture it from c4."]
    assert game.threats(state, "c3") == []


def test_whose_turn_it_is_does_not_matter_and_empty_squares_are_not_threatened(game: Game) -> None:
    assert game.parse_position("5/1w3/1W3/5/5 o").threats("b3") != []
    assert game.parse_position("5/1w3/1W3/5/5 b").threats("b3") != []
    assert game.parse_position("5/1w3/1W3/5/5 b").threats("a1") == []
