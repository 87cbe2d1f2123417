"""Glicko-2, held against the example that Mark Glickman works out in his description of it."""

from calumma.puzzles.glicko import Rating


def test_the_worked_example_comes_out() -> None:
    others = [(Rating(1400, 30), 1.0), (Rating(1550, 100), 0.0), (Rating(1700, 300), 0.0)]
    after = Rating(1500, 200, 0.06).after(others)
    assert (round(after.value, 1), round(after.deviation, 2), round(after.volatility, 5)) == (1464.1, 151.52, 0.06)


def test_who_rests_is_known_less_exactly_and_never_less_than_nothing() -> None:
    rested = Rating(1500, 200, 0.06).rested(1)
    assert (rested.value, round(rested.deviation, 4)) == (1500, 200.2714)
    assert Rating(1500, 340).rested(10_000).deviation == 350
    assert Rating().after([]) == Rating()


def test_surprises_move_a_rating_further_than_what_was_expected() -> None:
    own, strong, weak = Rating(1500, 100), Rating(1900, 50), Rating(1100, 50)
    surprised, expected = own.after([(strong, 1.0)]), own.after([(weak, 1.0)])
    assert surprised.value - 1500 > 5 * (expected.value - 1500) > 0
    assert own.after([(weak, 0.0)]).value < own.after([(strong, 0.0)]).value < 1500


def test_a_long_row_of_surprises_ends() -> None:
    rating = Rating(400, 350)
    for _ in range(200):
        rating = rating.after([(Rating(3500, 30), 1.0)])
    assert 1000 < rating.value < 6000
