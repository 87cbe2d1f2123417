"""Information-set search in the games with secrets."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma import CHANCE, OVER, Rng, State
from calumma.search import InformationTree, Settings, ismcts

GAMES = [name for name in calumma.games() if calumma.load(name).info.has_secrets]
SETTINGS = Settings(exploration=0.8, trust=0.5, plies=10, anchor=1.0, nodes=20_000)
BY_TURNS = Settings(exploration=0.4, plies=60, glimpses=4, turns=1, anchor=1.0, nodes=20_000)


def reached(name: str, seed: int) -> State:
    """A position after some random plies in which a seat has a choice."""
    state, rng = calumma.load(name, seats=3).new(), Rng(seed)
    plies = 20 + rng.below(60)
    while plies > 0 or state.to_act < 0 or len(state.legal()) < 2:
        state.apply(state.pick(rng))
        plies -= 1
        if state.to_act == OVER:
            state, plies = calumma.load(name, seats=3).new(), 30
    return state


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("settings", [SETTINGS, BY_TURNS], ids=["plies", "turns"])
@pytest.mark.parametrize("seed", range(6))
def test_worlds_that_the_seat_cannot_tell_apart_give_the_same_search(name: str, seed: int, settings: Settings) -> None:
    state = reached(name, seed)
    seat = state.to_act
    worlds = [state, *(state.determinize(seat, Rng(deal)) for deal in range(3))]
    trees = [InformationTree(world, seat, Rng(99), settings) for world in worlds]
    for tree in trees:
        tree.run(200)
    assert all(tree.report() == trees[0].report() for tree in trees)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("blend", [False, True])
def test_actions_at_the_root_are_the_legal_ones(name: str, blend: bool) -> None:
    state = reached(name, 1)
    tree = InformationTree(state, state.to_act, Rng(1), SETTINGS, blend)
    tree.run(300)
    assert [candidate.action for candidate in tree.candidates()] == state.legal()
    assert sum(candidate.visits for candidate in tree.candidates()) == 300


@pytest.mark.parametrize("name", GAMES)
def test_a_full_tree_goes_on_without_growing(name: str) -> None:
    state = reached(name, 2)
    tree = InformationTree(state, state.to_act, Rng(1), Settings(nodes=100))
    assert tree.run(300) == 300
    assert tree.nodes <= 100
    assert tree.memory == 3800


@pytest.mark.parametrize("name", GAMES)
def test_threads_add_up_their_trees_and_the_same_seed_gives_the_same(name: str) -> None:
    state = reached(name, 3)
    reports = [ismcts.search(state, state.to_act, 200, Rng(4), SETTINGS, threads=2) for _ in range(2)]
    assert reports[0] == reports[1]
    assert reports[0].nodes == sum(candidate.visits for candidate in reports[0].candidates) == 200
    assert [candidate.action for candidate in reports[0].candidates] == state.legal()


def searched(seed: int) -> tuple[State, InformationTree]:
    """A position within a turn of life, and the tree of whoever acts there."""
    state: Any = reached("life", seed)
    rng = Rng(seed)
    while state.to_act < 0 or len(state.legal()) < 2 or state.actions < 2:
        state.apply(state.pick(rng))
    tree = InformationTree(state, state.to_act, Rng(7), BY_TURNS)
    tree.run(400)
    return state, tree


def gone_on(state: State, action: int) -> State:
    """The position in which somebody acts again."""
    after, rng = state.copy(), Rng(5)
    after.apply(action)
    while after.to_act == CHANCE:
        after.apply(after.pick(rng))
    return after


@pytest.mark.parametrize("seed", range(4))
def test_within_a_turn_a_tree_is_kept_and_goes_on_where_it_was(seed: int) -> None:
    state, tree = searched(seed)
    best = max(tree.candidates(), key=lambda candidate: candidate.visits)
    after = gone_on(state, best.action)
    assert after.to_act == state.to_act
    assert tree.recall(best.action, after)
    kept = sum(candidate.visits for candidate in tree.candidates())
    assert 0 <= kept < best.visits
    tree.run(100)
    assert [candidate.action for candidate in tree.candidates()] == after.legal()
    assert sum(candidate.visits for candidate in tree.candidates()) == kept + 100
    assert tree.report().nodes == 100


@pytest.mark.parametrize("seed", range(4))
def test_a_kept_tree_is_the_same_in_worlds_that_the_seat_cannot_tell_apart(seed: int) -> None:
    reports = []
    for deal in range(3):
        state, tree = searched(seed)
        action = tree.report().action
        after = gone_on(state, action)
        assert tree.recall(action, after if deal == 0 else after.determinize(state.to_act, Rng(deal)))
        tree.run(100)
        reports.append(tree.report())
    assert reports[0] == reports[1] == reports[2]


def test_a_tree_is_not_kept_when_another_seat_has_acted() -> None:
    state, tree = searched(1)
    seat, rng, first, before = state.to_act, Rng(1), state.legal()[0], tree.report()
    state = gone_on(state, first)
    while state.to_act == seat:
        state = gone_on(state, state.pick(rng))
    assert not tree.recall(first, state)
    while state.to_act != seat:
        state = gone_on(state, state.pick(rng))
    assert not tree.recall(first, state)
    assert tree.report() == before
