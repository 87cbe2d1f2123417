"""What the learned evaluation looks at: shapes of squares that lines, corners and the rim make, and counts.

Each shape is named by squares in one place; the eight symmetries of the board put it everywhere else. The weights are in files:
two.tables, for two seats that only drop, own.tables, for two that relocate, four.tables and six.tables, for teams that relocate,
whose cubes count alike, three.tables and five.tables, for seats that relocate and play for themselves. `calumma learn bradley
--seats 3` and the like make them.
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
FREEDOMS = 24  # the same where those of two seats are looked at together
SIZE = len(PLACES)


def stage_of(holes: int) -> int:
    """Return the stage of a position with so many holes."""
    return sum(holes < end for end in STAGE_ENDS)


def heap_of(cubes: int) -> int:
    """Return the heap, one of `HEAPS`, of so many cubes: few are told apart one by one, as their owner may soon have none."""
    return cubes if cubes < 16 else 12 + cubes // 4


STAGE = [stage_of(holes) for holes in range(SIZE + 1)]
HEAP = [heap_of(cubes) for cubes in range(SIZE + 1)]
HEAPS = HEAP[-1] + 1


def made(name: str, scalars: tuple[int, ...], base: Tables | None = None) -> Tables:
    """Return tables with all shapes and with scalars."""
    squares = [[NAMES.index(name) for name in shape.split()] for shape in SHAPES]
    return Tables(Path(__file__).with_name(name), SIZE, squares, list(TURNS.values()), scalars, len(STAGE_ENDS) + 1, base)


def counts(seats: int) -> tuple[int, ...]:
    """Return how many values counts have: squares to drop on of two seats, cubes of both sides, turns without a drop and holes.

    These are read two at a time; in teams also the squares to drop on and the cubes of every seat, one by one.
    """
    if seats in (3, 5):
        return counts_alone(seats)
    common = FREEDOMS * FREEDOMS, HEAPS * HEAPS, (2 * seats + 1) * (SIZE + 1)
    return common if seats == 2 else (*common, *[FREEDOMS] * seats, *[HEAPS] * seats)


def counts_alone(seats: int) -> tuple[int, ...]:
    """Return the same where seats play for themselves.

    Read with the turns until the seat moves: its squares to drop on, the holes, the turns without a drop; its cubes with the most
    that another has; of every other seat, one by one, squares to drop on and cubes.
    """
    own = seats * FREEDOMS, HEAPS * HEAPS, seats * (SIZE + 1), seats * (2 * seats + 1)
    return (*own, *[FREEDOMS] * (seats - 1), *[HEAPS] * (seats - 1))


TWO = made("two.tables", (MOBILITIES, MOBILITIES, SIZE + 1))  # of the seat to move, of the other, holes
OWN = made("own.tables", counts(2))
THREE = made("three.tables", counts(3))
FOUR = made("four.tables", counts(4))
FIVE = made("five.tables", counts(5))
SIX = made("six.tables", counts(6))
FOUR_SAFE = made("four-safe.tables", counts(4), FOUR)  # partners cannot capture from each other
SIX_SAFE = made("six-safe.tables", counts(6), SIX)


def tables_for(seats: int, relocate: str, partners: str) -> Tables | None:
    """Return the tables for matches of a kind, if any were learnt and have not been left out."""
    found = TWO if seats == 2 else None
    if relocate != "none":
        safe = {4: FOUR_SAFE, 6: SIX_SAFE} if partners == "safe" else {}
        found = {2: OWN, 3: THREE, 4: FOUR, 5: FIVE, 6: SIX, **safe}[seats]
    return None if found is None or found.is_left_out() else found
