"""What the learners for yamamoto share: how they are called, how they look ahead, and how strong they have become.

A learner says of many positions at once what they are worth and which actions it likes (`Judge`). To play, a tree for every match
is guided by that: the trees are compiled, walk down to a leaf each, and all leaves are judged at once.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import calumma
from calumma.core import OVER, State
from calumma.players import load
from calumma.search import Grove, Settings

Array = np.ndarray[Any, Any]
GAME = calumma.load("yamamoto")
SIDE_BY_SIDE = 100  # matches, of those that are measured
NODES = 50  # of a tree, for every simulation: there are hardly more actions in a position

Judge = Callable[[Array, Array], tuple[Array, Array]]
"""Given what acting seats observe, and which actions are legal, returns what they can expect, from -1 to 1, and logits."""


def arguments(description: str, minutes: float, every: float, simulations: int) -> argparse.ArgumentParser:
    """Return a parser of what can be chosen, for a training of so many minutes, measured every so many by so many simulations."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=minutes, help="processor time to train for")
    parser.add_argument("--every", type=float, default=every, help="minutes between two points of the curve")
    parser.add_argument("--curve", type=int, default=40, help="matches for a point of the curve")
    parser.add_argument("--matches", type=int, default=200, help="matches at the end")
    parser.add_argument("--opponent", default="level:3")
    parser.add_argument("--simulations", type=int, default=simulations, help="of a decision when measured; 0: no look-ahead")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--load", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Return what was chosen; an opponent that does not exist is named before the training."""
    chosen = parser.parse_args()
    try:
        load(chosen.opponent, GAME, 1)
    except calumma.GameError as error:
        parser.error(str(error))
    return chosen


class Player:
    """Plays many matches at once, by trees that something learnt guides; without simulations, by what it likes at first sight."""

    def __init__(self, judge: Judge, simulations: int) -> None:
        self.judge, self.simulations = judge, simulations
        self.settings = Settings(exploration=0.8, anchor=0.3, nodes=NODES * (simulations + 1))

    def choose(self, states: list[State]) -> list[int]:
        """Return an action for every position."""
        return self._searched(states) if self.simulations else self._liked(states)

    def _searched(self, states: list[State]) -> list[int]:
        grove = Grove(GAME, len(states), settings=self.settings)
        for tree, state in zip(grove.trees, states, strict=True):
            tree.begin(state)
        seen, masks = (np.zeros((len(states), width), np.int8) for width in (GAME.observation.size, GAME.num_actions))

        def answer(rows: int) -> tuple[Array, Array]:
            values, logits = self.judge(seen[:rows], masks[:rows])
            own = (1 + values) / 2  # trees count from 0 to 1
            return np.stack([own, 1 - own], axis=1).astype(np.float32), logits.astype(np.float32)

        grove.grow_by(answer, self.simulations, seen, masks)
        return [tree.report(0).action for tree in grove.trees]

    def _liked(self, states: list[State]) -> list[int]:
        masks = np.zeros((len(states), GAME.num_actions), np.int8)
        for mask, state in zip(masks, states, strict=True):
            mask[state.legal()] = 1
        seen = np.frombuffer(b"".join(bytes(state.observe(state.to_act)) for state in states), np.int8)
        _, logits = self.judge(seen.reshape(len(states), -1), masks)
        return [int(action) for action in np.where(masks, logits, -np.inf).argmax(axis=1)]


class Match:
    """A match of a learner with a bot, after two random plies; every second one has the same two, and the seats exchanged."""

    def __init__(self, opponent: str, number: int, seed: int) -> None:
        self.own, self.state = number % 2, GAME.new()
        self.bot = load(opponent, GAME, seed + number)
        chooser = np.random.default_rng([seed, number // 2])
        for _ in range(2):
            self.state.apply(int(chooser.choice(self.state.legal())))

    def waits(self) -> bool:
        """Let the bot act; return whether the learner acts then, and the match is not over."""
        while self.state.to_act not in (OVER, self.own):
            self.state.apply(self.bot.choose(self.state, self.state.to_act).action)
        return self.state.to_act != OVER


def measure(player: Player, opponent: str, matches: int, seed: int) -> float:
    """Return the share of points against a bot: pairs of matches with the same two random plies, seats exchanged."""
    parts = [range(first, min(first + SIDE_BY_SIDE, matches)) for first in range(0, matches, SIDE_BY_SIDE)]
    return sum(points(player, [Match(opponent, number, seed) for number in part]) for part in parts) / matches


def points(player: Player, matches: list[Match]) -> float:
    """Play matches side by side, and return what the learner got in all of them."""
    while waiting := [match for match in matches if match.waits()]:
        for match, action in zip(waiting, player.choose([match.state for match in waiting]), strict=True):
            match.state.apply(action)
    return sum(match.state.payoffs()[match.own] for match in matches)


def tell_strength(player: Player, opponent: str, matches: int) -> None:
    """Measure a learner that is trained, and tell how strong it is."""
    share = measure(player, opponent, matches, 1_000_000)
    low, high = wilson(share, matches)
    print(f"{share:.3f} of the points against {opponent}, {low:.3f} to {high:.3f}, {matches} matches")


def wilson(share: float, matches: int, deviations: float = 1.96) -> tuple[float, float]:
    """Return the interval that holds the true share with 95 %."""
    z = deviations**2 / matches
    middle, half = share + z / 2, deviations * ((share * (1 - share) + z / 4) / matches) ** 0.5
    return (middle - half) / (1 + z), (middle + half) / (1 + z)
