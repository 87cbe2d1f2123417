"""What the numbers of an observation mean, in the order in which `c_bits` of rules.py writes them."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core import OptionValue, Part, number, plane, starts

BOARD = (5, 5)  # rank, file: a1 first


def parts(seats: int, options: Mapping[str, OptionValue]) -> tuple[Part, ...]:
    """Return the game's own parts."""
    return (
        plane("own white", BOARD, "the seat's white pieces"),
        plane("own black", BOARD, "the seat's black pieces"),
        plane("enemy white", BOARD, "the enemy's white pieces"),
        plane("enemy black", BOARD, "the enemy's black pieces"),
        plane("own goals", BOARD, "the squares where the seat wants to arrive"),
        plane("enemy goals", BOARD, "the squares where the enemy wants to arrive"),
        plane("invader", BOARD, "the piece that must be captured now"),
        number("quiet", 100, "plies since the start or the last capture"),
    )


# Where each begins.
OWN_WHITE, OWN_BLACK, ENEMY_WHITE, ENEMY_BLACK, OWN_GOALS, ENEMY_GOALS, INVADER, QUIET, _ = starts(parts(2, {}))
