"""What the numbers of an observation mean, in the order in which `c_bits` of rules.py writes them."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core import OptionValue, Part, number, numbers, plane, planes, starts_by_seats

# The numbers of the parts, and how many there are.
COLOURS_PART, RANKS_PART, CHAMELEONS_PART, WASPS_PART, HAND_SIZES_PART, OUT_PART = range(6)
WILDS_PART, HAND_PART, SUPPLY_PART, PENDING_PART, IDLE_PART, PHASE_PART, PARTS = range(6, 13)
BOARD = (13, 13)  # y, x, both from -6 to 6: the starter lies in the middle


def parts(seats: int, options: Mapping[str, OptionValue]) -> tuple[Part, ...]:
    """Return the game's own parts."""
    return (
        planes("colours", 8, BOARD, "tiles of each printed colour, in the order R K Y B W O P L"),
        planes("ranks", 6, BOARD, "tiles of each rank, 0 to 5"),
        planes("chameleons", seats, BOARD, "the chameleon of every seat"),
        planes("wasps", seats, BOARD, "the wasp of every seat"),
        numbers("hand sizes", seats, 2, "tiles in the hand of every seat"),
        plane("out", (seats,), "seats that are out of the game"),
        plane("wilds", (8, 6), "tiles in the wilds, by colour and rank"),
        plane("hand", (8, 6), "tiles in the seat's own hand, by colour and rank"),
        number("supply", 48, "tiles in the supply"),
        number("pending", 2, "tiles still to be drawn"),
        number("idle", 12, "turns in a row without a tile added"),
        plane("phase", (6,), "starter, wilds, deal, draw, play or over"),
    )


STARTS = starts_by_seats(parts, 4)
