# distutils: extra_compile_args = -O3
"""Sets of cells in the frame of board.py, as bitboards: what lies beside them, what hangs together, what a rook reaches.

Compiled code takes the first ones from cells.pxd, so that the compiler can put them into loops, and uncompiled code from here.
"""

from __future__ import annotations

import cython

if not cython.compiled:
    MASK_64 = 0xFFFFFFFFFFFFFFFF

    def sides(cells: int) -> int:
        """The cells that share a side with one of these."""
        return (cells << 1 | cells >> 1 | cells << 8 | cells >> 8) & MASK_64

    def around(cells: int) -> int:
        """These cells and all that touch one of them along a side or at a corner."""
        rows = cells | cells << 1 | cells >> 1
        return (rows | rows << 8 | rows >> 8) & MASK_64

    def flood(start: int, within: int) -> int:
        """The cells that hang together by sides with `start`, which is one of `within`."""
        grown = (start | sides(start)) & within
        while grown != start:
            start, grown = grown, (grown | sides(grown)) & within
        return start


def lines(start: cython.ulonglong, tiles: cython.ulonglong) -> cython.ulonglong:
    """The cells that a rook reaches from one cell over tiles alone."""
    reached: cython.ulonglong = 0
    cell: cython.ulonglong = (start << 1) & tiles
    while cell:
        reached |= cell
        cell = (cell << 1) & tiles
    cell = (start >> 1) & tiles
    while cell:
        reached |= cell
        cell = (cell >> 1) & tiles
    cell = (start << 8) & tiles
    while cell:
        reached |= cell
        cell = (cell << 8) & tiles
    cell = (start >> 8) & tiles
    while cell:
        reached |= cell
        cell = (cell >> 8) & tiles
    return reached
