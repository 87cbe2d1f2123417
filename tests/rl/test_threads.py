"""Threads that share out the rows of a vector environment: the same results, however the work falls to them."""

from __future__ import annotations

import os
import signal
from dataclasses import replace
from typing import Any

import pytest

import calumma
from calumma.core import Game, Part
from calumma.testing import topcard
from calumma.testing.topcard.rules import TopCard

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from calumma.rl import vector_env  # noqa: E402

pytestmark = pytest.mark.skipif(not calumma.compiled(), reason="interpreted, there is one thread")


def course(env: Any, steps: int) -> list[bytes]:
    """Return what was seen and paid in some steps of random play."""
    told = [env.reset(seed=4)[0].tobytes()]
    for _ in range(steps):
        seen, rewards, *_ = env.step(env.random_actions())
        told.append(seen.tobytes() + rewards.tobytes())
    return told


@pytest.mark.parametrize("rows", [1, 3, 31, 65, 200])  # fewer than threads, than a chunk of rows, and more
def test_many_short_steps_bring_the_same_by_any_number_of_threads(rows: int) -> None:
    alone = course(vector_env("yamamoto", rows), 300)
    for threads in (2, 3, 8):
        assert course(vector_env("yamamoto", rows, threads=threads), 300) == alone


def test_the_first_illegal_action_is_named_and_nothing_is_played_whichever_thread_finds_it() -> None:
    env = vector_env("yamamoto", 200, threads=4)
    env.reset(seed=1)
    before = [env.state(row).key() for row in range(200)]
    actions = env.random_actions()
    actions[[199, 90, 140]] = 0  # nothing goes from a1 to a1
    for _ in range(20):
        with pytest.raises(calumma.IllegalMove, match="action 0 in match 90"):
            env.step(actions)
    assert [env.state(row).key() for row in range(200)] == before


def test_an_environment_may_go_at_any_time() -> None:
    for steps in [0, 1, 2] * 10:
        env = vector_env("yamamoto", 64, threads=5)
        env.reset(seed=1)
        for _ in range(steps):
            env.step(env.random_actions())
        del env  # its helpers are looking out for work, asleep, or on their way


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system cannot fork")
def test_a_forked_process_plays_on_alone() -> None:
    env, alone = vector_env("yamamoto", 100, threads=3), vector_env("yamamoto", 100)
    expected = course(alone, 20)
    course(env, 3)
    child = os.fork()
    if child == 0:
        signal.alarm(60)  # rather than to hang
        os._exit(0 if course(env, 20) == expected else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert course(env, 20) == expected


class Seen(TopCard):
    def numbers(self, seat: int) -> list[int]:
        return [self.hands[seat]]


class Broken(Seen):
    def numbers(self, seat: int) -> list[int]:
        if self.hands[seat] == 3:
            raise RuntimeError("no numbers for a three")
        return super().numbers(seat)


def table(rules: type[TopCard]) -> Game:
    part = Part("card", (1,), 0, 4, "the seat's own card")
    return Game(replace(topcard.GAME, state=rules, observation=lambda seats, options: (part,)), 2, {})


def test_rules_in_plain_python_play_in_threads() -> None:
    assert course(vector_env(table(Seen), 100, threads=3), 30) == course(vector_env(table(Seen), 100), 30)


def test_what_goes_wrong_in_a_thread_comes_out(capfd: pytest.CaptureFixture[str]) -> None:
    env = vector_env(table(Broken), 100, threads=3)
    with pytest.raises(RuntimeError, match="no numbers for a three"):
        course(env, 30)
    del env
