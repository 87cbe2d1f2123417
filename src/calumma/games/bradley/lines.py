# distutils: extra_compile_args = -O3
"""What a cube on the last hole encloses, counted with tables instead of bitboards.

Where every other square is filled, only the own cubes on the four lines through the hole matter. Each line is drawn together to a
number of up to nine bits, its squares in ascending order, by which a table gives the count. The squares of a line that is not a
rank lie 9, 10 or 11 bits apart: a product with the right factor, half of the board by half, brings them side by side.
"""

from __future__ import annotations

import cython

from calumma.games.bradley.board import LOW as HALF
from calumma.games.bradley.board import RAY as RAYS
from calumma.games.bradley.board import SQUARE as SQUARES
from calumma.games.bradley.board import STRIDE, WIDTH

if not cython.compiled:
    from calumma.core.bits import u64, u128

STEPS = (1, 9, 10, 11)  # from a square of a line to the next, by direction
TOP = 57  # where the seven bits begin to which a product moves the squares of one half


def line_through(square: int, direction: int) -> int:
    """Return the bitboard of all squares in a direction and its opposite, and of the one between."""
    return RAYS[8 * square + direction] | RAYS[8 * square + direction + 4] | 1 << SQUARES.index(square)


def first_bit(bits: int) -> int:
    """Return the number of the lowest bit, or 0 if there is none."""
    return max(0, (bits & -bits).bit_length() - 1)


def count_beside(place: int, own: int) -> int:
    """Return how many squares of a line lie between a place and the nearest own cube on either side, if there is one."""
    above, below = own >> place + 1, own & (1 << place) - 1
    return (first_bit(above) if above else 0) + (place - below.bit_length() if below else 0)


LINE = [line_through(square, direction) for square in range(len(RAYS) // 8) for direction in range(4)]
LOWER = [line & HALF for line in LINE]
UPPER = [line >> 64 for line in LINE]
LOWER_FIRST = [first_bit(part) for part in LOWER]
UPPER_FIRST = [first_bit(part) for part in UPPER]
IN_LOWER = [part.bit_count() for part in LOWER]
PLACE = [512 * (line & (1 << SQUARES.index(i // 4)) - 1).bit_count() for i, line in enumerate(LINE)]  # a row of COUNTS
FACTOR = [sum(1 << TOP - (step - 1) * i for i in range(7) if (step - 1) * i <= TOP) for step in STEPS]
COUNTS = [count_beside(place, own) for place in range(WIDTH) for own in range(1 << WIDTH)]
LOW = HALF
assert STEPS == (1, STRIDE - 1, STRIDE, STRIDE + 1)


def enclosed_on(square: cython.int, own: u128) -> cython.int:
    """How many cubes a cube of the same colour as the own ones encloses on a square that is the last hole."""
    low: u64 = own & LOW
    high: u64 = own >> 64
    i: cython.int = 4 * square
    d: cython.int
    part: u64 = ((low & LOWER[i]) >> LOWER_FIRST[i]) | (((high & UPPER[i]) >> UPPER_FIRST[i]) << IN_LOWER[i])
    count: cython.int = COUNTS[PLACE[i] + part]
    for d in range(1, 4):
        i += 1
        part = ((((low & LOWER[i]) >> LOWER_FIRST[i]) * FACTOR[d]) & LOW) >> TOP
        part |= (((((high & UPPER[i]) >> UPPER_FIRST[i]) * FACTOR[d]) & LOW) >> TOP) << IN_LOWER[i]
        count += COUNTS[PLACE[i] + part]
    return count
