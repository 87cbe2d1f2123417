"""How many positions there can be at the most: a bound by counting, part by part, of what tells two positions apart."""

from __future__ import annotations

from collections.abc import Mapping

from calumma.core.options import OptionValue
from calumma.core.words import Words

say = Words(__package__)

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
    found = [(say("every-other-hole-empty"), (seats + 1) ** (HOLES - still - neutral))]
    if still:
        found.append((say("holes-start-player-s"), seats**still))
    if neutral:
        found.append((say("middle-hole-where-alone"), seats + (1 if stays else 2)))
    found.append((say("counted-seat"), seats))
    if not stays:
        found.append((say("turns-since-last-drop"), 2 * seats + 1))
    return tuple(found)
