"""Statistics: values derived by hand, and samples whose truth is known."""

from math import inf, log10
from random import Random
from types import SimpleNamespace

import pytest

import calumma
from calumma.lab.report.comparisons import _more, _new_end, _new_length, _points
from calumma.lab.report.estimates import (
    Estimate,
    Series,
    apart,
    average,
    clearly,
    deal_share,
    misfit,
    paired,
    quantile,
    ratings,
    share,
    sources,
    space_size,
    tree_size,
)
from calumma.lab.report.favour import _by_level_sentence, _off, proven
from calumma.lab.report.findings import Spread
from calumma.lab.report.frame import ALIKE, UNCLEAR
from calumma.lab.report.words import plain_count, plain_share


def test_a_share_has_wilsons_interval() -> None:
    found = share([1.0] * 10 + [0.0] * 10)
    assert (found.value, round(found.low, 3), round(found.high, 3), found.n) == (0.5, 0.299, 0.701, 20)


def test_a_mean_has_an_interval_of_twice_its_error() -> None:
    found = average([1, 2, 3])
    assert found.value == 2
    assert found.high - found.value == pytest.approx(1.96 / 3**0.5, abs=1e-4)


def test_nothing_is_known_about_the_scatter_of_one_match() -> None:
    assert (average([5]).low, average([5]).high) == (-inf, inf)


def test_a_quantile_lies_between_two_values() -> None:
    assert quantile([4, 1, 2, 3], 0.5) == 2.5
    assert quantile([7], 0.95) == 7


def level(strong: int, weak: int, share_: float, n: int = 1000, sides: int = 2) -> Series:
    won = round(share_ * n)
    return Series(strong, weak, [1.0] * won + [0.0] * (n - won), [i % sides for i in range(n)])


def test_ratings_are_found_again() -> None:
    found = ratings([level(2, 1, 0.76), level(3, 2, 0.76), level(3, 1, 0.909)], 2)
    assert found[1].value == 0
    assert found[2].value == pytest.approx(200, abs=8)
    assert found[3].value == pytest.approx(400, abs=12)
    assert found[3].low < 400 < found[3].high


def test_an_equal_share_among_four_is_no_difference() -> None:
    assert ratings([level(2, 1, 0.25, sides=4)], 4)[2].value == pytest.approx(0, abs=2)


def test_a_clean_sweep_is_not_infinitely_strong() -> None:
    assert 100 < ratings([level(2, 1, 1.0, 10)], 2)[2].value < 1200


def test_where_the_stronger_always_wins_the_level_decides_all() -> None:
    found = sources([level(2, 1, 1.0, 50), level(3, 1, 1.0, 50)], 2)
    assert (found.level.value, found.seat.value, found.rest.value) == (1, 0, 0)


def test_where_the_first_seat_always_wins_the_seat_decides_all() -> None:
    shares = [1.0, 0.0] * 50
    found = sources([Series(2, 1, shares, [0, 1] * 50)], 2)
    assert found.seat.value == pytest.approx(1, abs=0.02)
    assert found.level.value == 0


def test_where_a_coin_decides_neither_level_nor_seat_do() -> None:
    rng = Random(4)
    found = sources([Series(2, 1, [float(rng.random() < 0.5) for _ in range(2000)], [0, 1] * 1000)], 2)
    assert found.rest.value > 0.98


def test_luck_that_fixes_the_winner_decides_all() -> None:
    deals = [[[1.0, 0.0]] * 3, [[0.0, 1.0]] * 3] * 10
    assert deal_share(deals).value == 1


def test_luck_that_says_nothing_about_the_winner_decides_nothing() -> None:
    rng = Random(2)
    deals = [[[won, 1 - won] for won in (rng.choice((0.0, 1.0)) for _ in range(3))] for _ in range(500)]
    assert deal_share(deals).value < 0.06


def test_the_tree_of_a_lopsided_game_is_counted_right() -> None:
    # One child is an end, the other has two ends: half of the random walks multiply to 2, half to 4, and there are 3 ends.
    assert tree_size([log10(2), log10(4)]).value == pytest.approx(log10(3))


