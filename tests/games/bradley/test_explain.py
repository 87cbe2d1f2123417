"""What the rules of bradley explain: refused clicks and threats, from the rule book by hand."""

from typing import Any

import pytest

import calumma

pytestmark = pytest.mark.contract
START = "5/7/9/3PGG3/3POG3/3PPG3/9/7/5 P"  # Purple d6 d5 d4 e4, Green e6 f6 f5 f4, orange e5


@pytest.mark.parametrize(
    ("position", "options", "cells", "words"),
    [
        # c5: to the right d5 is Purple's own, so nothing of another colour is enclosed.
        (START, {}, "c5", "Purple's cube on c5 would not enclose any cube of another colour (rule 3)"),
        (START, {}, "e6", "the cube on e6 is not Purple's (rule 2)"),
        (START, {"relocate": "none"}, "d6", "cubes on the board stay where they are (rule 2)"),
        # e7 encloses e6 and e5 down to e4; lifted from e4 itself, the line has no end.
        (START, {}, "e4 e7", "without the cube on e4, Purple's cube on e7 would not enclose any cube of another colour (rule 2)"),
        # Nothing stands around a5, wherever the cube comes from.
        (START, {}, "e4 a5", "Purple's cube on a5 would not enclose any cube of another colour (rule 3)"),
        (START, {}, "d6 e6", "there is already a cube on e6 (rule 2)"),
        (f"{START} 4", {}, "d6", "nobody has dropped a cube for 4 turns, so only drops are legal (rule 7)"),
        (START, {}, "pass", "Purple has a legal move and must play one (rule 6)"),
    ],
)
def test_a_refused_click_names_the_rule(position: str, options: dict[str, Any], cells: str, words: str) -> None:
    game = calumma.load("bradley", **options)
    assert game.why_not(game.parse_position(position), cells.split()) == words


def test_a_cube_that_could_only_take_a_last_one_is_not_said_to_enclose_nothing() -> None:
    # a5 could go to i5 and enclose Green's only cube on h5 up to g5; a drop on c5 encloses b5 and takes nobody's last.
    game = calumma.load("bradley", seats=3)
    state = game.parse_position("5/7/9/9/PR4PG1/9/9/R6/5 P")
    words = "it would take another player's last cube, and there are moves that would not (rule 5)"
    assert game.why_not(state, ["a5"]) == words
    assert game.why_not(state, ["a5", "i5"]) == words


def test_a_safe_partners_cube_ends_a_row() -> None:
    # Green a5, its partner Yellow b5: a cube on c5 would enclose b5, were it not a partner's. e3 encloses d3 up to c3.
    game = calumma.load("bradley", seats=4, partners="safe")
    state = game.parse_position("5/7/9/9/GY7/9/2GR5/7/P4 G")
    assert game.why_not(state, ["c5"]) == "the cube on b5 is a partner's, and partners' cubes are never enclosed (rule 4)"
    assert game.why_not(state, ["e8"]) == "Green's cube on e8 would not enclose any cube of another colour (rule 3)"


def test_a_cube_is_threatened_from_where_another_seat_could_enclose_it() -> None:
    game = calumma.load("bradley")
    state = game.parse_position("5/7/9/9/3PG4/9/9/7/5 P")  # Purple d5, Green e5
    assert game.threats(state, "e5") == ["Purple could turn it by placing a cube on f5."]
    assert game.threats(state, "d5") == [
        "Green could turn it by placing a cube on c5."
    ]  # Purple's last cube, but Green has no other move
    other = game.parse_position("5/7/9/9/3PG4/9/4OG3/7/5 P")  # now it has one, d3, and R5 spares the last cube
    assert game.threats(other, "d5") == []


def test_nothing_threatens_what_belongs_to_nobody_and_empty_squares() -> None:
    state = calumma.load("bradley").parse_position(START)
    assert state.threats("e5") == []
    assert state.threats("a5") == []
