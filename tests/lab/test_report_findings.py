"""What follows from the matches of a report, on a game so small that its whole tree can be walked."""

from collections.abc import Iterator
from typing import Any

import pytest

import calumma
from calumma.core import CHANCE, OVER, State, registry
from calumma.lab.report.estimates import Series
from calumma.lab.report.findings import Findings, counts_of, duplicates, findings
from calumma.lab.report.plan import ReportPlan
from calumma.lab.runner import run
from calumma.testing.topcard import GAME


@pytest.fixture(scope="module")
def plan() -> Iterator[ReportPlan]:
    registry.register_definition(GAME)
    yield ReportPlan(calumma.load("topcard"), "mcts:20", 40, levels=(1, 2), others=(3,))
    registry.forget("topcard")


@pytest.fixture(scope="module")
def found(plan: ReportPlan) -> Any:
    return findings(plan, {job.id: outcome for job, outcome in run(plan.jobs)})


def walked(state: State, positions: Any) -> Any:
    """Count the ends below a position, and collect the positions with a decision."""
    if state.to_act == OVER:
        return 1
    if state.to_act != CHANCE:
        positions.add(state.hash())
    ends = 0
    for action in state.legal():
        after = state.copy()
        after.apply(action)
        ends += walked(after, positions)
    return ends


def test_tree_and_space_are_estimated_as_large_as_they_are(plan: Any, found: Any) -> None:
    positions: set[Any] = set()
    ends = walked(plan.game.new(), positions)
    assert 10**found.size.tree.low < ends < 10**found.size.tree.high
    assert found.size.space.different <= found.size.space.least.value <= 1.1 * len(positions)
    assert found.size.space.least.high > 0.9 * len(positions)


def test_a_game_without_a_count_has_no_bound(plan: Any, found: Any) -> None:
    assert counts_of(plan.game) == []
    assert found.size.bound is None


def test_pairs_with_exchanged_seats_tell_skill_from_seat() -> None:
    played = Series(2, 1, [1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.5, 1.0], [0, 1] * 5)
    found = duplicates([played])
    assert found.n == 5
    assert (found.stronger.value, found.seat.value, found.weaker.value) == (0.2, 0.4, 0.2)
    assert found.by_chance == pytest.approx(2 * 0.55 * 0.45)  # one side wins each match in 55 of a hundred


def test_every_level_is_asked_who_is_favoured(plan: ReportPlan, found: Findings) -> None:
    assert list(found.skill.first) == [1, 2]
    assert {one.n for one in found.skill.first.values()} == {plan.per_level}


def test_the_chosen_value_of_an_option_does_not_differ_from_itself(found: Findings) -> None:
    for one in found.options:
        if one.chosen:
            assert (one.differences.first.value, one.differences.turns.high) == (0, 0)


def test_every_part_says_how_many_matches_it_rests_on(found: Any) -> None:
    assert (found.main.n, found.random.n, found.tables[3].n) == (40, 400, 12)
    assert {one.standing.n for one in found.options} == {40}  # a variant has as many as the main part, up to 2,000
    assert found.skill.gaps[1].n == 4


def test_shares_sum_to_all_the_wins(found: Any) -> None:
    for standing in (found.main, found.random, found.tables[3]):
        assert sum(one.value for one in standing.shares) == pytest.approx(1)
        assert sum(one.value for one in standing.reasons.values()) == pytest.approx(1)


def test_an_option_is_compared_from_end_to_end_with_its_default(found: Any) -> None:
    assert [(one.value, one.chosen) for one in found.options] == [(1, True), (3, False)]


def test_in_a_game_of_luck_the_deal_decides_much(found: Any) -> None:
    assert found.skill.deal_count == 8
    assert found.skill.deals.value > 0.3


def test_a_variant_has_as_many_matches_as_it_takes() -> None:
    game = calumma.load("yamamoto")
    assert [ReportPlan(game, "greedy", matches).per_option for matches in (2, 500, 2000, 3000, 5000, 10000)] == [
        2, 500, 2000, 2000, 2000, 4000,
    ]  # fmt: skip
