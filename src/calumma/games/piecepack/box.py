"""What is in the box and how much of it is dealt: 48 tiles by the rule book, fewer in small versions for the laboratory."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from calumma.core.errors import GameError
from calumma.core.options import Option, OptionValue, integer
from calumma.core.words import Words
from calumma.games.piecepack.board import COLOURS, SIZE, TILE_NAMES

say = Words(__package__)

HAND = 2
WILDS = 2
REMOVED = 2
WALKS = 3


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers of the rule book that a small version changes."""

    tiles: tuple[int, ...] = tuple(range(len(TILE_NAMES)))
    hand: int = HAND  # R3, R13
    wilds: int = WILDS  # R2
    removed: int = REMOVED  # tiles that leave the game unseen
    columns: int = SIZE  # R4
    rows: int = SIZE
    walks: int = WALKS  # R5: turns a living seat may pass in a row without a tile

    @property
    def laid(self) -> int:
        """How many tiles lie on the board in the end."""
        return len(self.tiles) - self.removed

    @property
    def mask(self) -> int:
        """The tiles as a set of bits."""
        return sum(1 << tile for tile in self.tiles)

    @property
    def frame(self) -> tuple[int, int]:
        """The columns and the rows of the frame (board.py) that the largest board fills, as sets of cells."""
        row = ((1 << self.columns) - 1) << 1
        return sum(row << 8 * y for y in range(8)), sum(0xFF << 8 * (y + 1) for y in range(self.rows))


BOX = Box()


def check_tiles(text: str) -> None:
    """Raise GameError unless a text names tiles, each once."""
    _tiles(text)


LABORATORY = (
    Option("tiles", "text", (), "", "the tiles in the box, like R0R1K5; empty for all 48", check=check_tiles),
    integer("hand", 1, HAND, HAND, "how many tiles a hand is filled to"),
    integer("wilds", 0, WILDS, WILDS, "how many tiles the wilds begin with"),
    integer("removed", 0, REMOVED, REMOVED, "how many tiles leave the game unseen"),
    integer("columns", 1, SIZE, SIZE, "the width of the largest board"),
    integer("rows", 1, SIZE, SIZE, "the height of the largest board"),
    integer("walks", 0, WALKS, WALKS, "how many turns a living seat may pass in a row without a tile added"),
)
"""What the laboratory may choose besides the options of the game."""


def box_of(seats: int, options: Mapping[str, OptionValue]) -> Box:
    """Return the box of a table; GameError if there is too little in it, or too little room for it."""
    return _box(seats, *(options[option.name] for option in LABORATORY)) if "tiles" in options else BOX


@lru_cache(maxsize=64)
def _box(seats: int, tiles: str, hand: int, wilds: int, removed: int, columns: int, rows: int, walks: int) -> Box:
    box = Box(_tiles(tiles) if tiles else BOX.tiles, hand, wilds, removed, columns, rows, walks)
    most = max(sum(tile // 6 == colour for tile in box.tiles) for colour in range(len(COLOURS)))
    if len(box.tiles) < 1 + wilds + hand * seats + removed:
        raise GameError(say("box-too-small", count=len(box.tiles), least=1 + wilds + hand * seats + removed))
    if len(box.tiles) - most < wilds:
        raise GameError(say("box-without-wilds", wilds=wilds))
    if box.laid > columns * rows:
        raise GameError(say("board-too-small", count=box.laid, columns=columns, rows=rows))
    return box


def _tiles(text: str) -> tuple[int, ...]:
    names = re.findall("..", text)
    if "".join(names) != text or not set(names) <= set(TILE_NAMES) or len(set(names)) < len(names):
        raise GameError(say("not-a-box", text=text))
    return tuple(sorted(TILE_NAMES.index(name) for name in names))