def test_the_tree_does_not_overflow() -> None:
    assert tree_size([1000.0, 2000.0]).value == pytest.approx(2000 - log10(2))


def test_the_least_number_of_positions_comes_close_where_all_are_equally_likely() -> None:
    rng = Random(1)
    found = space_size([[rng.randrange(1000)] for _ in range(600)])
    assert found.different < 600
    assert 800 < found.least.value < 1250
    assert found.least.low < 1000


def test_where_no_position_is_met_twice_nothing_is_said_about_the_most() -> None:
    found = space_size([[1, 2], [3, 4]])
    assert (found.different, found.once, found.twice, found.least.high) == (4, 4, 0, inf)


def test_small_samples_show_no_clear_difference() -> None:
    assert not apart(share([1.0] * 5), share([0.0] * 5))
    assert apart(share([1.0] * 50), share([0.0] * 50))
    assert not clearly(paired([1.0] * 5, [0.0] * 5))
    assert clearly(paired([1.0] * 50, [0.0] * 50))


def test_pairs_show_a_difference_that_their_scatter_hides_otherwise() -> None:
    ones, others = [float(turns) for turns in range(10, 60)], [turns + 0.5 + turns % 2 for turns in range(10, 60)]
    assert not apart(average(ones), average(others))
    assert paired(others, ones).value == 1  # half a turn more in one half of the pairs, one and a half in the other
    assert clearly(paired(others, ones))


def test_a_mean_that_is_known_exactly_is_told_with_a_decimal() -> None:
    assert plain_count(Estimate(23.6, 23.5, 23.7, 5000)) == "23.6 (23.5 to 23.7)"
    assert plain_count(Estimate(126.4, 122.9, 129.8, 500)) == "126 (123 to 130)"


def test_a_difference_is_told_in_points_with_a_decimal_where_it_is_small() -> None:
    assert _more(Estimate(0.14, 0.11, 0.17, 2000)) == "(14 points more, 11 to 17)"
    assert _more(Estimate(-0.004, -0.006, -0.001, 2000)) == "(0.4 points less, 0.1 to 0.6)"


def hundredths(percent: float, by: float = 3.0) -> Estimate:
    return Estimate(percent / 100, (percent - by) / 100, (percent + by) / 100, 800)


@pytest.mark.parametrize(
    ("shares", "begins"),
    [
        ({1: 51, 3: 52, 5: 52}, "It makes no clear difference for the first side at which level all play"),
        ({1: 51, 4: 65, 5: 54}, "How the first side does depends on the level at which all play, but follows no trend"),
        (
            {1: 49, 2: 49, 3: 50, 4: 51, 5: 56},
            "For the first side level 5 differs clearly from 1 and 2, and no other levels clearly do",
        ),
        ({1: 51, 4: 57, 5: 66}, "The first side does better the better all play"),
        ({1: 52, 5: 46}, "The first side does worse the better all play"),
    ],
)
def test_how_the_first_side_does_by_level_is_told(shares: dict[int, float], begins: str) -> None:
    first = {level: hundredths(percent) for level, percent in shares.items()}
    told = _by_level_sentence(SimpleNamespace(first=first, different=dict.fromkeys(first, 800)))  # type: ignore[arg-type]
    assert told.startswith(f"{begins}: with levels 1")
    assert told.endswith(f" and {list(shares.values())[-1]} %.")


def test_few_pairs_that_differ_show_nothing() -> None:
    assert not clearly(paired([1.0] * 5 + [0.0] * 1995, [0.0] * 2000))  # one sign five times: once in sixteen by chance
    assert clearly(paired([1.0] * 6 + [0.0] * 1994, [0.0] * 2000))  # once in thirty-two


def test_of_several_sides_those_clearly_off_are_told_with_their_direction() -> None:
    names = ["Red", "Blue", "Green", "White"]
    shares = [Estimate(0.30, 0.27, 0.33, 600), Estimate(0.29, 0.255, 0.325, 600), hundredths(25), hundredths(16)]
    assert _off(names, shares, 0.25) == "Red clearly more and White clearly less"  # Blue's interval is one of four
    assert _off(names, [hundredths(25)] * 4, 0.25) == UNCLEAR


