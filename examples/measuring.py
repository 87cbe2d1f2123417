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
    """Plays by looking some plies ahead with the engine (alpha-beta), and asking for values of what a position may become.

    `values` are the results that the seats to move can expect, from -1 to 1, given what they observe. They also say what to try
    first, and after the own next move only the `width` best replies are followed.
    """

    def __init__(self, values: Callable[[Array], Array], plies: int, width: int = 8) -> None:
        self.values = values
        self.plies = plies
        self.width = width

    def choose(self, state: State) -> int:
        """Return the best action."""
        return self._search(state, self.plies, -2.0, 2.0, len(state.legal()))[1]

    def _search(self, state: State, plies: int, least: float, most: float, width: int) -> tuple[float, int]:
        """Return the result for the side to move and its best action; beyond the bounds it is only known to lie beyond."""
        found = sorted(self._children(state), key=lambda child: -child[0])
        if plies == 1 or found[0][0] == 1.0:
            return found[0][:2]
        best, action = -2.0, found[0][1]
        for guess, tried, child in found[:width]:
            value = guess if child is None else -self._search(child, plies - 1, -most, -max(least, best), self.width)[0]
            if value > best:
                best, action = value, tried
            if best >= most:
                break
        return best, action

    def _children(self, state: State) -> list[tuple[float, int, State | None]]:
        """Return what every action is worth to the side to move at first sight; for certain where nothing follows."""
        ended: list[tuple[float, int, State | None]] = []
        going: list[tuple[int, State]] = []
        for action in state.legal():
            child = state.copy()
            child.apply_unchecked(action)
            if child.to_act == OVER:
                ended.append((2 * child.payoffs()[state.to_act] - 1, action, None))
            else:
                going.append((action, child))
        if not going:
            return ended
        seen = b"".join(bytes(child.observe(child.to_act)) for _, child in going)
        worth = -self.values(np.frombuffer(seen, np.int8).reshape(len(going), -1))
        return [*ended, *((float(value), *child) for value, child in zip(worth, going, strict=True))]
