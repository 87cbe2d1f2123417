"""What a view of piecepack holds: everything but the hands of the others.

Tiles are texts of colour and rank (`O4`), places are coordinates: to the right and up from the first tile.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict, cast, get_args

from calumma.core import State
from calumma.core.view import Shared

Phase = Literal["starter", "wilds", "deal", "draw", "play", "over"]
PHASES: tuple[Phase, ...] = get_args(Phase)
Place = list[int]


class Own(TypedDict):
    """The part that is piecepack's own."""

    phase: Annotated[Phase, "what is going on: luck turns over or deals tiles, a seat plays, or it is over"]
    turn: Annotated[int, "the seat that acts or draws"]
    pending: Annotated[int, "tiles still to be drawn before the phase changes"]
    tiles: Annotated[list[tuple[int, int, str]], "the tiles on the board: coordinates and text, row by row"]
    chameleons: Annotated[list[Place | None], "where every seat's chameleon stands; null if it has left the game"]
    wasps: Annotated[list[Place | None], "where every seat's wasp stands; null beside the board"]
    wilds: Annotated[list[str], "the tiles in the wilds"]
    hands: Annotated[list[list[str] | None], "the hands; null for those that the seat does not see"]
    hand_sizes: Annotated[list[int], "how many tiles every seat holds"]
    supply: Annotated[int, "how many tiles are left to draw"]
    out: Annotated[list[bool], "which seats have left the game"]
    idle: Annotated[int, "turns in a row without a tile"]
    idle_limit: Annotated[int, "after how many of them chameleons may not move"]


class View(Shared, Own):
    """A view of piecepack."""


def view_of(state: State, seat: int | None = None) -> View:
    """Return what a seat, or a spectator, may know of a position."""
    return cast(View, state.view(seat))
