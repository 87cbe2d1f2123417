"""Auditing a game at full speed: random matches whose every ply is checked in compiled code.

`calumma.testing.check_game` checks more, in Python; this one affords ten thousand matches where that affords a thousand.
"""

from __future__ import annotations

from math import inf

import cython

from calumma.core.payoffs import Payoffs
from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.protocol import MOST_ACTIONS, MOST_SEATS, OVER, Actions, Shares

FAULTS = (
    "",
    "a position that is not over offers nothing, or one that is over offers something",
    "the actions are not in ascending order",
    "the weights of a draw do not fit its outcomes",
    "pick does not draw as documented",
    "a copy does not go on like its original",
    "the match is longer than max_plies",
    "the payoffs are not as declared",
    "the evaluation is not as payoffs are declared",
)


class Unsound(AssertionError):
    """A compiled invariant does not hold."""


def listed(state: State, rng: Rng, actions: cython.p_int, weights: cython.p_int, fault: cython.p_int) -> cython.int:
    """The action that the documented way of picking draws from the list, -1 when OVER; notes what is wrong with the list."""
    acts: cython.int = state.c_to_act()
    n: cython.int = state.c_legal(actions)
    total: cython.int = 0
    i: cython.int
    if (n == 0) != (acts == OVER):
        fault[0] = 1
    for i in range(1, n):
        if actions[i - 1] >= actions[i]:
            fault[0] = 2
    if n == 0:
        return -1
    if acts >= 0:
        return actions[rng.c_below(n)]
    if state.c_chance(weights) != n:
        fault[0] = 3
    for i in range(n):
        if weights[i] <= 0:
            fault[0] = 3
        total += weights[i]
    total = rng.c_below(total)
    i = 0
    while total >= weights[i]:
        total -= weights[i]
        i += 1
    return actions[i]


def write_bounds(pays: Payoffs, bounds: cython.p_double) -> cython.void:
    """Write between what payoffs lie, and between what their sum."""
    bounds[0], bounds[1] = pays.lowest, pays.highest
    bounds[2], bounds[3] = (-inf, inf) if pays.total is None else (pays.total, pays.total)


def are_declared(values: cython.p_double, seats: cython.int, bounds: cython.p_double) -> cython.bint:
    """Whether values lie within the bounds of payoffs, the first two, and their sum within the other two."""
    total: cython.double = 0.0
    seat: cython.int
    for seat in range(seats):
        if values[seat] < bounds[0] - 1e-9 or values[seat] > bounds[1] + 1e-9:
            return False
        total += values[seat]
    return bounds[2] - 1e-6 < total < bounds[3] + 1e-6


def audit(root: State, matches: cython.int, seed: int) -> int:
    """Play random matches from a position and check every ply; return the number of plies, or raise Unsound."""
    state: State = root.copy()
    twin: State = root.copy()
    rng: Rng = Rng(seed)
    other: Rng = Rng(seed)
    most: cython.int = root.game.info.max_plies
    seats: cython.int = root.seats
    plies: cython.int = 0
    total: cython.longlong = 0
    action: cython.int
    _i: cython.int
    actions: Actions
    weights: Actions
    values: Shares
    bounds: Shares
    fault: cython.int[1]
    if not cython.compiled:
        actions, weights, values, fault = [0] * MOST_ACTIONS, [0] * MOST_ACTIONS, [0.0] * MOST_SEATS, [0]
        bounds = [0.0] * MOST_SEATS
    write_bounds(root.game.payoffs, bounds)
    fault[0] = 0
    with cython.nogil:
        for _i in range(matches):
            state.c_copy_from(root)
            plies = 0
            action = listed(state, rng, actions, weights, fault)
            while action >= 0 and fault[0] == 0:
                if state.c_pick(other, actions, weights) != action:
                    fault[0] = 4
                twin.c_copy_from(state)
                state.c_apply(action)
                twin.c_apply(action)
                if twin.c_hash() != state.c_hash() or twin.c_to_act() != state.c_to_act():
                    fault[0] = 5
                plies += 1
                if plies > most:
                    fault[0] = 6
                state.c_evaluate(values)
                if not are_declared(values, seats, bounds):
                    fault[0] = 8
                action = listed(state, rng, actions, weights, fault)
            total += plies
            if fault[0] == 0:
                state.c_payoffs(values)
                if not are_declared(values, seats, bounds):
                    fault[0] = 7
            if fault[0] != 0:
                break
    state.check()
    if fault[0]:
        raise Unsound(f"{root.game}: {FAULTS[fault[0]]}, at ply {plies} of a random match ({state})")
    return total
