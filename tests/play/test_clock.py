"""Clocks: what a turn costs, what it brings, and what is not charged."""

from typing import Any

import pytest

from calumma.core import CHANCE, GameError
from calumma.play import Clock, Limit, Ply, TakenBack

DAY = 86400.0


def ply(seat: int) -> Ply:
    return Ply(0, 0, seat, "x")


def running(text: str, pauses: list[tuple[float, float]] | tuple[Any, ...] = ()) -> Clock:
    """The clock of a match of two people that began at 1000 with seat 0."""
    clock = Clock(Limit.parse(text), 2, pauses)
    clock.note([], 0, 1000.0)
    return clock


@pytest.mark.parametrize(
    ("text", "limit"),
    [
        ("3d", Limit(3 * DAY, 0, True)),
        ("12h", Limit(43200, 0, True)),
        ("10+5", Limit(600, 5)),
        ("1+0", Limit(60)),
        ("24h", Limit(DAY, 0, True)),
    ],
)
def test_a_limit_is_read_from_its_text(text: str, limit: Limit) -> None:
    assert Limit.parse(text) == limit
    assert Limit.parse(limit.text) == limit


@pytest.mark.parametrize("text", ["", "3", "0d", "61d", "10+", "+5", "301+5", "10+301", "3D", "-1d", "1.5d", "٣d", "10 + 5"])
def test_what_is_no_limit_is_refused_with_what_was_expected(text: str) -> None:
    with pytest.raises(GameError, match=r'^cannot read the time limit ".*": expected days or hours a turn such as 3d'):
        Limit.parse(text)


def test_a_clock_runs_while_its_seat_is_to_act() -> None:
    clock = running("10+0")
    assert (clock.left(0, 1100.0), clock.left(1, 1100.0)) == (500.0, 600.0)


def test_a_turn_costs_what_it_took_and_brings_the_increment() -> None:
    clock = running("10+5")
    clock.note([ply(0)], 1, 1100.0)
    assert (clock.left(0, 1130.0), clock.left(1, 1130.0)) == (505.0, 570.0)


def test_plies_of_one_turn_bring_one_increment() -> None:
    clock = running("10+5")
    clock.note([ply(0)], 0, 1010.0)
    clock.note([ply(0), ply(CHANCE)], 1, 1030.0)
    assert clock.left(0, 1030.0) == 575.0


def test_luck_does_not_end_a_turn() -> None:
    clock = running("10+5")
    clock.note([ply(0)], CHANCE, 1010.0)
    clock.note([ply(CHANCE)], 0, 1010.0)
    assert clock.left(0, 1020.0) == 580.0


def test_told_ply_by_ply_it_is_the_same_clock() -> None:
    at_once, one_by_one = running("10+5"), running("10+5")
    at_once.note([TakenBack(0, 1, 2), ply(CHANCE)], 1, 1020.0)
    one_by_one.note([TakenBack(0, 1, 2)], CHANCE, 1020.0)
    one_by_one.note([ply(CHANCE)], 1, 1020.0)
    assert [at_once.left(seat, 1030.0) for seat in (0, 1)] == [one_by_one.left(seat, 1030.0) for seat in (0, 1)] == [580.0, 590.0]


def test_a_turn_that_is_taken_back_costs_its_time_and_brings_no_increment() -> None:
    clock = running("10+5")
    clock.note([ply(0)], 1, 1100.0)
    clock.note([TakenBack(0, 0, 1)], 0, 1150.0)
    assert (clock.left(0, 1150.0), clock.left(1, 1150.0)) == (505.0, 550.0)


def test_with_days_a_turn_every_turn_begins_anew() -> None:
    clock = running("3d")
    clock.note([ply(0)], 1, 1000.0 + 2 * DAY)
    assert (clock.left(0, 1000.0 + 4 * DAY), clock.left(1, 1000.0 + 4 * DAY)) == (3 * DAY, DAY)


def test_with_days_a_turn_its_plies_share_the_time() -> None:
    clock = running("3d")
    clock.note([ply(0)], 0, 1000.0 + 2 * DAY)
    assert clock.deadline == 1000.0 + 3 * DAY


def test_time_is_over_at_the_deadline_and_not_before() -> None:
    clock = running("10+5")
    assert clock.deadline == 1600.0
    assert (clock.is_over(1599.9), clock.is_over(1600.0), clock.left(0, 1700.0)) == (False, True, 0.0)


def test_while_a_bot_thinks_no_clock_runs() -> None:
    clock = running("10+5")
    clock.note([ply(0)], None, 1100.0)
    assert (clock.deadline, clock.is_over(9e9), clock.left(0, 9e9)) == (None, False, 505.0)


def test_whoever_leaves_the_turn_to_a_bot_without_a_move_gets_no_increment() -> None:
    clock = running("10+5")
    clock.note([], None, 1100.0)
    assert clock.left(0, 9e9) == 500.0


