"""What a leaf of a search is worth: its payoffs if the match is over, else an evaluation, a random playout, or a mixture."""

from __future__ import annotations

import cython

if not cython.compiled:
    from calumma.core.state import Rng, State
else:  # compiled
    from cython.cimports.calumma.core.state import Rng, State


def c_shares(state: State, out: cython.p_double) -> cython.void:
    """Write every seat's payoff if the match is over, else the guess at it."""
    if state.c_to_act() == -2:
        state.c_payoffs(out)
    else:
        state.c_evaluate(out)


def c_winners(state: State, payoffs: cython.p_double) -> cython.int:
    """The winners of a finished match as a set of bits; winners share equally, so this says all that payoffs say."""
    winners: cython.int = 0
    seat: cython.int
    state.c_payoffs(payoffs)
    for seat in range(state.seats):
        if payoffs[seat] > 0.0:
            winners |= 1 << seat
    return winners


def c_judge(
    state: State,
    rng: Rng,
    actions: cython.p_int,
    weights: cython.p_int,
    out: cython.p_double,
    trust: cython.double,
    plies: cython.int,
) -> cython.void:
    """Write a guess at every seat's payoff; the position is used up.

    A share `trust` of it is the evaluation of the position, the rest that of where a random playout of at most `plies`
    plies leads (a negative number: to the end).
    """
    seat: cython.int
    action: cython.int
    ahead: cython.double[16]
    if not cython.compiled:
        ahead = [0.0] * 16
    if trust >= 1.0 or plies == 0 or state.c_to_act() == -2:
        c_shares(state, out)
        return
    if trust > 0.0:
        state.c_evaluate(out)
    action = state.c_pick(rng, actions, weights)
    while action >= 0:
        state.c_apply(action)
        plies -= 1
        if plies == 0:
            break
        action = state.c_pick(rng, actions, weights)
    c_shares(state, ahead)
    for seat in range(state.seats):
        out[seat] = ahead[seat] if trust <= 0.0 else trust * out[seat] + (1.0 - trust) * ahead[seat]
