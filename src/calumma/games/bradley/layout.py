"""The numbers of the actions, and how many there can be. The table at the top of rules.py explains them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from calumma.games.bradley.board import start

SIZE = 69  # squares
PASS = 69
FIRST_RELOCATION = 70


def num_actions(seats: int, options: Mapping[str, Any]) -> int:
    """Return the number of actions: drops, the pass and, if there are any, relocations."""
    return 70 if options["relocate"] == "none" else 70 + 69 * 69


def max_plies(seats: int, options: Mapping[str, Any]) -> int:
    """Return the length no match exceeds.

    Every drop fills a hole. Before it all other seats may have to pass, and before that R7 allows 2 * seats quiet turns.
    """
    holes = 69 - sum(cubes.bit_count() for cubes in start(seats))
    return holes * seats if options["relocate"] == "none" else holes * 3 * seats


def squares_of(action: int) -> tuple[int | None, int]:
    """Return the square a cube is lifted from, None for a drop, and the one it is put on."""
    return (None, action) if action < PASS else divmod(action - FIRST_RELOCATION, 69)
