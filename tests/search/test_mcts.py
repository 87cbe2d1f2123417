"""Tree search in open games."""

from __future__ import annotations

import pytest

import calumma
from calumma import Rng
from calumma.search import Candidate, Settings, Tree, mcts, uct_speed

YAMAMOTO = calumma.load("yamamoto")
INFORMED = Settings(exploration=0.8, trust=1.0, plies=0, anchor=1.0, nodes=200_000)
WON_IN_3 = "5/5/1B1w1/1W3/b4 b"
WON_IN_5 = "1w3/1B3/5/1W3/b4 b"
LOST_IN_4 = "2w2/5/5/3W1/3w1 o"


@pytest.mark.parametrize("settings", [Settings(nodes=200_000), INFORMED], ids=["plain", "informed"])
@pytest.mark.parametrize("text", [WON_IN_3, WON_IN_5])
def test_it_proves_a_forced_win(text: str, settings: Settings) -> None:
    report = mcts.search(YAMAMOTO.parse_position(text), 100_000, Rng(1), settings)
    assert report.proven
    assert report.values == [0.0, 1.0]


def test_it_proves_a_forced_loss() -> None:
    report = mcts.search(YAMAMOTO.parse_position(LOST_IN_4), 50_000, Rng(1), INFORMED)
    assert report.values == [0.0, 1.0]
    assert report.proven


def test_it_stops_once_the_root_is_proven() -> None:
    tree = Tree(YAMAMOTO.parse_position(WON_IN_3), Rng(1), INFORMED)
    assert tree.run(100_000) < 100_000
    assert tree.run(100) == 0


@pytest.mark.contract
def test_simulations_are_as_recorded() -> None:
    """A signature: any change of the search or of the weights changes these numbers, and should mean to."""
    plain = mcts.search(YAMAMOTO.new(), 300, Rng(5), Settings(nodes=50_000))
    informed = mcts.search(YAMAMOTO.new(), 300, Rng(5), INFORMED)
    assert (plain.action, plain.depth, informed.action, informed.depth) == (56, 2, 5, 5)


def test_a_full_tree_goes_on_without_growing() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), Settings(nodes=1000))
    tree.run(5000)
    assert tree.nodes <= 1000
    assert sum(candidate.visits for candidate in tree.candidates()) >= 4999
    assert tree.memory == 36_000


def test_visits_of_the_root_are_shared_out_among_its_actions() -> None:
    report = mcts.search(YAMAMOTO.new(), 2000, Rng(1), INFORMED)
    assert sum(candidate.visits for candidate in report.candidates) == 2000
    assert [candidate.action for candidate in report.candidates] == YAMAMOTO.new().legal()


def test_values_are_payoffs_that_sum_to_one() -> None:
    report = mcts.search(YAMAMOTO.new(), 500, Rng(1))
    assert sum(report.values) == pytest.approx(1.0)


def test_what_is_known_of_a_position_is_kept_when_it_is_reached() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), INFORMED)
    tree.run(5000)
    before = {tuple(c.__dict__.items()) for c in _grandchildren(tree)}
    action = tree.report().action
    assert tree.advance(action)
    assert {tuple(c.__dict__.items()) for c in tree.candidates()} == before


def _grandchildren(tree: Tree) -> list[Candidate]:
    """The candidates after the best action, read from a second tree of the same seed."""
    twin = Tree(YAMAMOTO.new(), Rng(1), INFORMED)
    twin.run(5000)
    twin.advance(tree.report().action)
    return twin.candidates()


def test_an_advanced_tree_searches_on_from_there() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), INFORMED)
    tree.run(3000)
    state = YAMAMOTO.new()
    for _ in range(3):
        action = tree.report().action
        state.apply(action)
        kept = tree.nodes
        tree.advance(action)
        assert tree.nodes < kept
        tree.run(1000)
        assert [candidate.action for candidate in tree.candidates()] == state.legal()


def test_a_tree_finds_the_way_to_a_position_two_plies_on() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), INFORMED)
    tree.run(5000)
    line = tree.line()[:2]
    state = YAMAMOTO.new()
    for action in line:
        state.apply(action)
    assert tree.path_to(state, 2) == line
    assert tree.path_to(YAMAMOTO.parse_position(WON_IN_3), 2) is None


def test_threads_add_up_their_trees() -> None:
    report = mcts.search(YAMAMOTO.new(), 1000, Rng(1), INFORMED, threads=2)
    assert report.nodes == 1000
    assert sum(candidate.visits for candidate in report.candidates) == 1000


def test_time_is_a_limit() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1), Settings(nodes=10_000))
    assert 0 < tree.run(1 << 30, seconds=0.1) < 1 << 30


def test_speed_counts_simulations() -> None:
    count, seconds = uct_speed(YAMAMOTO.new(), 0.05, Rng(1))
    assert count > 0
    assert seconds >= 0.05


def test_chance_to_act_at_the_root_is_refused() -> None:
    with pytest.raises(ValueError, match="expected a position in which a seat acts"):
        Tree(YAMAMOTO.parse_position("5/5/5/5/W4 b"), Rng(1))


def test_a_way_that_the_tree_does_not_hold_is_not_looked_for_any_longer_than_there_are_nodes() -> None:
    tree = Tree(YAMAMOTO.new(), Rng(1))
    tree.run(50)
    assert tree.path_to(YAMAMOTO.parse_position(str(YAMAMOTO.new())), 10**30) is None
