"""Games in plain Python as environments: as soon as they say what their numbers mean."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest

import calumma
from calumma.core import Game, Part
from calumma.testing import topcard
from calumma.testing.topcard.rules import TopCard

np = pytest.importorskip("numpy", reason='the research extra is not installed: pip install "calumma[research]"')
pytest.importorskip("gymnasium", reason='the research extra is not installed: pip install "calumma[research]"')

from calumma.rl import vector_env  # noqa: E402


class Seen(TopCard):
    def numbers(self, seat: int) -> list[int]:
        return [self.hands[seat]]


class Broken(TopCard):
    def numbers(self, seat: int) -> Any:
        raise RuntimeError("no numbers today")


def table(rules: type[Broken] | type[Seen]) -> Game:
    part = Part("card", (1,), 0, 4, "the seat's own card")
    return Game(replace(topcard.GAME, state=rules, observation=lambda seats, options: (part,)), 2, {})


def test_a_game_without_observations_says_so() -> None:
    with pytest.raises(calumma.GameError, match="cannot observe topcard as numbers"):
        vector_env(topcard.top_card(), 2)


def test_a_game_in_plain_python_can_be_observed() -> None:
    state = table(Seen).new()
    state.apply(1 + 3)  # seat 0 draws the card 3
    assert state.observe(0)[0] == 3


def test_a_game_in_plain_python_plays_in_rows() -> None:
    env = vector_env(table(Seen), 4)
    env.reset(seed=1)
    for _ in range(10):
        observations, *_, infos = env.step(env.random_actions())
        cards = [cast("Any", env.state(row)).hands[infos["seat"][row]] for row in range(4)]
        assert observations[:, 0].tolist() == cards


def test_what_goes_wrong_inside_comes_out(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(RuntimeError, match="no numbers today"):
        table(Broken).new().observe(0)
    with pytest.raises(RuntimeError, match="no numbers today"):
        vector_env(table(Broken), 2).reset(seed=1)
