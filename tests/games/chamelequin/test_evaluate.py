"""The heuristic: which of two positions looks better, and to whom."""

import pytest

import calumma

pytestmark = pytest.mark.contract


def guess(text, seats=2, **options):
    return calumma.load("chamelequin", seats=seats, **options).parse_position(text).evaluate()


def test_more_pieces_are_better():
    values = guess("bB7/8/8/8/8/8/8/wR2wG4 w - 9,8 0")
    assert values[0] > 0.5 > values[1]


def test_more_rings_are_better():
    assert guess("bB7/8/8/8/8/8/8/wRGR7 w - 9,9 0")[0] > guess("bB7/8/8/8/8/8/8/wR7 w - 9,9 0")[0]


def test_a_piece_to_capture_is_worth_more_to_the_seat_that_has_the_turn():
    text = "7bB/8/8/4bR3/4wRB3/8/8/wR7 {} - 8,8 0"
    assert guess(text.format("w"))[0] > guess(text.format("b"))[0]


def test_a_capture_that_needs_another_colour_is_no_threat():
    text = "7bB/8/8/8/3bYwRB3/8/8/wR7 w - 8,8 0"
    assert guess(text)[0] > guess(text, capture="match")[0]


def test_a_seat_that_is_out_has_no_hope():
    values = guess("bB7/8/8/8/8/8/8/wR7 w - 8,8,6 0", seats=3)
    assert values[2] == 0.0
    assert sum(values) == pytest.approx(1.0)


def test_seats_that_have_yet_to_place_have_hope():
    assert all(value > 0.2 for value in calumma.load("chamelequin", seats=4).new().evaluate())


def test_an_end_is_worth_its_payoffs():
    assert guess("8/8/8/8/8/8/8/wRRRR7 w last 10,9 0") == [1.0, 0.0]
