# distutils: extra_compile_args = -O3 -fno-tree-vectorize
"""R3 on bitboards: from where a cube would enclose others, and which."""

from __future__ import annotations

import cython

from calumma.games.bradley import board

if not cython.compiled:
    from calumma.core.bits import highest128, u128

RAY = board.RAY
POWER = board.POWER


def rising(own: u128, others: u128, step: cython.int) -> u128:
    """The other cubes that follow one of the own without a gap, in a direction that raises the bit number by `step`."""
    run: u128 = (own << step) & others
    pair: u128 = others & (others << step)
    run |= (run << step) & others
    run |= (run << (2 * step)) & pair
    run |= (run << (2 * step)) & pair
    if step in (1, 10):  # a diagonal has seven squares at most, five between its ends
        run |= (run << (2 * step)) & pair
    return run


def falling(own: u128, others: u128, step: cython.int) -> u128:
    """The other cubes that follow one of the own without a gap, in a direction that lowers the bit number by `step`."""
    run: u128 = (own >> step) & others
    pair: u128 = others & (others >> step)
    run |= (run >> step) & others
    run |= (run >> (2 * step)) & pair
    run |= (run >> (2 * step)) & pair
    if step in (1, 10):
        run |= (run >> (2 * step)) & pair
    return run


def runs(own: u128, others: u128, out: cython.pointer[u128]) -> cython.void:
    """Write the other cubes that follow one of the own without a gap, for each of the eight directions."""
    out[0] = rising(own, others, 1)
    out[1] = rising(own, others, 9)
    out[2] = rising(own, others, 10)
    out[3] = rising(own, others, 11)
    out[4] = falling(own, others, 1)
    out[5] = falling(own, others, 9)
    out[6] = falling(own, others, 10)
    out[7] = falling(own, others, 11)


def enclosing(own: u128, others: u128, empty: u128) -> u128:
    """The empty squares from which a cube would enclose other cubes."""
    found: u128 = rising(own, others, 1) << 1
    found |= rising(own, others, 9) << 9
    found |= rising(own, others, 10) << 10
    found |= rising(own, others, 11) << 11
    found |= falling(own, others, 1) >> 1
    found |= falling(own, others, 9) >> 9
    found |= falling(own, others, 10) >> 10
    found |= falling(own, others, 11) >> 11
    return found & empty


def enclosed(square: cython.int, own: u128, others: u128) -> u128:
    """The cubes that a cube on the square encloses, in all directions."""
    found: u128 = 0
    ray: u128
    end: u128
    d: cython.int
    for d in range(square * 8, square * 8 + 4):
        ray = RAY[d]
        end = ray & ~others
        end = end & -end & own
        found |= ray & (end - (end != 0))
    for d in range(square * 8 + 4, square * 8 + 8):
        ray = RAY[d]
        end = POWER[highest128((ray & ~others) | 1)] & own  # bit 0 is no square
        found |= ray & -(end << 1)
    return found


def anchors(square: cython.int, own: u128, others: u128) -> u128:
    """The own cubes at the other ends of the lines along which a cube on the square encloses."""
    found: u128 = 0
    ray: u128
    ends: u128
    end: u128
    d: cython.int
    for d in range(square * 8, square * 8 + 4):
        ray = RAY[d]
        ends = ray & ~others
        end = ends & -ends & own
        if end != ray & -ray:
            found |= end
    for d in range(square * 8 + 4, square * 8 + 8):
        ray = RAY[d]
        end = POWER[highest128((ray & ~others) | 1)] & own
        if end != POWER[highest128(ray | 1)]:
            found |= end
    return found