def test_a_clock_stands_still_in_a_pause() -> None:
    clock = running("10+0", [(1100.0, 5000.0)])
    assert clock.deadline == 5500.0
    assert [clock.left(0, at) for at in (1100.0, 3000.0, 5000.0, 5100.0)] == [500.0, 500.0, 500.0, 400.0]


def test_a_pause_from_before_the_turn_counts_from_its_beginning() -> None:
    assert running("10+0", [(0.0, 900.0), (950.0, 1010.0)]).deadline == 1610.0


def test_a_move_in_a_pause_costs_nothing_of_it() -> None:
    clock = running("10+0", [(1100.0, 1200.0)])
    clock.note([ply(0)], 1, 1150.0)
    assert (clock.left(0, 1300.0), clock.deadline) == (500.0, 1800.0)


def test_days_go_on_in_a_pause() -> None:
    assert running("3d", [(1100.0, 1000.0 + 2 * DAY)]).deadline == 1000.0 + 3 * DAY


def test_nobody_runs_out_of_days_in_a_pause() -> None:
    assert running("3d", [(1100.0, 1000.0 + 4 * DAY)]).deadline == 1000.0 + 4 * DAY + 3600


def test_a_pause_within_a_turn_of_an_hour_takes_nothing_from_it() -> None:
    assert running("1h", [(1030.0, 4330.0)]).deadline == 4330.0 + 3570  # 30 seconds were used up
    assert running("1h", [(4000.0, 4500.0)]).deadline == 4500.0 + 600


def test_whoever_had_an_hour_before_a_pause_has_one_afterwards() -> None:
    assert running("3h", [(2000.0, 11000.0)]).deadline == 11000.0 + 3600
    assert running("3h", [(2000.0, 3000.0)]).deadline == 1000.0 + 3 * 3600


def test_a_lost_match_that_is_taken_back_in_practice_has_time_again() -> None:
    clock = running("10+0")
    clock.note([], None, 1600.0)
    clock.note([TakenBack(0, 0, 1)], 0, 1700.0)
    assert clock.left(0, 1700.0) == 600.0


def test_a_time_of_day_that_was_set_back_gives_nothing() -> None:
    clock = running("10+0")
    clock.note([ply(0)], 1, 900.0)
    assert (clock.left(0, 900.0), clock.left(1, 1010.0)) == (600.0, 590.0)


@pytest.mark.parametrize("text", ["60d", "300+300", "12h", "36h", "2d", "10+5", "1+0"])
def test_a_limit_is_written_as_it_is_read_up_to_the_longest(text: str) -> None:
    assert Limit.parse(text).text == text
    assert Limit.parse("24h").text == "1d"


def test_a_ply_that_is_taken_back_within_the_turn_brings_no_increment() -> None:
    clock = running("10+5")
    clock.note([ply(0)], 0, 1010.0)
    clock.note([TakenBack(0, 1, 2)], 1, 1020.0)
    assert clock.left(0, 1020.0) == 580.0


def test_half_a_second_that_is_left_is_not_filled_up() -> None:
    clock = running("1+0")
    clock.note([ply(0)], 1, 1059.5)
    clock.note([ply(1)], 0, 1060.0)
    assert clock.left(0, 1060.0) == 0.5


def test_a_pause_that_begins_when_the_time_is_over() -> None:
    assert running("10+0", [(1600.0, 5000.0)]).deadline == 1600.0
    assert running("3d", [(1000.0 + 3 * DAY, 1000.0 + 4 * DAY)]).deadline == 1000.0 + 4 * DAY + 3600


def test_plies_of_a_turn_within_a_pause_are_given_it_once() -> None:
    """The turn had 3,100 of its 3,600 seconds when the pause began, so it has as many when it ends, at 1,900: until 5,000."""
    clock = running("1h", [(1500.0, 1900.0)])
    for at in (1600.0, 1600.0, 1700.0):
        clock.note([ply(0)], 0, at)
    assert clock.deadline == 5000.0
    assert clock.left(0, 1900.0) == 3100.0


def test_a_turn_that_ends_with_a_pause_has_what_was_left_before_it() -> None:
    assert running("1h", [(2800.0, 4600.0)]).deadline == 4600.0 + 1800


@pytest.mark.parametrize("text", ["61d", "1441h", "301+5", "10+301"])
def test_longer_limits_are_refused(text: str) -> None:
    with pytest.raises(GameError, match=r"^cannot read the time limit"):
        Limit.parse(text)


def test_a_match_may_begin_at_any_time() -> None:
    clock = Clock(Limit.parse("10+5"), 2)
    clock.note([], 0, 0.0)
    assert clock.left(0, 10.0) == 590.0
