"""The 1938 board: 69 holes, a 9x9 grid without three squares in every corner, and the cubes that stand on it at the start.

Squares are numbered 0 to 68 by rank, then file. On a bitboard the square of file x and rank y (from 0) is bit 10 * y + x: the
tenth column is always empty, so a step that leaves the board at the side lands on no square, and no edge needs a mask.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from calumma.core.bits import set_bits
from calumma.core.symmetry import Places, square_turns

Square = int

FILES = "abcdefghi"
STRIDE = 10
WIDTH = 9
LOW = (1 << 64) - 1

PLACES = [(x, y) for y in range(WIDTH) for x in range(WIDTH) if abs(x - 4) + abs(y - 4) <= 6]
SQUARE_AT = {place: square for square, place in enumerate(PLACES)}
NAMES = [f"{FILES[x]}{y + 1}" for x, y in PLACES]
NUMBERED = ["c5", "d6", "e7", "d5", "e6", "d4", "e5", "f6", "e4", "f5", "e3", "f4", "g5"]  # printed 1 to 13

# Four directions raise the bit number, then their opposites in the same order: direction d ^ 4 is the way back.
DIRECTIONS = ((1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1))
CLOCKWISE = (2, 3, 0, 5, 6, 7, 4, 1)  # directions from straight up on, in which what turned is told

COLOURS = {
    2: ("purple", "green"),
    3: ("purple", "green", "red"),
    4: ("green", "red", "yellow", "purple"),
    5: ("green", "yellow", "red", "purple", "blue"),
    6: ("green", "red", "yellow", "purple", "blue", "orange"),
}
NEUTRAL = "orange"  # where no seat has it

STARTS: dict[int, dict[str, tuple[int, ...]]] = {
    2: {"purple": (2, 4, 6, 9), "green": (5, 8, 10, 12), "orange": (7,)},
    3: {"purple": (2, 5, 8), "green": (4, 7, 10), "red": (6, 9, 12)},
    4: {"green": (2, 6), "yellow": (4, 5), "red": (8, 12), "purple": (9, 10), "orange": (7,)},
    5: {"green": (2, 6), "yellow": (4, 5), "red": (8, 12), "purple": (9, 10), "blue": (1, 13), "orange": (7,)},
    6: {"blue": (1, 13), "green": (2, 6), "yellow": (4, 5), "orange": (3, 11), "purple": (9, 10), "red": (8, 12)},
}


def bit_number(square: Square) -> int:
    """Return the number of a square's bit."""
    x, y = PLACES[square]
    return STRIDE * y + x


def mask(squares: Iterable[Square]) -> int:
    """Return the bitboard of some squares."""
    return sum(1 << bit_number(square) for square in squares)


def squares(board: int) -> list[Square]:
    """Return the squares of a bitboard in ascending order."""
    low, high = set_bits(board & LOW), set_bits(board >> 64)
    return [SQUARE[number] for number in low] + [SQUARE[64 + number] for number in high]


def ray(square: Square, direction: int) -> list[Square]:
    """Return the squares in one direction, nearest first."""
    x, y = PLACES[square]
    dx, dy = DIRECTIONS[direction]
    line = [(x + dx * i, y + dy * i) for i in range(1, WIDTH)]
    return [SQUARE_AT[place] for place in line if place in SQUARE_AT]


def teams(seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats that win together: with four and six every second seat, else everybody alone."""
    if seats in (4, 6):
        return tuple(range(0, seats, 2)), tuple(range(1, seats, 2))
    return tuple((seat,) for seat in range(seats))


@cache
def start(seats: int) -> tuple[int, ...]:
    """Return the bitboards at the start: one a seat, then the neutral cube's, which may be empty."""
    colours = COLOURS[seats] if NEUTRAL in COLOURS[seats] else (*COLOURS[seats], NEUTRAL)
    numbers = [STARTS[seats].get(colour, ()) for colour in colours]
    boards = tuple(mask(NAMES.index(NUMBERED[number - 1]) for number in row) for row in numbers)
    return boards if len(boards) > seats else (*boards, 0)


def square_of_bit(number: int) -> Square:
    """Return the square of a bit, or -1 if there is none."""
    return SQUARE_AT.get((number % STRIDE, number // STRIDE), -1)


def lines(number: int) -> list[Square]:
    """Return the squares in line with the square of a bit, in all eight directions."""
    square = square_of_bit(number)
    return [] if square < 0 else [place for direction in range(8) for place in ray(square, direction)]


def axes(square: Square) -> int:
    """Return how many of the four lines through a square go on at both sides of it."""
    return sum(bool(ray(square, direction)) and bool(ray(square, direction + 4)) for direction in range(4))


def squares_of_cells(cells: Places) -> list[Square]:
    """Return where the squares go if the cells of the 9x9 grid go there."""
    moved = [cells[y * WIDTH + x] for x, y in PLACES]
    return [SQUARE_AT[cell % WIDTH, cell // WIDTH] for cell in moved]


CELL_TURNS = square_turns(WIDTH)  # the eight ways to turn and mirror the board: where the cells of the grid go
TURNS = {name: squares_of_cells(cells) for name, cells in CELL_TURNS.items()}
BOARD = mask(range(len(PLACES)))
BIT = [1 << bit_number(square) for square in range(len(PLACES))]
RAY = [mask(ray(square, direction)) for square in range(len(PLACES)) for direction in range(8)]
POWER = [1 << number for number in range(WIDTH * STRIDE)]
SQUARE = [square_of_bit(number) for number in range(WIDTH * STRIDE)]
LINES = [mask(lines(number)) for number in range(WIDTH * STRIDE)]
AROUND = [mask(line[0] for direction in range(8) if (line := ray(square, direction))) for square in range(len(PLACES))]
CORNERS = mask(square for square in range(len(PLACES)) if axes(square) == 0)
RIM = mask(square for square in range(len(PLACES)) if axes(square) == 1)
