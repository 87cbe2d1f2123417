"""What the learned evaluation looks at: shapes of squares that lines, corners and the rim make, and three counts.

Each shape is named by squares in one place; the eight symmetries of the board put it everywhere else. The weights are in
two.tables, for two seats that only drop; `calumma learn bradley --option relocate=none` makes them.
"""

from __future__ import annotations

from pathlib import Path

from calumma.core.tables import Tables
from calumma.games.bradley.board import NAMES, PLACES, TURNS

SHAPES = (
    "a3 b2 c1 d1 e1 f1 g1 h2 i3",  # a side of the rim
    "c1 b2 c2 d2 e2 f2 g2 h2 g1",  # the second rank with the corners behind it
    "a3 b3 c3 d3 e3 f3 g3 h3 i3",
    "a4 b4 c4 d4 e4 f4 g4 h4 i4",
    "a5 b5 c5 d5 e5 f5 g5 h5 i5",
    "b2 c3 d4 e5 f6 g7 h8",  # diagonals, from the middle outwards
    "c2 d3 e4 f5 g6 h7",
    "c1 d2 e3 f4 g5 h6 i7",
    "d1 e2 f3 g4 h5 i6",
    "e1 f2 g3 h4 i5 f1 g2 h3 i4",
    "a3 b2 c1 a4 b3 c2 d1 b4 c3 d2",  # two corners and what lies before them
    "c1 d1 e1 f1 g1 c2 d2 e2 f2 g2",
    "c1 d1 e1 c2 d2 e2 c3 d3 e3",
)
STAGE_ENDS = (50, 41, 33, 25, 17, 9)  # the least number of holes of each stage but the last
MOBILITIES = 40  # how many squares to drop on are told apart
SIZE = len(PLACES)


def stage_of(holes: int) -> int:
    """Return the stage of a position with so many holes."""
    return sum(holes < end for end in STAGE_ENDS)


STAGE = [stage_of(holes) for holes in range(SIZE + 1)]
TWO = Tables(
    Path(__file__).with_name("two.tables"),
    SIZE,
    [[NAMES.index(name) for name in shape.split()] for shape in SHAPES],
    list(TURNS.values()),
    (MOBILITIES, MOBILITIES, SIZE + 1),  # of the seat to move, of the other, holes
    len(STAGE_ENDS) + 1,
)
