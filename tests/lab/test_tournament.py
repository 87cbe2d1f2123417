"""Tournaments: who meets whom, who sits where, and what the results say."""

import json
from collections import Counter
from math import log10
from pathlib import Path

import pytest

import calumma
from calumma.cli import main
from calumma.core import GameError
from calumma.lab.matches import MatchJob
from calumma.lab.runner import run
from calumma.lab.tournament import Results, Tally, TournamentPlan, fitted, gauntlet, inverse, round_robin, standard_errors

YAMAMOTO = calumma.load("yamamoto")


def test_everybody_meets_everybody() -> None:
    assert round_robin(2, 3) == [(0, 1), (0, 2), (1, 2)]
    assert round_robin(3, 4) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]


def test_fewer_players_than_sides_sit_at_a_table_in_every_proportion() -> None:
    assert round_robin(3, 2) == [(0, 0, 1), (0, 1, 1)]


def test_in_a_gauntlet_the_first_meets_each_of_the_others() -> None:
    assert gauntlet(2, 3) == [(0, 1), (0, 2)]
    assert gauntlet(4, 2) == [(0, 1, 1, 1)]


@pytest.mark.parametrize(("name", "seats"), [("yamamoto", 2), ("piecepack", 3), ("bradley", 4), ("bradley", 6)])
def test_every_player_holds_every_seat_equally_often(name: str, seats: int) -> None:
    plan = TournamentPlan(calumma.load(name, seats), ["random", "greedy", "level:1"], "round-robin", 6)
    held = Counter((player, seat) for one in plan.seatings for seat, player in enumerate(one.players))
    assert len(held) == 3 * seats
    assert len(set(held.values())) == 1


def test_partners_play_for_one_player() -> None:
    plan = TournamentPlan(calumma.load("bradley", 4), ["random", "greedy"], "round-robin", 2)
    assert all(len({one.players[seat] for seat in team}) == 1 for one in plan.seatings for team in plan.game.teams)


def test_all_tables_share_openings_and_luck() -> None:
    plan = TournamentPlan(YAMAMOTO, ["random", "greedy", "level:1"], "round-robin", 4)
    seeds = [{one.job.seed for one in plan.seatings if one.round == round_} for round_ in (0, 1)]
    assert [len(found) for found in seeds] == [1, 1]
    assert seeds[0] != seeds[1]


def test_more_matches_and_more_players_keep_what_was_played() -> None:
    small = TournamentPlan(YAMAMOTO, ["random", "greedy"], "round-robin", 4)
    large = TournamentPlan(YAMAMOTO, ["level:1", "random", "greedy"], "round-robin", 8)
    assert {job.id for job in small.jobs} < {job.id for job in large.jobs}


def test_matches_are_rounded_up_to_whole_rounds() -> None:
    assert len(TournamentPlan(calumma.load("chamelequin", 3), ["random", "greedy"], "gauntlet", 4).jobs) == 6


@pytest.mark.parametrize(
    ("players", "sentence"), [(["random"], "at least two"), (["random", "random"], "listed twice"), (["random", "x"], "unknown")]
)
def test_players_that_do_not_fit_are_refused(players: list[str], sentence: str) -> None:
    with pytest.raises(GameError, match=sentence):
        TournamentPlan(YAMAMOTO, players, "round-robin", 2)


def test_scores_add_up_and_the_better_player_leads() -> None:
    plan = TournamentPlan(YAMAMOTO, ["random", "greedy"], "round-robin", 20, seed=1)
    results = Results(plan)
    for job, outcome in run(plan.jobs):
        assert isinstance(job, MatchJob)
        results.count(job, outcome)
    assert results.score(0) + results.score(1) == pytest.approx(1.0)
    met = results.meeting(1, 0)
    assert met
    assert met[0] == pytest.approx(results.score(1))
    assert results.ranking() == [1, 0]
    assert sum(results.seats) == pytest.approx(20)


