"""How good a position looks: pieces, and how far the foremost and all of them have come."""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import exp

    from calumma.core.bits import lowest, popcount
else:  # compiled
    from cython.cimports.calumma.core.bits import lowest, popcount
    from cython.cimports.libc.math import exp

PIECE = cython.declare(cython.double, 0.9)  # a piece more
RANK = cython.declare(cython.double, 0.06)  # a rank further, for each piece
LEADER = cython.declare(cython.double, 0.15)  # a rank further, for the foremost piece
TEMPO = cython.declare(cython.double, 0.2)  # being to move
LONELY = cython.declare(cython.double, 0.5)  # a single piece wins as soon as it enters


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strength(pieces: cython.uint, is_orange: cython.bint) -> cython.double:
    """The worth of one seat's pieces."""
    value: cython.double = 0.0
    rank: cython.int
    leader: cython.int = 0
    if popcount(pieces) == 1:
        value = LONELY
    while pieces:
        rank = lowest(pieces) // 5
        if not is_orange:
            rank = 4 - rank
        value += PIECE + RANK * rank
        if rank > leader:
            leader = rank
        pieces &= pieces - 1
    return value + LEADER * leader


def estimate(orange: cython.uint, blue: cython.uint, turn: cython.int, invader: cython.int) -> cython.double:
    """Orange's expected payoff in a match that is not over."""
    edge: cython.double = strength(orange, True) - strength(blue, False)
    edge += TEMPO if turn == 0 else -TEMPO
    if invader >= 0:  # the piece that entered is about to be captured
        edge += PIECE if turn == 0 else -PIECE
    return 1.0 / (1.0 + exp(-edge))
