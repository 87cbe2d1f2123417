"""What the rules of chamelequin explain: refused clicks and threats, from the rule book by hand."""

from typing import Any

import pytest

import calumma

pytestmark = pytest.mark.contract
# White on e4 (yellow square) with two rings, red below yellow; Black on d5 with one; White on a1.
POSITION = "8/8/8/3bR4/4wRY3/8/8/wR7 w - 9,8 0"


@pytest.mark.parametrize(
    ("position", "options", "cells", "words"),
    [
        ("8/8/8/8/8/8/8/wR7 b setup 0,0 0", {}, "a1", "a1 is not empty (rule 1)"),
        (POSITION, {}, "c3", "there is no piece on c3"),
        (POSITION, {}, "d5", "the piece on d5 is Black's, and it is White's turn"),
        (POSITION, {}, "e4 e6", "e4 to e6 is not a single step (rule 2)"),
        (POSITION, {}, "a1 d5", "a1 to d5 is not a single step (rule 4)"),  # onto an enemy it would be a capture
        ("7bB/8/8/8/8/8/1wR6/wR7 w - 9,8 0", {}, "a1 b2", "b2 is taken by White's own piece (rule 2)"),
        (
            "8/8/8/3bR4/4wRYBG3/8/8/8 w - 9,9 0",
            {},
            "e4 e5",
            "the piece already has four rings; without its top ring blue would be on top, but e5 is red (rule 2)",
        ),
        ("8/8/8/8/8/8/1bR6/wR7 w - 9,9 0", {}, "a1 b2", "the piece has only one ring and must keep it (rule 4)"),
        # b2 is yellow, and the ring that would come to the top is red.
        (
            "8/8/8/8/8/8/1bR6/wRB7 w - 9,9 0",
            {"capture": "match"},
            "a1 b2",
            "the ring that would be on top is red, but b2 is yellow (rule 4)",
        ),
        (POSITION, {}, "stop", "there is no chain to stop (rule 5)"),
        (POSITION, {}, "pass", "White can move, so passing is not allowed (rule 7)"),
    ],
)
def test_a_refused_click_names_the_rule(position: str, options: dict[str, Any], cells: str, words: str) -> None:
    game = calumma.load("chamelequin", **options)
    assert game.why_not(game.parse_position(position), cells.split()) == words


def test_in_a_chain_only_the_piece_that_has_begun_goes_on() -> None:
    game = calumma.load("chamelequin")
    state = game.parse_position("7bB/8/8/4wYR3/8/8/8/wRB7 w e5:1 9,8 0")
    assert game.why_not(state, ["a1"]) == "only the piece on e5 may continue, or stop (rule 5)"


def test_a_neighbour_with_two_rings_threatens_and_one_with_a_single_ring_does_not() -> None:
    game = calumma.load("chamelequin")
    state = game.parse_position(POSITION)
    assert game.threats(state, "d5") == ["White could capture it from e4."]
    assert game.threats(state, "e4") == []


def test_a_chain_threatens_from_afar() -> None:
    # White on e4 has red, red, yellow: it may remove the yellow one on a red square beside it, and then capture from there.
    # e5 is red (odd rank, file e), and Black stands on e6.
    game = calumma.load("chamelequin")
    state = game.parse_position("8/8/4bB3/8/4wRRY3/8/8/8 w - 9,9 0")
    found = state.threats("e6")
    assert [(threat.key, threat.cells) for threat in found] == [("capture-chain", ("e4", "e5", "e6"))]
    assert game.threats(state, "e6") == ["White could capture it from e4 in 2 steps."]
    variant = calumma.load("chamelequin", removal="capture")  # R6: no steps but captures
    assert variant.parse_position("8/8/4bB3/8/4wRRY3/8/8/8 w - 9,9 0").threats("e6") == []


def test_a_capture_that_asks_for_the_colour_threatens_only_there() -> None:
    # The ring below the top is red; d5 is green on an odd rank, e5 red.
    game = calumma.load("chamelequin", capture="match")
    assert game.parse_position(POSITION).threats("d5") == []
    assert game.parse_position("8/8/8/4bR3/4wRY3/8/8/wR7 w - 9,8 0").threats("e5") != []
