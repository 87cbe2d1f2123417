"""What the rules of bradley explain: refused clicks and threats, from the rule book by hand."""

import pytest

import calumma

pytestmark = pytest.mark.contract
START = "5/7/9/3PGG3/3POG3/3PPG3/9/7/5 P"  # Purple d6 d5 d4 e4, Green e6 f6 f5 f4, orange e5


@pytest.mark.parametrize(
    ("position", "options", "cells", "words"),
    [
        # c5: to the right d5 is Purple's own, so nothing of another colour is enclosed.
        (START, {}, "c5", "a Purple cube on c5 would enclose no cube of another colour (rule 3)"),
        (START, {}, "e6", "the cube on e6 is not Purple's (rule 2)"),
        (START, {"relocate": "none"}, "d6", "cubes on the board stay where they are (rule 2)"),
        # e7 encloses e6 and e5 down to e4; lifted from e4 itself, the line has no end.
        (START, {}, "e4 e7", "without the cube on e4 a Purple cube on e7 would enclose no cube of another colour (rule 3)"),
        (START, {}, "d6 e6", "there is a cube on e6 (rule 1)"),
        (f"{START} 4", {}, "d6", "there was no drop for 4 turns, so only drops are legal (rule 7)"),
        (START, {}, "pass", "Purple has a move and must play it (rule 6)"),
    ],
)
def test_a_refused_click_names_the_rule(position, options, cells, words):
    game = calumma.load("bradley", **options)
    assert game.why_not(game.parse_position(position), cells.split()) == words


def test_a_cube_is_threatened_from_where_another_seat_could_enclose_it():
    game = calumma.load("bradley")
    state = game.parse_position("5/7/9/9/3PG4/9/9/7/5 P")  # Purple d5, Green e5
    assert game.threats(state, "e5") == ["Purple could turn it from f5."]
    assert game.threats(state, "d5") == ["Green could turn it from c5."]  # Purple's last cube, but Green has no other move
    other = game.parse_position("5/7/9/9/3PG4/9/4OG3/7/5 P")  # now it has one, d3, and R5 spares the last cube
    assert game.threats(other, "d5") == []


def test_nothing_threatens_what_belongs_to_nobody_and_empty_squares():
    state = calumma.load("bradley").parse_position(START)
    assert state.threats("e5") == []
    assert state.threats("a5") == []
