# distutils: extra_compile_args = -O3
"""Whether a seat can force a result within so many turns, whatever others and luck do: by looking at everything.

The result is a win, or a lead: the own score less the best of the others'. A turn ends when another seat acts; who looks ahead
one turn sees the position that is left to the next seat.
"""

from __future__ import annotations

from typing import Any

import cython

from calumma.core.given import Whole, within
from calumma.core.state import State
from calumma.search.table import TranspositionTable

if not cython.compiled:
    from calumma.core.protocol import CHANCE, MOST_ACTIONS, MOST_SEATS, OVER, Scores, Shares

DEEPEST = 120  # plies
LONGEST = 1000  # turns
NO = 1
YES = 3  # bounds of the table, put to another use
NEVER = 1 << 60
MOST = 1 << 20


class Level:
    """One ply of the line being looked at."""

    def __init__(self, state: State, below: Any) -> None:
        self.state = state
        self.below = below
        if not cython.compiled:
            self.actions = [0] * MOST_ACTIONS


class Forcing:
    """A search that may be asked about many positions of one game, by one thread at a time."""

    def __init__(self, game: Any, megabytes: float = 16.0) -> None:
        self.game, self.busy = game, False
        self.table = TranspositionTable(megabytes)
        self.seat = self.lead = 0
        self.wins = self.any_luck = self.aborted = False
        self.nodes, self.limit = 0, NEVER
        self.top = Level(game.new(), None)
        for _ in range(DEEPEST):
            self.top = Level(game.new(), self.top)

    def reaches(
        self,
        state: State,
        seat: Whole,
        turns: Whole,
        lead: Whole | None = None,
        mover: Whole | None = None,
        any_luck: bool = False,
        nodes: Whole | None = None,
    ) -> bool | None:
        """Return whether a seat can force a lead, or a win if none is given, before so many turns have passed; None: not known.

        The first of the turns is the present one, of the seat `mover`: the one that acts unless it is told. Luck does its worst,
        or with `any_luck` whatever comes first: for draws that make no difference so soon. Beyond so many `nodes`, or where a
        line is too long, the answer is not known.
        """
        if not isinstance(state, State) or state.game != self.game:
            raise ValueError(f"cannot search {state!r}: expected a position of {self.game}")
        if self.busy:
            raise RuntimeError("this search is used by another thread: expected one search at a time")
        self.seat = within("a seat", seat, 0, state.seats - 1)
        self.wins, self.lead = lead is None, 0 if lead is None else within("a lead", lead, -MOST, MOST)
        self.any_luck, self.aborted, self.nodes = any_luck, False, 0
        self.limit = NEVER if nodes is None else max(1, within("a number of nodes", nodes, -NEVER, NEVER))
        ahead: cython.int = within("a number of turns", turns, 1, LONGEST)
        first: cython.int = self.seat if state.to_act < 0 else state.to_act
        if mover is not None:
            first = within("a seat", mover, 0, state.seats - 1)
        self.busy = True
        self.table.begin()
        self.top.state.c_copy_from(state)
        found: cython.bint
        with cython.nogil:
            found = self._reaches(self.top, ahead, first, 0)
        self.busy = False
        return None if self.aborted else bool(found)

    def lead_of(self, state: State, seat: Whole) -> int:
        """Return the score of a seat less the best of the others'."""
        self.seat = within("a seat", seat, 0, state.seats - 1)
        return int(self._lead(state))

    @property
    def visited(self) -> int:
        """How many positions the last question took."""
        return int(self.nodes)

    def _reaches(self, level: Level, turns: cython.int, mover: cython.int, ply: cython.int) -> cython.bint:
        actor: cython.int = level.state.c_to_act()
        self.nodes += 1
        if self.nodes > self.limit or ply >= DEEPEST - 1:
            self.aborted = True
            return False
        if actor == OVER:
            return self._is_enough(level.state)
        if actor not in (CHANCE, mover):
            turns -= 1
            mover = actor
            if turns == 0:
                return not self.wins and self._is_enough(level.state)
        return self._decides(level, mover, turns, ply)

    def _decides(self, level: Level, mover: cython.int, turns: cython.int, ply: cython.int) -> cython.bint:
        """Whether the goal is reached from here: by one action of the own seat, against all of others and of luck."""
        i: cython.int
        n: cython.int
        action: cython.int = -1
        actor: cython.int = level.state.c_to_act()
        wants: cython.bint = actor == self.seat
        result: cython.bint
        which: cython.ulonglong = turns * 32 + mover + 1  # 15 bits: it stays within 64
        key: cython.ulonglong = level.state.c_hash() ^ (which << 48) ^ (which << 3)
        if self.table.c_find(key):
            return self.table.note & 3 == YES
        n = self._order(level)
        result = not wants
        for i in range(n):
            level.below.state.c_copy_from(level.state)
            level.below.state.c_apply(level.actions[i])
            result = self._reaches(level.below, turns, mover, ply + 1)
            if self.aborted:
                return False
            if result == wants or (actor == CHANCE and self.any_luck):
                action = level.actions[i]
                break
        self.table.c_store(key, action, 0, min(turns, 1000), YES if result else NO)
        return result

    def _order(self, level: Level) -> cython.int:
        """Write the actions, sharp ones first; return how many there are."""
        i: cython.int
        action: cython.int
        sharp: cython.int = 0
        n: cython.int = level.state.c_legal(level.actions)
        if level.state.c_to_act() == CHANCE:
            return n
        for i in range(n):
            action = level.actions[i]
            if level.state.c_noisy(action):
                level.actions[i] = level.actions[sharp]
                level.actions[sharp] = action
                sharp += 1
        return n

    def _is_enough(self, state: State) -> cython.bint:
        payoffs: Shares
        if not self.wins:
            return self._lead(state) >= self.lead
        if not cython.compiled:
            payoffs = [0.0] * MOST_SEATS
        state.c_payoffs(payoffs)
        return payoffs[self.seat] > 0.999

    def _lead(self, state: State) -> cython.int:
        seat: cython.int
        best: cython.int = -(1 << 30)
        scores: Scores
        if not cython.compiled:
            scores = [0] * MOST_SEATS
        state.c_scores(scores)
        for seat in range(state.seats):
            if seat != self.seat and scores[seat] > best:
                best = scores[seat]
        return scores[self.seat] - best