def test_ratings_that_do_not_describe_who_beats_whom_are_told() -> None:
    # Three levels: 2 beats 1 and 3 beats 2 in three of four, so ratings foretell nine of ten for 3 against 1, where it wins half.
    even, three_of_four = [1.0, 0.0] * 100, [1.0, 1.0, 1.0, 0.0] * 50
    series = [Series(2, 1, three_of_four, []), Series(3, 2, three_of_four, []), Series(3, 1, even, [])]
    found = {level: Estimate(rating, rating, rating, 400) for level, rating in ((1, 0.0), (2, 190.85), (3, 381.7))}
    one, expected = misfit(series, found, 2) or pytest.fail("they are said to describe all")
    assert (one.strong, one.weak, round(expected, 2)) == (3, 1, 0.9)
    series[2] = Series(3, 1, [1.0] * 9 * 20 + [0.0] * 20, [])
    assert misfit(series, found, 2) is None


def test_the_ends_of_a_wide_interval_have_no_decimals() -> None:
    assert plain_share(Estimate(0.0, 0.0, 0.161, 20)) == "0 % (0 to 16)"
    assert plain_share(Estimate(1.0, 0.998, 1.0, 2000)) == "100 % (99.8 to 100.0)"


def test_a_small_difference_of_shares_has_a_decimal_in_tables() -> None:
    assert _points(Estimate(0.0015, -0.0008, 0.0038, 2000)) == "+0.1 (−0.1 to +0.4)"
    assert _points(Estimate(-0.11, -0.14, -0.08, 2000)) == "−11 (−14 to −8)"


def test_a_proven_game_is_told_as_such() -> None:
    assert list(proven(calumma.load("yamamoto", goal="row"))) == [
        "It is proven that perfect play wins for Orange, in at most 23 plies."
    ]
    assert list(proven(calumma.load("bradley"))) == []


def lasting(mean: float, middle: float) -> SimpleNamespace:
    return SimpleNamespace(turns=Spread(Estimate(mean, mean - 1, mean + 1, 2000), 1.0, middle, 200.0))


@pytest.mark.parametrize(
    ("new", "told"),
    [
        (lasting(76, 18), "matches take 76 turns instead of 143 (median 18 instead of 150)"),
        (lasting(120, 119), "matches take 120 turns instead of 143"),
        (lasting(141, 18), ""),  # less than a fiftieth
    ],
)
def test_a_median_is_told_where_it_is_far_from_the_mean(new: SimpleNamespace, told: str) -> None:
    old = lasting(143, 150)
    by = new.turns.mean.value - old.turns.mean.value
    one = SimpleNamespace(standing=new, differences=SimpleNamespace(turns=Estimate(by, by - 1, by + 1, 2000)))
    assert _new_length(one, SimpleNamespace(standing=old)) == told  # type: ignore[arg-type]


@pytest.mark.parametrize(("full", "told"), [(99, '99 % instead of 18 % end with "The board is full"'), (25, "")])
def test_an_end_that_has_become_much_more_common_is_told(full: float, told: str) -> None:
    old = SimpleNamespace(n=800, reasons={"nobody-can-capture": hundredths(82), "board-full": hundredths(18)})
    new = SimpleNamespace(n=800, reasons={"board-full": hundredths(full), "nobody-can-capture": hundredths(100 - full)})
    assert _new_end(calumma.load("bradley"), new, old) == told  # type: ignore[arg-type]


def test_levels_whose_matches_were_alike_are_not_compared() -> None:
    first = {1: hundredths(51), 5: hundredths(66)}
    told = _by_level_sentence(SimpleNamespace(first=first, different={1: 800, 5: 12}))  # type: ignore[arg-type]
    assert ALIKE in told
    assert "better" not in told


def test_of_many_changes_of_the_lead_none_is_left_out_of_the_words() -> None:
    pytest.importorskip("matplotlib")
    from calumma.lab.report import plots

    found = SimpleNamespace(counts={0: 3, 11: 2, 12: 4, 40: 1})
    assert plots.changes(found).alt == "Matches by number of lead changes: 0: 3, 11: 2, 12 or more: 5."  # type: ignore[arg-type]
