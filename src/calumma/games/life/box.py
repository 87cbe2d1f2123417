"""How much there is of everything: as the rule book has it, or less in small versions for the laboratory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from calumma.core.errors import GameError
from calumma.core.options import OptionValue, integer
from calumma.core.words import Words
from calumma.games.life.board import CARDS, COLOURS, SMALLEST, SPACES

say = Words(__package__)

LABORATORY = (
    integer("spaces", SMALLEST, SPACES, SPACES, "how many spaces the board has, from the centre on"),
    integer("colours", 2, len(COLOURS), len(COLOURS), "how many colours there are, from red on"),
    integer("snakes", 0, len(COLOURS), len(COLOURS), "how many snakes there are, from the red one on"),
    integer("bugs", 1, 15, 15, "how many bugs there are of a colour"),
    integer("actions", 1, 3, 3, "how many actions a turn has"),
    integer("rolls", 1, 3, 3, "how many rolls of lying in wait an action pays for"),
    integer("color_row", 0, 3, 3, "how many colour cards lie face up"),
    integer("objective_row", 1, 4, 4, "how many objectives lie face up"),
    integer("rounds", 1, 100, 100, "after how many turns of every seat the last phase begins"),
)
"""What the laboratory may choose besides the options of the game."""


@dataclass(frozen=True, slots=True)
class Box:
    """The numbers of the rule book that a small version changes, by the names of `LABORATORY`."""

    spaces: int = SPACES
    colours: int = len(COLOURS)
    snakes: int = len(COLOURS)
    bugs: int = 15
    actions: int = 3
    rolls: int = 3
    color_row: int = 3
    objective_row: int = 4
    rounds: int = 100

    @property
    def cards(self) -> int:
        """The colour cards there are, as a set of bits."""
        return sum(1 << i for i, name in enumerate(CARDS) if set(name) <= set(COLOURS[: self.colours]))


BOX = Box()


def box_of(seats: int, options: Mapping[str, OptionValue]) -> Box:
    """Return the box of a table; GameError if there is too little in it."""
    return _box(seats, *(int(options[option.name]) for option in LABORATORY)) if "spaces" in options else BOX


@lru_cache(maxsize=64)
def _box(seats: int, *numbers: int) -> Box:
    box = Box(*numbers)
    if box.snakes > min(box.colours, box.spaces - 1):
        raise GameError(say("too-many-snakes", count=box.snakes, colours=box.colours, spaces=box.spaces))
    if box.bugs * box.colours < box.spaces - 1:
        raise GameError(say("too-few-bugs", count=box.bugs * box.colours, least=box.spaces - 1))
    if box.cards.bit_count() <= seats + box.color_row:
        raise GameError(say("too-few-colour-cards", count=box.cards.bit_count(), least=seats + box.color_row + 1))
    return box
