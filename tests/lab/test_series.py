"""Series of matches between bots, and what their scores say."""

from __future__ import annotations

import pytest

import calumma
from calumma import GameError
from calumma.lab.scores import Sprt, elo, expected, likelihood_ratio, wilson
from calumma.lab.series import play_series

YAMAMOTO = calumma.load("yamamoto")


def test_a_round_of_a_series_begins_with_the_same_opening() -> None:
    series = play_series(YAMAMOTO, ["greedy", "random"], 4, seed=9, opening=3, keep_outcomes=True)
    starts = [outcome.record.plies[:3] for outcome in series.outcomes]
    assert starts[0] == starts[1] != starts[2] == starts[3]
    firsts = [outcome.record.players[0] for outcome in series.outcomes]
    assert sorted(map(str, firsts[:2])) == sorted(map(str, firsts[2:])) == ["greedy", "random"]


def test_a_series_is_the_same_with_several_workers() -> None:
    one = play_series(YAMAMOTO, ["greedy", "random"], 4, seed=2, keep_outcomes=True)
    two = play_series(YAMAMOTO, ["greedy", "random"], 4, seed=2, workers=2, keep_outcomes=True)
    assert [outcome.record for outcome in one.outcomes] == [outcome.record for outcome in two.outcomes]


def test_players_of_one_name_are_told_apart() -> None:
    series = play_series(YAMAMOTO, ["greedy", "greedy"], 8, seed=2)
    assert 0.0 < series.score < 1.0


def test_a_table_of_three_tells_a_fair_share() -> None:
    game = calumma.load("chamelequin", 3)
    series = play_series(game, ["random", "random", "random"], 3)
    assert "random against random, random: " in str(series)
    assert str(series).endswith("a fair share is 33.3%")


def test_more_players_than_sides_are_refused() -> None:
    with pytest.raises(GameError, match=r"cannot seat 3 players in .*: expected at most 2"):
        play_series(YAMAMOTO, ["random"] * 3, 3)


def test_progress_is_told_after_every_match() -> None:
    told = []
    play_series(YAMAMOTO, ["greedy", "random"], 4, progress=lambda series: told.append(series.matches))
    assert told == [1, 2, 3, 4]


def test_a_sequential_test_stops_a_clear_series() -> None:
    series = play_series(YAMAMOTO, ["greedy", "random"], 200, test=Sprt(0, 100))
    assert series.verdict == "stronger"
    assert series.matches < 100


def test_a_bad_player_is_named_before_the_first_match() -> None:
    with pytest.raises(GameError, match='unknown player "nobody"'):
        play_series(YAMAMOTO, ["greedy", "nobody"], 2)


def test_wilson_gives_the_known_interval() -> None:
    """Ten of ten: from 1 / (1 + z^2 / 10) = 0.722 to 1."""
    assert wilson(1.0, 10) == pytest.approx((0.7225, 1.0), abs=1e-3)
    assert wilson(1.0, 10)[1] == 1.0
    assert wilson(0.0, 10)[0] == 0.0
    assert wilson(0.5, 100) == pytest.approx((0.4038, 0.5962), abs=1e-3)


def test_elo_and_expected_score_are_inverse() -> None:
    assert expected(400) == pytest.approx(10 / 11)
    assert elo(expected(120)) == pytest.approx(120)
    assert elo(1.0) == 1200


def test_likelihood_is_zero_halfway_between_the_hypotheses() -> None:
    assert likelihood_ratio([1.0, 0.0] * 50, -20, 20) == pytest.approx(0.0)
    assert likelihood_ratio([1.0, 0.5] * 50, -20, 20) > 0


@pytest.mark.parametrize(
    ("stronger", "weaker"), [("greedy", "random"), ("level:2", "level:1"), ("level:3", "level:2"), ("level:4", "level:3")]
)
def test_every_low_level_beats_the_one_below(stronger: str, weaker: str) -> None:
    """A short series; `make strength` plays the long ones."""
    assert play_series(YAMAMOTO, [stronger, weaker], 20, seed=3).score >= 0.6
