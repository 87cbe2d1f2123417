# distutils: extra_compile_args = -O3
"""In which order alpha-beta tries actions: that of the table, noisy ones, those that refuted others, then by what is foreseen.

Where a game foresees nothing, what often refuted something elsewhere comes first.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.room import room
from calumma.core.state import State
from calumma.core.tables import UNIT
from calumma.search.scale import FINE, FROM_TABLE, HISTORY_LIMIT, KILLER, MIDDLE, NOISY

if not cython.compiled:
    from math import tanh

    from calumma.core.room import ints

WIDEST = 8  # turns before the leaves from which on the width grows no more


class Ordering:
    """What a search has learnt of the actions of both sides, and how it rates them by that."""

    def __init__(self, num_actions: int, width: int, others: int, several: bool, plies: int) -> None:
        self.num_actions, self.width, self.plies = num_actions, width, plies
        self.others, self.several = others, several
        self.kept: list[Any] = []
        self.history = ints(room("i", 2 * num_actions, self.kept))
        self.killers = ints(room("i", 2 * plies, self.kept))
        self.foreseen = False

    def begin(self, remembers: bool) -> None:
        """Prepare for another search: forget what refuted something, or most of it."""
        i: cython.int
        for i in range(2 * self.num_actions):
            self.history[i] = self.history[i] // 8 if remembers else 0
        for i in range(2 * self.plies):
            self.killers[i] = -1

    def rate(
        self,
        state: State,
        actions: cython.p_int,
        ratings: cython.p_int,
        n: cython.int,
        side: cython.int,
        ply: cython.int,
        move: cython.int,
        depth: cython.int,
    ) -> cython.int:
        """Rate the actions of a side by how likely they are to be best; return how many are worth a try.

        The table's is `move`. With depth 0 few will be tried, and nothing is foreseen.
        """
        i: cython.int
        action: cython.int
        rating: cython.int
        foreseen: cython.bint = depth and n > 1 and self.foresee(state, actions, ratings, n)
        killer_1: cython.int = self.killers[2 * ply]
        killer_2: cython.int = self.killers[2 * ply + 1]
        self.foreseen = foreseen
        for i in range(n):
            action = actions[i]
            rating = MIDDLE + ratings[i] * FINE if foreseen else self.history[side * self.num_actions + action]
            if foreseen and self.is_other(side):
                pass  # that it hurts the seat at the root is no reason to act like that
            elif action == move:
                rating += FROM_TABLE
            elif state.c_noisy(action):
                rating += NOISY
            elif action in (killer_1, killer_2):
                rating += KILLER
            ratings[i] = rating
        if not foreseen:
            return n
        if self.others and self.is_other(side):
            return self.others
        return self.width << min(depth - 1, WIDEST)

    def is_other(self, side: cython.int) -> cython.bint:
        """Whether a side is all others than the seat at the root, each of which has a mind of its own."""
        return self.several and side == 1

    def foresee(self, state: State, actions: cython.p_int, ratings: cython.p_int, n: cython.int) -> cython.bint:
        """Write what the game foresees of actions, if it does and that is asked for."""
        return self.width and state.c_foresee(actions, n, ratings)

    def prospect(self, rating: cython.int) -> cython.double:
        """What was foreseen of a quiet action, from -1 (lost) to 1."""
        return tanh((rating - MIDDLE) / (2.0 * UNIT * FINE))

    def reward(self, state: State, action: cython.int, side: cython.int, ply: cython.int, depth: cython.int) -> cython.void:
        """Remember an action that refuted the one before it."""
        i: cython.int
        place: cython.int = side * self.num_actions + action
        if state.c_noisy(action):
            return
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.history[place] += depth * depth
        if self.history[place] > HISTORY_LIMIT:
            for i in range(2 * self.num_actions):
                self.history[i] //= 2
