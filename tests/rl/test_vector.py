"""The vector environment: every row is a match of its own, and says what a single match says."""

from __future__ import annotations

import threading
from typing import Any

import pytest

import calumma
from calumma.core import Game, State
from calumma.rl.vector import VectorEnv
from calumma.testing import variants

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
gymnasium = pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from gymnasium.vector import AutoresetMode  # noqa: E402

from calumma.rl import vector_env  # noqa: E402

pytestmark = pytest.mark.contract

GAMES = [game for name in calumma.games() for game in variants(name)]
STEPS = 120 if calumma.compiled() else 12


def rows_are_true(env: VectorEnv, observations: Any, infos: dict[str, Any]) -> None:
    """Every row says what the position behind it says, observed by the seat that acts."""
    for row in range(env.num_envs):
        state = env.state(row)
        assert infos["seat"][row] == state.to_act
        assert observations[row].tolist() == state.observe(state.to_act).tolist()
        assert np.flatnonzero(infos["action_mask"][row]).tolist() == state.legal()


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rows_say_what_their_positions_say(game: Game) -> None:
    env = vector_env(game, 3)
    observations, infos = env.reset(seed=1)
    rows_are_true(env, observations, infos)
    for _ in range(STEPS):
        before = [env.state(row) for row in range(3)]
        actions = env.random_actions()
        observations, rewards, over, cut, infos = env.step(actions)
        rows_are_true(env, observations, infos)
        assert not cut.any()
        for row, state in enumerate(before):
            follows(state, actions[row], env.state(row), over[row], rewards[row])


def follows(before: State, action: Any, after: State, over: Any, reward: Any) -> None:
    """Where no chance acts between, the row is the position after the action."""
    mover = before.to_act
    before.apply(int(action))
    if before.to_act == calumma.OVER:
        assert over
        assert reward == before.payoffs()[mover]
    elif before.to_act != calumma.CHANCE:
        assert not over
        assert reward == 0.0
        assert after.key() == before.key()


@pytest.mark.skipif(not calumma.compiled(), reason="whole matches are long when interpreted")
@pytest.mark.parametrize("name", calumma.games())
def test_matches_end_pay_and_begin_anew(name: str) -> None:
    env = vector_env(name, 8)
    env.reset(seed=2)
    ended = 0
    while ended < 10:
        seats = env.step(env.random_actions())[4]["seat"]
        _, rewards, over, _, infos = env.step(env.random_actions())
        assert seats.shape == (8,)
        for row in np.flatnonzero(over):
            assert infos["payoffs"][row].sum() == pytest.approx(1.0)
            assert rewards[row] in infos["payoffs"][row]
            last = env.game.observation.split(infos["final_obs"])
            assert not last["acting"][row].any()
            ended += 1
    assert ended >= 10


def test_a_final_observation_is_that_of_the_seat_that_acted_last() -> None:
    env = vector_env("yamamoto", 64)
    env.reset(seed=3)
    over = np.zeros(64, bool)
    while not over.any():
        before = [env.state(row) for row in range(64)]
        actions = env.random_actions()
        *_, infos = step = env.step(actions)
        over = step[2]
    row = int(np.flatnonzero(over)[0])
    mover = before[row].to_act
    before[row].apply(int(actions[row]))
    assert infos["final_obs"][row].tolist() == before[row].observe(mover).tolist()
    assert infos["_final_obs"].tolist() == over.tolist()


def test_the_seed_decides_everything() -> None:
    def told(seed: int) -> bytes:
        env = vector_env("life", 4)
        found = [env.reset(seed=seed)[0]]
        for _ in range(30):
            found.append(env.step(env.random_actions())[0])
        return np.stack(found).tobytes()

    assert told(1) == told(1)
    assert told(1) != told(2)


def test_rows_have_luck_of_their_own() -> None:
    observations, _ = vector_env("piecepack", 8).reset(seed=1)
    assert len({row.tobytes() for row in observations}) == 8


