"""The vector environment: fewer bytes, arrays of the caller's own, several threads, seats that play inside."""

from __future__ import annotations

from typing import Any

import pytest

import calumma
from calumma.core import Game
from calumma.testing import variants

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from calumma.rl import vector_env  # noqa: E402

pytestmark = pytest.mark.contract

GAMES = [game for name in calumma.games() for game in variants(name)]
STEPS = 60 if calumma.compiled() else 5


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_bits_and_lists_say_what_bytes_say(game: Game) -> None:
    plain, bits = vector_env(game, 2), vector_env(game, 2, observations="bits", masks="bits")
    lists = vector_env(game, 2, observations="none", masks="list")
    seen, told = plain.reset(seed=1)
    small, marked = bits.reset(seed=1)
    _, listed = lists.reset(seed=1)
    for _ in range(STEPS):
        assert seen[0].tolist() == plain.state(0).observe(told["seat"][0]).tolist()
        assert (bits.unpacked(small) == seen).all()
        assert (bits.unpacked_masks(marked["action_mask"]) == told["action_mask"]).all()
        for row in range(2):
            legal = listed["legal"][row, : listed["legal_count"][row]]
            assert legal.tolist() == np.flatnonzero(told["action_mask"][row]).tolist()
        actions = plain.random_actions()
        assert actions.tolist() == bits.random_actions().tolist() == lists.random_actions().tolist()
        seen, *_, told = plain.step(actions)
        small, *_, marked = bits.step(actions)
        *_, listed = lists.step(actions)


def test_a_packed_observation_is_a_bit_each_and_a_byte_for_what_needs_one() -> None:
    layout = calumma.load("yamamoto").observation
    assert layout.runs == ((layout["quiet"].start, 1), (layout["scores"].start, 2))
    assert layout.packed_size == 23 + 3  # 182 numbers, three of which count


def test_numbers_that_have_a_byte_have_no_bit() -> None:
    env = vector_env("yamamoto", 1, observations="bits")
    seen, _ = env.reset(seed=1)
    assert seen[0][23:].tolist() == [0, 5, 5]  # no quiet ply, five pieces each
    assert [seen[0][at >> 3] >> (at & 7) & 1 for at in (175, 180, 181)] == [0, 0, 0]
    inside = vector_env("yamamoto", 1, observations="bits", others="greedy")
    assert inside.reset(seed=1)[0].tolist() == seen.tolist()


@pytest.mark.parametrize("masks", ["bits", "list", "none"])
def test_an_illegal_action_is_refused_however_masks_are_told(masks: Any) -> None:
    env = vector_env("yamamoto", 2, masks=masks)
    env.reset(seed=1)
    before = env.state(0).key()
    with pytest.raises(calumma.IllegalMove, match="action 0 in match 1"):
        env.step(np.array([env.random_actions()[0], 0]))
    assert env.state(0).key() == before


def test_arrays_of_the_caller_are_written_to() -> None:
    own = np.ones((2, 182), np.int8)
    env = vector_env("yamamoto", 2, copy=False, buffers={"observations": own})
    assert env.reset(seed=1)[0] is own
    assert own[0].tolist() == env.state(0).observe(0).tolist()


def test_an_array_that_is_not_written_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot write to the buffers masks: expected some of"):
        vector_env("yamamoto", 2, masks="bits", buffers={"masks": np.zeros((2, 625), np.int8)})


@pytest.mark.parametrize("wrong", [np.zeros((3, 182), np.int8), np.zeros((2, 182), np.uint8)])
def test_an_array_of_another_shape_or_kind_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match="cannot use the array observations"):
        vector_env("yamamoto", 2, buffers={"observations": wrong})


@pytest.mark.parametrize("asked", [{"masks": "words"}, {"observations": "list"}, {"others": "nobody"}])
def test_an_unknown_way_of_telling_is_named(asked: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"words|list|nobody"):
        vector_env("yamamoto", 2, **asked)


