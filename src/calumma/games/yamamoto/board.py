"""The 5x5 board: names, colours, steps, leaps and slides.

Square a1 is bit 0, e1 bit 4, e5 bit 24. A bishop's slides are looked up: the pieces on the few squares that can block it
(BLOCKERS) times a factor put one bit for each of them into the top four bits, which index SLIDES.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations

FILES = "abcde"
NAMES = [f"{file}{rank}" for rank in range(1, 6) for file in FILES]

Square = int

DIAGONALS = ((1, 1), (1, -1), (-1, 1), (-1, -1))
STEPS = (*DIAGONALS, (1, 0), (-1, 0), (0, 1), (0, -1))
LEAPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def mask(squares: Iterable[Square]) -> int:
    """Return the bitboard of some squares."""
    return sum(1 << square for square in squares)


def square_at(file: int, rank: int) -> Square | None:
    """Return the square of a file and rank counted from 0, or None beyond the edge."""
    return rank * 5 + file if 0 <= file < 5 and 0 <= rank < 5 else None


def targets(square: Square, offsets: Iterable[tuple[int, int]]) -> list[Square]:
    """Return the squares at these offsets that are on the board."""
    places = (square_at(square % 5 + x, square // 5 + y) for x, y in offsets)
    return [place for place in places if place is not None]


def ray(square: Square, offset: tuple[int, int]) -> list[Square]:
    """Return the squares in one direction, nearest first."""
    line: list[Square] = []
    while ahead := targets(line[-1] if line else square, [offset]):
        line += ahead
    return line


def slides(square: Square, occupied: int) -> int:
    """Return the squares a bishop reaches, the first occupied one of each ray included."""
    reached = 0
    for offset in DIAGONALS:
        for place in ray(square, offset):
            reached |= 1 << place
            if occupied >> place & 1:
                break
    return reached


def blockers(square: Square) -> list[Square]:
    """Return the squares whose pieces can stop a bishop short: all but the last of each ray."""
    return [place for offset in DIAGONALS for place in ray(square, offset)[:-1]]


def factor(places: list[Square]) -> int:
    """Return the number that carries at most four places to the bits from 28 on, in some order, without disturbing each other."""
    subsets = [mask(place for i, place in enumerate(places) if chosen >> i & 1) for chosen in range(1 << len(places))]
    candidates = (mask(28 + bit - place for bit, place in enumerate(order)) for order in permutations(places))
    return next(number for number in candidates if len({index_of(subset, number) for subset in subsets}) == len(subsets))


def index_of(occupied: int, number: int) -> int:
    """Return the four bits that the occupied squares among a square's blockers give, multiplied by its factor."""
    return (occupied * number & 0xFFFFFFFF) >> 28


def slide_table(square: Square) -> list[int]:
    """Return the slides for each of the sixteen indices that the blockers of a square can give."""
    places = blockers(square)
    table = [0] * 16
    for chosen in range(1 << len(places)):
        occupied = mask(place for i, place in enumerate(places) if chosen >> i & 1)
        table[index_of(occupied, factors[square])] = slides(square, occupied)
    return table


def reaches(square: Square, black: bool) -> list[int]:
    """Return what a piece reaches, for each of the same indices: a step, and a slide on its own colour or a leap on the other."""
    if is_dark(square) == black:
        return [KING[square] | entry for entry in slide_table(square)]
    return [KING[square] | KNIGHT[square]] * 16


def is_dark(square: Square) -> bool:
    """Return whether a square is dark; the corners are."""
    return square % 2 == 0


factors = [factor(blockers(square)) for square in range(25)]

KING = [mask(targets(square, STEPS)) for square in range(25)]
KNIGHT = [mask(targets(square, LEAPS)) for square in range(25)]
BLOCKERS = [mask(blockers(square)) for square in range(25)]
FACTOR = factors
SLIDES = [entry for square in range(25) for entry in slide_table(square)]
DARK = mask(square for square in range(25) if square % 2 == 0)
HOME = [mask(range(5)), mask(range(20, 25))]
DOTS = [mask([1, 3]), mask([21, 23])]

# By (nature * 26 + square) * 16 + index, black being 1. Square 25 stands for a piece that is not there: it reaches nothing.
REACH = [
    entry for black in (False, True) for square in range(26) for entry in (reaches(square, black) if square < 25 else [0] * 16)
]
