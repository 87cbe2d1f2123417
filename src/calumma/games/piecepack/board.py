"""Tiles, places, and the frame that the growing board is kept in.

A tile is colour * 6 + rank. A place is (y + 6) * 13 + (x + 6): the starter lies at 0,0 and the board never grows beyond 7x7, so
every place has both coordinates within -6..6.

All tiles lie in a box of at most 7x7. Bitboards hold that box in a frame of 8x8 cells, a row a byte: the box begins in
column 1 and row 1, so that column 0 and row 0 hold no tile. They are where the board may grow to the left and downwards;
when it does, everything moves on by one. This is why no shift needs a mask against running around an edge: what leaves
column 7 arrives in column 0, where nothing lies and, with seven columns filled, nothing may be added.
"""

from __future__ import annotations

COLOURS = "RKYBWOPL"
COLOUR_NAMES = ("red", "black", "yellow", "blue", "white", "orange", "purple", "lightblue")
TILE_NAMES = [f"{colour}{rank}" for colour in COLOURS for rank in range(6)]
REACH = 6
PLACES = (2 * REACH + 1) ** 2
SIZE = 7

Tile = int
Place = int


def place_at(x: int, y: int) -> Place | None:
    """Return the place at these coordinates, or None beyond what the board can ever reach."""
    return (y + REACH) * 13 + x + REACH if abs(x) <= REACH and abs(y) <= REACH else None


def coordinates(place: Place) -> tuple[int, int]:
    """Return x and y of a place."""
    return place % 13 - REACH, place // 13 - REACH


def place_text(place: Place) -> str:
    """Return the coordinates as a text, like 1,-2."""
    x, y = coordinates(place)
    return f"{x},{y}"
