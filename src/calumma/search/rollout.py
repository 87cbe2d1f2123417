# distutils: extra_compile_args = -O3
"""What a leaf of a search is worth: its payoffs if the match is over, else an evaluation, a random playout, or a mixture."""

from __future__ import annotations

import cython

from calumma.core.state import Rng, State

if not cython.compiled:
    from calumma.core.protocol import OVER


def c_scale(out: cython.p_double, seats: cython.int, lowest: cython.double, unit: cython.double) -> cython.void:
    """Put payoffs on the scale of searches, on which shares of a win are already (`unit` is 0): see `core.payoffs`."""
    seat: cython.int
    if unit > 0.0:
        for seat in range(seats):
            out[seat] = (out[seat] - lowest) / unit


def c_shares(state: State, out: cython.p_double, lowest: cython.double, unit: cython.double) -> cython.void:
    """Write what the match is worth to every seat if it is over, else the guess at it."""
    if state.c_to_act() == OVER:
        state.c_payoffs(out)
    else:
        state.c_evaluate(out)
    c_scale(out, state.seats, lowest, unit)


def c_winners(state: State, payoffs: cython.p_double, lowest: cython.double, unit: cython.double) -> cython.int:
    """The winners of a finished match as a set of bits; as they share equally, this says all that payoffs say.

    Of payoffs that are no shares it does not, so that nothing is proven by them: no bits.
    """
    winners: cython.int = 0
    seat: cython.int
    state.c_payoffs(payoffs)
    c_scale(payoffs, state.seats, lowest, unit)
    for seat in range(state.seats):
        if unit == 0.0 and payoffs[seat] > 0.0:
            winners |= 1 << seat
    return winners


def c_glimpse(
    state: State,
    scratch: State,
    rng: Rng,
    actions: cython.p_int,
    payoffs: cython.p_double,
    glimpses: cython.int,
    lowest: cython.double,
    unit: cython.double,
) -> cython.int:
    """Of so many actions drawn at random, the one after which the acting seat stands best. Some seat acts."""
    n: cython.int = state.c_legal(actions)
    seat: cython.int = state.c_to_act()
    best: cython.int = actions[0]
    highest: cython.double = -1.0
    action: cython.int
    if n == 1:
        return best
    while glimpses > 0:
        glimpses -= 1
        action = actions[rng.c_below(n)]
        scratch.c_copy_from(state)
        scratch.c_apply(action)
        c_shares(scratch, payoffs, lowest, unit)
        if payoffs[seat] > highest:
            highest = payoffs[seat]
            best = action
    return best


def c_playout(
    state: State,
    scratch: State,
    rng: Rng,
    actions: cython.p_int,
    weights: cython.p_int,
    payoffs: cython.p_double,
    plies: cython.int,
    glimpses: cython.int,
    turns: cython.int,
    turn: cython.int,
    lowest: cython.double,
    unit: cython.double,
) -> cython.void:
    """Play on: at most so many plies (negative: to the end), and to the last of so many changes of turn (0: whatever changes).

    `turn`: whose turn it is, which is not always who acts: chance may.
    """
    acting: cython.int = state.c_to_act()
    while plies != 0 and acting != OVER:
        if acting >= 0 and acting != turn:
            turn = acting
            turns -= 1
            if turns == 0:
                return
        if glimpses > 1 and acting >= 0:
            state.c_apply(c_glimpse(state, scratch, rng, actions, payoffs, glimpses, lowest, unit))
        else:
            state.c_apply(state.c_pick(rng, actions, weights))
        plies -= 1
        acting = state.c_to_act()
