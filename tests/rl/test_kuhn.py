"""A game for stakes in the research adapters: Kuhn poker, as docs/adding_a_game.md builds it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import pytest

import calumma
from adding_a_game import write_game
from calumma.core import registry
from calumma.testing import check_game

pyspiel = pytest.importorskip("pyspiel", reason='the research extra is not installed: pip install "calumma[research]"')

from open_spiel.python.algorithms import cfr, expected_game_score, exploitability  # noqa: E402

import calumma.rl.openspiel as adapter  # noqa: E402
from calumma.rl import aec_env, vector_env  # noqa: E402


@pytest.fixture(scope="module")
def kuhn(tmp_path_factory: Any) -> Iterator[Any]:
    folder = write_game("kuhn", tmp_path_factory.mktemp("games") / "kuhn")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", list(sys.path))
        patch.setenv("CALUMMA_GAMES", str(folder))
        registry.search_again()
        adapter.register("kuhn")
        yield calumma.load("kuhn")
    registry.search_again()
    for name in [name for name in sys.modules if name.partition(".")[0] == "kuhn"]:
        del sys.modules[name]


def test_kuhn_poker_keeps_the_laws(kuhn: Any) -> None:
    assert check_game(kuhn, matches=40).matches == 40


def test_openspiel_is_told_that_stakes_sum_to_zero(kuhn: Any) -> None:
    game = pyspiel.load_game("python_calumma_kuhn")
    told = (game.get_type().utility, game.min_utility(), game.max_utility(), game.utility_sum())
    assert told == (pyspiel.GameType.Utility.ZERO_SUM, -2, 2, 0)
    pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)


def test_openspiels_cfr_finds_the_value_of_kuhn_poker(kuhn: Any) -> None:
    """By Kuhn's own analysis Elder loses an eighteenth of a chip a match."""
    game = pyspiel.load_game("python_calumma_kuhn")
    solver = cfr.CFRPlusSolver(game)
    for _ in range(60):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < 0.01
    assert expected_game_score.policy_value(game.new_initial_state(), [policy] * 2)[0] == pytest.approx(-1 / 18, abs=0.005)


def test_rewards_are_the_stakes(kuhn: Any) -> None:
    env = aec_env(kuhn)
    env.reset(seed=3)
    while env.agents and not env.terminations[env.agent_selection]:
        env.step(env.position.legal()[1])  # bet, call
    assert sorted(env.rewards.values()) == [-2, 2]
    rows = vector_env(kuhn, 8)
    rows.reset(seed=1)
    rewards = [reward for _ in range(10) for reward in rows.step(rows.random_actions())[1]]
    assert {-2, -1, 0, 1, 2} >= set(rewards)
    assert min(rewards) < 0 < max(rewards)
