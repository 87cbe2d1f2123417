"""Exact labels: what every seat gets from positions at the end of a match on, where that can be known (`calumma.solutions`)."""

from __future__ import annotations

from collections.abc import Sequence

from calumma.core import Game
from calumma.players.knowing import shares_of
from calumma.solutions import Effort, has_exact_values, new_solution

LOOK = Effort(9, 4000)  # for one position: some milliseconds


class Labels:
    """What is known of the ends of some matches; the same for the same matches in the same order, whoever else asks.

    What is found within a budget depends on what is remembered: so this has a solution of its own, with an empty memory. Tables
    of a solved game that are installed count as well; where there are others, more or less may be known.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.solution = new_solution(game) if has_exact_values(game) else None

    def known_ends(self, actions: Sequence[int], first: int = 0) -> list[list[float]]:
        """Return what every seat gets by perfect play from each of the last positions of a match on, in the order of the match.

        They go back from the end, at most to the position before ply `first`, until one is not known.
        """
        if self.solution is None:
            return []
        state = self.game.new()
        states = []
        for action in actions:
            states.append(state.copy())
            state.apply_unchecked(action)
        found: list[list[float]] = []
        for place in range(len(states) - 1, first - 1, -1):
            known = self.solution.value(states[place], LOOK) if states[place].to_act >= 0 else None
            if known is None:
                break
            found.append(shares_of(known, states[place].to_act))
        return found[::-1]
