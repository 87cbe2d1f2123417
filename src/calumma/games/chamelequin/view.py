"""What a view of chamelequin holds: everything, for nothing is hidden. Squares are numbers, a1 0, b1 1, a2 8.

Rings are letters (R red, G green, B blue, Y yellow), those of a piece from bottom to top.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, cast

from calumma.core import State
from calumma.core.view import Shared

Decision = Literal["", "last", "pieces", "rings", "shared"]


class Own(TypedDict):
    """The part that is chamelequin's own."""

    pieces: Annotated[list[list[tuple[int, str]]], "every seat's pieces: square and rings"]
    supply: Annotated[dict[str, int], "how many rings of each colour are left"]
    to_place: Annotated[list[int], "how many pieces every seat has still to place"]
    lost: Annotated[list[int], "how many pieces every seat has lost"]
    captured_rings: Annotated[list[int], "how many rings were on the pieces that every seat has captured"]
    turn: Annotated[int, "the seat to move"]
    chain: Annotated[int | None, "the square of the piece that may go on in this turn"]
    steps: Annotated[int, "how many steps of a chain were made in this turn"]
    passes: Annotated[int, "passes in a row"]
    quiet: Annotated[int, "turns in a row without a capture"]
    patience: Annotated[int, "after how many of them the match ends"]
    either: Annotated[list[list[int]], "the pairs of squares between which a step may add or remove a ring"]
    decided: Annotated[Decision, "what decided the match; empty while it runs"]


class View(Shared, Own):
    """A view of chamelequin."""


def view_of(state: State, seat: int | None = None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    return cast(View, state.view(seat))
