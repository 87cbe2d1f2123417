# distutils: extra_compile_args = -O3
"""How good a position looks: cubes late, freedom early, safe squares always.

The board has eight corners, a3 a7 c1 c9 g1 g9 i3 i7: nothing can enclose a cube there. The other squares of the rim can be
enclosed along the rim only. Whoever stands beside an empty corner helps others into it.
"""

from __future__ import annotations

import cython

from calumma.core.weights import adopt
from calumma.games.bradley.board import BOARD, CORNERS, RIM

if not cython.compiled:
    from math import exp

    from calumma.core.bits import popcount128, u128

# The weights are data, in weights.toml, which says what each of them means.
CUBE = 0.0
CORNER = 0.0
EDGE = 0.0
EXPOSED = 0.0
FRONTIER = 0.0
FREEDOM = 0.0
TEMPO = 0.0
PARITY = 0.0
ROOM = 0.0


def beside(board: u128) -> u128:
    """The squares next to some squares, and these themselves."""
    row: u128 = board | (board << 1) | (board >> 1)
    return (row | (row << 10) | (row >> 10)) & BOARD


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
    value += (FREEDOM * early + ROOM * filled) * mobility
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


def set_weights(weights: dict[str, float]) -> None:
    """Let all evaluations use these weights."""
    global CUBE, CORNER, EDGE, EXPOSED, FRONTIER, FREEDOM, TEMPO, PARITY, ROOM  # noqa: PLW0603
    CUBE = weights["cube"]
    CORNER = weights["corner"]
    EDGE = weights["edge"]
    EXPOSED = weights["exposed"]
    FRONTIER = weights["frontier"]
    FREEDOM = weights["freedom"]
    TEMPO = weights["tempo"]
    PARITY = weights["parity"]
    ROOM = weights["room"]


adopt("bradley", set_weights)
