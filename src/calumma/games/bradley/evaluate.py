"""How good a position looks."""

from __future__ import annotations

import cython

if not cython.compiled:
    from calumma.core.bits import popcount128, u128
else:  # compiled
    from cython.cimports.calumma.core.bits import popcount128, u128


def estimate(
    cubes: cython.pointer(u128),
    empty: u128,
    seats: cython.int,
    turn: cython.int,
    teams: cython.bint,
    drops: u128,
    out: cython.p_double,
) -> cython.void:
    """Write every seat's expected payoff in a match that is not over."""
    i: cython.int
    for i in range(seats):
        out[i] = 1.0 / seats
