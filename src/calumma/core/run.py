# distutils: extra_compile_args = -O3
"""Running any game: random playouts and perft."""

from __future__ import annotations

import time
from typing import Any

import cython

from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, Actions, Shares


def c_playout(state: State, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
    """Play a position to its end and return the number of plies."""
    plies: cython.int = 0
    action: cython.int = state.c_pick(rng, actions, weights)
    while action >= 0:
        state.c_apply(action)
        plies += 1
        action = state.c_pick(rng, actions, weights)
    return plies


def playouts(root: State, count: cython.int, rng: Rng) -> tuple[int, list[float]]:
    """Play `count` uniformly random matches on from a position; return the plies and the payoffs, both summed."""
    state: State = root.copy()
    plies: cython.longlong = 0
    _i: cython.int
    seat: cython.int
    seats: cython.int = root.seats
    actions: Actions
    weights: Actions
    payoffs: Shares
    totals: Shares
    if not cython.compiled:
        actions, weights, payoffs, totals = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0.0] * MOST_SEATS, [0.0] * MOST_SEATS
    for seat in range(MOST_SEATS):
        totals[seat] = 0.0
    with cython.nogil:
        for _i in range(count):
            state.c_copy_from(root)
            plies += c_playout(state, rng, actions, weights)
            state.c_payoffs(payoffs)
            for seat in range(seats):
                totals[seat] += payoffs[seat]
    state.check()
    return plies, [totals[seat] for seat in range(seats)]


def speed(root: State, seconds: float, rng: Rng) -> tuple[int, int, float]:
    """Run playouts for about that long; return playouts, plies and the seconds it took."""
    batch = 1
    count = plies = 0
    start = time.perf_counter()
    elapsed = 0.0
    while elapsed < seconds:
        plies += playouts(root, batch, rng)[0]
        count += batch
        elapsed = time.perf_counter() - start
        batch = max(1, min(batch * 2, int(count / elapsed * (seconds - elapsed))))
    return count, plies, elapsed


class Frame:
    """One level of a perft walk, with the position that its children are tried on."""

    def __init__(self, state: State, below: Any) -> None:
        self.state = state
        self.below = below
        if not cython.compiled:
            self.actions = [0] * MOST_ACTIONS

    def check(self) -> None:
        """Raise what went wrong in any position of the walk."""
        self.state.check()
        if self.below is not None:
            self.below.check()

    def leaves(self, depth: cython.int) -> cython.longlong:
        """Count the ends of all lines of exactly `depth` plies."""
        total: cython.longlong = 0
        i: cython.int
        n: cython.int
        if depth == 0:
            return 1
        n = self.state.c_legal(self.actions)
        if depth == 1:
            return n
        for i in range(n):
            self.below.state.c_copy_from(self.state)
            self.below.state.c_apply(self.actions[i])
            total += self.below.leaves(depth - 1)
        return total


def perft(root: State, depth: cython.int) -> int:
    """Count the lines of exactly `depth` plies from a position; chance outcomes count as plies, a finished match has no line."""
    if depth < 0:
        raise ValueError(f"cannot count lines of {depth} plies: expected 0 or more")
    top: Frame = Frame(root.copy(), None)
    for _ in range(depth):
        top = Frame(root.copy(), top)
    total: cython.longlong
    with cython.nogil:
        total = top.leaves(depth)
    top.check()
    return total


def divide(root: State, depth: int) -> dict[int, int]:
    """Return the perft of depth - 1 behind each legal action."""
    if depth < 1:
        raise ValueError(f"cannot divide lines of {depth} plies: expected 1 or more")
    counts = {}
    for action in root.legal():
        child = root.copy()
        child.apply(action)
        counts[action] = perft(child, depth - 1)
    return counts
