"""What environments refuse: one sentence names what was given and what was expected, and nothing is played."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

import calumma

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
gymnasium = pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("pettingzoo", reason='the research extra is not installed: pip install "calumma[research]"')

import calumma.rl.gymnasium  # noqa: E402  # makes the ids known
from calumma.rl import aec_env, augmenter, vector_env  # noqa: E402
from calumma.rl.learner import LearnerEnv  # noqa: E402
from calumma.rl.vector import VectorEnv  # noqa: E402

Make = Callable[[Any], Any]


def refused(sentence: str, kind: type[Exception] = ValueError) -> Any:
    return pytest.raises(kind, match=f"^{re.escape(sentence)}$")


def begun(rows: int = 2, **settings: Any) -> VectorEnv:
    env = vector_env("yamamoto", rows, **settings)
    env.reset(seed=1)
    return env


def keys(env: VectorEnv) -> list[object]:
    return [env.state(row).key() for row in range(env.num_envs)]


def learner(**settings: Any) -> LearnerEnv:
    env = LearnerEnv(calumma.load("yamamoto"), **settings)
    env.reset(seed=1)
    return env


# Actions of many rows


@pytest.mark.parametrize("others", ["caller", "greedy", "random"])
@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (lambda legal: legal + 0.7, "float64"),
        (lambda legal: legal.astype(np.float32), "float32"),
        (lambda legal: legal.astype(str), "<U11"),
        (lambda legal: legal != 0, "bool"),
        (lambda legal: legal.astype(object), "object"),
        (lambda legal: [None] * len(legal), "object"),
    ],
)
def test_actions_that_are_no_whole_numbers_are_not_played(make: Make, kind: str, others: str) -> None:
    env = begun(others=others)
    before = keys(env)
    with refused(f"cannot play actions of the type {kind}: expected whole numbers, such as int32", TypeError):
        env.step(make(env.random_actions()))
    assert keys(env) == before


@pytest.mark.parametrize("kind", [np.int64, np.uint64, np.uint32])
def test_actions_are_not_cut_off(kind: type) -> None:
    env = begun()
    before, actions = keys(env), env.random_actions().astype(np.uint64)
    actions[1] += 2**32 if kind is not np.uint32 else 2**32 - 600
    told: Any = actions.astype(kind)
    with refused(f"cannot play the action {told[1]} in match 1: its action mask does not allow it", calumma.IllegalMove):
        env.step(told)
    assert keys(env) == before


@pytest.mark.parametrize("kind", [np.int16, np.uint16, np.int64, np.uint64, ">i4", list])
def test_whole_numbers_of_every_kind_are_played(kind: Any) -> None:
    env, same = begun(), begun()
    actions = env.random_actions()
    env.step(actions)
    same.step(actions.tolist() if kind is list else actions.astype(kind))
    assert keys(env) == keys(same)


@pytest.mark.parametrize("make", [lambda legal: legal[:, None], lambda legal: legal[0], lambda legal: []])
def test_actions_of_another_shape_are_named_by_it(make: Make) -> None:
    env = begun()
    wrong = make(env.random_actions())
    with refused(f"cannot play actions of the shape {np.shape(wrong)}: expected (2,)"):
        env.step(wrong)


def test_lists_that_are_not_equally_long_are_no_actions() -> None:
    with refused("cannot play actions like [[1], [1, 2]]: expected the shape (2,)"):
        begun().step([[1], [1, 2]])


def test_a_bot_does_not_play_before_the_matches_begin() -> None:
    with refused("the matches have not begun: call reset first"):
        vector_env("yamamoto", 2, others="greedy").step([0, 0])


# The rows that begin anew


@pytest.mark.parametrize(
    ("mask", "sentence", "kind"),
    [
        ([True], "cannot use a reset_mask of the shape (1,): expected (3,)", ValueError),
        (True, "cannot use a reset_mask of the shape (): expected (3,)", ValueError),
        (None, "cannot use a reset_mask of the shape (): expected (3,)", ValueError),
        ([[True], [True, False]], "cannot use a reset_mask like [[True], [True, False]]: expected the shape (3,)", ValueError),
        ([0, 1, 2], "cannot use a reset_mask of the type int64: expected bool", TypeError),
        (["a", "b", "c"], "cannot use a reset_mask of the type <U1: expected bool", TypeError),
    ],
)
def test_a_mask_of_rows_says_yes_or_no_of_each(mask: Any, sentence: str, kind: type[Exception]) -> None:
    env = begun(3)
    env.step(env.random_actions())
    before = keys(env)
    with refused(sentence, kind):
        env.reset(seed=2, options={"reset_mask": mask})
    assert keys(env) == before


def test_unknown_options_of_a_reset_are_named() -> None:
    with refused("cannot reset with the options 'mask', 'rows': expected reset_mask or none"):
        begun().reset(options={"mask": [True, False], "reset_mask": [True, False], "rows": 1})
    with refused("cannot use 5 as options: expected a dict", TypeError):
        begun().reset(options=5)  # type: ignore[arg-type]
    begun().reset(options={})


# A policy that fails


class Policy:
    """The first legal action, changed by a function once it is asked to."""

    def __init__(self) -> None:
        self.make: Make = lambda legal: legal

    def __call__(self, observations: Any, masks: Any, seats: Any) -> Any:
        return self.make(masks.argmax(axis=1))


SOURCE = "for the policy of the other seats"
ILLEGAL = "the policy of the other seats cannot play the action {} in match 0: its action mask does not allow it"
STUCK = "the matches are stuck, as the policy of the other seats has failed in them: call reset first"


@pytest.mark.parametrize(
    ("make", "sentence", "kind"),
    [
        (lambda legal: legal[0], f"cannot play actions of the shape () {SOURCE}: expected (2,)", ValueError),
        (lambda legal: legal[:1], f"cannot play actions of the shape (1,) {SOURCE}: expected (2,)", ValueError),
        (
            lambda legal: legal + 0.5,
            f"cannot play actions of the type float64 {SOURCE}: expected whole numbers, such as int32",
            TypeError,
        ),
        (lambda legal: legal * 0, ILLEGAL.format(0), calumma.IllegalMove),
        (lambda legal: legal * 0 - 1, ILLEGAL.format(-1), calumma.IllegalMove),  # which to the loops means no action
        (lambda legal: legal * 0 + 2**32, ILLEGAL.format(2**32), calumma.IllegalMove),
        (lambda legal: 1 // 0, "integer division or modulo by zero", ZeroDivisionError),
    ],
)
def test_after_a_policy_has_failed_nothing_is_played_until_a_reset(make: Make, sentence: str, kind: type[Exception]) -> None:
    policy = Policy()
    env = begun(others=policy)
    policy.make = make
    with refused(sentence, kind):
        env.step(env.random_actions())
    policy.make = lambda legal: legal
    before = keys(env)
    for _ in range(2):
        with refused(STUCK):
            env.step(env.random_actions())
    assert keys(env) == before
    env.reset(options={"reset_mask": [True, False]})
    with refused(STUCK):  # the other match still is
        env.step(env.random_actions())
    env.reset(options={"reset_mask": [False, True]})
    env.step(env.random_actions())


# One learner


@pytest.mark.parametrize("illegal", ["loses", "raises"])
@pytest.mark.parametrize(
    "make", [lambda legal: legal + 0.9, float, str, lambda legal: None, lambda legal: True, lambda legal: np.array([legal])]
)
def test_a_learners_action_is_a_whole_number(make: Make, illegal: str) -> None:
    env = learner(illegal=illegal)
    wrong, before = make(env.position.legal()[0]), env.position.key()
    with refused(f"cannot use {wrong!r} as a number: expected a whole number", TypeError):
        env.step(wrong)
    assert env.position.key() == before


@pytest.mark.parametrize("make", [np.int64, np.uint8, np.array])
def test_a_learners_action_may_be_numpys(make: Make) -> None:
    env = learner()
    before = env.position.key()
    env.step(make(env.position.legal()[0]))
    assert env.position.key() != before


@pytest.mark.parametrize("action", [0, -1, 10**30])
def test_an_illegal_action_ends_the_match_for_good(action: int) -> None:
    env = learner()
    legal = env.position.legal()[0]
    *_, over, _, infos = env.step(action)
    assert (over, infos["illegal"]) == (True, True)
    assert not infos["action_mask"].any()
    assert not env.action_masks().any()
    with refused("the match is over: call reset first"):
        env.step(legal)
    _, infos = env.reset(seed=1)
    assert np.flatnonzero(infos["action_mask"]).tolist() == env.position.legal()
    assert not env.step(legal)[2]


def test_who_plays_against_itself_has_no_seat() -> None:
    with refused('cannot learn at seat 1 against "self": expected none, as the learner acts for all seats'):
        gymnasium.make("calumma/Yamamoto-v0", opponent="self", seat=1)


@pytest.mark.parametrize("seat", ["0", 0.0, True, -1, 2])
def test_a_seat_that_there_is_not_is_named(seat: Any) -> None:
    with refused(f"there is no seat {seat!r}: expected 0 to 1, or None for all in turn"):
        learner(seat=seat)


# PettingZoo


@pytest.mark.parametrize("act", [lambda env: env.step(0), lambda env: env.last(), lambda env: list(env.agent_iter())])
def test_agents_wait_for_the_match_to_begin(act: Make) -> None:
    with refused("the match has not begun: call reset first"):
        act(aec_env("yamamoto"))


def test_agents_that_are_all_gone_do_nothing() -> None:
    env = aec_env("yamamoto")
    env.reset(seed=1)
    for _ in env.agent_iter():
        env.step(None if env.last()[2] else env.position.legal()[0])
    for act in (lambda: env.step(None), lambda: env.step(0), env.last):
        with refused("the match is over: call reset first"):
            act()
    env.reset(seed=1)
    env.step(env.position.legal()[0])


@pytest.mark.parametrize("agent", ["seat_9", 0, None, ["seat_0"]])
def test_an_unknown_agent_is_named(agent: Any) -> None:
    env = aec_env("yamamoto")
    env.reset(seed=1)
    for asked in (env.observe, env.observation_space, env.action_space):
        with refused(f"there is no agent {agent!r}: expected seat_0 to seat_1"):
            asked(agent)


# Numbers and arrays of the caller's own


@pytest.mark.parametrize("wrong", ["4", 4.0, None, True])
def test_matches_and_threads_are_counted_in_whole_numbers(wrong: Any) -> None:
    sentence = f"cannot use {wrong!r} as a number: expected a whole number"
    with refused(sentence, TypeError):
        vector_env("yamamoto", wrong)
    with refused(sentence, TypeError):
        vector_env("yamamoto", 2, threads=wrong)


@pytest.mark.parametrize("others", ["caller", "greedy"])
def test_there_is_at_least_one_match_and_one_thread(others: str) -> None:
    with refused("cannot use 0 as a number of matches: expected a whole number from 1 to 16777216"):
        vector_env("yamamoto", 0, others=others)
    with refused("cannot use -1 as a number of threads: expected a whole number from 1 to 256"):
        vector_env("yamamoto", 2, threads=-1, others=others)
    assert vector_env("yamamoto", np.int64(2)).num_envs == 2


@pytest.mark.parametrize("others", ["caller", "greedy", "random"])
@pytest.mark.parametrize(
    ("buffer", "sentence", "kind"),
    [
        (np.zeros(2, np.float32), "cannot use the array rewards of the type float32: expected float64", ValueError),
        (np.zeros((2, 1)), "cannot use the array rewards of the shape (2, 1): expected (2,)", ValueError),
        (np.zeros(4)[::2], "cannot use the array rewards: expected one that lies in one piece and may be written to", ValueError),
        ([0.0, 0.0], "cannot use the array rewards, [0.0, 0.0]: expected one of NumPy's", TypeError),
    ],
)
def test_a_buffer_that_does_not_fit_is_described(buffer: Any, sentence: str, kind: type[Exception], others: str) -> None:
    with refused(sentence, kind):
        vector_env("yamamoto", 2, buffers={"rewards": buffer}, others=others)


# Symmetries


@pytest.mark.parametrize(
    "which", [[0, 4], [0, -1], np.array([0, 4]), np.array([0, -1]), [0, "side"], np.array(["ends", "side"]), [0, 1.0], [0, True]]
)
def test_a_symmetry_that_there_is_not_is_named(which: Any) -> None:
    wrong = which.tolist()[1] if isinstance(which, np.ndarray) else which[1]
    with refused(f"yamamoto has no symmetry {wrong!r}: expected 0 to 3, or one of `names`"):
        augmenter("yamamoto").turned(which, np.zeros((2, 182), np.int8))


@pytest.mark.parametrize("which", [["sides", "ends"], ("sides", 3), np.array(["sides", "ends"]), np.array([1, 3], np.uint8)])
def test_symmetries_are_numbered_or_named(which: Any) -> None:
    turn = augmenter("yamamoto")
    rows = np.arange(2 * 182).reshape(2, 182)
    assert [turn.names.index("sides"), turn.names.index("ends")] == [1, 3]
    assert np.array_equal(turn.turned(which, rows)[0], turn.turned([1, 3], rows)[0])


def test_a_name_alone_is_not_one_a_row() -> None:
    with refused("cannot turn 5 rows by () symmetries: expected one a row"):
        augmenter("yamamoto").turned("sides", np.zeros((5, 182), np.int8))


def test_there_are_as_many_rows_of_actions_as_of_observations() -> None:
    turn, seen, masks = augmenter("yamamoto"), np.zeros((2, 182), np.int8), np.zeros((3, 625), np.int8)
    sentence = "cannot turn 3 rows of actions: expected 2, as of observations"
    with refused(sentence):
        turn.turned([0, 1], seen, masks)
    with refused(sentence):
        turn.by_all(seen, masks)
    with refused(sentence):
        turn.by_chance(np.random.default_rng(1), seen, masks)


def test_a_seed_is_not_for_some_rows_where_others_play_too() -> None:
    """It would give the caller's seats anew in rows whose matches go on."""
    env = vector_env("yamamoto", 4, others="random")
    env.reset(seed=1)
    seats = env.reset(options={"reset_mask": np.array([True, False, False, False])})[1]["seat"].tolist()
    with pytest.raises(ValueError, match="cannot use the seed 2 for some rows: expected none"):
        env.reset(seed=2, options={"reset_mask": np.array([True, False, False, False])})
    assert env.step(env.random_actions())[4]["seat"].tolist() == seats
