"""Positions of Yamamoto's Chameleon as the tables see them: each side's boards as that side sees them, the side to move first."""

from __future__ import annotations

from calumma.core import State

Position = tuple[int, int, int, int]
FILES = [sum(1 << square for square in range(file, 100, 5)) for file in range(5)]  # of four boards


def turned(board: int) -> int:
    """Return a board after half a turn."""
    return int(f"{board:025b}"[::-1], 2)


def position_of(state: State) -> Position:
    """Return the white and the black board of the side to move and of the other side."""
    view = state.view(None)
    sides = [[sum(1 << square for square in view[nature][seat]) for nature in ("white", "black")] for seat in (0, 1)]
    sides[1] = [turned(board) for board in sides[1]]
    mover = view["turn"]
    return (*sides[mover], *sides[1 - mover])  # type: ignore[return-value]


def action_of(state: State, move: int) -> int:
    """Return the action of a move as the side to move sees it; Blue sees the board after half a turn."""
    return move if state.to_act == 0 else (24 - move // 25) * 25 + 24 - move % 25


def size(position: Position) -> int:
    """Return the number of pieces."""
    return sum(board.bit_count() for board in position)


def number_of(position: Position) -> tuple[int, bool]:
    """Return the number of a position as the side to move sees it, the same for its reflection, and whether it is reflected."""
    white, black, other_white, other_black = position
    number = white | black << 25 | turned(other_white) << 50 | turned(other_black) << 75
    mirror = reflected(number)
    return min(number, mirror), mirror < number


def as_numbered(position: Position) -> tuple[Position, bool]:
    """Return a position in the form that its number stands for, and whether that is its reflection."""
    _, is_reflected = number_of(position)
    if not is_reflected:
        return position, False
    white, black, other_white, other_black = (reflected(board) for board in position)
    return (white, black, other_white, other_black), True


def reflected(number: int) -> int:
    """Return boards of 25 squares, one above the other, reflected in the middle file."""
    a, b, c, d, e = (number & file for file in FILES)
    return a << 4 | b << 2 | c | d >> 2 | e >> 4


def reflected_move(move: int) -> int:
    """Return a move, reflected in the middle file."""
    origin, target = divmod(move, 25)
    return (origin + 4 - 2 * (origin % 5)) * 25 + target + 4 - 2 * (target % 5)
