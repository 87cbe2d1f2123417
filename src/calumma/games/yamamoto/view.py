"""What a view of yamamoto holds: everything, for nothing is hidden. Squares are numbers, a1 0, b1 1, a2 5."""

from __future__ import annotations

from typing import Annotated, TypedDict, cast

from calumma.core import State
from calumma.core.view import Shared

Squares = list[int]


class Own(TypedDict):
    """The part that is yamamoto's own; Orange is seat 0, Blue seat 1."""

    white: Annotated[list[Squares], "where every seat's white pieces stand"]
    black: Annotated[list[Squares], "where every seat's black pieces stand"]
    goals: Annotated[list[Squares], "where every seat wants to arrive"]
    invader: Annotated[int | None, "the piece that must be captured now, as it has entered"]
    quiet: Annotated[int, "plies since the start or the last capture"]
    turn: Annotated[int, "the seat to move"]


class View(Shared, Own):
    """A view of yamamoto."""


def view_of(state: State, seat: int | None = None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    return cast(View, state.view(seat))
