"""What the learners for yamamoto share: how they are called, how they look ahead, and how strong they have become."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

import calumma
from calumma.core import OVER, State
from calumma.players import load

Array = np.ndarray[Any, Any]


def arguments(description: str, minutes: float, every: float) -> argparse.ArgumentParser:
    """Return a parser of what can be chosen for a training of so many minutes, told about every so many."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--minutes", type=float, default=minutes, help="processor time to train for")
    parser.add_argument("--every", type=float, default=every, help="minutes between two points of the curve")
    parser.add_argument("--curve", type=int, default=40, help="matches for a point of the curve")
    parser.add_argument("--matches", type=int, default=200, help="matches at the end")
    parser.add_argument("--opponent", default="level:3")
    parser.add_argument("--out", type=Path)
    parser.add_argument("--load", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    return parser


def parsed(parser: argparse.ArgumentParser) -> argparse.Namespace:
    """Return what was chosen; an opponent that does not exist is named before the training."""
    chosen = parser.parse_args()
    try:
        load(chosen.opponent, calumma.load("yamamoto"), 1)
    except calumma.GameError as error:
        parser.error(str(error))
    return chosen


def measure(choose: Callable[[State], int], opponent: str, matches: int, seed: int) -> float:
    """Return the share of points against a bot: pairs of matches with the same two random plies, seats exchanged."""
    game, total = calumma.load("yamamoto"), 0.0
    for match in range(matches):
        chooser, own = np.random.default_rng([seed, match // 2]), match % 2
        bot, state = load(opponent, game, seed + match), game.new()
        for _ in range(2):
            state.apply(int(chooser.choice(state.legal())))
        while state.to_act != OVER:
            state.apply(choose(state) if state.to_act == own else bot.choose(state, state.to_act).action)
        total += state.payoffs()[own]
    return total / matches


def tell_strength(choose: Callable[[State], int], opponent: str, matches: int) -> None:
    """Measure a learner that is trained, and tell how strong it is."""
    share = measure(choose, opponent, matches, 1_000_000)
    low, high = wilson(share, matches)
    print(f"{share:.3f} of the points against {opponent}, {low:.3f} to {high:.3f}, {matches} matches")


def wilson(share: float, matches: int, deviations: float = 1.96) -> tuple[float, float]:
    """Return the interval that holds the true share with 95 %."""
    z = deviations**2 / matches
    middle, half = share + z / 2, deviations * ((share * (1 - share) + z / 4) / matches) ** 0.5
    return (middle - half) / (1 + z), (middle + half) / (1 + z)


class Searcher:
    """Plays by looking some plies ahead with the engine, and asking for values of what it finds there, many at once.

    `values` are the results that the seats to move can expect, from -1 to 1, given what they observe.
    """

    def __init__(self, values: Callable[[Array], Array], plies: int) -> None:
        self.values = values
        self.plies = plies

    def choose(self, state: State) -> int:
        """Return the best action."""
        actions = state.legal()
        leaves: list[bytes] = []
        trees = [self._grow(state, action, self.plies, leaves) for action in actions]
        seen = np.frombuffer(b"".join(leaves), np.int8).reshape(-1, state.game.observation.size)
        values = self.values(seen) if leaves else np.zeros(0)
        return actions[int(np.argmax([-_value(tree, values) for tree in trees]))]

    def _grow(self, state: State, action: int, plies: int, leaves: list[bytes]) -> Any:
        """Return the result for the side to move, the number of a leaf as text, or a list of what may follow."""
        child = state.copy()
        mover = state.to_act
        child.apply_unchecked(action)
        if child.to_act == OVER:
            return 1 - 2 * child.payoffs()[mover]
        if plies == 1:
            leaves.append(child.observe(child.to_act))
            return str(len(leaves) - 1)
        return [self._grow(child, reply, plies - 1, leaves) for reply in child.legal()]


def _value(tree: Any, values: Array) -> float:
    """Return what a tree is worth to the side to move."""
    if isinstance(tree, list):
        return max(-_value(branch, values) for branch in tree)
    return float(values[int(tree)]) if isinstance(tree, str) else tree
