"""What the numbers of an observation mean, in the order in which `c_bits` of rules.py writes them."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core import OptionValue, Part, number, numbers, plane, planes

BOARD = (8, 8)  # rank, file: a1 first


def parts(seats: int, options: Mapping[str, OptionValue]) -> tuple[Part, ...]:
    """Return the game's own parts."""
    return (
        planes("pieces", seats, BOARD, "the pieces of every seat"),
        plane("chain", BOARD, "the piece that may go on stepping"),
        Part(
            "rings", (4, 4, *BOARD), 0, 1, "whose stack has, at that level from the bottom, a ring of red, green, blue or yellow"
        ),
        numbers("supply", 4, 64, "rings of each colour in the supply"),
        numbers("to place", seats, 10, "pieces that every seat has still to place"),
        numbers("lost", seats, 10, "pieces that every seat has lost"),
        numbers("captured rings", seats, 127, "rings that every seat has captured"),
        number("steps", 2, "steps that the piece in a chain has made"),
        number("passes", 4, "passes in a row"),
        number("quiet", 100, "turns without a capture, as a percentage of those after which the match ends"),
    )