# Elo


def test_elo_of_two_players_is_the_logarithm_of_their_ratio() -> None:
    # 75 to 25 with half a point each from the prior, whose pull towards 1 is small: close to 400 * log10(3)
    strengths = fitted([Tally((0, 1), 1000, {0: 750.0, 1: 250.0})], 2)
    assert 400 * log10(strengths[0] / strengths[1]) == pytest.approx(400 * log10(3), abs=1.0)


def test_elo_is_told_between_players_that_never_met() -> None:
    strengths = fitted([Tally((0, 1), 1000, {0: 750.0, 1: 250.0}), Tally((1, 2), 1000, {1: 750.0, 2: 250.0})], 3)
    assert 400 * log10(strengths[0] / strengths[2]) == pytest.approx(400 * log10(9), abs=3.0)


def test_of_three_sides_each_wins_in_proportion_to_its_strength() -> None:
    # two of the one kind and one of the other: a fair share of the lone one is a third
    even = fitted([Tally((0, 0, 1), 900, {0: 600.0, 1: 300.0})], 2)
    assert even[0] == pytest.approx(even[1])
    double = fitted([Tally((0, 0, 1), 1000, {0: 500.0, 1: 500.0})], 2)
    assert double[1] / double[0] == pytest.approx(2.0, rel=0.01)


def test_a_clean_sweep_is_finite_and_unsure() -> None:
    tallies = [Tally((0, 1), 10, {0: 10.0, 1: 0.0})]
    strengths = fitted(tallies, 2)
    error = standard_errors(tallies, strengths)[0]
    assert 100 < 400 * log10(strengths[0]) < 1000
    assert error > standard_errors([Tally((0, 1), 10, {0: 5.0, 1: 5.0})], [1.0, 1.0])[0]


def test_the_error_of_a_fair_series_is_that_of_a_coin() -> None:
    # the logarithm of the ratio has the variance 1 / (n p (1 - p)); each of the two lies half as far from their mean
    tallies = [Tally((0, 1), 400, {0: 200.0, 1: 200.0})]
    assert standard_errors(tallies, [1.0, 1.0])[0] == pytest.approx((1 / (400 * 0.25)) ** 0.5 / 2, rel=0.01)


def test_an_inverse_undoes_its_matrix() -> None:
    matrix = [[2.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 2.0]]
    assert inverse(matrix)[1] == pytest.approx([0.5, 1.0, 0.5])


# The command


def test_a_tournament_leaves_matches_tables_and_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tournament", "yamamoto", "--round-robin", "random", "greedy", "--matches", "4", "--out", str(tmp_path)]
    assert main(arguments) == 0
    assert "| greedy |" in capsys.readouterr().out
    first = (tmp_path / "matches.jsonl").read_bytes()
    assert main(arguments) == 0
    assert (tmp_path / "matches.jsonl").read_bytes() == first
    answer = json.loads((tmp_path / "tournament.json").read_text())
    assert answer["matches"] == 4
    assert (
        "calumma tournament yamamoto --seats 2 --round-robin random greedy --matches 4"
        in (tmp_path / "tournament.md").read_text()
    )


def test_a_tournament_is_of_one_kind(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "yamamoto", "--gauntlet", "--round-robin", "random", "greedy"]) == 2
    assert "cannot play --round-robin and --gauntlet in one tournament: expected one of them" in capsys.readouterr().err


def test_a_gauntlet_at_a_table_of_three(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["tournament", "chamelequin", "--seats", "3", "--gauntlet", "greedy", "random", "--matches", "3", "--json"]
    assert main(arguments) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["kind"] == "gauntlet"
    assert sum(answer["seat_shares"]) == pytest.approx(1.0, abs=1e-5)


def test_a_wrong_place_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "yamamoto", "random", "greedy", "--on", "moon"]) == 2
    assert 'cannot run on "moon"' in capsys.readouterr().err