def test_threads_change_nothing() -> None:
    results = []
    for threads in (1, 3):
        env = vector_env("piecepack", 10, threads=threads)
        env.reset(seed=4)
        results.append([env.step(env.random_actions())[0].tobytes() for _ in range(STEPS)])
        env.close()
    assert results[0] == results[1]


def test_arrays_are_kept_apart_unless_asked_otherwise() -> None:
    env, shared = vector_env("yamamoto", 2), vector_env("yamamoto", 2, copy=False)
    first, same = env.reset(seed=1)[0], shared.reset(seed=1)[0]
    assert env.step(env.random_actions())[0] is not first
    assert shared.step(shared.random_actions())[0] is same


def test_some_rows_can_begin_anew() -> None:
    env = vector_env("yamamoto", 3)
    env.reset(seed=1)
    env.step(env.random_actions())
    env.reset(options={"reset_mask": np.array([False, True, False])})
    begun = [env.state(row).key() == env.game.new().key() for row in range(3)]
    assert begun == [False, True, False]


def test_it_follows_gymnasiums_conventions() -> None:
    env = vector_env("bradley", 5, 3)
    observations, infos = env.reset(seed=1)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    assert env.observation_space.contains(observations)
    observations, rewards, over, cut, infos = env.step(env.random_actions())
    assert (rewards.shape, over.dtype, cut.dtype, infos["action_mask"].shape) == (
        (5,),
        bool,
        bool,
        (5, env.single_action_space.n),
    )
    assert env.observation_space.contains(observations)


def test_gymnasiums_wrappers_keep_count_of_whole_matches() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(vector_env("yamamoto", 4))
    env.reset(seed=1)
    plies, ended = 0, np.zeros(4, bool)
    while not ended.any():
        _, _, ended, _, infos = env.step(env.unwrapped.random_actions())
        plies += 1
    assert infos["episode"]["l"][ended].tolist() == [plies] * ended.sum()


def test_an_illegal_action_names_its_match_and_changes_nothing() -> None:
    env = vector_env("yamamoto", 3)
    env.reset(seed=1)
    actions = env.random_actions()
    actions[2] = 0
    before = [env.state(row).key() for row in range(3)]
    with pytest.raises(calumma.IllegalMove, match="action 0 in match 2"):
        env.step(actions)
    assert [env.state(row).key() for row in range(3)] == before


@pytest.mark.parametrize("action", [-1, 625, 10**6])
def test_an_action_beyond_all_numbers_is_refused(action: int) -> None:
    env = vector_env("yamamoto", 1)
    env.reset(seed=1)
    with pytest.raises(calumma.IllegalMove):
        env.step(np.array([action]))


def test_nothing_is_played_before_the_matches_begin() -> None:
    with pytest.raises(ValueError, match="call reset first"):
        vector_env("yamamoto", 2).step(np.zeros(2, np.int32))


def test_as_many_actions_as_matches_are_expected() -> None:
    env = vector_env("yamamoto", 2)
    env.reset()
    with pytest.raises(ValueError, match="expected \\(2,\\)"):
        env.step(np.zeros(3, np.int32))


@pytest.mark.skipif(not calumma.compiled(), reason="only compiled code lets other threads run")
def test_other_threads_run_while_matches_are_stepped() -> None:
    """A step of very many matches is one call: a counter beside it goes on only because the lock is free."""
    env = vector_env("bradley", 4000, relocate="any", copy=False)
    env.reset(seed=1)
    counted, stop = [0], threading.Event()

    def count() -> None:
        while not stop.is_set():
            counted[0] += 1
            stop.wait(0.0005)

    beside = threading.Thread(target=count)
    beside.start()
    during = 0
    for _ in range(50):  # a busy machine may not give the other thread its turn at once
        before = counted[0]
        env._batch.step(env.random_actions(), 0, 4000)
        during += counted[0] - before
    stop.set()
    beside.join()
    assert during > 5
