"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core.options import OptionValue

HOLES = 69
START = {
    2: (8, 1),
    3: (9, 0),
    4: (8, 1),
    5: (10, 1),
    6: (12, 0),
}  # by seats: cubes of players, and the neutral one if there is one


def counts(seats: int, options: Mapping[str, OptionValue]) -> tuple[tuple[str, int], ...]:
    """Return what a position is made of, with the number of ways for each part; their product is the bound."""
    cubes, neutral = START[seats]
    stays = options["relocate"] == "none"
    still = cubes if stays else 0  # holes that are never empty, as nothing is ever lifted
    found = [("every other hole empty or in a player's colour", (seats + 1) ** (HOLES - still - neutral))]
    if still:
        found.append(("the holes of the start in a player's colour", seats**still))
    if neutral:
        found.append(("the middle hole, where alone the neutral cube can be", seats + (1 if stays else 2)))
    found.append(("the seat to move", seats))
    if not stays:
        found.append(("turns since the last drop", 2 * seats + 1))
    return tuple(found)
