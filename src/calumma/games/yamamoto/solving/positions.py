"""Positions of Yamamoto's Chameleon as the tables see them: each side's boards as that side sees them, the side to move first."""

from __future__ import annotations

from calumma.core import State

Position = tuple[int, int, int, int]


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
