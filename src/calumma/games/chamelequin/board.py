"""The 8x8 board: names, colours and steps.

Square a1 is bit 0, h1 bit 7, h8 bit 63. A colour's number has two bits, the oddness of the file (counted from 0) and of the
rank: 0 red, 1 green, 2 blue, 3 yellow. So a step to the side changes the first bit, a step up or down the second, a
diagonal step both, wherever it begins.
"""

from __future__ import annotations

from collections.abc import Iterable

FILES = "abcdefgh"
NAMES = [f"{file}{rank}" for rank in range(1, 9) for file in FILES]
RINGS = "RGBY"  # letters of the colours, by number
COLOUR_NAMES = {"R": "red", "G": "green", "B": "blue", "Y": "yellow"}
OFFSETS = (8, 9, 1, -7, -8, -9, -1, 7)  # how far a step goes, by direction: clockwise from straight up

Square = int


def mask(squares: Iterable[Square]) -> int:
    """Return the bitboard of some squares."""
    return sum(1 << square for square in squares)


def colour_of(square: Square) -> int:
    """Return the number of a square's colour."""
    return square % 2 + square // 8 % 2 * 2


def colour_name(square: Square) -> str:
    """Return a square's colour in words."""
    return COLOUR_NAMES[RINGS[colour_of(square)]]


def neighbours(square: Square) -> list[Square]:
    """Return the squares one step away."""
    return [other for other in range(64) if other != square and _distance(square, other) == 1]


def _distance(a: Square, b: Square) -> int:
    return max(abs(a % 8 - b % 8), abs(a // 8 - b // 8))


def direction(origin: Square, target: Square) -> int | None:
    """Return the direction of a step, or None if the squares do not touch."""
    return OFFSETS.index(target - origin) if _distance(origin, target) == 1 else None


STEPS = [mask(neighbours(square)) for square in range(64)]
COLOURS = [mask(square for square in range(64) if colour_of(square) == colour) for colour in range(4)]
ODD_FILES = COLOURS[1] | COLOURS[3]
ODD_RANKS = COLOURS[2] | COLOURS[3]
NOT_A = mask(square for square in range(64) if square % 8 != 0)
NOT_H = mask(square for square in range(64) if square % 8 != 7)
OFFSET = list(OFFSETS)
