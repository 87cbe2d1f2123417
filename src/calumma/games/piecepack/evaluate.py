"""x."""

from __future__ import annotations

import cython


def estimate(out: cython.p_double, seats: cython.int, points: cython.p_int, out_of_game: cython.p_bint) -> cython.void:
    i: cython.int
    for i in range(seats):
        out[i] = 1.0 / seats
