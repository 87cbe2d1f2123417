"""How good a position looks: cubes late, freedom early, safe squares always.

The board has eight corners, a3 a7 c1 c9 g1 g9 i3 i7: nothing can enclose a cube there. The other squares of the rim can be
enclosed along the rim only. Whoever stands beside an empty corner helps others into it.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    from math import exp

    from calumma.core.bits import popcount128, u128
    from calumma.games.bradley.board import BOARD, CORNERS, RIM
else:  # compiled
    from cython.cimports.calumma.core.bits import popcount128, u128
    from cython.cimports.calumma.games.bradley.board import BOARD, CORNERS, RIM
    from cython.cimports.libc.math import exp

CUBE = cython.declare(cython.double, 0.16)  # a cube at the end of the match; its worth grows with the board
CORNER = cython.declare(cython.double, 0.75)
EDGE = cython.declare(cython.double, 0.1)  # a cube on the rim
EXPOSED = cython.declare(cython.double, -0.3)  # a cube beside an empty corner
FRONTIER = cython.declare(cython.double, -0.05)  # a cube beside an empty square
FREEDOM = cython.declare(cython.double, 0.06)  # a square to drop on
TEMPO = cython.declare(cython.double, 0.1)  # being to move
PARITY = cython.declare(cython.double, 0.15)  # being to move with an odd number of holes, when few are left


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def beside(board: u128) -> u128:
    """The squares next to some squares, and these themselves."""
    row: u128 = board | (board << 1) | (board >> 1)
    return (row | (row << 10) | (row >> 10)) & BOARD


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def strength(own: u128, empty: u128, mobility: cython.int) -> cython.double:
    """The worth of one seat's cubes."""
    holes: cython.int = popcount128(empty)
    filled: cython.double = (69 - holes) / 69.0
    early: cython.double = 1.0 - filled
    value: cython.double = CUBE * filled * filled * filled * popcount128(own)
    value += CORNER * popcount128(own & CORNERS)
    value += EDGE * popcount128(own & RIM)
    value += EXPOSED * popcount128(own & ~CORNERS & beside(empty & CORNERS))
    value += FRONTIER * early * popcount128(own & beside(empty))
    value += FREEDOM * mobility
    return value


def estimate(
    cubes: cython.pointer[u128],
    empty: u128,
    seats: cython.int,
    turn: cython.int,
    teams: cython.bint,
    mobility: cython.p_int,
    out: cython.p_double,
) -> cython.void:
    """Write every seat's expected payoff in a match that is not over; partners share."""
    holes: cython.int = popcount128(empty)
    worth: cython.double[6]
    total: cython.double = 0.0
    i: cython.int
    sides: cython.int = 2 if teams else seats
    if not cython.compiled:
        worth = [0.0] * 6
    for i in range(6):
        worth[i] = 0.0
    for i in range(seats):
        worth[i % sides] += strength(cubes[i], empty, mobility[i])
    worth[turn % sides] += TEMPO
    if sides == 2 and holes < 12:
        worth[turn % sides] += PARITY if holes & 1 else -PARITY
    for i in range(sides):
        worth[i] = exp(worth[i])
        total += worth[i]
    for i in range(seats):
        out[i] = worth[i % sides] / total * sides / seats
