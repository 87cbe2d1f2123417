"""Exact labels: what every seat gets from positions at the end of a match on, where that can be known (`calumma.solutions`)."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import Game
from calumma.players.knowing import shares_of
from calumma.solutions import Effort, exact_value, has_exact_values

LOOK = Effort(9, 4000)  # for one position: some milliseconds


def known_ends(game: Game, actions: Sequence[int], first: int = 0) -> list[list[float]]:
    """Return what every seat gets by perfect play from each of the last positions of a match on, in the order of the match.

    They go back from the end, at most to the position before ply `first`, until one is not known.
    """
    if not has_exact_values(game):
        return []
    state = game.new()
    states = []
    for action in actions:
        states.append(state.copy())
        state.apply_unchecked(action)
    found: list[list[float]] = []
    for place in range(len(states) - 1, first - 1, -1):
        known = exact_value(states[place], LOOK)
        if known is None:
            break
        found.append(shares_of(known, states[place].to_act))
    return found[::-1]
