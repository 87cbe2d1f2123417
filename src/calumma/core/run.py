# distutils: extra_compile_args = -O3
"""Running any game: random playouts and perft."""

from __future__ import annotations

import time
from typing import Any

import cython

from calumma.core.given import Whole, seconds_of, shown, small, within
from calumma.core.heeding import heed
from calumma.core.state import Rng, State, as_rng

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares

MOST = (1 << 31) - 1
DEEPEST = 1000  # every ply of a walk has a position and room for its actions
UNHEARD = 4  # plies that a walk counts before it looks up: a second at most where there are hundreds of actions
LONGEST = 1_000_000  # plies: a match of any game ends long before, unless its rules are broken


def c_playout(state: State, rng: Rng, actions: cython.p_int, weights: cython.p_int) -> cython.int:
    """Play a position to its end and return the number of plies."""
    plies: cython.int = 0
    action: cython.int = state.c_pick(rng, actions, weights)
    while action >= 0 and plies < LONGEST:
        state.c_apply(action)
        plies += 1
        action = state.c_pick(rng, actions, weights)
    return plies


def playouts(root: State, count: Whole, rng: Rng | Whole) -> tuple[int, list[float]]:
    """Play `count` uniformly random matches on from a position; return the plies and the payoffs, both summed.

    >>> import calumma
    >>> plies, payoffs = calumma.playouts(calumma.load("yamamoto").new(), 100, 1)
    >>> sum(payoffs)
    100.0
    """
    matches: cython.int = within("a number of matches", count, 0, MOST)
    stream: Rng = as_rng(rng)
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
        for _i in range(matches):
            state.c_copy_from(root)
            plies += c_playout(state, stream, actions, weights)
            if state.c_to_act() != OVER:
                break
            state.c_payoffs(payoffs)
            for seat in range(seats):
                totals[seat] += payoffs[seat]
    state.check()
    if matches and state.c_to_act() != OVER:
        raise ValueError(f"a random match from {root!r} does not end: expected rules that end it, and a position that they know")
    return plies, [totals[seat] for seat in range(seats)]


def speed(root: State, seconds: float, rng: Rng | Whole) -> tuple[int, int, float]:
    """Run playouts for about that long; return playouts, plies and the seconds it took."""
    seconds_of(seconds)
    rng, batch = as_rng(rng), 1
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

    def count(self, depth: cython.int) -> cython.longlong:
        """Count them as `leaves` does, in parts between which somebody who has pressed Ctrl+C is heard."""
        total: cython.longlong = 0
        i: cython.int
        n: cython.int
        if depth <= UNHEARD:
            with cython.nogil:
                total = self.leaves(depth)
            heed()
            return total
        n = self.state.c_legal(self.actions)
        for i in range(n):
            self.below.state.c_copy_from(self.state)
            self.below.state.c_apply(self.actions[i])
            total += self.below.count(depth - 1)
        return total


def perft(root: State, depth: Whole) -> int:
    """Count the lines of exactly `depth` plies from a position; chance outcomes count as plies, a finished match has no line."""
    plies: cython.int = walk("count", depth, 0)
    top: Frame = Frame(root.copy(), None)
    for _ in range(plies):
        top = Frame(root.copy(), top)
    total: cython.longlong = top.count(plies)
    top.check()
    return total


def divide(root: State, depth: Whole) -> dict[int, int]:
    """Return the perft of depth - 1 behind each legal action."""
    plies = walk("divide", depth, 1)
    counts = {}
    for action in root.legal():
        child = root.copy()
        child.apply_unchecked(action)
        counts[action] = perft(child, plies - 1)
    return counts


def walk(verb: str, depth: Whole, least: int) -> int:
    """Return how many plies to walk; ValueError if that is not possible."""
    if small(depth) < least or small(depth) > DEEPEST:
        raise ValueError(f"cannot {verb} lines of {shown(depth)} plies: expected a whole number from {least} to {DEEPEST}")
    return small(depth)
