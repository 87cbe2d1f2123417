"""One learner in Gymnasium's usual form: against bots, at random, or against itself."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import calumma

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
gymnasium = pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from gymnasium.utils.env_checker import check_env  # noqa: E402

from calumma.rl.gymnasium import id_of  # noqa: E402
from calumma.rl.learner import LearnerEnv  # noqa: E402


def learner(name: str = "yamamoto", *given: Any, seats: int | None = None, **settings: Any) -> LearnerEnv:
    return LearnerEnv(calumma.load(name, seats), *given, **settings)


def played(env: LearnerEnv, seed: int) -> tuple[list[int], float]:
    """The actions of a random learner up to the end of a match, and its reward."""
    _, infos = env.reset(seed=seed)
    luck, actions, reward, over = np.random.default_rng(seed), [], 0.0, False
    while not over:
        actions.append(int(luck.choice(np.flatnonzero(infos["action_mask"]))))
        _, reward, over, _, infos = env.step(actions[-1])
    return actions, reward


@pytest.mark.parametrize("name", calumma.games())
def test_gymnasiums_own_checks_are_met(name: str) -> None:
    check_env(learner(name), skip_render_check=True)


@pytest.mark.parametrize("name", calumma.games())
def test_games_are_known_by_their_ids(name: str) -> None:
    env = gymnasium.make(id_of(name), opponent="random")
    observation, infos = env.reset(seed=1)
    assert env.observation_space.contains(observation)
    assert np.flatnonzero(infos["action_mask"]).tolist() == env.unwrapped.position.legal()


def test_an_id_alone_is_enough_where_nothing_has_been_imported() -> None:
    script = 'import gymnasium; print(gymnasium.make("calumma.rl.gymnasium:calumma/Yamamoto-v0").unwrapped.game)'
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert said.startswith("yamamoto")


def test_options_of_the_game_are_given_with_the_id() -> None:
    env = gymnasium.make("calumma/Bradley-v0", seats=3, relocate="none", opponent="greedy")
    assert env.unwrapped.game == calumma.load("bradley", 3, relocate="none")


def test_a_seed_reproduces_matches_and_bots() -> None:
    assert played(learner("life"), 3) == played(learner("life"), 3)


def test_the_learner_takes_the_seats_in_turn_unless_it_has_one() -> None:
    env, second = learner("bradley", seats=3), learner(seat=1)
    assert [env.reset(seed=1)[1]["seat"], env.reset()[1]["seat"], env.reset()[1]["seat"]] == [0, 1, 2]
    assert [second.reset()[1]["seat"], second.reset()[1]["seat"]] == [1, 1]


def test_against_itself_the_learner_acts_for_every_seat() -> None:
    env = learner("yamamoto", "self")
    env.reset(seed=1)
    assert [env.seat, env.step(env.position.legal()[0])[4]["seat"], env.step(env.position.legal()[0])[4]["seat"]] == [0, 1, 0]


def test_the_reward_is_the_payoff_of_the_learners_seat() -> None:
    env = learner(seat=1)
    reward = played(env, 5)[1]
    assert reward == env.position.payoffs()[1]


def test_an_illegal_action_loses_or_raises() -> None:
    env, strict = learner(), learner(illegal="raises")
    env.reset(seed=1)
    strict.reset(seed=1)
    _, reward, over, _, infos = env.step(0)
    assert (reward, over, infos["illegal"]) == (0.0, True, True)
    with pytest.raises(calumma.IllegalMove, match="action 0"):
        strict.step(0)


def test_action_masks_are_told_as_learners_with_masks_ask_for_them() -> None:
    env = learner()
    env.reset(seed=1)
    assert env.action_masks().dtype == bool
    assert np.flatnonzero(env.action_masks()).tolist() == env.position.legal()


@pytest.mark.parametrize("wrong", [{"seat": 2}, {"illegal": "shouts"}, {"render_mode": "human"}])
def test_settings_that_do_not_exist_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="expected"):
        learner(**wrong)