@pytest.mark.parametrize("name", calumma.games())
def test_threads_write_the_same_bits(name: str) -> None:
    told = []
    for threads in (1, 2, 5):
        env = vector_env(name, 100, threads=threads, observations="bits", masks="bits", others="random")
        found = [env.reset(seed=4)[0].tobytes()]
        found += [env.step(env.random_actions())[0].tobytes() for _ in range(STEPS // 4)]
        told.append(found)
    assert told[0] == told[1] == told[2]


def test_a_seat_whose_others_play_inside_takes_the_next_seat_in_the_next_match() -> None:
    env = vector_env("yamamoto", 3, others="random")
    seats = env.reset(seed=1)[1]["seat"].tolist()
    assert seats == [0, 1, 0]
    while True:
        *_, over, _, infos = env.step(env.random_actions())
        seats = [1 - seat if ended else seat for seat, ended in zip(seats, over, strict=True)]
        assert infos["seat"].tolist() == seats
        if over.any() or not calumma.compiled():
            break


@pytest.mark.parametrize("name", ["yamamoto", "piecepack"])
def test_a_bot_that_plays_inside_is_told_in_the_same_arrays(name: str) -> None:
    plain = vector_env(name, 3, others="greedy")
    small = vector_env(name, 3, others="greedy", observations="bits", masks="bits")
    lists = vector_env(name, 3, others="greedy", observations="none", masks="list")
    told = [env.reset(seed=2) for env in (plain, small, lists)]
    for _ in range(STEPS // 4):
        (seen, masks), (bits, packed), (_, listed) = told
        assert np.array_equal(small.unpacked(bits), seen)
        assert np.array_equal(small.unpacked_masks(packed["action_mask"]), masks["action_mask"])
        assert [np.flatnonzero(mask).tolist() for mask in masks["action_mask"]] == [
            row[:count].tolist() for row, count in zip(listed["legal"], listed["legal_count"], strict=True)
        ]
        actions = plain.random_actions()
        told = [(step[0], step[4]) for step in (env.step(actions) for env in (plain, small, lists))]


def test_a_bot_inside_leaves_the_turn_and_the_reward_to_the_learners_seat() -> None:
    env = vector_env("yamamoto", 4, others="greedy")
    seats = env.reset(seed=3)[1]["seat"]
    assert seats.tolist() == [0, 1, 0, 1]
    for _ in range(STEPS):
        _, rewards, over, _, infos = env.step(env.random_actions())
        assert infos["seat"].tolist() == np.where(over, 1 - seats, seats).tolist()
        for row in np.flatnonzero(over):
            assert rewards[row] == infos["payoffs"][row][seats[row]]
            assert np.flatnonzero(env.game.observation.split(infos["final_obs"][row])["seat"]).tolist() == [seats[row]]
        seats = infos["seat"]


def test_a_bot_inside_plays_nothing_when_an_action_is_not_legal() -> None:
    env = vector_env("yamamoto", 2, others="greedy")
    env.reset(seed=1)
    before = [env.state(row).key() for row in range(2)]
    with pytest.raises(calumma.IllegalMove, match="cannot play the action 0 in match 0"):
        env.step([0, 0])
    assert [env.state(row).key() for row in range(2)] == before
    with pytest.raises(ValueError, match="cannot let greedy play in 2 threads: expected 1"):
        vector_env("yamamoto", 2, others="greedy", threads=2)
    with pytest.raises(ValueError, match="cannot use the array rewards of the type float32: expected float64"):
        vector_env("yamamoto", 2, others="greedy", buffers={"rewards": np.zeros(2, np.float32)})


@pytest.mark.skipif(not calumma.compiled(), reason="whole matches are long when interpreted")
def test_the_reward_is_that_of_the_seat_that_learns_whoever_ended_the_match() -> None:
    env = vector_env("bradley", 16, 3, others="random", relocate="none")
    seats = env.reset(seed=1)[1]["seat"]
    for _ in range(300):
        _, rewards, over, _, infos = env.step(env.random_actions())
        for row in np.flatnonzero(over):
            assert rewards[row] == infos["payoffs"][row][seats[row]]
        seats = infos["seat"]


def lowest(observations: Any, masks: Any, seats: Any) -> Any:
    """A policy: the first legal action."""
    return masks.argmax(axis=1)


def test_a_policy_inside_plays_the_other_seats_many_rows_at_once() -> None:
    env = vector_env("yamamoto", 8, others=lowest, threads=2)
    own = env.reset(seed=5)[1]["seat"]
    assert own.tolist() == [0, 1] * 4
    for _ in range(STEPS):
        actions, expected = env.random_actions(), [env.state(row) for row in range(8)]
        for row, state in enumerate(expected):  # the same by hand, up to where the seat acts again
            state.apply(int(actions[row]))
            while state.to_act == 1 - own[row]:
                state.apply(state.legal()[0])
        _, rewards, over, _, told = env.step(actions)
        assert over.tolist() == [state.to_act == calumma.OVER for state in expected]
        for row, state in enumerate(expected):
            assert (rewards[row] == state.payoffs()[own[row]]) if over[row] else (env.state(row).key() == state.key())
        own = np.where(over, 1 - own, own)
        assert told["seat"].tolist() == own.tolist()


def test_a_match_that_a_policy_ends_is_told_as_the_learners_seat_sees_it() -> None:
    env = vector_env("piecepack", 6, 3, others=lowest, masks="bytes", observations="bytes")
    own, ends = env.reset(seed=2)[1]["seat"], 0
    for _ in range(4 * STEPS):
        _, rewards, over, _, told = env.step(env.random_actions())
        for row in np.flatnonzero(over):
            assert rewards[row] == told["payoffs"][row][own[row]]
            assert np.flatnonzero(env.game.observation.split(told["final_obs"][row])["seat"]).tolist() == [own[row]]
        ends += int(over.sum())
        own = np.where(over, (own + 1) % 3, own)
        assert told["seat"].tolist() == own.tolist()
    assert ends > 0 or not calumma.compiled()


def test_a_policy_is_shown_rows_as_bits_if_they_are_told_so() -> None:
    shown = []

    def first(observations: Any, masks: Any, seats: Any) -> Any:
        shown.append((observations.shape[1], masks.shape[1], set(seats.tolist())))
        return np.unpackbits(masks, axis=1, bitorder="little").argmax(axis=1)

    env = vector_env("yamamoto", 4, others=first, observations="bits", masks="bits")
    env.reset(seed=1)
    env.step(env.random_actions())
    assert shown == [(26, 79, {0}), (26, 79, {0, 1})]  # rows 1 and 3 wait for their first move, then all for a reply


def test_a_policy_that_plays_what_is_not_legal_is_named() -> None:
    env = vector_env("yamamoto", 2, others=lambda observations, masks, seats: np.zeros(len(seats), int))
    with pytest.raises(calumma.IllegalMove, match="policy of the other seats cannot play the action 0 in match 1"):
        env.reset(seed=1)
    with pytest.raises(ValueError, match="cannot ask a policy that sees nothing"):
        vector_env("yamamoto", 2, others=lowest, masks="list")
