"""Placings: where one side's pieces can stand, and the numbers that the endgame tables know them by.

A side's material is `3 * white pieces + black pieces`; a class is the material of the mover and of the other side.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import comb

from calumma.games.yamamoto.symmetry import SIDES

WHITE_PIECES, BLACK_PIECES = 3, 2
MATERIALS = [(white, black) for white in range(WHITE_PIECES + 1) for black in range(BLACK_PIECES + 1)]

Material = int
Class = tuple[int, int]

MIRRORED = 1  # flag of a row: the placing is the reflection of the row's
SYMMETRIC = 2  # flag of a row: the placing is its own reflection


def material_size(material: Material) -> int:
    """Return the number of pieces of a material."""
    return sum(MATERIALS[material])


def classes(pieces: int) -> list[Class]:
    """Return the pairs of classes with so many pieces in all, one of each pair, in an order that captures never ascend."""
    sizes = [material_size(material) for material in range(12)]
    return [(a, b) for a in range(1, 12) for b in range(a, 12) if sizes[a] + sizes[b] == pieces]


def class_name(mover: Material, other: Material) -> str:
    """Return a class in letters, like `WWB-wb`."""
    (white, black), (other_white, other_black) = MATERIALS[mover], MATERIALS[other]
    return "W" * white + "B" * black + "-" + "w" * other_white + "b" * other_black


def _rank(board: int, below: int, first: int) -> int:
    """The sum of binomials for the pieces on a board whose first square is `first`, after `below` pieces on lower squares."""
    squares = [first + square for square in range(13) if board >> square & 1]
    return sum(comb(square, below + i + 1) for i, square in enumerate(squares)) if below + len(squares) <= 3 else 0


REVERSED = [int(f"{board:013b}"[::-1], 2) for board in range(8192)]
LOW_RANKS = [_rank(board, 0, 0) for board in range(8192)]
HIGH_RANKS = [_rank(board, below, 13) for below in range(4) for board in range(4096)]
BLACK_BOARDS = [1, 25, 300]


def reflected(board: int) -> int:
    """Return a board reflected in the middle file."""
    return sum(1 << SIDES[square] for square in range(25) if board >> square & 1)


def boards(pieces: int) -> list[int]:
    """Return the boards with so many pieces, in the order of their ranks."""
    return sorted(sum(1 << square for square in squares) for squares in combinations(range(25), pieces))


def position_text(sides: list[int]) -> str:
    """Return the position with these boards (white and black of the side to move, then of the other) in the game's notation."""
    cells = ["".join("WBwb"[i] for i in range(4) if sides[i] >> square & 1) or "1" for square in range(25)]
    return "/".join("".join(cells[rank * 5 : rank * 5 + 5]) for rank in (4, 3, 2, 1, 0)) + " o"


def placings(material: Material) -> Iterator[tuple[int, int]]:
    """Yield the white and the black board of every placing of a material, in the order of their numbers, overlaps included."""
    white, black = MATERIALS[material]
    for white_board in boards(white):
        for black_board in boards(black):
            yield white_board, black_board


def material_of(white: int, black: int) -> int:
    """The number of a material, 0 if there are more pieces than a side has."""
    whites, blacks = white.bit_count(), black.bit_count()
    return whites * 3 + blacks if whites <= WHITE_PIECES and blacks <= BLACK_PIECES else 0


@dataclass
class Numbers:
    """The placings of one side, numbered as mover (rows) and as the other side (columns)."""

    rows_of: array[int]  # by the number of a placing: its row * 4 + flags, or -1
    columns_of: array[int]  # its column, or -1
    mirrors: array[int]  # the number of its reflection
    rows: list[tuple[int, int]]  # white and black board of every row
    columns: list[tuple[int, int]]

    def boards(self) -> Iterator[array[int]]:
        """Yield the white and the black boards of the rows, then of the columns."""
        for places in (self.rows, self.columns):
            for nature in range(2):
                yield array("I", [place[nature] for place in places])


def numbered(material: Material, aim: int) -> Numbers:
    """Number the placings of a material, for a side that wants to arrive on the squares of `aim`."""
    every = list(placings(material))
    numbers = {placing: number for number, placing in enumerate(every)}
    mirrors = array("i", [numbers[reflected(white), reflected(black)] for white, black in every])
    found = Numbers(array("i", [-1]) * len(every), array("i", [-1]) * len(every), mirrors, [], [])
    for number, (white, black) in enumerate(every):
        if white & black:
            continue
        if ((white | black) & aim).bit_count() <= 1:  # R7: only one piece can have entered
            found.columns_of[number] = len(found.columns)
            found.columns.append((white, black))
        if (white | black) & aim == 0:
            twin = mirrors[number]
            if twin < number:
                found.rows_of[number] = (found.rows_of[twin] & ~3) + MIRRORED
            else:
                found.rows_of[number] = len(found.rows) * 4 + (SYMMETRIC if twin == number else 0)
                found.rows.append((white, black))
    return found
