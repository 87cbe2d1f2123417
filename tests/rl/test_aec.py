"""The PettingZoo environment: PettingZoo's own tests, and what an agent is told."""

from __future__ import annotations

import warnings

import pytest

import calumma
from calumma.core import Game
from calumma.rl.aec import MatchEnv
from calumma.testing import variants

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("pettingzoo", reason='the research extra is not installed: pip install "calumma[research]"')

from pettingzoo.test import api_test, seed_test  # noqa: E402

from calumma.rl import aec_env  # noqa: E402

TABLES = [(name, seats) for name in calumma.games() for seats in calumma.load(name).info.seats]
GAMES = [game for name in calumma.games() for game in variants(name)]

# PettingZoo knows the names of its own games whose observations are dicts with a mask, and warns about all others. It also looks
# at the mask of an agent whose turn it is not, which has no action.
EXPECTED = (
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be",
    "Action mask numpy array is all zeros",
)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoos_api_test_passes(name: str, seats: int) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(aec_env(name, seats), num_cycles=1000)
    assert [str(one.message) for one in caught if not str(one.message).startswith(EXPECTED)] == []


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_pettingzoos_seed_test_passes(name: str, seats: int) -> None:
    seed_test(lambda: aec_env(name, seats), num_cycles=1000)


def play(env: MatchEnv, seed: int, plies: int = 10**6) -> list[tuple[str, bytes, float, bool]]:
    """Play random actions; return what every agent was told in its turns."""
    env.reset(seed=seed)
    chooser = np.random.default_rng(seed)
    told = []
    for agent in env.agent_iter(plies):
        observation, reward, over, _, _ = env.last()
        told.append((agent, observation["observation"].tobytes(), reward, over))
        env.step(None if over else int(chooser.choice(np.flatnonzero(observation["action_mask"]))))
    return told


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_a_match_pays_every_agent_its_payoff_once(game: Game) -> None:
    env = aec_env(game)
    told = play(env, 5)
    ends = {agent: reward for agent, _, reward, over in told if over}
    assert [ends[f"seat_{seat}"] for seat in range(game.seats)] == env.position.payoffs()
    assert sum(reward for *_, reward, _ in told) == pytest.approx(1.0)


def test_the_mask_is_the_legal_actions_and_nothing_for_who_must_wait() -> None:
    env = aec_env("piecepack", 3)
    env.reset(seed=1)
    assert np.flatnonzero(env.observe("seat_0")["action_mask"]).tolist() == env.position.legal()
    assert not env.observe("seat_1")["action_mask"].any()


def test_chance_is_decided_by_the_seed() -> None:
    env = aec_env("life", 2)
    assert play(env, 1, 40) == play(env, 1, 40)
    assert play(env, 1, 40) != play(env, 2, 40)


def test_matches_without_a_new_seed_differ() -> None:
    env = aec_env("piecepack", 2)
    env.reset(seed=1)
    first = env.observe("seat_0")["observation"].tobytes()
    env.reset()
    assert env.observe("seat_0")["observation"].tobytes() != first


def test_observations_are_in_their_space() -> None:
    env = aec_env("chamelequin", 4)
    env.reset(seed=1)
    assert env.observation_space("seat_3").contains(env.observe("seat_3"))


def test_an_illegal_action_is_refused() -> None:
    env = aec_env("yamamoto")
    env.reset(seed=1)
    with pytest.raises(calumma.IllegalMove, match="action 0 for seat_0"):
        env.step(0)


def test_options_reach_the_game() -> None:
    assert aec_env("bradley", 4, relocate="none").game == calumma.load("bradley", 4, relocate="none")


def test_options_of_a_loaded_game_are_refused() -> None:
    with pytest.raises(calumma.GameError, match="already loaded"):
        aec_env(calumma.load("yamamoto"), goal="row")


def test_it_renders_as_text_and_as_a_picture() -> None:
    text, picture = aec_env("yamamoto", render_mode="ansi"), aec_env("yamamoto", render_mode="svg")
    text.reset()
    picture.reset()
    assert text.render() == str(calumma.load("yamamoto").new())
    assert picture.render().startswith("<svg")


def test_an_unknown_way_to_render_is_refused() -> None:
    with pytest.raises(ValueError, match='"human": expected ansi, svg or None'):
        aec_env("yamamoto", render_mode="human")


def test_nothing_is_played_before_the_match_begins() -> None:
    with pytest.raises(ValueError, match="call reset first"):
        aec_env("yamamoto").observe("seat_0")
