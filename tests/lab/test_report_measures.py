"""A match as numbers: derived by hand from small curves, and from matches that are counted a second time."""

import pytest

import calumma
from calumma.core import CHANCE, OVER
from calumma.lab.report.jobs import RandomJob, bot_match, wander
from calumma.lab.report.measures import Measured, decided, drama, lead_changes, lead_of, measure, side_shares, smoothed, tenths


def curve(*first: float) -> list[list[float]]:
    return [[value, 1 - value] for value in first]


def test_the_lead_changes_when_another_side_is_clearly_ahead() -> None:
    assert lead_changes(curve(0.6, 0.4, 0.6, 0.4)) == 3


def test_a_nose_in_front_is_no_lead() -> None:
    assert lead_changes(curve(0.51, 0.49, 0.51, 0.6, 0.49, 0.51)) == 0


def test_having_the_move_is_not_taken_for_a_lead() -> None:
    assert lead_changes(smoothed(curve(0.6, 0.4, 0.6, 0.4, 0.6, 0.4), 2)) == 0


def test_drama_is_the_mean_root_of_how_far_the_winner_was_behind() -> None:
    assert drama([0.25, -0.3, 0.04]) == pytest.approx((0.5 + 0.2) / 2)
    assert drama([-0.1, -0.2]) == 0


def test_a_match_is_decided_after_the_winner_was_behind_for_the_last_time() -> None:
    assert decided([0.1, -0.1, 0.2, -0.3]) == 0.75
    assert decided([-0.1, -0.2]) == 0


def test_a_lead_is_told_for_the_side_that_won() -> None:
    lead = lead_of([(turn, chances) for turn, chances in enumerate(curve(0.2, 0.2, 0.8, 0.8))], [1.0, 0.0])
    assert (lead.changes, lead.behind, lead.decided) == (1, 0.6, 0.5)
    assert lead.swing == pytest.approx(0.3)  # the mean over a round goes 0.2, 0.2, 0.5, 0.8


def test_a_shared_win_has_lead_changes_but_no_drama() -> None:
    lead = lead_of([(turn, chances) for turn, chances in enumerate(curve(0.2, 0.2, 0.8, 0.8))], [0.5, 0.5])
    assert (lead.changes, lead.drama, lead.decided) == (1, None, None)


def test_tenths_of_a_short_match_may_be_empty() -> None:
    assert tenths([4, 2]) == [4, None, None, None, None, 2, None, None, None, None]
    assert tenths(range(20))[0] == 0.5


def test_seats_of_a_team_are_one_side() -> None:
    assert side_shares(calumma.load("bradley", 4), [0.5, 0.0, 0.5, 0.0]) == [1.0, 0.0]


@pytest.mark.parametrize("name", ["yamamoto", "life"])
def test_a_measured_match_agrees_with_one_counted_by_hand(name: str) -> None:
    game = calumma.load(name)
    state, rng, plies, widths, outcomes = game.new(), calumma.Rng(5), [], [], 1
    while state.to_act != OVER:
        if state.to_act == CHANCE:
            outcomes *= len(state.legal())
        else:
            widths.append(len(state.legal()))
        action = state.pick(rng)
        plies.append(game.move_text(state, action))
        state.apply(action)
    found = measure(game, plies, [None] * len(plies))
    assert (found.decisions, found.chances) == (len(widths), len(plies) - len(widths))
    assert (found.widest, found.forced, found.breadth) == (max(widths), widths.count(1), round(sum(widths) / len(widths), 3))
    assert round(10**found.outcomes / outcomes, 1) == 1.0 if outcomes < 10**300 else found.outcomes > 299
    assert found.shares == state.payoffs()
    assert found.lead is None


def test_a_measured_match_of_bots_says_who_led_and_survives_the_log() -> None:
    job = bot_match(calumma.load("yamamoto"), ["level:2", "level:2"], seed=3)
    values = job.play()
    found = job.read(values)
    assert found.lead is not None
    assert all(abs(sum(now) - 1) < 0.01 for now in zip(*found.lead.curve, strict=True))
    assert Measured.from_json(values) == found


def test_a_batch_of_random_matches_is_the_same_every_time_and_survives_the_log() -> None:
    job = RandomJob.of(calumma.load("yamamoto"), 1, 0)
    found = job.read(job.play())
    assert found == job.read(job.play())
    assert len({one.measured.digest for one in found}) == len(found)
    assert all(0 < len(one.positions) <= 40 for one in found)


def test_positions_are_kept_fairly_along_a_random_match(monkeypatch: pytest.MonkeyPatch) -> None:
    from calumma.lab.report import jobs

    monkeypatch.setattr(jobs, "KEPT", 1)
    game = calumma.load("yamamoto")
    start = game.new().hash()
    kept = [wander(game, calumma.Rng(seed)) for seed in range(300)]
    share = sum(one.positions == [start] for one in kept) / 300
    assert abs(share - sum(1 / one.measured.decisions for one in kept) / 300) < 0.05


def test_matches_of_bots_that_were_changed_since_are_other_matches() -> None:
    game, players = calumma.load("yamamoto"), ["greedy", "greedy"]
    before = bot_match(game, players, seed=1).id
    assert before == bot_match(game, players, seed=1).id
    assert before != bot_match(game, players, seed=1, stamp=lambda game, spec: "changed").id
