"""What the numbers of an observation mean, in the order in which `c_bits` of rules.py writes them."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core import OptionValue, Part, number, plane, planes, starts_by_seats

CUBES_PART, NEUTRAL_PART, LAST_PART, QUIET_PART, PARTS = range(5)  # the numbers of the parts, and how many there are
BOARD = (9, 9)  # rank, file: a1 first; the three squares in every corner that the board lacks stay 0


def parts(seats: int, options: Mapping[str, OptionValue]) -> tuple[Part, ...]:
    """Return the game's own parts."""
    return (
        planes("cubes", seats, BOARD, "the cubes of every seat"),
        plane("neutral", BOARD, "cubes of the colour that no seat has"),
        plane("last", BOARD, "the cube placed last"),
        number("quiet", 2 * seats, "turns since the start or the last drop, while cubes may be relocated"),
    )


STARTS = starts_by_seats(parts, 6)
