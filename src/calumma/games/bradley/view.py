"""What a view of bradley holds: everything, for nothing is hidden. Squares are numbers by rank and file, c1 0, d1 1, b2 5."""

from __future__ import annotations

from typing import Annotated, TypedDict, cast

from calumma.core import State
from calumma.core.view import Shared

Squares = list[int]


class Own(TypedDict):
    """The part that is bradley's own."""

    cubes: Annotated[list[Squares], "where the cubes are that show every seat's colour"]
    neutral: Annotated[Squares, "where the neutral cube is, if there is one"]
    last: Annotated[int | None, "where the marker is: the cube that was placed last"]
    quiet: Annotated[int, "turns since the start or the last drop"]
    patience: Annotated[int, "after how many of them only drops are legal; 0 without relocation"]
    turn: Annotated[int, "the seat to move"]


class View(Shared, Own):
    """A view of bradley."""


def view_of(state: State, seat: int | None = None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    return cast(View, state.view(seat))
